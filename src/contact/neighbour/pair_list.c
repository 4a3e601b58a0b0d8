/* pair_list: neighbour search. For each node of the search tree it has a list of near nodes, and for each leaf a list
   of pairs; see pair_list.h for the rule by which a pair is listed, and tree.h for the tree of bounding boxes.

   1. Near nodes. The list of a node contains the nodes of its level that are near it and not after it in the order. The
      search tests only the children of the nodes in the list of the parent. The list of a node is kept while its
      descendants are processed. The list of the root contains the root in all periodic images. The last list is the
      list of near leaves, in ascending order.
   2. Candidates. The spheres of the near leaves are tested against the box of the leaf.
   3. Pairs. Each candidate is tested against all eight spheres of the leaf at once. The loops over the results run
      after all tests, because their lengths are unpredictable and cause branch mispredictions.

   The lists are sorted by construction. If periodic images are near, the children of a node and the candidates of a
   leaf are found image by image, and an insertion sort restores the order. */
#include "contact/neighbour/pair_list.h"

#include "contact/neighbour/tree.h"

PetscErrorCode GrPairsReserve(GrPairs *p, PetscInt64 n)
{
  const PetscInt64 capacity = PetscMin(n + n / 4, (PetscInt64)PETSC_MAX_INT);

  if (n <= p->capacity)
    return 0;
  PetscCheck(n <= capacity, PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE,
             "more pairs on one rank than its integers can count; use more ranks");
  p->capacity = (PetscInt)capacity;
  return PetscRealloc((size_t)capacity * sizeof(*p->pair), &p->pair);
}

PetscErrorCode GrPairsDestroy(GrPairs *p)
{
  PetscCall(PetscFree(p->pair));
  return PetscMemzero(p, sizeof(*p));
}

/* An entry of a list is one image of a node or of a sphere. It consists of a place (of the node in its level, or of the
   sphere in canonical order) and the packed shift of the image, see GrShiftAxis. Entries sort by (place, shift). */
enum { GR_SHIFT_BITS = 5, GR_SHIFT_MASK = 31 };

/* Growing list of entries. */
typedef struct {
  PetscInt n, capacity;
  bool shifted;    /* some entry has a nonzero shift */
  uint64_t *entry; /* [n] */
} GrEntries;

/* Displacement of each image along each axis [m]. The index is the value of the shift bits of an entry. */
typedef double GrOffsets[GR_SHIFTS][3];

/* Returns the entry of a place and a packed shift. */
static inline uint64_t GrEntry(PetscInt place, int shift)
{
  return (uint64_t)place << GR_SHIFT_BITS | (uint64_t)(shift + GR_UNSHIFTED);
}

/* Returns the place of an entry. */
static inline PetscInt GrEntryPlace(uint64_t entry)
{
  return (PetscInt)(entry >> GR_SHIFT_BITS);
}

/* Returns the entry of child k of a node with the same shift. */
static inline uint64_t GrEntryChild(uint64_t entry, int k)
{
  const uint64_t shift = entry & GR_SHIFT_MASK;
  return ((entry - shift) * GR_FAN + ((uint64_t)k << GR_SHIFT_BITS)) | shift;
}

/* Sorts n entries. Insertion sort is fast here, because few entries are out of order, by few places. */
static inline void GrEntriesSort(PetscInt n, uint64_t *entry)
{
  for (PetscInt k = 1; k < n; k++) {
    const uint64_t moved = entry[k];
    PetscInt to = k;
    for (; to > 0 && entry[to - 1] > moved; to--)
      entry[to] = entry[to - 1];
    entry[to] = moved;
  }
}

/* Candidates and pairs of one leaf. All arrays grow geometrically. Initialize with {0}; free with DestroyPartners. */
typedef struct {
  /* Candidates: spheres near the box of the leaf, in ascending (leaf, shift, place). */
  PetscInt n, capacity;
  bool shifted;    /* some candidate has a nonzero shift */
  uint64_t *entry; /* [n] */
  uint64_t *near;  /* [n / 64 + 1][GR_FAN]: bit b of near[g][k]: candidate 64 g + b is near sphere k of the leaf */

  /* Pairs found. */
  PetscInt n_found;
  PetscInt *later;   /* [n_found] place of the later sphere */
  uint64_t *earlier; /* [n_found] place of the earlier sphere, with the shift of the later sphere relative to it */
} GrPartners;

