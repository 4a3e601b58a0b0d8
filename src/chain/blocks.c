/* Divides the contacts of a rank into blocks (contacts.h), and creates the coefficient arrays of each block. All
   contacts of a block have the same normal law and the same adhesion law, or no adhesion.

   Blocks whose contacts have the same pair type, or equal pair types (alternating beads), share the arrays of this pair
   type, which belong to the first of these blocks. A block with different pair types (tapered beads) has its own
   arrays. Contacts with a ghost are in separate blocks. */
#include "chain/contacts.h"

/* Returns whether contacts of two pair types can be in one block: same laws, same treatment of tension. */
static bool CanShareBlock(const GrPairType *a, const GrPairType *b)
{
  const GrInteraction *one = a->laws, *two = b->laws;
  return one->law[GR_ROLE_NORMAL] == two->law[GR_ROLE_NORMAL] &&
         one->law[GR_ROLE_ADHESION] == two->law[GR_ROLE_ADHESION] && one->clips == two->clips;
}

/* Returns whether two pair types that can share a block have the same coefficients, as with alternating beads. */
static bool AreEqual(const GrPairType *a, const GrPairType *b)
{
  const GrModelPairType *one = GrChainPairTypeModel(a), *two = GrChainPairTypeModel(b);
  bool equal = a->rest_overlap == b->rest_overlap &&
               GrChainPairTypeSpan(a)->overlap_limit == GrChainPairTypeSpan(b)->overlap_limit &&
               one->mass == two->mass && one->reach == two->reach && a->radius_min == b->radius_min;

  for (int k = 0; equal && k < a->laws->n_coefficients; k++)
    equal = GrModelCoefficients(a->model, a->number)[k] == GrModelCoefficients(b->model, b->number)[k];
  return equal;
}

typedef struct {
  const GrCase *the_case;
  GrPairType *pair_types;
  GrRows rows;
  const GrParallelChainHalo *halo;
} Source;

static int PairTypeOf(const Source *s, PetscInt slot)
{
  return GrChainPairTypeOf(s->the_case, s->rows.first + slot + 1);
}

/* Returns the number of slots of the block that starts at `begin`. `mixed`: set if their coefficients differ. */
static PetscInt BlockLength(const Source *s, PetscInt begin, PetscInt end, bool *mixed)
{
  const GrPairType *first = &s->pair_types[PairTypeOf(s, begin)];
  PetscInt slot = begin + 1;

  *mixed = false;
  for (; slot < end && slot - begin < GR_CHAIN_BLOCK; slot++) {
    const GrPairType *type = &s->pair_types[PairTypeOf(s, slot)];
    if (!CanShareBlock(first, type))
      break;
    *mixed = *mixed || (type != first && !AreEqual(type, first));
  }
  return slot - begin;
}

/* Returns the number of arrays of a block of a pair type. */
static size_t ArraysCount(const GrPairType *type)
{
  return (size_t)type->laws->n_coefficients + 3 + (type->laws->law[GR_ROLE_ADHESION] ? 1 : 0);
}

/* Takes an array from the front of `pool`, and moves `pool` behind it. */
static double *TakeArray(double **pool, PetscInt length)
{
  double *array = *pool;
  *pool += length;
  return array;
}

/* Sets the pointers of a block to its ArraysCount arrays in `pool`. */
static void LayArrays(GrChainBlock *b, double *pool, PetscInt length)
{
  for (int k = 0; k < b->normal.law->n_coefficients; k++)
    b->normal.coefficient[k] = TakeArray(&pool, length);
  b->rest_overlap = TakeArray(&pool, length);
  b->overlap_limit = TakeArray(&pool, length);
  b->radius = TakeArray(&pool, length);
  if (!b->adhesion.law)
    return;
  for (int k = 0; k < b->adhesion.law->n_coefficients; k++)
    b->adhesion.coefficient[k] = TakeArray(&pool, length);
  b->reach = TakeArray(&pool, length);
}

static void FillSlot(GrChainBlock *b, int i, const GrPairType *type)
{
  const int normal = b->normal.law->n_coefficients;

  for (int k = 0; k < type->laws->n_coefficients; k++)
    *(k < normal ? &b->normal.coefficient[k][i] : &b->adhesion.coefficient[k - normal][i]) =
        GrModelCoefficients(type->model, type->number)[k];
  b->rest_overlap[i] = type->rest_overlap;
  b->overlap_limit[i] = GrChainPairTypeSpan(type)->overlap_limit;
  b->radius[i] = type->radius_min;
  if (b->adhesion.law)
    b->reach[i] = GrChainPairTypeModel(type)->reach;
}

/* Returns a block without arrays. */
static GrChainBlock EmptyBlock(const GrPairType *type, PetscInt begin, int n)
{
  const GrInteraction *r = type->laws;
  return (GrChainBlock){.begin = begin,
                        .n = n,
                        .clips = r->clips,
                        .normal = {.law = r->law[GR_ROLE_NORMAL]},
                        .adhesion = {.law = r->law[GR_ROLE_ADHESION], .history = r->history[GR_ROLE_ADHESION]}};
}

