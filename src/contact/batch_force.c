/* batch_force: from the geometry of contacts to forces and torques on both bodies; see batch.h.

   A batch whose contacts follow one rule is evaluated as it is; one with several is cut into one batch per rule and put
   together again. */
#include "contact/batch_impl.h"

#include "contact/bond.h"
#include <string.h>

_Static_assert((int)GR_BATCH <= (int)GR_SLIDE_BATCH, "laws of sliding take a batch at a time");

/* The contacts of the batch are the entries of the block from now on. */
static void KeepEntries(GrHistory *h, const GrBatch *t)
{
  const int b = GrHistoryTrial(h);
  unsigned char *restrict slot = h->slot[b] + GR_BLOCK_SLOTS * t->block;

  memcpy(slot, t->slot, sizeof(t->slot)); /* all: a fixed size is quicker */
  h->n[b][t->block] = (unsigned char)t->n;
}

static void StoreHistory(const GrBatchEntries *e, const GrBatch *t, const GrBatchLaws *l)
{
  for (int k = 0; e->keep && e->part && k < l->rule->n_history; k++) {
    double *restrict to = e->history->value[GrHistoryTrial(e->history)][k] + e->base;
    const double *restrict from = l->trial[k];
    for (int i = 0; i < t->n; i++)
      to[e->to[i]] = from[i];
  }
}

GrLawBatch GrBatchArraysOfLaw(const GrBatch *t, const GrBatchLaws *l, int role, double *force, double *dashpot)
{
  const int c = l->rule->coefficient[role], h = l->rule->history[role];
  return (GrLawBatch){.n = t->rows,
                      .overlap = t->overlap,
                      .rate = t->rate,
                      .coefficient = l->coefficients + c,
                      .history = l->history + h,
                      .trial = l->trials + h,
                      .force = force,
                      .dashpot = dashpot};
}

void GrBatchEvaluateNormal(const GrBatchLaws *l, GrBatchHandedOn *handed_on, GrBatch *t)
{
  const GrInteraction *r = l->rule;
  const GrLaw *law = r->law[GR_ROLE_NORMAL];
  const double *restrict overlap = t->overlap, *restrict rate = t->rate;
  GR_BATCH_ALIGNED double force[GR_BATCH], dashpot[GR_BATCH];
  double *restrict normal_force = t->normal_force, *restrict viscous = t->viscous;
  GrLawBatch arrays = GrBatchArraysOfLaw(t, l, GR_ROLE_NORMAL, force, dashpot);

  if (handed_on) {
    arrays.viscosity = handed_on->viscosity;
    arrays.root = handed_on->root;
  }
  law->force(&arrays);
  if (handed_on && !law->damping)
    memset(handed_on->viscosity, 0, (size_t)t->rows * sizeof(double));
  for (int i = 0; i < GrBatchRows(t); i++) {
    double pull = r->clips && force[i] < 0 ? force[i] : 0; /* clipping takes this much from the dashpot */
    viscous[i] = overlap[i] <= 0 ? 0 : (dashpot[i] - pull) * rate[i];
    normal_force[i] = overlap[i] <= 0 ? 0 : force[i] - pull; /* not-a-number stays visible */
  }
}

void GrBatchAddAdhesion(const GrBatchLaws *l, GrBatchHandedOn *handed_on, GrBatch *t)
{
  GR_BATCH_ALIGNED double force[GR_BATCH], dashpot[GR_BATCH];
  GrLawBatch arrays = GrBatchArraysOfLaw(t, l, GR_ROLE_ADHESION, force, dashpot);

  if (handed_on && l->rule->reaches) {
    arrays.viscosity = handed_on->viscosity;
    arrays.root = handed_on->root;
  }
  l->rule->law[GR_ROLE_ADHESION]->force(&arrays);
  for (int i = 0; i < GrBatchRows(t); i++) {
    t->normal_force[i] += force[i];
    t->viscous[i] += dashpot[i] * t->rate[i];
  }
}

/* Which contacts of a batch the bodies do not make: by the overlap, or by what a normal law with a reach says. */
static void FindApart(const GrBatch *t, const GrBatchLaws *l, int apart[GR_BATCH])
{
  const double *made = l->rule->reaches ? l->trials[l->rule->history[GR_ROLE_ADHESION]] : NULL;

  for (int i = 0; i < GrBatchRows(t); i++)
    apart[i] = made ? made[i] == 0 : t->overlap[i] <= 0;
}

