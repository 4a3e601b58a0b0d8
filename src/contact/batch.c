/* batch: from the geometry of contacts to forces and couples on both bodies; see batch.h.

   A batch whose contacts follow one rule is evaluated as it is; one with several is cut into one batch per rule and put
   together again. */
#include "contact/batch_impl.h"

#include <string.h>

void GrBatchPad(GrBatch *t)
{
  const int last = t->n - 1, there = t->rows;

  t->rows = GrBatchWhole(t->n);
  for (int i = there; i < t->rows; i++) {
    t->kind[i] = t->kind[last];
    t->overlap[i] = t->overlap[last];
    for (int a = 0; a < 3; a++) {
      t->normal[a][i] = t->normal[a][last];
      t->velocity[a][i] = t->velocity[a][last];
      t->rim[a][i] = t->rim[a][last];
      t->turn[a][i] = t->turn[a][last];
    }
    t->radius[0][i] = t->radius[0][last];
    t->radius[1][i] = t->radius[1][last];
  }
}

/* And their results back. */
static void Join(const GrBatch *from, const int which[], GrBatch *t)
{
  for (int i = 0; i < from->n; i++) {
    const int k = which[i];
    for (int a = 0; a < 3; a++) {
      t->force[a][k] = from->force[a][i];
      t->couple[0][a][k] = from->couple[0][a][i];
      t->couple[1][a][k] = from->couple[1][a][i];
    }
    t->push[k] = from->push[i];
    t->viscous[k] = from->viscous[i];
    t->sliding[k] = from->sliding[i];
  }
}

/* Where the bodies are apart, all but the adhesion forgets. */
static void Forget(const GrBatch *t, GrBatchLaws *l)
{
  const GrInteraction *r = l->rule;
  const int from = r->history[GR_PLACE_ADHESION];
  const int to = from + (r->law[GR_PLACE_ADHESION] ? r->law[GR_PLACE_ADHESION]->n_history : 0);

  for (int k = 0; k < r->n_history; k++)
    for (int i = 0; (k < from || k >= to) && i < GrBatchRows(t); i++)
      l->trials[k][i] = t->overlap[i] <= 0 ? 0 : l->trials[k][i];
}

static void TakePower(GrBatch *restrict t, const GrBatchVectors *restrict slip, const GrBatchVectors *restrict force)
{
  for (int i = 0; i < GrBatchRows(t); i++)
    t->sliding[i] -= force->x[0][i] * slip->x[0][i] + force->x[1][i] * slip->x[1][i] + force->x[2][i] * slip->x[2][i];
}

/* Force on the first body and couples l (n x T) on both. */
static void Friction(const GrInteraction *r, const GrBatchVectors *restrict force, GrBatch *restrict t)
{
  const double *restrict nx = t->normal[0], *restrict ny = t->normal[1], *restrict nz = t->normal[2];
  const double share = r->torque_share;

  for (int i = 0; i < GrBatchRows(t); i++) {
    double fx = force->x[0][i], fy = force->x[1][i], fz = force->x[2][i], less = share * t->overlap[i];
    double cx = ny[i] * fz - nz[i] * fy, cy = nz[i] * fx - nx[i] * fz, cz = nx[i] * fy - ny[i] * fx;
    double arm0 = t->radius[0][i] - less, arm1 = t->radius[1][i] - less;
    t->force[0][i] = fx - t->push[i] * nx[i];
    t->force[1][i] = fy - t->push[i] * ny[i];
    t->force[2][i] = fz - t->push[i] * nz[i];
    t->couple[0][0][i] = arm0 * cx;
    t->couple[0][1][i] = arm0 * cy;
    t->couple[0][2][i] = arm0 * cz;
    t->couple[1][0][i] = arm1 * cx;
    t->couple[1][1][i] = arm1 * cy;
    t->couple[1][2][i] = arm1 * cz;
  }
}

/* Adds R (n x F_r) or R F_t to the couple on the first body, and takes it from the second. */
static void AddTurn(const GrModel *m, int slide, const GrBatchVectors *force, GrBatch *t)
{
  for (int i = 0; i < GrBatchRows(t); i++) {
    const double n[3] = {t->normal[0][i], t->normal[1][i], t->normal[2][i]}, radius = m->kind[t->kind[i]].radius;
    const double f[3] = {force->x[0][i], force->x[1][i], force->x[2][i]};
    const double roll[3] = {n[1] * f[2] - n[2] * f[1], n[2] * f[0] - n[0] * f[2], n[0] * f[1] - n[1] * f[0]};
    for (int a = 0; a < 3; a++) {
      double couple = radius * (slide == GR_ROLLING ? roll[a] : f[a]);
      t->couple[0][a][i] += couple;
      t->couple[1][a][i] -= couple;
    }
  }
}

