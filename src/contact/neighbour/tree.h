/* tree: bounding boxes of spheres that stand together in memory, eight by eight.

   A leaf holds spheres 8 l to 8 l + 7, a node of level 0 is the box of one leaf, a node of any higher level the box of
   eight of the level below; the top level has one node. There are no pointers: the children of node k are 8 k to
   8 k + 7. Boxes are small, and the tree is quick, where neighbours in memory are neighbours in space; right it is in
   any order, for any sizes and any places of the spheres.

   Exactness. A sphere's distance from another along an axis is computed as fl(fl(x_j - x_i) + o), with an offset o.
   Rounding keeps order, so that for x_i between q_low and q_high and x_j between low and high

     fl(fl(low - q_high) + o)  <=  fl(fl(x_j - x_i) + o)  <=  fl(fl(high - q_low) + o),

   and the distance of two boxes, computed by the same operations, never exceeds that of two spheres in them, to the
   last bit: what GrTreeNear leaves out is no partner by the rule of pair_list.h, without any tolerance. */
#ifndef GRANUM_CONTACT_NEIGHBOUR_TREE_H
#define GRANUM_CONTACT_NEIGHBOUR_TREE_H

#include <petscsys.h>

enum { GR_FAN = 8, GR_TREE_LEVELS = 21 }; /* 8^21 = 2^63 */

/* Eight sisters; where there are fewer, the others have no place, and nothing is near them. */
typedef struct {
  double low[3][GR_FAN], high[3][GR_FAN]; /* [m] */
  double radius[GR_FAN];                  /* the largest [m] */
  uint64_t owned;                         /* a bit for each that holds owned spheres */
} GrBoxes;

typedef struct {
  double x[3][GR_FAN], radius[GR_FAN]; /* [m] */
  uint64_t owned;
} GrLeaf;

/* Start from {0}; end with GrTreeDestroy. Arrays are kept between calls and grow geometrically. */
typedef struct {
  int top;                        /* level of the one node that holds all */
  PetscInt leaves;                /* 0: no spheres, and nothing else is set */
  GrLeaf *leaf;                   /* [leaves] */
  GrBoxes *boxes[GR_TREE_LEVELS]; /* by level; boxes[l][k]: the nodes 8 k to 8 k + 7 of level l */
  PetscInt capacity;              /* leaves */
} GrTree;

/* Spheres whose index is below n_owned count as owned. A position that is not a number widens no box. */
PetscErrorCode GrTreeBuild(GrTree *tree, PetscInt n, const double *const x[3], const double *radius,
                           const PetscInt *index, PetscInt n_owned);
PetscErrorCode GrTreeDestroy(GrTree *tree);

/* What is looked for: all that may be near spheres in this box. */
typedef struct {
  double low[3], high[3]; /* [m] */
  double radius, reach;   /* the largest; added to the radii [m] */
  PetscBool owned;        /* holds owned spheres, so that others may be partners too */
} GrQuery;

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

/* Before a loop of fixed length that is to become vector code rather than straight scalar code. */
#if defined(__GNUC__) && !defined(__clang__)
#define GR_VECTOR_LOOP _Pragma("GCC unroll 1")
#else
#define GR_VECTOR_LOOP
#endif

/* Sets bit 8 g of near[0], bit 8 g + 1 of near[1] and so on for those of eight boxes, moved by `offset` (NULL: not),
   that are near the query. Of leaves, low and high are both x. */
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

/* The bits of near[0] to near[7] in one word. */
static inline uint64_t GrTreeWord(const uint64_t near[GR_FAN])
{
  uint64_t word = 0;
  for (int k = 0; k < GR_FAN; k++)
    word |= near[k];
  return word;
}

#endif
