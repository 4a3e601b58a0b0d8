/* bonds: creation of bonds at the start, and the list of broken bonds; see bond.h, contact/bond.c.

   A bond is part of the history of its contact. A bond broke in a step if the committed history contains a length of
   the bond, but the trial history of the step does not. The rank that owns the first particle adds the bond to its list
   of broken bonds, and adds the energy of the bond to the ledger as lost. */
#include "bulk/bulk.h"
#include <string.h>

#include <math.h>

/* Index of the history of the bond of a pair type; -1: the pair type has no bond. */
static int BondOf(const GrModel *m, PetscInt type)
{
  const GrInteraction *r = GrModelInteraction(m, type);
  return r->law[GR_ROLE_BOND] ? r->history[GR_ROLE_BOND] : -1;
}

PetscInt64 GrBulkBondCount(GrWorld w)
{
  const GrBulk b = w->bulk;
  const GrHistory *h = &b->history;
  PetscInt64 n = 0;

  for (PetscInt block = 0; b->model.bonds && block < h->n_blocks; block++)
    for (int e = 0; e < h->n[h->committed][block]; e++) {
      const PetscInt entry = GR_BLOCK_SLOTS * block + e;
      const GrPair c = GrBulkCandidate(&b->neighbours, GR_BLOCK_SLOTS * block + h->slot[h->committed][entry]);
      const int bond = BondOf(&b->model, c.type);
      n +=
          bond >= 0 && c.first<b->store.columns.n && * GrHistoryValue(h, h->committed, entry, bond + GR_BOND_LENGTH)> 0;
    }
  return n;
}

/* Inserts a committed entry for a slot, in the order of slots, because bonds of other rules may have entries. Its
   values are 0. */
static PetscInt InsertEntry(GrHistory *h, PetscInt block, unsigned char slot)
{
  const int buffer = h->committed;
  const PetscInt first = GR_BLOCK_SLOTS * block;
  PetscInt entry = first + h->n[buffer][block]++;

  for (; entry > first && h->slot[buffer][entry - 1] > slot; entry--) {
    h->slot[buffer][entry] = h->slot[buffer][entry - 1];
    for (int k = 0; k < h->n_values; k++)
      *GrHistoryValue(h, buffer, entry, k) = *GrHistoryValue(h, buffer, entry - 1, k);
  }
  h->slot[buffer][entry] = slot;
  for (int k = 0; k < h->n_values; k++)
    *GrHistoryValue(h, buffer, entry, k) = 0;
  return entry;
}

void GrBulkBondCreate(GrBulk b, const GrBatch *t, int i)
{
  GrHistory *h = &b->history;
  const PetscInt entry = InsertEntry(h, t->contacts.block, t->contacts.slot[i]);

  *GrHistoryValue(h, h->committed, entry, BondOf(&b->model, t->contacts.type[i]) + GR_BOND_LENGTH) =
      (t->geometry.radius[0][i] + t->geometry.radius[1][i]) - t->geometry.overlap[i];
}

bool GrBulkBondIsInReach(const GrBulk b, const GrBatch *t, int i)
{
  const GrInteraction *r = GrModelInteraction(&b->model, t->contacts.type[i]);
  return t->geometry.overlap[i] > -GrModelCoefficients(&b->model, t->contacts.type[i])[r->coefficient[GR_ROLE_BOND]];
}

static void CreateNearBonds(void *context, GrBatch *t)
{
  const GrBulk b = context;

  for (int i = 0; i < t->contacts.n; i++) {
    const GrContactRule *rule = GrModelInteraction(&b->model, t->contacts.type[i])->rule;
    if (rule->bond && rule->bond_value[GR_BOND_FORM].choice == GR_BOND_AT_START && GrBulkBondIsInReach(b, t, i))
      GrBulkBondCreate(b, t, i);
  }
}

PetscErrorCode GrBulkBondCreateAll(GrWorld w)
{
  if (!w->bulk->model.bonds)
    return 0;
  GrBulkWalkPairs(w, CreateNearBonds, w->bulk);
  for (int rule = 0; rule < w->the_case->n_rules; rule++)
    if (w->the_case->rules[rule].bond_list)
      PetscCall(GrBulkBondCreateListed(w, rule));
  return 0;
}

/* Midpoint between the first particle and the image of the second that the bond holds, in the current, maybe sheared,
   box. */
