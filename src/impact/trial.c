/* trial: see trial.h. */
#include "impact/trial.h"

#include <math.h>

enum { TRIES = 200 };

void GrTrialByS(GrLanes *l, int i, GrImpactLoop *c)
{
  double h = c->wanted;
  if (c->sample_step > 0) {
    double left = (double)c->sample * c->sample_step - l->y[GR_S][i];
    h = left < h ? left : h;
  }
  l->by_q[i] = l->by_v[i] = 0;
  l->h[i] = h;
  c->event_overlap = 0;
}

void GrTrialRetry(GrLanes *l, int i, GrImpactLoop *c)
{
  l->accept[i] = 0;
  c->sampled = PETSC_FALSE;
  if (++c->tries > TRIES || !(fabs(l->h[i]) > 0)) {
    c->state = GR_LOOP_FAILED;
    c->why = "its step vanished: the force is not a number, or too stiff";
  }
}

void GrTrialRetryShorter(GrLanes *l, int i, GrImpactLoop *c, double factor)
{
  PetscBool by_s = (PetscBool)(l->by_q[i] == 0 && l->by_v[i] == 0);
  c->wanted = factor * (by_s ? l->h[i] : c->wanted);
  c->search.kind = GR_SEARCH_NONE;
  GrTrialByS(l, i, c);
  GrTrialRetry(l, i, c);
}