void GrChainBlockSetLeastLimit(GrChainBlock *b)
{
  b->watched = -1;
  b->least_limit = b->overlap_limit[0];
  for (int i = 1; i < b->n; i++)
    b->least_limit = PetscMin(b->least_limit, b->overlap_limit[i]);
}

/* Creates the block of n slots from `begin`. mixed: whether their coefficients differ. shared[type]: arrays of
   GR_CHAIN_BLOCK contacts of this pair type; NULL: no block has allocated them yet. */
static PetscErrorCode CreateBlock(const Source *s, PetscInt begin, PetscInt n, bool mixed, double *shared[],
                                  GrChainBlock *b)
{
  const int type = PairTypeOf(s, begin), length = mixed ? (int)n : GR_CHAIN_BLOCK;

  *b = EmptyBlock(&s->pair_types[type], begin, (int)n);
  if (mixed || !shared[type])
    PetscCall(PetscMalloc1((size_t)length * ArraysCount(&s->pair_types[type]), &b->own));
  if (!mixed && !shared[type])
    shared[type] = b->own;
  LayArrays(b, mixed ? b->own : shared[type], length);
  for (int i = 0; b->own && i < length; i++)
    FillSlot(b, i, &s->pair_types[mixed ? PairTypeOf(s, begin + i) : type]);
  b->smallest = b->radius[0];
  for (int i = 1; mixed && i < n; i++)
    b->smallest = PetscMin(b->smallest, b->radius[i]);
  GrChainBlockSetLeastLimit(b);
  return 0;
}

/* Creates the blocks of the slots that have a contact. */
static PetscErrorCode CreateBlocks(const Source *s, GrChainContacts *c)
{
  const PetscInt last = s->halo->has[GR_RIGHT] ? c->n + 1 : c->n;
  PetscInt begin = s->halo->has[GR_LEFT] ? 0 : 1, capacity = 0;
  double **shared;

  PetscCall(PetscCalloc1(GrChainPairTypesCount(s->the_case), &shared));
  for (PetscInt length; begin < last; begin += length) {
    const PetscInt end = begin == 0 ? 1 : (begin < c->n ? c->n : c->n + 1);
    bool mixed;
    if (c->n_blocks == capacity) {
      capacity = 2 * capacity + 8;
      PetscCall(PetscRealloc((size_t)capacity * sizeof(*c->block), &c->block));
    }
    length = BlockLength(s, begin, end, &mixed);
    PetscCall(CreateBlock(s, begin, length, mixed, shared, &c->block[c->n_blocks++]));
  }
  return PetscFree(shared);
}

PetscErrorCode GrChainContactsCreate(const GrCase *the_case, GrPairType *pair_types, GrRows rows,
                                     const GrParallelChainHalo *halo, GrChainContacts *c)
{
  Source source = {the_case, pair_types, rows, halo};
  PetscInt slots = (PetscInt)rows.count + 1;

  PetscCall(PetscMemzero(c, sizeof(*c)));
  c->n = (PetscInt)rows.count;
  c->check.broken = -1;
  if (c->n > 0)
    PetscCall(CreateBlocks(&source, c));
  c->inner_begin = halo->has[GR_LEFT] ? 1 : 0;
  c->inner_end = halo->has[GR_RIGHT] ? c->n_blocks - 1 : c->n_blocks;
  for (int k = 0; k < GrChainPairTypesCount(the_case); k++) {
    const GrInteraction *laws = pair_types[k].laws;
    if (!laws)
      continue;
    c->n_history = PetscMax(c->n_history, laws->n_history);
    c->damps = c->damps || laws->damps;
  }
  for (int buffer = 0; buffer < 2; buffer++) {
    for (int k = 0; k < c->n_history; k++)
      PetscCall(PetscCalloc1(slots, &c->history[buffer][k]));
    if (c->damps)
      PetscCall(PetscCalloc1(slots, &c->power[buffer]));
  }
  PetscCall(PetscCalloc1(slots, &c->force));
  if (c->damps)
    PetscCall(PetscCalloc1(slots, &c->viscous));
  if (c->n_history)
    PetscCall(PetscCalloc1(slots, &c->plastic));
  return 0;
}

PetscErrorCode GrChainContactsOwnRest(GrChainContacts *c)
{
  PetscCall(PetscCalloc1(c->n + 1, &c->rest));
  for (PetscInt k = 0; k < c->n_blocks; k++) {
    GrChainBlock *b = &c->block[k];
    PetscCall(PetscArraycpy(c->rest + b->begin, b->rest_overlap, b->n));
    b->rest_overlap = c->rest + b->begin;
  }
  return 0;
}

PetscErrorCode GrChainContactsDestroy(GrChainContacts *c)
{
  for (int buffer = 0; buffer < 2; buffer++) {
    for (int k = 0; k < c->n_history; k++)
      PetscCall(PetscFree(c->history[buffer][k]));
    PetscCall(PetscFree(c->power[buffer]));
  }
  PetscCall(PetscFree(c->force));
  PetscCall(PetscFree(c->viscous));
  PetscCall(PetscFree(c->plastic));
  for (PetscInt k = 0; k < c->n_blocks; k++)
    PetscCall(PetscFree(c->block[k].own));
  PetscCall(PetscFree(c->block));
  return PetscFree(c->rest);
}
