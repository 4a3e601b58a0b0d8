/* tree: hierarchy of bounding boxes over groups of eight spheres that are consecutive in memory.

   Leaf l holds spheres 8 l to 8 l + 7. A node of level 0 is the bounding box of one leaf. A node of a higher level is
   the bounding box of eight nodes of the level below. The top level has one node. The tree has no pointers: the
   children of node k are nodes 8 k to 8 k + 7. A query is fast if spheres that are consecutive in memory are near each
   other in space, because the boxes are then small. The result is correct for any order, sizes and positions.

   Exactness. The distance of two spheres along an axis is computed as fl(fl(x_j - x_i) + o) with the image offset o;
   fl is rounding to double precision. Rounding is monotonic. For x_i in [q_low, q_high] and x_j in [low, high]

     fl(fl(low - q_high) + o)  <=  fl(fl(x_j - x_i) + o)  <=  fl(fl(high - q_low) + o)

   The distance of two boxes uses the same operations, so it never exceeds the distance of two spheres in them, to the
   last bit. A sphere that GrTreeNear excludes is therefore no partner by the rule of pair_list.h, without any
   tolerance. */
#ifndef GRANUM_CONTACT_NEIGHBOUR_TREE_H
#define GRANUM_CONTACT_NEIGHBOUR_TREE_H

#include <petscsys.h>

enum { GR_FAN = 8, GR_TREE_LEVELS = 21 }; /* 8^21 = 2^63 */

/* Bounding boxes of the centres of eight sibling nodes. Unused places hold empty boxes, which no query finds. */
typedef struct {
  double low[3][GR_FAN], high[3][GR_FAN]; /* corners [m] */
  double radius[GR_FAN];                  /* largest radius in each box [m] */
  uint64_t owned;                         /* bit k: box k has spheres that this rank owns */
} GrBoxes;

/* Spheres of a leaf. Unused places have NaN positions. GrTreeNear accepts them; the distance test of the pair search
   rejects them. */
typedef struct {
  double x[3][GR_FAN], radius[GR_FAN]; /* [m] */
  uint64_t owned;                      /* bit k: sphere k is owned by this rank */
} GrLeaf;

/* The tree. Initialize it with {0}; free it with GrTreeDestroy. Arrays are kept between calls and grow
   geometrically. */
typedef struct {
  int top;                        /* level of the root node */
  PetscInt leaves;                /* number of leaves; 0: no spheres, and no other field is valid */
  GrLeaf *leaf;                   /* [leaves] */
  GrBoxes *boxes[GR_TREE_LEVELS]; /* bounding boxes by level: boxes[l][k] has nodes 8 k to 8 k + 7 of level l */
  PetscInt capacity;              /* allocated leaves */
} GrTree;

/* Builds the tree of n spheres with positions x[3][n] [m] and radii radius[n] [m]. Spheres with index[k] < n_owned are
   owned. A NaN position does not enlarge any box. Not collective. */
PetscErrorCode GrTreeBuild(GrTree *tree, PetscInt n, const double *const x[3], const double *radius,
                           const PetscInt *index, PetscInt n_owned);

/* Frees the tree and sets it to {0}. Not collective. */
PetscErrorCode GrTreeDestroy(GrTree *tree);

/* A query: a box around spheres. It finds all boxes of the tree with spheres that may form a pair with a sphere in this
   box. */
typedef struct {
  double low[3], high[3]; /* corners of the box around the centres [m] */
  double radius, reach;   /* largest radius of a sphere in the box [m]; distance that is added to the radii [m] */
  PetscBool owned;        /* whether the box has owned spheres; if not, it is not paired with ghosts */
} GrQuery;

/* Returns the query whose box is a node of the tree. reach: distance that is added to the radii [m]. */
static inline GrQuery GrTreeQuery(const GrTree *tree, int level, PetscInt node, double reach)
{
  const GrBoxes *b = &tree->boxes[level][node / GR_FAN];
  const int k = (int)(node % GR_FAN);
  return (GrQuery){.low = {b->low[0][k], b->low[1][k], b->low[2][k]},
                   .high = {b->high[0][k], b->high[1][k], b->high[2][k]},
                   .radius = b->radius[k],
                   .reach = reach,
                   .owned = (PetscBool)(b->owned >> k & 1)};
}

/* To be written before a loop of fixed length. It makes gcc vectorize the loop instead of unrolling it to scalar
   code. */
#if defined(__GNUC__) && !defined(__clang__)
#define GR_VECTOR_LOOP _Pragma("GCC unroll 1")
#else
#define GR_VECTOR_LOOP
#endif

/* Tests eight boxes, displaced by `offset` [m] (NULL: 0), against the query. Sets bit 8 g + k of near[k] if box k is
   near the query. For the spheres of a leaf, low and high are both x. */
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

/* Returns the bitwise OR of near[0] to near[7]. */
static inline uint64_t GrTreeWord(const uint64_t near[GR_FAN])
{
  uint64_t word = 0;
  for (int k = 0; k < GR_FAN; k++)
    word |= near[k];
  return word;
}

#endif
