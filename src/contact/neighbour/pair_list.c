/* pair_list: one leaf of eight spheres after the other, from lists of what is near it in the tree; see pair_list.h,
   tree.h.

   For every node there is a list of the nodes of its level that are near it, none of them after it. That of a child
   is found among the children of those in its parent's list, and those of a node serve all that is below it; the one
   node at the top is near itself, in all images. So a leaf comes by its list of near leaves, in ascending order; what
   follows for its spheres is in partners.c. Nothing is sorted, except where images are near: there the children of a
   node come image by image, and must change places among themselves. */
#include "contact/neighbour/pair_list.h"

#include "contact/neighbour/partners.h"

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
  PetscCall(GrPartnersDestroy(&(*search)->partners));
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
    PetscCall(GrPartnersList(&g->partners, s, &g->tree, leaf, &g->list[0], g->offsets, p));
  }
  PetscFunctionReturn(0);
}