void GrBatchEvaluateSliding(const GrModel *m, const GrBatchLaws *l, int slide, double interval,
                            const GrBatchHandedOn *handed_on, double slip[3][GR_BATCH], GrBatch *t,
                            double force[3][GR_BATCH], double *stored)
{
  const int role = GR_ROLE_SLIDE + slide, c = l->rule->coefficient[role], h = l->rule->history[role];
  GrSlideBatch arrays = {.n = t->rows,
                         .interval = interval,
                         .velocity = m->velocity,
                         .rate = t->rate,
                         .overlap = t->overlap,
                         .normal_force = t->normal_force,
                         .viscosity = handed_on->viscosity,
                         .root = l->rule->roots ? handed_on->root : NULL,
                         .normal = {t->normal[0], t->normal[1], t->normal[2]},
                         .slip = {slip[0], slip[1], slip[2]},
                         .coefficient = l->coefficients + c,
                         .history = l->history + h,
                         .trial = l->trials + h,
                         .force = {force[0], force[1], force[2]},
                         .stored = stored};
  int apart[GR_BATCH];

  l->rule->law[role]->slide(&arrays);
  if (!m->adheres) /* the bodies touch */
    return;
  FindApart(t, l, apart);
  for (int i = 0; i < GrBatchRows(t); i++)
    for (int a = 0; a < 3; a++)
      force[a][i] = apart[i] ? 0 : force[a][i];
  for (int i = 0; stored && i < GrBatchRows(t); i++)
    stored[i] = apart[i] ? 0 : stored[i];
}

static double RadiusOfPair(const GrModel *m, const GrBatch *t, int i)
{
  return GrModelFamily(m, t->type[i]) ? GrBatchEffectiveRadius(t, i) : m->pair_type[t->type[i]].radius;
}

void GrBatchSpinSlip(const GrModel *m, const GrBatch *t, int slide, GrBatchVectors *slip)
{
  for (int i = 0; i < GrBatchRows(t); i++) {
    const double n[3] = {t->normal[0][i], t->normal[1][i], t->normal[2][i]}, radius = RadiusOfPair(m, t, i);
    const double w[3] = {t->relative_spin[0][i], t->relative_spin[1][i], t->relative_spin[2][i]};
    const double about = radius * (w[0] * n[0] + w[1] * n[1] + w[2] * n[2]);
    slip->x[0][i] = slide == GR_ROLLING ? radius * (w[1] * n[2] - w[2] * n[1]) : about * n[0];
    slip->x[1][i] = slide == GR_ROLLING ? radius * (w[2] * n[0] - w[0] * n[2]) : about * n[1];
    slip->x[2][i] = slide == GR_ROLLING ? radius * (w[0] * n[1] - w[1] * n[0]) : about * n[2];
  }
}

/* And their results back. */
static void ScatterResults(const GrModel *m, const GrBatch *from, const int which[], GrBatch *t)
{
  for (int i = 0; i < from->n; i++) {
    const int k = which[i];
    t->normal_force[k] = from->normal_force[i];
    t->viscous[k] = from->viscous[i];
    for (int a = 0; a < 3; a++)
      t->friction[a][k] = from->friction[a][i];
    for (int a = 0; a < 3 && m->turns; a++)
      t->spin_torque[a][k] = from->spin_torque[a][i];
    if (m->turns)
      t->spin_power[k] = from->spin_power[i];
  }
}

/* Where the bodies are apart, all but adhesion and bonds forget. */
static void ClearSeparated(const GrBatch *t, GrBatchLaws *l)
{
  const GrInteraction *r = l->rule;
  const int from = r->history[GR_ROLE_ADHESION];
  const int to = from + (r->law[GR_ROLE_ADHESION] ? r->law[GR_ROLE_ADHESION]->n_history : 0);
  int apart[GR_BATCH];

  FindApart(t, l, apart);
  for (int k = 0; k < r->history[GR_ROLE_BOND]; k++)
    for (int i = 0; (k < from || k >= to) && i < GrBatchRows(t); i++)
      l->trials[k][i] = apart[i] ? 0 : l->trials[k][i];
}

/* Rolling or twisting: adds R (n x F_r) or R F_t to the torque, and its power. */
static void AddSpinTorque(const GrModel *m, int slide, const GrBatchVectors *slip, const GrBatchVectors *force,
                          GrBatch *t)
{
  for (int i = 0; i < GrBatchRows(t); i++) {
    const double n[3] = {t->normal[0][i], t->normal[1][i], t->normal[2][i]}, radius = RadiusOfPair(m, t, i);
    const double f[3] = {force->x[0][i], force->x[1][i], force->x[2][i]};
    const double roll[3] = {n[1] * f[2] - n[2] * f[1], n[2] * f[0] - n[0] * f[2], n[0] * f[1] - n[1] * f[0]};
    for (int a = 0; a < 3; a++)
      t->spin_torque[a][i] += radius * (slide == GR_ROLLING ? roll[a] : f[a]);
    t->spin_power[i] -= f[0] * slip->x[0][i] + f[1] * slip->x[1][i] + f[2] * slip->x[2][i];
  }
}

