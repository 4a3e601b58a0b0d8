/* trial_wave: integrates the motion of a short chain of equal beads that is struck at one end; see trial_wave.h.

   Contact k between the beads k and k + 1, all of mass M:
     dd_k/dt = u_k - u_{k+1},  M du_k/dt = F_{k-1} - F_k
     d overlap [m];  u velocity of a bead [m/s];  F normal force [N];  M twice the reduced mass of the pair [kg]
   The integrator is velocity Verlet (world/step.c). The contacts of the chain are one batch. The peak of a force
   is the vertex of the parabola through the largest value and its two neighbours, as in record/pulse.c. */
#include "contact/trial_wave.h"

#include "contact/batch.h"
#include <string.h>

/* State of the chain. */
typedef struct {
  const GrModel *model;
  PetscInt type;
  int n;                             /* number of contacts */
  double d[GR_WAVE_CONTACTS];        /* overlap [m] */
  double u[GR_WAVE_CONTACTS + 1];    /* velocity of a bead [m/s] */
  double a[GR_WAVE_CONTACTS + 1];    /* acceleration of a bead [m/s^2] */
  double force[3][GR_WAVE_CONTACTS]; /* normal force in the last three steps [N], the latest first */
  double peak[GR_WAVE_CONTACTS];     /* largest force so far [N] */
  GrHistory history;
  GrBatch batch;
} Wave;

/* Fills the batch with the contacts whose beads overlap. ahead: see GrModelTryWave [s]. */
static void FillBatch(Wave *w, double ahead)
{
  GrBatch *t = &w->batch;

  t->contacts.n = 0;
  t->contacts.history = &w->history;
  for (int k = 0; k < w->n; k++) {
    if (!(w->d[k] > 0))
      continue;
    const int n = t->contacts.n++;
    t->contacts.slot[n] = (unsigned char)k;
    t->contacts.type[n] = (int)w->type;
    t->geometry.overlap[n] = w->d[k];
    t->geometry.rate[n] = w->u[k] + ahead * w->a[k] - (w->u[k + 1] + ahead * w->a[k + 1]);
    t->geometry.normal[0][n] = 1;
    for (int body = 0; body < 2; body++)
      t->geometry.radius[body][n] = t->geometry.lever[body][n] = w->model->pairs.type[w->type].radius;
  }
  t->contacts.rows = t->contacts.n;
}

/* Stores the forces of the batch as the latest forces, and updates the peaks. */
static void KeepForces(Wave *w)
{
  memmove(w->force[1], w->force[0], 2 * sizeof(w->force[0]));
  memset(w->force[0], 0, sizeof(w->force[0]));
  for (int n = 0; n < w->batch.contacts.n; n++)
    w->force[0][w->batch.contacts.slot[n]] = w->batch.results.normal_force[n];
  for (int k = 0; k < w->n; k++) {
    const double before = w->force[2][k], middle = w->force[1][k], after = w->force[0][k];
    const double slope = 0.5 * (after - before), curvature = after - 2 * middle + before;
    if (middle >= before && middle > after)
      w->peak[k] = PetscMax(w->peak[k], middle - 0.5 * slope * slope / curvature);
  }
}

static void Advance(Wave *w, double step, double ahead)
{
  const double mass = 2 * w->model->pairs.type[w->type].mass;

  for (int k = 0; k <= w->n; k++)
    w->u[k] += 0.5 * step * w->a[k];
  for (int k = 0; k < w->n; k++)
    w->d[k] += step * (w->u[k] - w->u[k + 1]);
  FillBatch(w, ahead);
  GrBatchEvaluate(w->model, step, true, &w->batch);
  GrHistoryCommit(&w->history);
  KeepForces(w);
  for (int k = 0; k <= w->n; k++) {
    w->a[k] = ((k > 0 ? w->force[0][k - 1] : 0) - (k < w->n ? w->force[0][k] : 0)) / mass;
    w->u[k] += 0.5 * step * w->a[k];
  }
}

PetscErrorCode GrModelTryWave(const GrModel *m, PetscInt type, int contacts, double speed, double step, double ahead,
                              double longest_time, double peak[GR_WAVE_PEAKS])
{
  Wave w; /* on the stack, which has the alignment of GrBatch */

  memset(&w, 0, sizeof(w));
  w.model = m;
  w.type = type;
  w.n = contacts;
  w.u[0] = speed;
  w.history.n_values = m->n_history;
  PetscCall(GrHistoryReset(&w.history, GR_WAVE_CONTACTS));
  for (double t = step; t < longest_time && !(w.peak[contacts - 1] > 0); t += step)
    Advance(&w, step, ahead);
  for (int k = 0; k < GR_WAVE_PEAKS; k++)
    peak[k] = k < contacts ? w.peak[contacts - 1 - k] : 0;
  return GrHistoryDestroy(&w.history);
}
