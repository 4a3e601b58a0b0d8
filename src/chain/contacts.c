/* contacts: evaluation of the blocks; see contacts.h.

   Overlap of the contact between beads i and i + 1:  d = d0 + x_i - x_{i+1},  rate  v = v_i - v_{i+1},
   with displacements x [m] and the rest overlap d0 [m]. Pairs are always (lower id, higher id).

   A law acts where the contact is `inside` by more than 0: by the overlap for the normal law, by overlap + reach for
   the adhesion. Elsewhere it has neither force nor energy nor history. */
#include "chain/block.h"

/* Zeroes what an open block still has in its trial buffer. */
static void ClearOpenBlock(GrChainContacts *c, GrChainBlock *b, int trial)
{
  if (b->has_force) {
    for (int i = 0; i < b->n; i++)
      c->force[b->begin + i] = 0;
    b->has_force = PETSC_FALSE;
  }
  if (b->acting[trial]) {
    for (int k = 0; k < c->n_history; k++)
      for (int i = 0; i < b->n; i++)
        c->history[trial][k][b->begin + i] = 0;
    for (int i = 0; c->damps && i < b->n; i++)
      c->power[trial][b->begin + i] = 0;
    b->acting[trial] = PETSC_FALSE;
  }
}

/* Clears the trial history where a law does not act. */
static void ClearWhereOpen(const GrLawBatch *law, int n_history, const double *restrict inside)
{
  for (int k = 0; k < n_history; k++) {
    double *restrict value = law->trial[k];
    for (int i = 0; i < law->n; i++)
      value[i] = inside[i] > 0 ? value[i] : 0;
  }
}

/* What the normal law's result becomes in the end: nothing where open, no pull where the rule clips tension. */
static void FinishNormalForce(const GrChainBlock *b, const GrLawBatch *law, double *restrict power)
{
  const double *restrict overlap = law->overlap, *restrict rate = law->rate, *restrict dashpot = law->dashpot;
  double *restrict force = law->force;
  const int clip = b->clips;

  if (power)
    for (int i = 0; i < b->n; i++) {
      double pulls = clip && force[i] < 0 ? force[i] : 0; /* clipping takes this much from the dashpot */
      power[i] = overlap[i] > 0 ? (dashpot[i] - pulls) * rate[i] : 0;
    }
  for (int i = 0; i < b->n; i++) {
    double f = clip && force[i] < 0 ? 0 : force[i];
    force[i] = overlap[i] <= 0 ? 0 : f; /* not-a-number stays visible */
  }
}

/* The normal law of a block. */
static void EvaluateNormalLaw(GrChainContacts *c, const GrChainBlock *b, const double *overlap, const double *rate)
{
  double dashpot[GR_CHAIN_BLOCK];
  const double *history[GR_LAW_HISTORY_MAX];
  double *trial_history[GR_LAW_HISTORY_MAX];
  GrLawBatch law = GrBlockLawOf(c, b, &b->normal, history, trial_history);

  law.overlap = overlap;
  law.rate = rate;
  law.force = c->force + b->begin;
  law.dashpot = dashpot;
  b->normal.law->force(&law);
  FinishNormalForce(b, &law, c->damps ? c->power[!c->committed] + b->begin : NULL);
  ClearWhereOpen(&law, b->normal.law->n_history, overlap);
}

/* Adds the adhesion of a block. */
static void AddAdhesion(GrChainContacts *c, const GrChainBlock *b, const double *overlap, const double *rate,
                        const double *restrict inside)
{
  double force[GR_CHAIN_BLOCK], dashpot[GR_CHAIN_BLOCK];
  const double *history[GR_LAW_HISTORY_MAX];
  double *trial_history[GR_LAW_HISTORY_MAX];
  double *restrict total = c->force + b->begin, *restrict power = c->damps ? c->power[!c->committed] + b->begin : NULL;
  GrLawBatch law = GrBlockLawOf(c, b, &b->adhesion, history, trial_history);

  law.overlap = overlap;
  law.rate = rate;
  law.force = force;
  law.dashpot = dashpot;
  b->adhesion.law->force(&law);
  for (int i = 0; i < b->n; i++)
    total[i] += inside[i] <= 0 ? 0 : force[i];
  for (int i = 0; power && i < b->n; i++)
    power[i] += inside[i] <= 0 ? 0 : dashpot[i] * rate[i];
  ClearWhereOpen(&law, b->adhesion.law->n_history, inside);
}

static void CheckOverlaps(GrChainContacts *c, const GrChainBlock *b, const double *restrict overlap)
{
  const double *restrict limit = b->overlap_limit;
  int broken = 0;

  for (int i = 0; i < b->n; i++)
    broken |= !(overlap[i] <= limit[i]);
  for (int i = 0; broken && (c->broken < 0 || b->begin + i < c->broken) && i < b->n; i++)
    if (!(overlap[i] <= limit[i])) {
      c->broken = b->begin + i;
      c->broken_overlap = overlap[i];
    }
}

/* One block: geometry, law, adhesion. */
static void EvaluateBlock(GrChainContacts *c, GrChainBlock *b, const double *const left[2],
                          const double *const right[2])
{
  double overlap[GR_CHAIN_BLOCK], rate[GR_CHAIN_BLOCK], inside[GR_CHAIN_BLOCK];
  const int trial = !c->committed;
  int acts = GrBlockGeometry(b, left, right, overlap, rate);

  if (b->adhesion.law)
    acts = GrBlockNearness(b, overlap, inside);
  if (!acts) {
    ClearOpenBlock(c, b, trial);
    return;
  }
  EvaluateNormalLaw(c, b, overlap, rate);
  if (b->adhesion.law)
    AddAdhesion(c, b, overlap, rate, inside);
  CheckOverlaps(c, b, overlap);
  b->acting[trial] = b->has_force = PETSC_TRUE;
}

void GrChainContactsBegin(GrChainContacts *c)
{
  c->broken = -1;
}

void GrChainContactsBlock(GrChainContacts *c, PetscInt block, const double *x, const double *v)
{
  GrChainBlock *b = &c->block[block];
  const double *const left[2] = {x + b->begin - 1, v + b->begin - 1}, *const right[2] = {x + b->begin, v + b->begin};
  EvaluateBlock(c, b, left, right);
}

void GrChainContactsGhost(GrChainContacts *c, const GrChainHalo *halo, const double *x, const double *v)
{
  for (int side = 0; side < 2; side++) {
    if (!halo->has[side])
      continue;
    GrChainBlock *b = &c->block[side == GR_LEFT ? 0 : c->n_blocks - 1];
    const double *const left[2] = {GrBlockLeft(b, halo, GR_GHOST_X, x), GrBlockLeft(b, halo, GR_GHOST_V, v)};
    const double *const right[2] = {GrBlockRight(c, b, halo, GR_GHOST_X, x), GrBlockRight(c, b, halo, GR_GHOST_V, v)};
    EvaluateBlock(c, b, left, right);
  }
}
