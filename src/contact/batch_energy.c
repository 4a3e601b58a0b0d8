/* batch_energy: energies of the contacts of a batch, and the plastic work of contacts that end; see batch.h. */
#include "contact/batch_impl.h"

#include "contact/normal.h"
#include <string.h>

_Static_assert((int)GR_BATCH <= (int)GR_NORMAL_MAX, "plastic work takes a batch at a time");

static const double NO_LIMIT = 1e100; /* normal force at which no spring slides [N] */

/* Arguments of the function `energy` of a law. It reads `trial`, which is set to the committed histories here. */
static GrLawBatch ArraysOfEnergy(int rows, const GrBatchGeometry *g, const GrBatchLaws *l, int role)
{
  GrLawBatch arrays = GrBatchArraysOfLaw(rows, g, l, role, NULL, NULL);
  arrays.trial = (double *const *)arrays.history;
  return arrays;
}

/* Evaluates the normal law without motion, for the springs: their committed displacements obey Coulomb's law already.
   The normal force becomes NO_LIMIT, so that the static normal force does not reduce them again. With the interval 0
   the springs do not move. */
static void PrepareSprings(const GrModel *m, const GrBatchEntries *e, GrBatchLaws *l, GrBatch *t)
{
  l->interval = 0;
  GrBatchLoad(m, e, &t->contacts, &t->geometry, l);
  memset(t->geometry.rate, 0, sizeof(t->geometry.rate));
  GrBatchEvaluateNormal(e, 0, &t->contacts, &t->geometry, l, &t->results);
  memset(l->handed_on.viscosity, 0, sizeof(l->handed_on.viscosity));
  for (int i = 0; i < GrBatchRows(&t->contacts); i++)
    t->results.normal_force[i] = NO_LIMIT;
}

/* Adds the energies of the springs of one kind of sliding [J] at the committed histories, after PrepareSprings. */
static void AddSprings(const GrModel *m, GrBatchLaws *l, GrBatch *t, int slide, double *springs)
{
  double stored[GR_BATCH];
  GrBatchSlide own;

  if (!l->rule->law[GR_ROLE_SLIDE + slide])
    return;
  GrBatchEvaluateSliding(m, l, slide, &t->contacts, &t->geometry, &t->results, &own, stored);
  for (int i = 0; i < t->contacts.n; i++)
    springs[i] += stored[i];
}

/* Computes the energies of a part of a batch, whose contacts all follow l->rule; see GrBatchEnergies. */
static void AddEnergiesOfRule(const GrModel *m, const GrBatchEntries *e, GrBatchLaws *l, GrBatch *t,
                              double *recoverable, double *springs, double *plastic_work)
{
  const GrInteraction *r = l->rule;
  const GrBatchContacts *c = &t->contacts;
  GrBatchGeometry *g = &t->geometry;
  double stored[GR_BATCH], work[GR_BATCH];

  for (int i = 0; i < c->n; i++)
    recoverable[i] = springs[i] = plastic_work[i] = 0;
  PrepareSprings(m, e, l, t);
  for (int s = 0; s < GR_SLIDES; s++)
    AddSprings(m, l, t, s, springs);
  if (r->law[GR_ROLE_BOND]) {
    GrBatchAddBond(m, l, GrBatchRows(c), g, &t->results, stored);
    for (int i = 0; i < c->n; i++)
      recoverable[i] += stored[i];
  }
  for (int role = GR_ROLE_NORMAL; role <= GR_ROLE_ADHESION; role++) {
    if (!r->law[role])
      continue;
    const GrLawBatch arrays = ArraysOfEnergy(c->rows, g, l, role);
    r->law[role]->energy(&arrays, stored, work);
    for (int i = 0; i < c->n; i++) {
      const int apart = role == GR_ROLE_NORMAL && g->overlap[i] <= 0;
      recoverable[i] += apart ? 0 : stored[i];
      plastic_work[i] += apart ? 0 : work[i];
    }
  }
}