enum { WORD = 64 };

/* Frees all arrays and sets c to {0}. */
static PetscErrorCode DestroyPartners(GrPartners *c)
{
  PetscCall(PetscFree4(c->entry, c->near, c->earlier, c->later));
  return PetscMemzero(c, sizeof(*c));
}

/* Allocates memory for n candidates and for all pairs of them with the spheres of the leaf. FindPairsOfSphere also
   writes one element beyond the last pair. */
static PetscErrorCode ReserveCandidates(GrPartners *c, PetscInt n)
{
  const PetscInt capacity = n + n / 2 + 1, found = capacity * GR_FAN + 1;

  if (n <= c->capacity)
    return 0;
  PetscCall(DestroyPartners(c));
  c->capacity = capacity;
  return PetscMalloc4(capacity, &c->entry, (capacity / WORD + 1) * GR_FAN, &c->near, found, &c->later, found,
                      &c->earlier);
}

/* Sets the candidates to the spheres of the near leaves `from` that are near the box of the query. A leaf without owned
   spheres gets owned candidates only. */
static PetscErrorCode GatherCandidates(GrPartners *c, const GrTree *tree, const GrQuery *query, const GrEntries *from,
                                       const GrOffsets offsets)
{
  PetscInt n = 0;

  PetscCall(ReserveCandidates(c, from->n * GR_FAN));
  c->shifted = from->shifted;
  for (PetscInt first = 0; first < from->n; first += GR_FAN) {
    const uint64_t *leaves = from->entry + first;
    const int count = (int)PetscMin(from->n - first, GR_FAN);
    uint64_t near[GR_FAN] = {0}, wanted = 0;
    for (int b = 0; b < count; b++) {
      const GrLeaf *leaf = &tree->leaf[GrEntryPlace(leaves[b])];
      const double *offset = from->shifted ? offsets[leaves[b] & GR_SHIFT_MASK] : NULL;
      GrTreeNear(query, leaf->x, leaf->x, leaf->radius, offset, b, near);
      wanted |= (query->owned ? 255 : leaf->owned) << (GR_FAN * b);
    }
    for (uint64_t bits = GrTreeWord(near) & wanted; bits; bits &= bits - 1) {
      const int bit = __builtin_ctzll(bits);
      c->entry[n++] = GrEntryChild(leaves[bit / GR_FAN], bit % GR_FAN);
    }
  }
  c->n = n;
  return 0;
}

/* Sets bit b of near[k] if candidate base + b and sphere k of the leaf fulfil the distance rule of pair_list.h. The
   sign of the distance vector is opposite for some pairs, which does not change its square. */
static inline void TestCandidates(const GrPartners *c, PetscInt base, const GrTree *tree, const GrLeaf *leaf,
                                  double reach, const GrOffsets offsets, bool shifted, uint64_t near[GR_FAN])
{
  const int n = (int)PetscMin(c->n - base, WORD);
  uint64_t bits[GR_FAN] = {0};

  for (int b = 0; b < n; b++) {
    const uint64_t entry = c->entry[base + b];
    const PetscInt place = GrEntryPlace(entry);
    const GrLeaf *other = &tree->leaf[place / GR_FAN]; /* the NaN positions of unused places fail the test below */
    const int of = (int)(place % GR_FAN);
    const double x = other->x[0][of], y = other->x[1][of], z = other->x[2][of], radius = other->radius[of];
    const double *restrict offset = offsets[entry & GR_SHIFT_MASK];
    GR_VECTOR_LOOP
    for (int k = 0; k < GR_FAN; k++) {
      double dx = x - leaf->x[0][k], dy = y - leaf->x[1][k], dz = z - leaf->x[2][k];
      const double cut = (leaf->radius[k] + radius) + reach;
      if (shifted) {
        dx += offset[0];
        dy += offset[1];
        dz += offset[2];
      }
      const uint64_t is_near = dx * dx + dy * dy + dz * dz < cut * cut;
      bits[k] |= is_near << b;
    }
  }
  for (int k = 0; k < GR_FAN; k++)
    near[k] = bits[k];
}

