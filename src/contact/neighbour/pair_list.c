/* pair_list: one leaf of eight spheres after the other, from lists of what is near it in the tree; see pair_list.h,
   tree.h.

   For every node there is a list of the nodes of its level that are near it, none of them after it. That of a child
   is found among the children of those in its parent's list, and those of a node serve all that is below it; the one
   node at the top is near itself, in all images. So a leaf comes by its list of near leaves, in ascending order.
   The spheres of the near leaves are tested against the box of the leaf; the candidates that remain are tested, one
   after the other, against the eight spheres of the leaf at once. All tests come before all loops over their outcome,
   whose lengths a processor cannot foresee. Nothing is sorted, except where images are near: there the children of a
   node, and the candidates of a leaf, come image by image, and must change places among themselves. */
#include "contact/neighbour/pair_list.h"

#include "contact/neighbour/pairs.h"
#include "contact/neighbour/tree.h"

/* An entry of a list of nodes or spheres, each in one of its images, is a place (of a node in its level, of a sphere in
   canonical order) and the packed shift of an image, see GrShiftAxis. Ascending entries are ascending (place,
   shift). */
enum { GR_SHIFT_BITS = 5, GR_SHIFT_MASK = 31 };

typedef struct {
  PetscInt n, capacity;
  PetscBool shifted; /* holds images other than the spheres themselves */
  uint64_t *entry;
} GrEntries;

/* By the bits of an entry that tell its image: how far it is shifted along each axis [m]. */
typedef double GrOffsets[GR_SHIFTS][3];

static inline uint64_t GrEntry(PetscInt place, int shift)
{
  return (uint64_t)place << GR_SHIFT_BITS | (uint64_t)(shift + GR_UNSHIFTED);
}

static inline PetscInt GrEntryPlace(uint64_t entry)
{
  return (PetscInt)(entry >> GR_SHIFT_BITS);
}

/* The entry of child k of a node, in the same image. */
static inline uint64_t GrEntryChild(uint64_t entry, int k)
{
  const uint64_t shift = entry & GR_SHIFT_MASK;
  return ((entry - shift) * GR_FAN + ((uint64_t)k << GR_SHIFT_BITS)) | shift;
}

/* By insertion: few are out of place, and not far. */
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

/* Working memory; all arrays grow geometrically. Start from {0}; end with DestroyPartners. */
typedef struct {
  /* Candidates: spheres near the box of the leaf, in ascending (leaf, shift, place). */
  PetscInt n, capacity;
  PetscBool shifted; /* images are among them */
  uint64_t *entry;   /* [n] */
  uint64_t *near;    /* [n / 64 + 1][GR_FAN] of 64 candidates, for each sphere of the leaf: a bit each */

  /* The pairs found: place of the later sphere; entry of the earlier, whose shift is that of the later relative to it.
   */
  PetscInt n_found;
  PetscInt *later;
  uint64_t *earlier;
} GrPartners;

enum { WORD = 64 };

static PetscErrorCode DestroyPartners(GrPartners *c)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree4(c->entry, c->near, c->earlier, c->later));
  PetscCall(PetscMemzero(c, sizeof(*c)));
  PetscFunctionReturn(0);
}

/* Room for n candidates, and for all of them as partners of all spheres of the leaf, and one more. */
static PetscErrorCode ReserveCandidates(GrPartners *c, PetscInt n)
{
  const PetscInt capacity = n + n / 2 + 1, found = capacity * GR_FAN + 1;

  PetscFunctionBeginUser;
  if (n <= c->capacity)
    PetscFunctionReturn(0);
  PetscCall(DestroyPartners(c));
  c->capacity = capacity;
  PetscCall(PetscMalloc4(capacity, &c->entry, (capacity / WORD + 1) * GR_FAN, &c->near, found, &c->later, found,
                         &c->earlier));
  PetscFunctionReturn(0);
}

/* Spheres of the near leaves that are near the box of the leaf; only owned ones if it has none itself. */
static PetscErrorCode GatherCandidates(GrPartners *c, const GrTree *tree, const GrQuery *query, const GrEntries *from,
                                       const GrOffsets offsets)
{
  PetscInt n = 0;

  PetscFunctionBeginUser;
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
  PetscFunctionReturn(0);
}