/* Of a model that turns, and without a law of friction: what laws of sliding add to. */
static void ClearSliding(const GrModel *m, GrBatch *t)
{
  memset(t->friction, 0, sizeof(t->friction));
  if (m->turns) {
    memset(t->spin_torque, 0, sizeof(t->spin_torque));
    memset(t->spin_power, 0, sizeof(t->spin_power));
  }
}

void GrBatchAddBond(const GrModel *m, const GrBatchLaws *l, double interval, GrBatch *t, double stored[GR_BATCH])
{
  const int c = l->rule->coefficient[GR_ROLE_BOND], h = l->rule->history[GR_ROLE_BOND];
  GrBatchHold(m, l->rule, l->coefficients + c, l->history + h, l->trials + h, interval, t, stored);
}

/* A batch of one rule. */
static void EvaluateRule(const GrModel *m, const GrBatchEntries *e, double interval, GrBatchLaws *l, GrBatch *t)
{
  const GrInteraction *r = l->rule;
  const PetscBool asked = (PetscBool)(r->shares || r->roots);
  double stored[GR_BATCH];
  GrBatchVectors slip, force;
  GrBatchHandedOn handed_on;

  for (int i = 0; !asked && i < GR_BATCH; i++)
    handed_on.viscosity[i] = 0;
  GrBatchPad(t);
  GrBatchLoad(m, e, t, l);
  GrBatchEvaluateNormal(l, asked ? &handed_on : NULL, t);
  if (r->law[GR_ROLE_ADHESION])
    GrBatchAddAdhesion(l, asked ? &handed_on : NULL, t);
  if (m->turns || !r->law[GR_ROLE_SLIDE + GR_TANGENTIAL])
    ClearSliding(m, t);
  if (r->law[GR_ROLE_SLIDE + GR_TANGENTIAL])
    GrBatchEvaluateSliding(m, l, GR_TANGENTIAL, interval, &handed_on, t->slip, t, t->friction, NULL);
  for (int s = GR_ROLLING; s < GR_SLIDES; s++)
    if (r->law[GR_ROLE_SLIDE + s]) {
      GrBatchSpinSlip(m, t, s, &slip);
      GrBatchEvaluateSliding(m, l, s, interval, &handed_on, slip.x, t, force.x, NULL);
      AddSpinTorque(m, s, &slip, &force, t);
    }
  if (m->adheres)
    ClearSeparated(t, l);
  if (r->law[GR_ROLE_BOND])
    GrBatchAddBond(m, l, interval, t, stored);
  StoreHistory(e, t, l);
}

/* Rule after rule. */
static void EvaluateParts(const GrModel *m, const GrBatchEntries *entries, double interval, GrBatchLaws *l, GrBatch *t)
{
  GrBatchPart part;
  double before[GR_MODEL_HISTORY][GR_BATCH]; /* the block, which a part may overwrite before another has read it */
  const GrHistory *h = entries->history;

  for (int k = 0; k < m->n_history; k++)
    memcpy(before[k], h->value[h->committed][k] + entries->base, sizeof(before[k]));
  l->before = before;
  GrBatchBeginParts(&part);
  while (GrBatchNextPart(m, t, entries, &part, l)) {
    EvaluateRule(m, &part.entries, interval, l, &part.batch);
    ScatterResults(m, &part.batch, part.which, t);
  }
  l->before = NULL;
}

void GrBatchEvaluate(const GrModel *m, GrHistory *h, double interval, PetscBool keep, GrBatch *t)
{
  const int rule = t->n ? m->pair_type[t->type[0]].rule : 0;
  int others = 0;
  GrBatchEntries entries;
  GrBatchLaws l;

  l.before = NULL;
  GrBatchFindEntries(h, keep, t, &entries);
  for (int i = 0; !t->one_rule && i < t->n; i++)
    others |= m->pair_type[t->type[i]].rule != rule;
  l.rule = &m->rule[rule];
  if (others)
    EvaluateParts(m, &entries, interval, &l, t);
  else if (t->n)
    EvaluateRule(m, &entries, interval, &l, t);
  if (keep)
    KeepEntries(h, t);
}

void GrBatchSetForces(const GrModel *m, GrBatch *t)
{
  for (int i = 0; i < t->n; i += GR_ROW) {
    GrBatchForces forces;
    GrBatchForcesAt(t, m->turns, i, &forces);
    GrVec4Store(&forces.sliding, &t->sliding[i]);
    for (int a = 0; a < 3; a++) {
      GrVec4Store(&forces.force[a], &t->force[a][i]);
      GrVec4Store(&forces.torque[0][a], &t->torque[0][a][i]);
      GrVec4Store(&forces.torque[1][a], &t->torque[1][a][i]);
    }
  }
}