/* Appends the pairs of sphere i with earlier spheres and with its own images, in ascending order. To avoid a branch,
   the loop stores every near candidate, and advances n only if it forms a pair with sphere i. */
static void FindPairsOfSphere(GrPartners *c, const GrSpheres *s, PetscInt i)
{
  const uint64_t begin = GrEntry(i, -GR_UNSHIFTED), own = GrEntry(i, 0), end = GrEntry(i, GR_UNSHIFTED);
  const uint64_t *restrict entry = c->entry, *near = c->near + i % GR_FAN;
  const bool owned = s->index[i] < s->n_owned;
  uint64_t *restrict earlier = c->earlier;
  PetscInt *restrict later = c->later, n = c->n_found;

  for (PetscInt base = 0; base < c->n; base += WORD, near += GR_FAN)
    for (uint64_t bits = *near; bits; bits &= bits - 1) {
      const uint64_t one = entry[base + __builtin_ctzll(bits)];
      later[n] = i;
      earlier[n] = one;
      n += ((one < begin) | ((one > own) & (one <= end))) & (owned | (s->index[GrEntryPlace(one)] < s->n_owned));
    }
  if (c->shifted)
    GrEntriesSort(n - c->n_found, earlier + c->n_found);
  c->n_found = n;
}

/* Appends the pairs found to the list with the particle numbers of the caller. If the later sphere has the lower id,
   both spheres are exchanged and the shift changes sign, without a branch. */
static PetscErrorCode WritePairs(const GrPartners *c, const GrSpheres *s, GrPairs *p)
{
  const PetscInt *restrict index = s->index;
  const PetscInt64 *restrict id = s->id;
  GrPair *restrict pair;

  PetscCall(GrPairsReserve(p, (PetscInt64)p->n + c->n_found));
  pair = p->pair + p->n;
  for (PetscInt k = 0; k < c->n_found; k++) {
    const PetscInt i = GrEntryPlace(c->earlier[k]), j = c->later[k];
    const PetscInt turn = -(PetscInt)(id[i] > id[j]), exchange = (index[i] ^ index[j]) & turn;
    const int image = (int)(c->earlier[k] & GR_SHIFT_MASK) - GR_UNSHIFTED;
    pair[k] = (GrPair){index[i] ^ exchange, index[j] ^ exchange, (image ^ (int)turn) - (int)turn, 0};
  }
  p->n += c->n_found;
  return 0;
}

/* Appends all pairs whose later sphere is in `leaf`. near: list of near leaves, in ascending order. */
static PetscErrorCode ListPartners(GrPartners *c, const GrSpheres *s, const GrTree *tree, PetscInt leaf,
                                   const GrEntries *near, const GrOffsets offsets, GrPairs *p)
{
  const GrQuery query = GrTreeQuery(tree, 0, leaf, s->reach);

  PetscCall(GatherCandidates(c, tree, &query, near, offsets));
  for (PetscInt base = 0; base < c->n; base += WORD) {
    uint64_t *bits = c->near + base / WORD * GR_FAN;
    if (c->shifted)
      TestCandidates(c, base, tree, &tree->leaf[leaf], s->reach, offsets, true, bits);
    else
      TestCandidates(c, base, tree, &tree->leaf[leaf], s->reach, offsets, false, bits);
  }
  c->n_found = 0;
  for (PetscInt i = leaf * GR_FAN; i < PetscMin((leaf + 1) * GR_FAN, s->n); i++)
    FindPairsOfSphere(c, s, i);
  return WritePairs(c, s, p);
}

struct GrPairSearch_ {
  GrTree tree;
  GrOffsets offsets;
  GrEntries
      list[GR_TREE_LEVELS + 1]; /* by level: near nodes of the current node; above the root: all images of the root */
  GrPartners partners;
};

PetscErrorCode GrPairSearchCreate(GrPairSearch *search)
{
  return PetscNew(search);
}

PetscErrorCode GrPairSearchDestroy(GrPairSearch *search)
{
  if (!*search)
    return 0;
  PetscCall(GrTreeDestroy(&(*search)->tree));
  PetscCall(DestroyPartners(&(*search)->partners));
  for (int level = 0; level <= GR_TREE_LEVELS; level++)
    PetscCall(PetscFree((*search)->list[level].entry));
  return PetscFree(*search);
}

