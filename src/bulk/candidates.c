/* candidates: makes the list of candidate pairs from the pairs that the search has found: sets their pair types, and
   divides them into blocks; see neighbours.h. */
#include "bulk/bulk.h"
#include "contact/stable_step.h"

#include "base/math/simd.h"
#include "base/math/vector.h"

_Static_assert(sizeof(GrCandidates) == GR_BLOCK_SLOTS * sizeof(GrPair), "blocks take the memory of pairs");

static PetscErrorCode FindPairType(GrWorld w, const GrPair *pair, PetscInt *type)
{
  const GrBulk b = w->bulk;
  const PetscInt64 one = b->store.type[pair->first], two = b->store.type[pair->second];

  if (one >= 0 && two >= 0) {
    *type = GrModelPairTypeOf(&b->model, one, two);
  } else {
    const GrParticleType body[2] = {GrBulkTypeOf(w, pair->first), GrBulkTypeOf(w, pair->second)};
    if (!GrModelFindFamily(&b->model, body, type))
      PetscCall(GrModelAdd(&b->model, body, type));
  }
  return 0;
}

/* Stores a pair as candidate k. A block overwrites the memory of as many pairs, which have all been read when it is
   full. */
static void PutCandidate(GrPairs *p, PetscInt k, GrPair pair, GrCandidates *block)
{
  const PetscInt i = k % GR_BLOCK_SLOTS;

  block->first[i] = pair.first;
  block->second[i] = pair.second;
  block->shift[i] = pair.shift;
  block->type[i] = pair.type;
  if (i + 1 == GR_BLOCK_SLOTS)
    memcpy(p->pair + (k - i), block, sizeof(*block));
}

/* Stores the last block, filled up to whole SIMD vectors. */
static void PutLastBlock(GrPairs *p, GrCandidates *block)
{
  const PetscInt used = p->n % GR_BLOCK_SLOTS;

  if (used == 0)
    return;
  const GrPair last = {block->first[used - 1], block->second[used - 1], block->shift[used - 1], block->type[used - 1]};
  for (PetscInt k = p->n; k < p->n + GR_SIMD && k % GR_BLOCK_SLOTS; k++)
    PutCandidate(p, k, last, block);
  memcpy(p->pair + (p->n - used), block, sizeof(*block));
}

/* Whether two particles are spheres of one rigid body, which never touch each other. A rank owns all spheres of a
   body. */
static bool AreOfOneBody(const GrBulk b, const GrPair *pair)
{
  const PetscInt n = b->store.columns.n;
  return b->bodies.of && pair->first < n && pair->second < n && b->bodies.of[pair->first] >= 0 &&
         b->bodies.of[pair->first] == b->bodies.of[pair->second];
}

/* Whether two particles never move relative to each other: their motion is prescribed, with the same velocity and
   without spin. They have no contact. */
static bool MoveTogether(GrWorld w, const GrPair *pair)
{
  const GrStore *s = &w->bulk->store;
  const double *one = s->state + GR_STATE * pair->first + 3, *two = s->state + GR_STATE * pair->second + 3;

  if (!GrStoreIsPrescribed(w->the_case, s, pair->first) || !GrStoreIsPrescribed(w->the_case, s, pair->second))
    return false;
  return one[0] == two[0] && one[1] == two[1] && one[2] == two[2] && !GrIsNonzero3(one + 3) && !GrIsNonzero3(two + 3);
}

/* Makes candidates of all pairs, except pairs of one body and pairs without relative motion. */
static PetscErrorCode MakeCandidates(GrWorld w)
{
  const GrBulk b = w->bulk;
  GrPairs *p = &b->neighbours.pairs;
  PetscInt kept = 0;
  GrCandidates block = {0};

  GrModelForget(&b->model);
  PetscCall(GrPairsReserve(p, (PetscInt64)p->n + GR_BLOCK_SLOTS));
  for (PetscInt k = 0; k < p->n; k++) {
    const GrPair pair = p->pair[k];
    PetscInt type;
    if (b->particles.prescribed && MoveTogether(w, &pair))
      continue;
    if (AreOfOneBody(b, &pair))
      continue;
    PetscCall(FindPairType(w, &pair, &type));
    PutCandidate(p, kept++, (GrPair){pair.first, pair.second, pair.shift + GR_UNSHIFTED, (int)type}, &block);
  }
  p->n = kept;
  PutLastBlock(p, &block);
  b->neighbours.candidates = (GrCandidates *)(void *)p->pair;
  return 0;
}

/* Finds the common properties of the candidates of each block. */
static PetscErrorCode FindBlockForms(GrBulk b)
{
  PetscCall(PetscFree(b->neighbours.form));
  PetscCall(PetscMalloc1(b->neighbours.pairs.n / GR_BLOCK_SLOTS + 1, &b->neighbours.form));
  for (PetscInt from = 0; from < b->neighbours.pairs.n; from += GR_BLOCK_SLOTS) {
    const GrCandidates *c = &b->neighbours.candidates[from / GR_BLOCK_SLOTS];
    const bool family = GrModelFamily(&b->model, c->type[0]) != NULL;
    int types = 0, shifts = 0, rules = 0;
    for (PetscInt k = 0; k < PetscMin(GR_BLOCK_SLOTS, b->neighbours.pairs.n - from); k++) {
      types |= c->type[k] ^ c->type[0];
      rules |= b->model.pairs.type[c->type[k]].rule ^ b->model.pairs.type[c->type[0]].rule;
      shifts |= c->shift[k] ^ GR_UNSHIFTED;
    }
    b->neighbours.form[from / GR_BLOCK_SLOTS] = (unsigned char)(rules    ? GR_BLOCK_MIXED
                                                                : types  ? GR_BLOCK_ONE_RULE
                                                                : family ? GR_BLOCK_FAMILY
                                                                : shifts ? GR_BLOCK_UNIFORM
                                                                         : GR_BLOCK_PLAIN);
  }
  return 0;
}

void GrBulkComputeSafeOverlaps(GrWorld w, PetscInt n)
{
  const GrBulk b = w->bulk;

  for (PetscInt i = 0; i < n; i++) {
    const GrParticleType body = GrBulkTypeOf(w, i);
    b->store.safe[i] = GrModelSafeOverlap(&b->model, &body);
  }
}

void GrBulkFillFamilyBodies(const GrBulk b)
{
  for (PetscInt i = 0; b->neighbours.body && i < b->neighbours.n_all; i++)
    b->neighbours.body[i] = (GrFamilyBody){b->store.mass[i], b->store.safe[i]};
}

PetscErrorCode GrBulkListCandidates(GrWorld w)
{
  const GrBulk b = w->bulk;

  PetscCall(MakeCandidates(w));
  PetscCall(FindBlockForms(b));
  PetscCall(GrBulkBodyLinkCandidates(w));
  PetscCall(PetscFree(b->neighbours.body));
  if (b->model.n_families > 0)
    PetscCall(PetscMalloc1(b->neighbours.n_all, &b->neighbours.body));
  GrBulkFillFamilyBodies(b);
  return 0;
}

void GrBulkFetchFamilyBodies(const GrBulk b, const GrBatchContacts *restrict t, GrBatchGeometry *restrict g)
{
  const GrFamilyBody *restrict body = b->neighbours.body;

  for (int i = 0; body && i < t->rows; i++) {
    const double one = body[t->first[i]].mass, two = body[t->second[i]].mass;
    g->mass[i] = one * two / (one + two);
    g->safe[i] = PetscMin(body[t->first[i]].safe, body[t->second[i]].safe);
  }
}
