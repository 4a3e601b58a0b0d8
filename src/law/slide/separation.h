/* Corrects the friction force of contacts that are about to end. slide.h describes the correction in the paragraph
   `Separation` and defines the symbols N, F, b, p, y, x, K and h. */
#ifndef GRANUM_LAW_SLIDE_SEPARATION_H
#define GRANUM_LAW_SLIDE_SEPARATION_H

#include "law/slide/slide.h"
#include "law/slide/slip.h"
#include <math.h>
#include <stdint.h>

/* The n springs of a friction law. Their displacements are vectors, the first 3 n values of the trial history. */
typedef struct {
  int n; /* number of springs */
  /* [n] stiffness of each spring divided by the stiffness k of the contact [1]; NULL: 1 */
  const double *share;
  const double *k; /* stiffness of each contact of the batch in this law of sliding, rolling or twisting [N/m] */
} GrSlideSprings;

/* Returns the energy of the springs of contact i [J]. history: displacements of the springs, [3 n][contacts] [m]. */
static inline double GrSlideStored(const double *const *history, GrSlideSprings springs, int i)
{
  double sum = 0;
  for (int j = 0; j < 3 * springs.n; j++)
    sum += (springs.share ? springs.share[j / 3] : 1) * (history[j][i] * history[j][i]);
  return 0.5 * springs.k[i] * sum;
}

/* Returns (F' - F)/F, F' the corrected force, for a contact that will end after y steps. p: |F|/b [1]. In the code x
   and kernel are the x and K of slide.h. */
static inline double GrSlideChange(double y, double p)
{
  const double x = p < 2 ? y * (1 - 0.5 * p) : 0, kernel = x < 1 ? 1.5 * x : x < 2 ? 2 - 0.5 * x : 1;
  return p * y < 1 ? (1 - p * y) * ((p * kernel < 1 ? kernel : 1 / p) - 1) : 0;
}

/* Corrects the force, the power and the springs of contact i if the contact is about to end. cap: b [N]; hertzian:
   whether the stiffness grows with the contact radius. In the code, ratio is the force of the previous step divided
   by the present force. */
static inline void GrSlideReleaseOne(const GrSlideBatch *batch, int i, bool hertzian, double cap,
                                     GrSlideSprings springs)
{
  const GrVector force = {batch->force[0][i], batch->force[1][i], batch->force[2][i]};
  const double given = GrDot(force, (GrVector){batch->slip[0][i], batch->slip[1][i], batch->slip[2][i]});
  const double normal_force = batch->normal_force[i], speed = -batch->rate[i], pull = batch->viscosity[i] * speed;
  const double slides = 0.999; /* a contact with |F|/b above this number slides; less than 1 because of rounding */
  const double r = pull / (normal_force + pull), left = batch->overlap[i] - (batch->end ? batch->end[i] : 0);
  const double y_linear = left * (1 - r) / (batch->interval * speed);
  const double y = hertzian ? y_linear * (1 - 0.2 * r) : y_linear, p = sqrt(GrDot(force, force)) / cap;

  if (!(normal_force > 0 && speed > 0 && p > 0 && p * y < 1))
    return;
  const double stored = GrSlideStored((const double *const *)batch->trial, springs, i);
  const double work = 0.5 * batch->interval * given, ratio = 1 + work / stored;
  double change = batch->end && p > slides ? 0 : GrSlideChange(y, p), kept = 1;
  if (work > 0) {
    const double earlier =
        y < 1 && p <= slides ? 1.5 * ratio * fmax(0, GrSlideChange(y + 1, p * ratio * y / (y + 1))) : 0;
    const double rest = stored / work - 1 - earlier, most = rest > 0 ? 0.5 * rest : fmax(rest, -1);
    change = fmin(change, most);
    kept = sqrt(fmax(0, 1 - (fmax(change, 0) + earlier) * work / stored));
  }
  batch->power[i] -= change * given;
  for (int a = 0; a < 3; a++)
    batch->force[a][i] *= 1 + change;
  for (int j = 0; j < 3 * springs.n; j++)
    batch->trial[j][i] *= kept;
}

/* Corrects all contacts of a batch that may end within 5/2 steps. terms: function that computes the limit b of a
   contact; root: argument of `terms`, the contact radius/sqrt(R) of each contact, or NULL; hertzian: see
   GrSlideReleaseOne. The function is not inlined: few contacts end, and inlining would slow down the loops of the
   caller. */
static __attribute__((noinline)) void GrSlideRelease(const GrSlideBatch *batch, GrSlideTermsOf terms,
                                                     const double *root, bool hertzian, GrSlideSprings springs)
{
  const double *restrict overlap = batch->overlap, *restrict rate = batch->rate, *restrict c = batch->viscosity;
  const double *restrict force = batch->normal_force, *end = batch->end, steps = 2.5 * batch->interval;
  double margin[GR_SLIDE_BATCH];
  int64_t ending = 0;

  for (int i = 0; i < batch->n; i++) {
    margin[i] = (overlap[i] - (end ? end[i] : 0)) * force[i] + steps * rate[i] * (force[i] - c[i] * rate[i]);
    ending += margin[i] < 0;
  }
  for (int i = 0; ending && batch->velocity == GR_VELOCITY_PREDICTED && i < batch->n; i++)
    if (margin[i] < 0)
      GrSlideReleaseOne(batch, i, hertzian, terms(batch, root ? root[i] : 0.0, i).cap, springs);
}

#endif