static void NormalOnly(GrBatch *restrict t)
{
  for (int a = 0; a < 3; a++)
    for (int i = 0; i < GrBatchRows(t); i++) {
      t->force[a][i] = -t->push[i] * t->normal[a][i];
      t->couple[0][a][i] = t->couple[1][a][i] = 0;
    }
}

/* A batch of one rule. */
static void EvaluateRule(const GrModel *m, const GrBatchEntries *e, double interval, GrBatchLaws *l, GrBatch *t)
{
  const GrInteraction *r = l->rule;
  const PetscBool asked = (PetscBool)(r->shares || r->roots);
  GR_BATCH_ALIGNED double rate[GR_BATCH], stored[GR_BATCH];
  GrBatchVectors slip, force;
  GrBatchNormal told;

  for (int i = 0; !asked && i < GR_BATCH; i++)
    told.viscosity[i] = 0;
  GrBatchPad(t);
  GrBatchCoefficients(m, t, l);
  GrBatchLoadHistory(e, t, l);
  GrBatchRate(t, rate);
  GrBatchNormalForce(l, rate, asked ? &told : NULL, t);
  if (r->law[GR_PLACE_ADHESION])
    GrBatchAdhesion(l, rate, t);
  for (int i = 0; i < GrBatchRows(t); i++)
    t->sliding[i] = 0;
  if (r->law[GR_PLACE_SLIDE + GR_TANGENTIAL]) {
    GrBatchSlip(t, rate, &slip);
    GrBatchSliding(m, l, GR_TANGENTIAL, interval, &told, &slip, t, &force, stored);
    TakePower(t, &slip, &force);
    Friction(r, &force, t);
  } else {
    NormalOnly(t);
  }
  for (int s = GR_ROLLING; s < GR_SLIDES; s++)
    if (r->law[GR_PLACE_SLIDE + s]) {
      GrBatchRelativeSpin(m, t, s, &slip);
      GrBatchSliding(m, l, s, interval, &told, &slip, t, &force, stored);
      TakePower(t, &slip, &force);
      AddTurn(m, s, &force, t);
    }
  if (m->adheres)
    Forget(t, l);
  GrBatchStoreHistory(e, t, l);
}

/* Rule after rule. */
static void EvaluateParts(const GrModel *m, const GrBatchEntries *entries, double interval, GrBatchLaws *l, GrBatch *t)
{
  unsigned char done[GR_BATCH] = {0};
  int which[GR_BATCH];
  GrBatchEntries own;
  GrBatch part;
  double before[GR_MODEL_HISTORY][GR_BATCH]; /* the block, which a part may overwrite before another has read it */
  const GrHistory *h = entries->history;

  for (int k = 0; k < m->n_history; k++)
    memcpy(before[k], h->value[h->committed][k] + entries->base, sizeof(before[k]));
  l->before = before;
  for (int first = 0; first < t->n; first++) {
    if (done[first])
      continue;
    int n = GrBatchOfRule(m, t, first, done, which);
    l->rule = &m->rule[m->kind[t->kind[first]].rule];
    GrBatchSelect(t, entries, n, which, &part, &own);
    EvaluateRule(m, &own, interval, l, &part);
    Join(&part, which, t);
  }
  l->before = NULL;
}

void GrBatchEvaluate(const GrModel *m, GrHistory *h, double interval, PetscBool keep, GrBatch *t)
{
  const int rule = t->n ? m->kind[t->kind[0]].rule : 0;
  int others = 0;
  GrBatchEntries entries;
  GrBatchLaws l;

  l.before = NULL;
  GrBatchFindEntries(h, keep, t, &entries);
  for (int i = 0; m->n_rules > 1 && i < t->n; i++)
    others |= m->kind[t->kind[i]].rule != rule;
  l.rule = &m->rule[rule];
  if (others)
    EvaluateParts(m, &entries, interval, &l, t);
  else if (t->n)
    EvaluateRule(m, &entries, interval, &l, t);
  if (keep)
    GrBatchKeepEntries(h, t);
}
