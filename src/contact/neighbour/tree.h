/* tree: a tree of bounding boxes, by which a rank finds spheres that are near each other.

   Leaf l has the spheres 8 l to 8 l + 7 in the order of memory. A node of level 0 is the bounding box of one leaf. A
   node of a higher level is the bounding box of eight nodes of the level below. The top level has one node. The tree
   has no pointers, because the children of node k are the nodes 8 k to 8 k + 7 of the level below. A search is fast if
   spheres that are consecutive in memory are near each other in space, because the boxes are then small. The result is
   correct for any order, sizes and positions of the spheres.

   Exactness. The distance of the centres of spheres i and j along an axis is computed as fl(fl(x_j - x_i) + o). The
   offset o [m] belongs to a periodic image, and fl is rounding to double precision. Rounding is monotonic. For x_i in
   [q_low, q_high] and x_j in [low, high]

     fl(fl(low - q_high) + o)  <=  fl(fl(x_j - x_i) + o)  <=  fl(fl(high - q_low) + o)

   The distance of two boxes is computed with the same operations. It is therefore never larger than the computed
   distance of two spheres in the boxes. If GrTreeNear excludes a box, no sphere in it forms a candidate pair by the
   distance test of pair_list.h. No tolerance is needed. */
#ifndef GRANUM_CONTACT_NEIGHBOUR_TREE_H
#define GRANUM_CONTACT_NEIGHBOUR_TREE_H

#include <petscsys.h>
#include <stdbool.h>

/* GR_FAN: number of children of a node, and of spheres in a leaf. GR_TREE_LEVELS: largest number of levels (8^21 =
   2^63). */
enum { GR_FAN = 8, GR_TREE_LEVELS = 21 };

/* Eight nodes that have the same parent: bounding boxes of the centres of their spheres. If the parent has fewer than
   eight children, the other boxes are empty, and no search finds them. */
typedef struct {
  double low[3][GR_FAN], high[3][GR_FAN]; /* lower and upper corner of each box [m] */
  double radius[GR_FAN];                  /* largest radius of the spheres in each box [m] */
  uint64_t owned;                         /* bit k is set if this rank owns at least one sphere in box k */
} GrBoxes;

/* The eight spheres of a leaf. If the last leaf has fewer than eight spheres, the other positions are NaN. GrTreeNear
   accepts NaN positions; the distance test of pair_list.h rejects them. */
typedef struct {
  double x[3][GR_FAN], radius[GR_FAN]; /* centre and radius of each sphere [m] */
  uint64_t owned; /* bit k is set if this rank owns sphere k of the leaf; otherwise it is a ghost */
} GrLeaf;

/* The tree. Initialize it with {0}; free it with GrTreeDestroy. GrTreeBuild reuses the arrays of the previous tree, and
   enlarges them if necessary. */
typedef struct {
  int top;                        /* level of the root node */
  PetscInt leaves;                /* number of leaves; 0: the tree is empty, and the other members are not valid */
  GrLeaf *leaf;                   /* [leaves] the spheres, eight per leaf */
  GrBoxes *boxes[GR_TREE_LEVELS]; /* bounding boxes by level: boxes[l][k] has nodes 8 k to 8 k + 7 of level l */
  PetscInt capacity;              /* number of leaves for which memory is allocated */
} GrTree;

/* Builds the tree of n spheres with positions x[3][n] [m] and radii radius[n] [m]. index[k] is the index of sphere k in
   the store of particles; this rank owns the sphere if index[k] < n_owned, otherwise it is a ghost. A NaN position does
   not enlarge the box of its sphere. Not collective. */
PetscErrorCode GrTreeBuild(GrTree *tree, PetscInt n, const double *const x[3], const double *radius,
                           const PetscInt *index, PetscInt n_owned);

/* Frees the tree and sets it to {0}. Not collective. */
PetscErrorCode GrTreeDestroy(GrTree *tree);

/* Input of a search: a box around spheres. The search finds the boxes of the tree that may contain a partner for a
   sphere in this box. */
typedef struct {
  double low[3], high[3]; /* lower and upper corner of the box around the centres of the spheres [m] */
  double radius;          /* largest radius of a sphere in the box [m] */
  double reach;           /* largest distance of the surfaces of two spheres that form a pair [m] */
  bool owned;             /* whether this rank owns a sphere in the box; two ghosts form no pair */
} GrQuery;

/* Returns the input of a search for partners of the spheres in a node of the tree. level, node: level and number of the
   node. reach: largest distance of the surfaces of two spheres that form a pair [m]. */
static inline GrQuery GrTreeQuery(const GrTree *tree, int level, PetscInt node, double reach)
{
  const GrBoxes *b = &tree->boxes[level][node / GR_FAN];
  const int k = (int)(node % GR_FAN);
  return (GrQuery){.low = {b->low[0][k], b->low[1][k], b->low[2][k]},
                   .high = {b->high[0][k], b->high[1][k], b->high[2][k]},
                   .radius = b->radius[k],
                   .reach = reach,
                   .owned = b->owned >> k & 1};
}

/* Write GR_VECTOR_LOOP before a loop with a fixed number of iterations. gcc then vectorises the loop. Without it gcc
   unrolls the loop to scalar code. */
#if defined(__GNUC__) && !defined(__clang__)
#define GR_VECTOR_LOOP _Pragma("GCC unroll 1")
#else
#define GR_VECTOR_LOOP
#endif

/* Tests which of eight boxes low, high may contain a partner for a sphere in the box of the search *q: the distance of
   the boxes is less than the sum of the largest radii plus q->reach. Before the test, the eight boxes are displaced by
   offset [m] (NULL: no displacement). If box k is near, the function sets bit 8 g + k of near[k]; g: number of the
   group of eight boxes, 0 to 7. To test the spheres of a leaf, pass their positions x as both low and high. */
static inline void GrTreeNear(const GrQuery *q, const double low[3][GR_FAN], const double high[3][GR_FAN],
                              const double radius[GR_FAN], const double *offset, int g, uint64_t near[GR_FAN])
{
  static const uint64_t bit[GR_FAN] = {1, 2, 4, 8, 16, 32, 64, 128};
  const GrQuery query = *q;
  const double o[3] = {offset ? offset[0] : 0, offset ? offset[1] : 0, offset ? offset[2] : 0};
  GR_VECTOR_LOOP
  for (int k = 0; k < GR_FAN; k++) {
    double gap[3];
    for (int a = 0; a < 3; a++) {
      const double above = (low[a][k] - query.high[a]) + o[a], below = (query.low[a] - high[a][k]) - o[a];
      const double widest = above > below ? above : below;
      gap[a] = widest > 0 ? widest : 0;
    }
    const double cut = (query.radius + radius[k]) + query.reach;
    const uint64_t is_near = gap[0] * gap[0] + gap[1] * gap[1] + gap[2] * gap[2] < cut * cut;
    near[k] |= (0 - is_near) & (bit[k] << (GR_FAN * g));
  }
}

/* Returns the bits of all near boxes that GrTreeNear has found: the bitwise OR of near[0] to near[7]. */
static inline uint64_t GrTreeWord(const uint64_t near[GR_FAN])
{
  uint64_t word = 0;
  for (int k = 0; k < GR_FAN; k++)
    word |= near[k];
  return word;
}

#endif
