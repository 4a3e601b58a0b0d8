/* batch_energy: what contacts hold, and what they have used up for good; see batch.h. */
#include "contact/batch_impl.h"

#include "base/elementary.h"
#include <string.h>

static const double NO_LIMIT = 1e100; /* normal force at which no spring slides [N] */

/* A walk over the parts of a batch that keeps no history. */
static void BeginWalk(GrHistory *h, const GrBatch *t, GrBatchEntries *entries, GrBatchLaws *l, GrBatchPart *part)
{
  l->before = NULL;
  GrBatchFindEntries(h, PETSC_FALSE, t, entries);
  GrBatchBeginParts(part);
}

/* Energy looks at the trial histories: they become the committed ones. */
static void UseCommittedAsTrial(const GrBatch *t, GrBatchLaws *l)
{
  for (int k = 0; k < l->rule->n_history; k++)
    memcpy(l->trials[k], l->history[k], (size_t)t->rows * sizeof(double));
}

/* Energies of a batch of one rule: the histories as committed. Springs are brought back from where they are ahead. */
static void AddEnergiesOfRule(const GrModel *m, const GrBatchEntries *e, GrBatchLaws *l, GrBatch *t,
                              double *recoverable, double *springs, double *plastic_work)
{
  const GrInteraction *r = l->rule;
  double own[GR_BATCH], used[GR_BATCH], force[GR_BATCH], dashpot[GR_BATCH];
  GrBatchVectors slip, unused;
  GrBatchHandedOn handed_on;

  GrBatchLoad(m, e, t, l);
  for (int i = 0; i < t->n; i++)
    recoverable[i] = springs[i] = plastic_work[i] = 0;
  for (int i = 0; i < GrBatchRows(t); i++)
    handed_on.root[i] = GrRoot(t->overlap[i]);
  memset(t->rate, 0, sizeof(t->rate));
  GrBatchEvaluateNormal(l, NULL, t);
  if (r->law[GR_ROLE_ADHESION])
    GrBatchAddAdhesion(l, &handed_on, t);
  /* The springs alone, and as committed: the static normal force would limit them a second time. */
  memset(handed_on.viscosity, 0, sizeof(handed_on.viscosity));
  for (int i = 0; i < GrBatchRows(t); i++)
    t->normal_force[i] = NO_LIMIT;
  for (int s = 0; s < GR_SLIDES; s++)
    if (r->law[GR_ROLE_SLIDE + s]) {
      if (s != GR_TANGENTIAL)
        GrBatchSpinSlip(m, t, s, &slip);
      GrBatchEvaluateSliding(m, l, s, 0, &handed_on, s == GR_TANGENTIAL ? t->slip : slip.x, t, unused.x, own);
      for (int i = 0; i < t->n; i++)
        springs[i] += own[i];
    }
  if (r->law[GR_ROLE_BOND]) {
    GrBatchAddBond(m, l, 0, t, own);
    for (int i = 0; i < t->n; i++)
      recoverable[i] += own[i];
  }
  UseCommittedAsTrial(t, l);
  for (int role = GR_ROLE_NORMAL; role <= GR_ROLE_ADHESION; role++) {
    GrLawBatch arrays = GrBatchArraysOfLaw(t, l, role, force, dashpot);
    if (!r->law[role])
      continue;
    r->law[role]->energy(&arrays, own, used);
    for (int i = 0; i < t->n; i++) {
      int apart = role == GR_ROLE_NORMAL && t->overlap[i] <= 0;
      recoverable[i] += apart ? 0 : own[i];
      plastic_work[i] += apart ? 0 : used[i];
    }
  }
}

void GrBatchEnergies(const GrModel *m, GrHistory *h, GrBatch *t, double *recoverable, double *springs,
                     double *plastic_work)
{
  double e[3][GR_BATCH];
  GrBatchEntries entries;
  GrBatchLaws l;
  GrBatchPart part;

  BeginWalk(h, t, &entries, &l, &part);
  while (GrBatchNextPart(m, t, &entries, &part, &l)) {
    AddEnergiesOfRule(m, &part.entries, &l, &part.batch, e[0], e[1], e[2]);
    for (int i = 0; i < part.batch.n; i++) {
      recoverable[part.which[i]] = e[0][i];
      springs[part.which[i]] = e[1][i];
      plastic_work[part.which[i]] = e[2][i];
    }
  }
}

/* Where a law that has taken up plastic work acts no more: it had a history, and has none. A contact that goes on may
   have lost the history of its normal law, where the adhesion alone still acts. */
static void FindSeparated(const GrBatchEntries *e, const GrBatch *t, const GrBatchLaws *l, int role,
                          unsigned char separated[])
{
  const GrHistory *h = e->history;
  const int from = l->rule->history[role], to = from + l->rule->law[role]->n_history;

  for (int i = 0; i < t->n; i++) {
    int had = 0, has = 0;
    for (int k = from; k < to; k++) {
      had |= l->committed[k][i] != 0;
      has |= e->to[i] >= 0 && h->value[GrHistoryTrial(h)][k][e->base + e->to[i]] != 0;
    }
    separated[i] = (unsigned char)(had && !has);
  }
}

static void AddPlasticWorkOfRule(const GrModel *m, const GrBatchEntries *e, GrBatchLaws *l, GrBatch *t,
                                 double *plastic_work)
{
  double own[GR_BATCH], used[GR_BATCH], force[GR_BATCH], dashpot[GR_BATCH];
  unsigned char separated[GR_BATCH];

  GrBatchLoad(m, e, t, l);
  UseCommittedAsTrial(t, l);
  memset(t->rate, 0, sizeof(t->rate));
  for (int i = 0; i < t->n; i++)
    plastic_work[i] = 0;
  for (int role = GR_ROLE_NORMAL; role <= GR_ROLE_ADHESION; role++) {
    const GrLaw *law = l->rule->law[role];
    if (!law || !law->n_history)
      continue;
    for (int i = 0; i < t->n; i++)
      t->overlap[i] = role == GR_ROLE_ADHESION ? -m->pair_type[t->type[i]].reach : 0;
    FindSeparated(e, t, l, role, separated);
    GrLawBatch arrays = GrBatchArraysOfLaw(t, l, role, force, dashpot);
    law->energy(&arrays, own, used);
    for (int i = 0; i < t->n; i++)
      plastic_work[i] += separated[i] ? used[i] : 0;
  }
}

void GrBatchPlasticWork(const GrModel *m, GrHistory *h, GrBatch *t, double *plastic_work)
{
  double own_work[GR_BATCH];
  GrBatchEntries entries;
  GrBatchLaws l;
  GrBatchPart part;

  BeginWalk(h, t, &entries, &l, &part);
  while (GrBatchNextPart(m, t, &entries, &part, &l)) {
    for (int i = 0; i < part.batch.n; i++)
      part.entries.to[i] = GrHistoryHeir(h, t->block, part.batch.slot[i]);
    AddPlasticWorkOfRule(m, &part.entries, &l, &part.batch, own_work);
    for (int i = 0; i < part.batch.n; i++)
      plastic_work[part.which[i]] = own_work[i];
  }
}
