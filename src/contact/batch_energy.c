/* batch_energy: what contacts hold and what they have spent; see batch.h. */
#include "contact/batch_impl.h"

#include <math.h>
#include <string.h>

/* Energy looks at the trial histories: they become the committed ones. */
static void LookAtCommitted(const GrBatch *t, GrBatchLaws *l)
{
  for (int k = 0; k < l->rule->n_history; k++)
    memcpy(l->trials[k], l->history[k], (size_t)t->n * sizeof(double));
}

/* Energies of a batch of one rule: the histories as committed. Springs are brought back from where they are ahead. */
static void EnergiesRule(const GrModel *m, const GrBatchEntries *e, GrBatchLaws *l, GrBatch *t, double *recoverable,
                         double *springs, double *spent)
{
  const GrInteraction *r = l->rule;
  double rate[GR_BATCH] = {0}, own[GR_BATCH], used[GR_BATCH], force[GR_BATCH], dashpot[GR_BATCH];
  GrBatchVectors slip, unused;
  GrBatchNormal told = {.viscosity = {0}};

  GrBatchCoefficients(m, t, l);
  GrBatchLoadHistory(e, t, l);
  for (int i = 0; i < t->n; i++)
    recoverable[i] = springs[i] = spent[i] = 0;
  for (int i = 0; i < t->rows; i++)
    told.root[i] = sqrt(t->overlap[i]);
  GrBatchRate(t, rate);
  GrBatchSlip(t, rate, &slip);
  memset(rate, 0, sizeof(rate));
  GrBatchNormalForce(l, rate, NULL, t);
  if (r->law[GR_PLACE_ADHESION])
    GrBatchAdhesion(l, rate, t);
  for (int s = 0; s < GR_SLIDES; s++)
    if (r->law[GR_PLACE_SLIDE + s]) {
      if (s != GR_TANGENTIAL)
        GrBatchRelativeSpin(m, t, s, &slip);
      GrBatchSliding(m, l, s, 0, &told, &slip, t, &unused, own);
      for (int i = 0; i < t->n; i++)
        springs[i] += own[i];
    }
  LookAtCommitted(t, l);
  for (int place = GR_PLACE_NORMAL; place <= GR_PLACE_ADHESION; place++) {
    GrLawBlock block = GrBatchLawArrays(t, l, place, rate, force, dashpot);
    if (!r->law[place])
      continue;
    r->law[place]->energy(&block, own, used);
    for (int i = 0; i < t->n; i++) {
      int apart = place == GR_PLACE_NORMAL && t->overlap[i] <= 0;
      recoverable[i] += apart ? 0 : own[i];
      spent[i] += apart ? 0 : used[i];
    }
  }
}

void GrBatchEnergies(const GrModel *m, GrHistory *h, GrBatch *t, double *recoverable, double *springs, double *spent)
{
  unsigned char done[GR_BATCH] = {0};
  int which[GR_BATCH];
  double e[3][GR_BATCH];
  GrBatchEntries entries, own;
  GrBatchLaws l;
  GrBatch part;

  l.before = NULL;
  GrBatchFindEntries(h, PETSC_FALSE, t, &entries);
  for (int first = 0; first < t->n; first++) {
    if (done[first])
      continue;
    int n = GrBatchOfRule(m, t, first, done, which);
    l.rule = &m->rule[m->kind[t->kind[first]].rule];
    GrBatchSelect(t, &entries, n, which, &part, &own);
    EnergiesRule(m, &own, &l, &part, e[0], e[1], e[2]);
    for (int i = 0; i < n; i++) {
      recoverable[which[i]] = e[0][i];
      springs[which[i]] = e[1][i];
      spent[which[i]] = e[2][i];
    }
  }
}

/* Where a law that has spent energy acts no more: it had a history, and has none. A contact that goes on may have lost
   the history of its normal law, where the adhesion alone still acts. */
static void FindParted(const GrBatchEntries *e, const GrBatch *t, const GrBatchLaws *l, int place,
                       unsigned char parted[])
{
  const GrHistory *h = e->history;
  const int from = l->rule->history[place], to = from + l->rule->law[place]->n_history;

  for (int i = 0; i < t->n; i++) {
    int had = 0, has = 0;
    for (int k = from; k < to; k++) {
      had |= l->committed[k][i] != 0;
      has |= e->to[i] >= 0 && h->value[GrHistoryTrial(h)][k][e->base + e->to[i]] != 0;
    }
    parted[i] = (unsigned char)(had && !has);
  }
}

static void SpentRule(const GrModel *m, const GrBatchEntries *e, GrBatchLaws *l, GrBatch *t, double *spent)
{
  double rate[GR_BATCH] = {0}, own[GR_BATCH], used[GR_BATCH], force[GR_BATCH], dashpot[GR_BATCH];
  unsigned char parted[GR_BATCH];

  GrBatchCoefficients(m, t, l);
  GrBatchLoadHistory(e, t, l);
  LookAtCommitted(t, l);
  for (int i = 0; i < t->n; i++)
    spent[i] = 0;
  for (int place = GR_PLACE_NORMAL; place <= GR_PLACE_ADHESION; place++) {
    const GrLaw *law = l->rule->law[place];
    if (!law || !law->n_history)
      continue;
    for (int i = 0; i < t->n; i++)
      t->overlap[i] = place == GR_PLACE_ADHESION ? -m->kind[t->kind[i]].reach : 0;
    FindParted(e, t, l, place, parted);
    GrLawBlock block = GrBatchLawArrays(t, l, place, rate, force, dashpot);
    law->energy(&block, own, used);
    for (int i = 0; i < t->n; i++)
      spent[i] += parted[i] ? used[i] : 0;
  }
}

void GrBatchPlasticWork(const GrModel *m, GrHistory *h, GrBatch *t, double *spent)
{
  unsigned char done[GR_BATCH] = {0};
  int which[GR_BATCH];
  double own_spent[GR_BATCH];
  GrBatchEntries entries, own;
  GrBatchLaws l;
  GrBatch part;

  l.before = NULL;
  GrBatchFindEntries(h, PETSC_FALSE, t, &entries);
  for (int i = 0; i < t->n; i++)
    entries.to[i] = GrHistoryFind(h, GrHistoryTrial(h), t->block, t->place[i]);
  for (int first = 0; first < t->n; first++) {
    if (done[first])
      continue;
    int n = GrBatchOfRule(m, t, first, done, which);
    l.rule = &m->rule[m->kind[t->kind[first]].rule];
    GrBatchSelect(t, &entries, n, which, &part, &own);
    SpentRule(m, &own, &l, &part, own_spent);
    for (int i = 0; i < n; i++)
      spent[which[i]] = own_spent[i];
  }
}
