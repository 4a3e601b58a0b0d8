/* Correction of the friction of contacts that are about to end; see `Separation` in slide.h. */
#ifndef GRANUM_LAW_SLIDE_SEPARATION_H
#define GRANUM_LAW_SLIDE_SEPARATION_H

#include "law/slide/slide.h"
#include "law/slide/slip.h"
#include <math.h>
#include <stdint.h>

/* Corrects force and power of contact i if it is about to end. cap: b [N]; hertzian: the stiffness grows with the
   contact radius. */
static inline void GrSlideReleaseOne(const GrSlideBatch *batch, int i, bool hertzian, double cap)
{
  const GrVector force = {batch->force[0][i], batch->force[1][i], batch->force[2][i]};
  const double normal_force = batch->normal_force[i], speed = -batch->rate[i], pull = batch->viscosity[i] * speed;
  const double r = pull / (normal_force + pull), y_linear = batch->overlap[i] * (1 - r) / (batch->interval * speed);
  const double y = hertzian ? y_linear * (1 - 0.2 * r) : y_linear, p = sqrt(GrDot(force, force)) / cap;

  if (!(normal_force > 0 && speed > 0 && p > 0 && p * y < 1))
    return;
  const double x = p < 2 ? y * (1 - 0.5 * p) : 0, kernel = x < 1 ? 1.5 * x : x < 2 ? 2 - 0.5 * x : 1;
  const double change = (1 - p * y) * ((p * kernel < 1 ? kernel : 1 / p) - 1);
  for (int a = 0; a < 3; a++) {
    batch->power[i] -= change * batch->force[a][i] * batch->slip[a][i];
    batch->force[a][i] *= 1 + change;
  }
}

/* Corrects forces and powers of contacts that may end within 5/2 steps. root: contact radii over sqrt(R) for `terms`,
   or NULL. Few contacts end: the function is not inlined, because that slows down the loops of the caller. */
static __attribute__((noinline)) void GrSlideRelease(const GrSlideBatch *batch, GrSlideTermsOf terms,
                                                     const double *root, bool hertzian)
{
  const double *restrict overlap = batch->overlap, *restrict rate = batch->rate, *restrict c = batch->viscosity;
  const double *restrict force = batch->normal_force, steps = 2.5 * batch->interval;
  double margin[GR_SLIDE_BATCH];
  int64_t ending = 0;

  for (int i = 0; i < batch->n; i++) {
    margin[i] = overlap[i] * force[i] + steps * rate[i] * (force[i] - c[i] * rate[i]);
    ending += margin[i] < 0;
  }
  for (int i = 0; ending && batch->velocity == GR_VELOCITY_PREDICTED && i < batch->n; i++)
    if (margin[i] < 0)
      GrSlideReleaseOne(batch, i, hertzian, terms(batch, root ? root[i] : 0.0, i).cap);
}

#endif
