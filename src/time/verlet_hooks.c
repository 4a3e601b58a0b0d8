/* verlet_hooks: drift and kick of runs of particles; see verlet.c for the scheme. */
#include "time/verlet_hooks.h"

#include "base/vec4.h"

/* A record in space is x y z vx vy vz wx wy wz, its rates are those of the last six: two rows that share two numbers
   and come out the same in both. */
enum { V = 3, W = 5, LAST = 2 };

/* Sub-steps 1 and 2. */
void GrVerletAdvanceChain(void *context, PetscInt first, PetscInt last)
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
void GrVerletPrescribeChain(void *context, PetscInt first, PetscInt last, double x, double v)
{
  const GrVerletStep *s = (const GrVerletStep *)context;

  for (PetscInt i = first; i < last; i++) {
    s->x[i] = x;
    s->v[i] = v;
  }
}

/* Sub-steps 1 and 2 in space: the spin, too, is kicked, but nothing drifts with it. */
void GrVerletAdvanceBulk(void *context, PetscInt first, PetscInt last)
{
  const GrVerletStep s = *(const GrVerletStep *)context;
  const PetscReal h = s.h, half = 0.5 * h, predict = s.predict;

  for (PetscInt i = first; i < last; i++) {
    PetscReal *u = s.u + GR_STATE * i;
    const PetscReal *a = s.a + GR_RATES * i;
    GrVec4 x, v, w, a_v, a_w;
    GrVec4Load(u, &x);
    GrVec4Load(u + V, &v);
    GrVec4Load(u + W, &w);
    GrVec4Load(a, &a_v);
    GrVec4Load(a + LAST, &a_w);
    v += half * a_v;
    w += half * a_w;
    x += h * v;
    v += predict * a_v;
    w += predict * a_w;
    GrVec4Store(&x, u); /* and vx, which the next one makes good */
    GrVec4Store(&v, u + V);
    GrVec4Store(&w, u + W);
  }
}

/* Sub-step 4. */
void GrVerletFinishChain(void *context, PetscInt first, PetscInt last, const PetscReal *next)
{
  const GrVerletStep *s = (const GrVerletStep *)context;
  const PetscReal half = 0.5 * s->h, predict = s->predict, *restrict after = next;
  PetscReal *restrict v = s->v + first, *restrict a = s->a + first;

  for (PetscInt i = 0; i < last - first; i++) {
    v[i] += half * after[i] - predict * a[i];
    a[i] = after[i];
  }
}

void GrVerletFinishBulk(void *context, PetscInt first, PetscInt last, const PetscReal *next)
{
  const GrVerletStep *s = (const GrVerletStep *)context;
  const PetscReal half = 0.5 * s->h, predict = s->predict;

  for (PetscInt i = first; i < last; i++, next += GR_RATES) {
    PetscReal *restrict u = s->u + GR_STATE * i, *restrict a = s->a + GR_RATES * i;
    GrVec4 v, w, a_v, a_w, next_v, next_w;
    GrVec4Load(u + V, &v);
    GrVec4Load(u + W, &w);
    GrVec4Load(a, &a_v);
    GrVec4Load(a + LAST, &a_w);
    GrVec4Load(next, &next_v);
    GrVec4Load(next + LAST, &next_w);
    v += half * next_v - predict * a_v;
    w += half * next_w - predict * a_w;
    GrVec4Store(&v, u + V);
    GrVec4Store(&w, u + W);
    GrVec4Store(&next_v, a);
    GrVec4Store(&next_w, a + LAST);
  }
}

/* For the accelerations alone. */
void GrVerletStoreChain(void *context, PetscInt first, PetscInt last, const PetscReal *a)
{
  for (PetscInt i = first; i < last; i++)
    ((PetscReal *)context)[i] = a[i - first];
}

void GrVerletStoreBulk(void *context, PetscInt first, PetscInt last, const PetscReal *a)
{
  for (PetscInt i = 0; i < GR_RATES * (last - first); i++)
    ((PetscReal *)context)[GR_RATES * first + i] = a[i];
}
