/* verlet_sweep: drift and kick of runs of particles; see verlet.c for the scheme. */
#include "integrate/verlet_sweep.h"

/* Sub-steps 1 and 2. */
void GrVerletDriftLine(void *context, PetscInt first, PetscInt last)
{
  const GrVerletStep *s = (const GrVerletStep *)context;
  const PetscReal h = s->h, half = 0.5 * h, predict = s->predict, *restrict a = s->a;
  PetscReal *restrict x = s->x, *restrict v = s->v;

  for (PetscInt i = first; i < last; i++) {
    PetscReal middle = v[i] + half * a[i];
    x[i] += h * middle;
    v[i] = middle + predict * a[i];
  }
}

/* What is driven has no acceleration of its own, so that sub-step 4 leaves its velocity as it is. */
void GrVerletPlaceLine(void *context, PetscInt first, PetscInt last, double x, double v)
{
  const GrVerletStep *s = (const GrVerletStep *)context;

  for (PetscInt i = first; i < last; i++) {
    s->x[i] = x;
    s->v[i] = v;
  }
}

/* Sub-steps 1 and 2 for particles in space: the spin, too, is kicked, but nothing drifts with it. */
void GrVerletDriftSpace(void *context, PetscInt first, PetscInt last)
{
  const GrVerletStep *s = (const GrVerletStep *)context;
  const PetscReal h = s->h, half = 0.5 * h, predict = s->predict;

  for (PetscInt i = first; i < last; i++) {
    PetscReal *restrict u = s->u + GR_STATE * i;
    const PetscReal *restrict a = s->a + GR_RATES * i;
    for (int k = 0; k < 3; k++) {
      PetscReal middle = u[3 + k] + half * a[k];
      u[k] += h * middle;
      u[3 + k] = middle + predict * a[k];
    }
    for (int k = 3; k < 6; k++)
      u[3 + k] = u[3 + k] + half * a[k] + predict * a[k];
  }
}

/* Sub-step 4. */
void GrVerletKickLine(void *context, PetscInt first, PetscInt last, const PetscReal *next)
{
  const GrVerletStep *s = (const GrVerletStep *)context;
  const PetscReal half = 0.5 * s->h, predict = s->predict, *restrict after = next;
  PetscReal *restrict v = s->v + first, *restrict a = s->a + first;

  for (PetscInt i = 0; i < last - first; i++) {
    v[i] += half * after[i] - predict * a[i];
    a[i] = after[i];
  }
}

void GrVerletKickSpace(void *context, PetscInt first, PetscInt last, const PetscReal *next)
{
  const GrVerletStep *s = (const GrVerletStep *)context;
  const PetscReal half = 0.5 * s->h, predict = s->predict;

  for (PetscInt i = first; i < last; i++, next += GR_RATES) {
    PetscReal *restrict v = s->u + GR_STATE * i + 3, *restrict a = s->a + GR_RATES * i;
    for (int k = 0; k < GR_RATES; k++) {
      v[k] += half * next[k] - predict * a[k];
      a[k] = next[k];
    }
  }
}

/* For the accelerations alone. */
void GrVerletStoreLine(void *context, PetscInt first, PetscInt last, const PetscReal *a)
{
  for (PetscInt i = first; i < last; i++)
    ((PetscReal *)context)[i] = a[i - first];
}

void GrVerletStoreSpace(void *context, PetscInt first, PetscInt last, const PetscReal *a)
{
  for (PetscInt i = 0; i < GR_RATES * (last - first); i++)
    ((PetscReal *)context)[GR_RATES * first + i] = a[i];
}