void GrBatchEnergies(const GrModel *m, const GrBatch *t, double *recoverable, double *springs, double *plastic_work)
{
  double energy[3][GR_BATCH];
  GrBatchEntries entries;
  GrBatchLaws l;
  GrBatchPart part;

  GrBatchFindEntries(false, &t->contacts, &entries);
  GrBatchBeginParts(&part);
  while (GrBatchNextPart(m, &t->contacts, &t->geometry, &entries, &part, &l)) {
    AddEnergiesOfRule(m, &part.entries, &l, &part.batch, energy[0], energy[1], energy[2]);
    for (int i = 0; i < part.batch.contacts.n; i++) {
      recoverable[part.target[i]] = energy[0][i];
      springs[part.target[i]] = energy[1][i];
      plastic_work[part.target[i]] = energy[2][i];
    }
  }
}

void GrBatchSprings(const GrModel *m, const GrBatch *t, int slide, double *springs)
{
  double stored[GR_BATCH];
  GrBatchEntries entries;
  GrBatchLaws l;
  GrBatchPart part;

  GrBatchFindEntries(false, &t->contacts, &entries);
  GrBatchBeginParts(&part);
  while (GrBatchNextPart(m, &t->contacts, &t->geometry, &entries, &part, &l)) {
    for (int i = 0; i < part.batch.contacts.n; i++)
      stored[i] = 0;
    PrepareSprings(m, &part.entries, &l, &part.batch);
    AddSprings(m, &l, &part.batch, slide, stored);
    for (int i = 0; i < part.batch.contacts.n; i++)
      springs[part.target[i]] = stored[i];
  }
}

/* Copies the trial histories of a law for the contacts of a part. A committed contact that no trial contact continues
   gets 0. */
static void LoadTrial(const GrBatchEntries *e, const GrBatchContacts *c, int first, int n_history,
                      double trial[GR_LAW_HISTORY_MAX][GR_BATCH])
{
  const GrHistory *h = e->history;

  for (int i = 0; i < c->n; i++) {
    const int successor = GrHistorySuccessor(h, e->block, c->slot[i]);
    for (int k = 0; k < n_history; k++)
      trial[k][i] = successor < 0 ? 0 : GrHistoryValues(h, GrHistoryTrial(h), e->block, first + k)[successor];
  }
}

/* Computes the plastic work of contacts that all follow l->rule; see GrBatchPlasticWork. Sets their geometry to that of
   the end of the contact. Normal law and adhesion are treated separately, because the history of the normal law may end
   while the adhesion still acts. */
static void AddPlasticWorkOfRule(const GrModel *m, const GrBatchEntries *e, GrBatchLaws *l, const GrBatchContacts *c,
                                 GrBatchGeometry *g, double *work)
{
  double trial[GR_LAW_HISTORY_MAX][GR_BATCH];
  const double *trials[GR_LAW_HISTORY_MAX];

  GrBatchLoad(m, e, c, g, l);
  memset(g->rate, 0, sizeof(g->rate));
  for (int k = 0; k < GR_LAW_HISTORY_MAX; k++)
    trials[k] = trial[k];
  for (int i = 0; i < c->n; i++)
    work[i] = 0;
  for (int role = GR_ROLE_NORMAL; role <= GR_ROLE_ADHESION; role++) {
    const GrLaw *law = l->rule->law[role];
    if (!law || !law->n_history)
      continue;
    for (int i = 0; i < c->rows; i++)
      g->overlap[i] = role == GR_ROLE_ADHESION ? -m->pairs.type[c->type[i]].reach : 0;
    LoadTrial(e, c, l->rule->history[role], law->n_history, trial);
    const GrLawBatch end = ArraysOfEnergy(c->rows, g, l, role);
    GrNormalAddPlasticWork(c->n, law, &end, trials, work);
  }
}

void GrBatchPlasticWork(const GrModel *m, const GrBatchContacts *c, double *plastic_work)
{
  double work[GR_BATCH];
  GrBatchEntries entries;
  GrBatchLaws l;
  GrBatchPart part;

  GrBatchFindEntries(false, c, &entries);
  GrBatchBeginParts(&part);
  while (GrBatchNextPart(m, c, NULL, &entries, &part, &l)) {
    AddPlasticWorkOfRule(m, &part.entries, &l, &part.batch.contacts, &part.batch.geometry, work);
    for (int i = 0; i < part.batch.contacts.n; i++)
      plastic_work[part.target[i]] = work[i];
  }
}