/* Allocates memory for at least n entries. Does not keep the entries in the list. */
static PetscErrorCode ReserveEntries(GrEntries *list, PetscInt n)
{
  if (n <= list->capacity)
    return 0;
  list->capacity = n + n / 2;
  PetscCall(PetscFree(list->entry));
  return PetscMalloc1(list->capacity, &list->entry);
}

/* Sets the list above the root to its allowed images, and the displacements of the images. The shift of an entry is the
   shift of the current node relative to the entry, so the entry is displaced in the opposite direction. */
static PetscErrorCode ListImages(GrPairSearch g, const GrSpheres *s)
{
  GrEntries *list = &g->list[g->tree.top + 1];

  PetscCall(ReserveEntries(list, GR_SHIFTS));
  list->n = 0;
  for (int shift = -GR_UNSHIFTED; shift <= GR_UNSHIFTED; shift++) {
    int allowed = 1;
    double sides[3];
    GrShiftSides(shift, sides);
    for (int a = 0; a < 3; a++) {
      allowed &= s->box.periodic[a] || GrShiftAxis(shift, a) == 0;
      g->offsets[shift + GR_UNSHIFTED][a] = -GrParallelBoxShift(&s->box, a, sides);
    }
    if (allowed)
      list->entry[list->n++] = GrEntry(0, shift);
  }
  list->shifted = list->n > 1;
  return 0;
}

/* Sets the list of a level to the nodes that are near `node` and not after it, from the list of its parent. A node
   without owned spheres gets only nodes with owned spheres. reach [m]: see GrSpheres. */
static PetscErrorCode ListNear(GrPairSearch g, int level, PetscInt node, double reach)
{
  const GrEntries *from = &g->list[level + 1];
  const GrBoxes *boxes = g->tree.boxes[level];
  const GrQuery query = GrTreeQuery(&g->tree, level, node, reach);
  const uint64_t latest = GrEntry(node, GR_UNSHIFTED);
  GrEntries *to = &g->list[level];
  uint64_t *restrict entry, shifts = 0;
  PetscInt n = 0;

  PetscCall(ReserveEntries(to, from->n * GR_FAN));
  entry = to->entry;
  for (PetscInt first = 0; first < from->n; first += GR_FAN) {
    const uint64_t *parents = from->entry + first;
    const int count = (int)PetscMin(from->n - first, GR_FAN);
    uint64_t near[GR_FAN] = {0}, wanted = 0;
    for (int b = 0; b < count; b++) {
      const GrBoxes *children = &boxes[GrEntryPlace(parents[b])];
      const double *offset = from->shifted ? g->offsets[parents[b] & GR_SHIFT_MASK] : NULL;
      GrTreeNear(&query, children->low, children->high, children->radius, offset, b, near);
      wanted |= (query.owned ? 255 : children->owned) << (GR_FAN * b);
    }
    for (uint64_t bits = GrTreeWord(near) & wanted; bits; bits &= bits - 1) {
      const int bit = __builtin_ctzll(bits);
      const uint64_t child = GrEntryChild(parents[bit / GR_FAN], bit % GR_FAN);
      entry[n] = child;
      n += child <= latest;
      shifts |= (child & GR_SHIFT_MASK) ^ GR_UNSHIFTED;
    }
  }
  to->n = n;
  to->shifted = shifts != 0;
  if (to->shifted)
    GrEntriesSort(n, entry);
  return 0;
}

PetscErrorCode GrPairSearchRun(GrPairSearch g, const GrSpheres *s, GrPairs *p)
{
  p->n = 0;
  if (!s->n)
    return 0;
  PetscCall(GrTreeBuild(&g->tree, s->n, s->x, s->radius, s->index, s->n_owned));
  PetscCall(ListImages(g, s));
  for (PetscInt leaf = 0; leaf < g->tree.leaves; leaf++) {
    int level = 0; /* highest level on which this leaf is the first of a node */
    for (PetscInt node = leaf; level < g->tree.top && node % GR_FAN == 0; node /= GR_FAN)
      level++;
    for (; level >= 0; level--)
      PetscCall(ListNear(g, level, leaf >> (3 * level), s->reach));
    PetscCall(ListPartners(&g->partners, s, &g->tree, leaf, &g->list[0], g->offsets, p));
  }
  return 0;
}
