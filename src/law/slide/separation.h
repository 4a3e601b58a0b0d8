/* Corrects the friction force F of contacts that end within the next steps. A contact ends within a step, but velocity
   Verlet applies its last force for a whole step. Without a correction the impulse of F would be wrong.

   Rule. y is the predicted time until the normal force N becomes 0, in steps. p = |F|/b, with Coulomb's limit b [N]. If
   p y < 1, the corrected force is
     F' = F (1 + (1 - p y) (min(K, 1/p) - 1))
     x = max(0, y (1 - p/2)): time until the end of a constant force with the impulse of F, in steps
     K = 3/2 x for x < 1, 2 - x/2 for 1 <= x < 2, otherwise 1: correction factor of the constant force [1]
     y = (d - d_0) (1 - r) (1 - r/5)/(-v h);  r = -c_n v/(N - c_n v)
     d    overlap [m];  v  overlap rate [m/s];  h  length of the step [s]
     d_0  overlap at which the static force of a plastic law becomes 0 [m]; 0 for other laws
     r    dashpot force over static force of the normal law [1];  c_n  viscosity of the normal law [N s/m]
   The factor 1 - r/5 is present only if the stiffness of the friction law grows with the contact radius.
   Energy. If F drives the bodies (F.s > 0 with the slip s), the springs supply the work w = h/2 (F' - F).s [J]. Their
   energy is reduced by max(w, 0) + 3/2 w_0. w_0 estimates w in the previous step; it is 0 for y >= 1, and if the
   contact slides. F' is limited so that the energy of the springs suffices.

   F is not corrected with `slider: total`, with `time.velocity: half`, and with Runge-Kutta methods. Under plastic laws
   a sliding contact (p = 1) needs no correction: its force falls linearly, and the sum over the steps has no bias.
   Derivation. The sum of K - 1 over x, x + 1, ... is x - 1/2, so a constant force that ends after the time x h has the
   right impulse. A contact slides during the last p y steps; its impulse is that of a constant force that ends at
   y (1 - p/2) h. A contact of the law tsuji ends at overlap r^(4/5) d: hence 1 - r/5. */
#ifndef GRANUM_LAW_SLIDE_SEPARATION_H
#define GRANUM_LAW_SLIDE_SEPARATION_H

#include "law/slide/slide.h"
#include "law/slide/slip.h"
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

/* The n springs of a friction law in each contact. Their displacements [m] are the first 3 n values of the trial
   history. */
typedef struct {
  int n; /* number of springs of each contact */
  /* [n] stiffness of each spring divided by the stiffness k of the contact [1]; NULL: 1 for all springs */
  const double *share;
  const double *k; /* stiffness k of each contact of the batch [N/m] */
} GrSlideSprings;

/* Returns the elastic energy of the n springs of contact i [J]. history: components of the displacements of the
   springs, [3 n][contacts] [m]. */
static inline double GrSlideStored(const double *const *history, GrSlideSprings springs, int i)
{
  double sum = 0;
  for (int j = 0; j < 3 * springs.n; j++)
    sum += (springs.share ? springs.share[j / 3] : 1) * (history[j][i] * history[j][i]);
  return 0.5 * springs.k[i] * sum;
}

/* Returns (F' - F)/F [1], the relative change of the friction force F to its corrected value F' (head of this file). y:
   predicted number of steps until the contact ends. p: |F|/b [1], with Coulomb's limit b. */
static inline double GrSlideChange(double y, double p)
{
  const double x = p < 2 ? y * (1 - 0.5 * p) : 0, kernel = x < 1 ? 1.5 * x : x < 2 ? 2 - 0.5 * x : 1;
  return p * y < 1 ? (1 - p * y) * ((p * kernel < 1 ? kernel : 1 / p) - 1) : 0;
}

/* Corrects friction force, power and spring displacements of contact i if the contact is about to end. cap: Coulomb's
   limit b [N]. hertzian: whether the stiffness of the friction law grows with the contact radius. springs: springs of
   the law. The variable `ratio` estimates the force of the previous step divided by the current force. */
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

/* Corrects friction force, power and spring displacements of all contacts of a batch that may end within 5/2 steps.
   terms: function that computes Coulomb's limit of a contact. root: contact radius/sqrt(effective radius) of each
   contact [m^(1/2)], which is passed to `terms`; NULL: 0 is passed. hertzian: whether the stiffness of the friction law
   grows with the contact radius. Inlining would slow down the loops of the caller; few contacts end. */
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