/* Of candidate `base + b`, bit b of near[k]: it fulfils the rule of pair_list.h with sphere k of the leaf; signs do not
   matter. */
static inline void TestCandidates(const GrPartners *c, PetscInt base, const GrTree *tree, const GrLeaf *leaf,
                                  double reach, const GrOffsets offsets, PetscBool shifted, uint64_t near[GR_FAN])
{
  const int n = (int)PetscMin(c->n - base, WORD);
  uint64_t bits[GR_FAN] = {0};

  for (int b = 0; b < n; b++) {
    const uint64_t entry = c->entry[base + b];
    const PetscInt place = GrEntryPlace(entry);
    const GrLeaf *other = &tree->leaf[place / GR_FAN]; /* places without a sphere are candidates, too: not numbers */
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

/* The pairs of sphere i with those that come before it, and with images of itself, in ascending order. */
static void FindPairsOfSphere(GrPartners *c, const GrSpheres *s, PetscInt i)
{
  const uint64_t begin = GrEntry(i, -GR_UNSHIFTED), own = GrEntry(i, 0), end = GrEntry(i, GR_UNSHIFTED);
  const uint64_t *restrict entry = c->entry, *near = c->near + i % GR_FAN;
  const PetscBool owned = (PetscBool)(s->index[i] < s->n_owned);
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

/* The pairs found, named and turned round where the later sphere has the lower id; without a branch for that. */
static PetscErrorCode WritePairs(const GrPartners *c, const GrSpheres *s, GrPairs *p)
{
  const PetscInt *restrict index = s->index;
  const PetscInt64 *restrict id = s->id;
  GrPair *restrict pair;

  PetscFunctionBeginUser;
  PetscCall(GrPairsReserve(p, (PetscInt64)p->n + c->n_found));
  pair = p->pair + p->n;
  for (PetscInt k = 0; k < c->n_found; k++) {
    const PetscInt i = GrEntryPlace(c->earlier[k]), j = c->later[k];
    const PetscInt turn = -(PetscInt)(id[i] > id[j]), exchange = (index[i] ^ index[j]) & turn;
    const int image = (int)(c->earlier[k] & GR_SHIFT_MASK) - GR_UNSHIFTED;
    pair[k] = (GrPair){index[i] ^ exchange, index[j] ^ exchange, (image ^ (int)turn) - (int)turn, 0};
  }
  p->n += c->n_found;
  PetscFunctionReturn(0);
}

/* Appends the pairs of the spheres of `leaf` with those that come before them in `near`: the leaves near it, in
   ascending order. */
static PetscErrorCode ListPartners(GrPartners *c, const GrSpheres *s, const GrTree *tree, PetscInt leaf,
                                   const GrEntries *near, const GrOffsets offsets, GrPairs *p)
{
  const GrQuery query = GrTreeQuery(tree, 0, leaf, s->reach);

  PetscFunctionBeginUser;
  PetscCall(GatherCandidates(c, tree, &query, near, offsets));
  for (PetscInt base = 0; base < c->n; base += WORD) {
    uint64_t *bits = c->near + base / WORD * GR_FAN;
    if (c->shifted)
      TestCandidates(c, base, tree, &tree->leaf[leaf], s->reach, offsets, PETSC_TRUE, bits);
    else
      TestCandidates(c, base, tree, &tree->leaf[leaf], s->reach, offsets, PETSC_FALSE, bits);
  }
  c->n_found = 0;
  for (PetscInt i = leaf * GR_FAN; i < PetscMin((leaf + 1) * GR_FAN, s->n); i++)
    FindPairsOfSphere(c, s, i);
  PetscCall(WritePairs(c, s, p));
  PetscFunctionReturn(0);
}

struct GrPairSearch_ {
  GrTree tree;
  GrOffsets offsets;
  GrEntries list[GR_TREE_LEVELS + 1]; /* by level: what is near the node at hand; above the top: all images of it */
  GrPartners partners;
};

PetscErrorCode GrPairSearchCreate(GrPairSearch *search)
{
  PetscFunctionBeginUser;
  PetscCall(PetscNew(search));
  PetscFunctionReturn(0);
}

PetscErrorCode GrPairSearchDestroy(GrPairSearch *search)
{
  PetscFunctionBeginUser;
  if (!*search)
    PetscFunctionReturn(0);
  PetscCall(GrTreeDestroy(&(*search)->tree));
  PetscCall(DestroyPartners(&(*search)->partners));
  for (int level = 0; level <= GR_TREE_LEVELS; level++)
    PetscCall(PetscFree((*search)->list[level].entry));
  PetscCall(PetscFree(*search));
  PetscFunctionReturn(0);
}

static PetscErrorCode ReserveEntries(GrEntries *list, PetscInt n)
{
  PetscFunctionBeginUser;
  if (n <= list->capacity)
    PetscFunctionReturn(0);
  list->capacity = n + n / 2;
  PetscCall(PetscFree(list->entry));
  PetscCall(PetscMalloc1(list->capacity, &list->entry));
  PetscFunctionReturn(0);
}

/* What is above the top of the tree, in all images. A shift is that of the node at hand relative to the entry, which
   so is seen moved the other way. */
static PetscErrorCode ListImages(GrPairSearch g, const GrSpheres *s)
{
  GrEntries *list = &g->list[g->tree.top + 1];

  PetscFunctionBeginUser;
  PetscCall(ReserveEntries(list, GR_SHIFTS));
  list->n = 0;
  for (int shift = -GR_UNSHIFTED; shift <= GR_UNSHIFTED; shift++) {
    int allowed = 1;
    for (int a = 0; a < 3; a++) {
      allowed &= s->periodic[a] || GrShiftAxis(shift, a) == 0;
      g->offsets[shift + GR_UNSHIFTED][a] = -GrShiftAxis(shift, a) * (s->upper[a] - s->lower[a]);
    }
    g->offsets[shift + GR_UNSHIFTED][0] -= GrShiftAxis(shift, 1) * s->tilt;
    if (allowed)
      list->entry[list->n++] = GrEntry(0, shift);
  }
  list->shifted = (PetscBool)(list->n > 1);
  PetscFunctionReturn(0);
}

/* The nodes of a level that are near `node` and not after it, from the list of its parent; only those with owned
   spheres if it has none itself. */
static PetscErrorCode ListNear(GrPairSearch g, int level, PetscInt node, double reach)
{
  const GrEntries *from = &g->list[level + 1];
  const GrBoxes *boxes = g->tree.boxes[level];
  const GrQuery query = GrTreeQuery(&g->tree, level, node, reach);
  const uint64_t latest = GrEntry(node, GR_UNSHIFTED);
  GrEntries *to = &g->list[level];
  uint64_t *restrict entry, shifts = 0;
  PetscInt n = 0;

  PetscFunctionBeginUser;
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
  to->shifted = (PetscBool)(shifts != 0);
  if (to->shifted)
    GrEntriesSort(n, entry);
  PetscFunctionReturn(0);
}

PetscErrorCode GrPairSearchRun(GrPairSearch g, const GrSpheres *s, GrPairs *p)
{
  PetscFunctionBeginUser;
  PetscCheck(s->reach >= 0, PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE, "negative reach");
  p->n = 0;
  if (!s->n)
    PetscFunctionReturn(0);
  PetscCall(GrTreeBuild(&g->tree, s->n, s->x, s->radius, s->index, s->n_owned));
  PetscCall(ListImages(g, s));
  for (PetscInt leaf = 0; leaf < g->tree.leaves; leaf++) {
    int level = 0; /* the highest on which this leaf begins a node */
    for (PetscInt node = leaf; level < g->tree.top && node % GR_FAN == 0; node /= GR_FAN)
      level++;
    for (; level >= 0; level--)
      PetscCall(ListNear(g, level, leaf >> (3 * level), s->reach));
    PetscCall(ListPartners(&g->partners, s, &g->tree, leaf, &g->list[0], g->offsets, p));
  }
  PetscFunctionReturn(0);
}
