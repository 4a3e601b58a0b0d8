/* batch_laws: what the laws of a rule see of a batch, and their calls; see batch.h. */
#include "contact/batch_impl.h"

#include <string.h>

GrLawBlock GrBatchLawArrays(const GrBatch *t, const GrBatchLaws *l, int place, const double *rate, double *force,
                            double *dashpot)
{
  const int c = l->rule->coefficient[place], h = l->rule->history[place];
  return (GrLawBlock){.n = t->rows,
                      .overlap = t->overlap,
                      .rate = rate,
                      .coefficient = l->coefficients + c,
                      .history = l->history + h,
                      .trial = l->trials + h,
                      .force = force,
                      .dashpot = dashpot};
}

/* Normal law: push, power of its dashpot and, unless NULL, what it tells. */
void GrBatchNormalForce(const GrBatchLaws *l, const double *restrict rate, GrBatchNormal *told, GrBatch *t)
{
  const GrInteraction *r = l->rule;
  const GrLaw *law = r->law[GR_PLACE_NORMAL];
  const double *restrict overlap = t->overlap;
  GR_BATCH_ALIGNED double force[GR_BATCH], dashpot[GR_BATCH];
  double *restrict push = t->push, *restrict viscous = t->viscous;
  GrLawBlock block = GrBatchLawArrays(t, l, GR_PLACE_NORMAL, rate, force, dashpot);

  if (told) {
    block.viscosity = told->viscosity;
    block.root = told->root;
  }
  law->force(&block);
  if (told && !law->damping)
    memset(told->viscosity, 0, (size_t)t->rows * sizeof(double));
  for (int i = 0; i < t->rows; i++) {
    double pull = r->clips && force[i] < 0 ? force[i] : 0; /* clipping takes this much from the dashpot */
    viscous[i] = overlap[i] <= 0 ? 0 : (dashpot[i] - pull) * rate[i];
    push[i] = overlap[i] <= 0 ? 0 : force[i] - pull; /* not-a-number stays visible */
  }
}

void GrBatchAdhesion(const GrBatchLaws *l, const double *restrict rate, GrBatch *t)
{
  GR_BATCH_ALIGNED double force[GR_BATCH], dashpot[GR_BATCH];
  GrLawBlock block = GrBatchLawArrays(t, l, GR_PLACE_ADHESION, rate, force, dashpot);

  l->rule->law[GR_PLACE_ADHESION]->force(&block);
  for (int i = 0; i < t->rows; i++) {
    t->push[i] += force[i];
    t->viscous[i] += dashpot[i] * rate[i];
  }
}

/* One law of sliding; its force is zero where the bodies are apart. */
void GrBatchSliding(const GrModel *m, const GrBatchLaws *l, int slide, double interval, const GrBatchNormal *told,
                    const GrBatchVectors *slip, GrBatch *t, GrBatchVectors *force, double *stored)
{
  const int place = GR_PLACE_SLIDE + slide, c = l->rule->coefficient[place], h = l->rule->history[place];
  GR_BATCH_ALIGNED double power[GR_BATCH];
  GrSlideBlock block = {.n = t->rows,
                        .interval = interval,
                        .ahead = m->ahead,
                        .lead = m->lead,
                        .overlap = t->overlap,
                        .push = t->push,
                        .viscosity = told->viscosity,
                        .root = l->rule->roots ? told->root : NULL,
                        .normal = {t->normal[0], t->normal[1], t->normal[2]},
                        .slip = {slip->x[0], slip->x[1], slip->x[2]},
                        .coefficient = l->coefficients + c,
                        .history = l->history + h,
                        .trial = l->trials + h,
                        .force = {force->x[0], force->x[1], force->x[2]},
                        .stored = stored,
                        .power = power};

  l->rule->law[place]->slide(&block);
  if (!m->adheres) /* the bodies touch */
    return;
  for (int i = 0; i < t->rows; i++) {
    int apart = t->overlap[i] <= 0;
    for (int a = 0; a < 3; a++)
      force->x[a][i] = apart ? 0 : force->x[a][i];
    stored[i] = apart ? 0 : stored[i];
  }
}

void GrBatchRate(const GrBatch *t, double *restrict rate)
{
  for (int i = 0; i < t->rows; i++)
    rate[i] =
        t->velocity[0][i] * t->normal[0][i] + t->velocity[1][i] * t->normal[1][i] + t->velocity[2][i] * t->normal[2][i];
}

/* slip = v - (v . n) n + (l1 w1 + l2 w2) x n */
void GrBatchSlip(const GrBatch *restrict t, const double *restrict rate, GrBatchVectors *restrict slip)
{
  const double *restrict nx = t->normal[0], *restrict ny = t->normal[1], *restrict nz = t->normal[2];
  const double *restrict wx = t->rim[0], *restrict wy = t->rim[1], *restrict wz = t->rim[2];
  double *restrict sx = slip->x[0], *restrict sy = slip->x[1], *restrict sz = slip->x[2];

  for (int i = 0; i < t->rows; i++) {
    sx[i] = (t->velocity[0][i] - rate[i] * nx[i]) + (wy[i] * nz[i] - wz[i] * ny[i]);
    sy[i] = (t->velocity[1][i] - rate[i] * ny[i]) + (wz[i] * nx[i] - wx[i] * nz[i]);
    sz[i] = (t->velocity[2][i] - rate[i] * nz[i]) + (wx[i] * ny[i] - wy[i] * nx[i]);
  }
}

void GrBatchLevers(const GrModel *m, const GrBatch *t, double less[GR_BATCH])
{
  const double share = m->rule[m->kind[t->kind[0]].rule].slip_share;

  for (int i = 0; m->n_rules == 1 && i < t->rows; i++)
    less[i] = share * t->overlap[i];
  for (int i = 0; m->n_rules > 1 && i < t->rows; i++)
    less[i] = m->rule[m->kind[t->kind[i]].rule].slip_share * t->overlap[i];
}

/* rolling: R (w1 - w2) x n; twisting: R ((w1 - w2) . n) n */
void GrBatchRelativeSpin(const GrModel *m, const GrBatch *t, int slide, GrBatchVectors *slip)
{
  for (int i = 0; i < t->rows; i++) {
    const double n[3] = {t->normal[0][i], t->normal[1][i], t->normal[2][i]}, radius = m->kind[t->kind[i]].radius;
    const double w[3] = {t->turn[0][i], t->turn[1][i], t->turn[2][i]};
    const double about = radius * (w[0] * n[0] + w[1] * n[1] + w[2] * n[2]);
    slip->x[0][i] = slide == GR_ROLLING ? radius * (w[1] * n[2] - w[2] * n[1]) : about * n[0];
    slip->x[1][i] = slide == GR_ROLLING ? radius * (w[2] * n[0] - w[0] * n[2]) : about * n[1];
    slip->x[2][i] = slide == GR_ROLLING ? radius * (w[0] * n[1] - w[1] * n[0]) : about * n[2];
  }
}