static void FindMiddle(GrBulk b, const GrPair *c, double middle[3])
{
  double sides[3];

  GrShiftSides(c->shift - GR_UNSHIFTED, sides);
  for (int a = 0; a < 3; a++) {
    const double one = b->store.state[GR_STATE * c->first + a], two = b->store.state[GR_STATE * c->second + a];
    middle[a] = one + 0.5 * ((two - one) + GrParallelBoxShift(&b->box, a, sides));
  }
}

static PetscErrorCode AddBroken(GrBulk b, double t, const GrPair *c, int end, double lost)
{
  GrEvent event = {.step = b->numbers.steps,
                   .id = {b->store.id[c->first], b->store.id[c->second]},
                   .time = t,
                   .value = {end, [4] = lost}};

  FindMiddle(b, c, &event.value[1]);
  GrSumAdd(&b->population.energies[GR_SUM_BROKEN], lost);
  return GrWorldEventsAdd(&b->broken_bonds, &event);
}

/* Whether the bonds of a pair type never break by tension: the parameter tensile_strength of their law is infinite. */
static bool NeverBreaks(const GrModel *m, PetscInt type)
{
  const GrInteraction *r = GrModelInteraction(m, type);
  const GrLawParameter *parameters = r->law[GR_ROLE_BOND]->parameters;
  bool never = false;

  for (int k = 0; parameters[k].name; k++)
    never = never || (strcmp(parameters[k].name, "tensile_strength") == 0 && isinf(r->value[GR_ROLE_BOND][k].number));
  return never;
}

/* Lists the bond of a committed entry of a block if it broke. A bond without a trial entry was stretched beyond its
   reach in the step; if it never breaks, the run stops. */
static PetscErrorCode CommitBond(GrBulk b, double t, PetscInt block, int e, bool same)
{
  const GrHistory *h = &b->history;
  const PetscInt base = GR_BLOCK_SLOTS * block;
  const int slot = h->slot[h->committed][base + e], trial = GrHistoryTrial(h);
  const GrPair c = GrBulkCandidate(&b->neighbours, base + slot);
  const int bond = BondOf(&b->model, c.type);

  if (bond < 0 || c.first >= b->store.columns.n ||
      !(*GrHistoryValue(h, h->committed, base + e, bond + GR_BOND_LENGTH) > 0))
    return 0;
  const int now = same ? e : GrHistoryFind(h, trial, block, slot);
  if (now < 0 && NeverBreaks(&b->model, c.type)) {
    const PetscInt64 id[2] = {b->store.id[c.first], b->store.id[c.second]};
    const GrFault fault = {.what = GR_BROKEN_BOND,
                           .time = t,
                           .first = PetscMin(id[0], id[1]),
                           .second = PetscMax(id[0], id[1]),
                           .wall = -1};
    GrBulkKeepFault(&b->step.fault, &fault);
    return 0;
  }
  const double length = now < 0 ? -GR_BOND_TENSION : *GrHistoryValue(h, trial, base + now, bond + GR_BOND_LENGTH);
  if (!(length > 0))
    PetscCall(
        AddBroken(b, t, &c, (int)-length, now < 0 ? 0 : *GrHistoryValue(h, trial, base + now, bond + GR_BOND_LOST)));
  return 0;
}

/* Whether a bond of a block may have broken: a history value that is the length of bonds of some rule fell to 0 or
   below. The value may have another meaning for the rule of the contact, so that there need not be a broken bond.
   `same`: both histories have the same entries. */
static bool MayHaveBroken(const GrBulk b, PetscInt block, bool same)
{
  const GrHistory *h = &b->history;
  int broken = !same;

  for (int r = 0; r < b->model.n_rules; r++) {
    const GrInteraction *rule = &b->model.rule[r];
    if (!rule->law[GR_ROLE_BOND])
      continue;
    const int k = rule->history[GR_ROLE_BOND] + GR_BOND_LENGTH;
    const double *restrict before = GrHistoryValues(h, h->committed, block, k);
    const double *restrict now = GrHistoryValues(h, GrHistoryTrial(h), block, k);
    for (int e = 0; e < h->n[h->committed][block]; e++)
      broken |= (before[e] > 0) & !(now[e] > 0);
  }
  return broken;
}

PetscErrorCode GrBulkBondCommit(GrWorld w, double t)
{
  const GrBulk b = w->bulk;
  const GrHistory *h = &b->history;

  for (PetscInt block = 0; b->model.bonds && block < h->n_blocks; block++) {
    const bool same = GrHistorySame(h, block);
    if (!MayHaveBroken(b, block, same))
      continue;
    for (int e = 0; e < h->n[h->committed][block]; e++)
      PetscCall(CommitBond(b, t, block, e, same));
  }
  return 0;
}
