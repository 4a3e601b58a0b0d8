/* Common code of the laws of twisting: resistance to relative rotation of two bodies about the contact normal. Each law
   has a spring, a dashpot and a slider (Coulomb's limit); slide.h has the rule and the symbols. In this file slip,
   force and spring displacement are scalars: components along the normal. */
#ifndef GRANUM_LAW_TWIST_H
#define GRANUM_LAW_TWIST_H

#include "base/math/elementary.h"
#include "base/math/independent.h"
#include "law/slide/slide.h"
#include "law/slide/slip.h"
#include <stdbool.h>

/* Returns x limited to the range [-limit, limit]; 0 if limit <= 0; NaN if limit is NaN. */
static inline double GrTwistLimited(double x, double limit)
{
  const double below = x > limit ? limit : x, within = below < -limit ? -limit : below;
  return limit <= 0.0 ? 0.0 : within + GrMarkNan(limit);
}

/* Indices of the history values of a contact in the laws of twisting resistance. SPRING: effective radius times angle
   of the spring [m]. SLIP: mean slip of the last step [m/s]. */
enum { GR_TWIST_SPRING, GR_TWIST_SLIP, GR_TWIST_HISTORY };
#define GR_TWIST_ROWS                                                                                                  \
  [GR_TWIST_SPRING] = {"twist", "m", "displacement of the spring: R times the angle"},                                 \
  [GR_TWIST_SLIP] = {"twist_slip", "m/s", "mean slip of the last step"}

/* Returns the displacement of the spring of contact i after the step [m], before Coulomb's limit is applied. Also
   writes the mean slip of the step to the trial history. slip: effective radius times relative spin about n [m/s].
   weight: result of GrSlipWeightsOf. h: length of the step [s]. first: whether contact i is in its first step. */
static inline double GrTwistMoved(const GrSlideBatch *batch, GrSlipWeights weight, double h, bool first, double slip,
                                  int i)
{
  const double before = batch->history[GR_TWIST_SLIP][i], spring = batch->history[GR_TWIST_SPRING][i];
  const double time = GrTouchTime(first, h, batch->rate[i], batch->overlap[i]);
  const double share = (first ? 0.5 : weight.inner) + weight.outer;
  batch->trial[GR_TWIST_SLIP][i] = (first ? 1.0 : weight.share) * slip + weight.rest * before;
  return spring + weight.before * h * before + share * time * slip;
}

/* Implements GrTwistRun for a constant `total`, the input `slider: total`, so that the loop has no branches. */
GR_INLINE void GrTwistRunKind(const GrSlideBatch *batch, GrSlideTermsOf terms, bool areal, bool total)
{
  const double share = GrSlipShareOfMean(batch), h = batch->interval;
  const GrSlipWeights weight = GrSlipWeightsOf(batch);
  const bool begins = batch->velocity != GR_VELOCITY_MEAN;
  double *restrict kept = batch->trial[GR_TWIST_SPRING], *slip_mean = batch->trial[GR_TWIST_SLIP];
  double *restrict power = batch->power, k_of[GR_SLIDE_BATCH], found[GR_SLIDE_BATCH];
  const double *restrict root = areal ? GrSlideRoots(batch, found) : NULL;

  GR_INDEPENDENT
  for (int i = 0; i < batch->n; i++) {
    const GrVector n = GrVectorAt(batch->normal, i);
    const double slip = GrDot(GrVectorAt(batch->slip, i), n);
    const GrSlideTerms m = terms(batch, areal ? root[i] : 0.0, i);
    const bool first = begins & (batch->history[GR_TWIST_SLIP][i] == 0.0);
    const double spring = GrTwistMoved(batch, weight, h, first, slip, i), mean = slip_mean[i], ahead = slip - mean;
    const double elastic = total ? m.k * spring : GrTwistLimited(m.k * spring, m.cap), trial = -(elastic + m.c * slip);
    const double force = GrTwistLimited(trial, m.cap), k = m.k > 0.0 ? m.k : 1.0, rest = -(force + m.c * slip) / k;
    const double excess = h * m.k * mean * (ahead + share * mean) + 2.0 * m.c * (ahead * ahead);
    const bool sticks = (force == trial) & (total | (fabs(m.k * spring) <= m.cap));
    const double now = total & (force != trial) & (m.k > 0.0) ? rest : elastic / k;
    GrVectorPut((GrVector){force * n.x, force * n.y, force * n.z}, batch->force, i);
    kept[i] = now;
    k_of[i] = m.k;
    power[i] = -force * slip - (sticks ? excess : 0.0);
  }
  for (int i = 0; batch->stored && i < batch->n; i++)
    batch->stored[i] = 0.5 * k_of[i] * (kept[i] * kept[i]);
}

/* Implements GrLaw.slide for a law of twisting resistance: computes forces, trial histories, energies and powers of a
   batch. Coulomb's limit applies to the total force and, unless the input has `slider: total`, also to the force of the
   spring. terms: function that computes stiffness, viscosity and limits of a contact. areal: whether `terms` needs the
   contact radius. */
GR_INLINE void GrTwistRun(const GrSlideBatch *batch, GrSlideTermsOf terms, bool areal)
{
  if (batch->coefficient[GR_SLIDE_SLIDER][0] != GR_SLIDER_SPRING)
    GrTwistRunKind(batch, terms, areal, true);
  else
    GrTwistRunKind(batch, terms, areal, false);
}

#endif
