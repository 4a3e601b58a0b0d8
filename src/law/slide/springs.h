/* Loops that compute friction forces from springs, dashpots and sliders (Coulomb's limit); symbols: slide.h. */
#ifndef GRANUM_LAW_SLIDE_SPRINGS_H
#define GRANUM_LAW_SLIDE_SPRINGS_H

#include "base/math/elementary.h"
#include "base/math/independent.h"
#include "law/slide/separation.h"
#include "law/slide/slip.h"
#include <stdbool.h>
#include <string.h>

/* Intermediate results for each contact of a batch, which the loops of this file pass to each other. */
typedef struct {
  _Alignas(GR_SLIDE_BATCH * sizeof(double)) double spring[3][GR_SLIDE_BATCH]; /* spring displacement xi [m] */
  double k[GR_SLIDE_BATCH], c[GR_SLIDE_BATCH];                                /* stiffness [N/m], viscosity [N s/m] */
  double force_ratio[GR_SLIDE_BATCH]; /* friction force/force of spring and dashpot [1]; 1: sticks */
  /* only with `slider: total`: (force_ratio - 1) c/k [s], 0 if k is 0; see GrSpringsPull */
  double lag[GR_SLIDE_BATCH];
  const double *root; /* contact radius/sqrt(effective radius) [m^(1/2)]; only with `area` */
} GrSprings;

/* Computes spring displacement (before Coulomb's limit is applied) and mean slip of each contact after the step.
   begins: result of GrSlipBegins. The factor g |x|/|f| of slide.h is computed with one root and one division. In g =
   min(under/over, most), `under` and `over` are the old or new contact radii divided by sqrt(effective radius).
   |x|/|f| is at most 100, so a spring nearly parallel to n becomes shorter. */
GR_INLINE void GrSpringsStretch(const GrSlideBatch *batch, GrSlideKind kind, bool begins, GrSprings *restrict s)
{
  const double *restrict rate = batch->rate, *restrict overlap = batch->overlap;
  const double *restrict before = kind.areal ? batch->history[GrSpringRootRow(kind)] : NULL;
  const int area = kind.areal ? (int)batch->coefficient[GR_SLIDE_AREA][0] : GR_AREA_DISPLACEMENT;
  const double *over = area == GR_AREA_RESCALE ? before : s->root;
  const double *under = area == GR_AREA_RESCALE || area == GR_AREA_DISPLACEMENT ? s->root : before;
  const double most = area == GR_AREA_FORCE ? 1e300 : 1.0, tiny = 1e-280, h = batch->interval;
  const double curved = area <= GR_AREA_FORCE && batch->velocity == GR_VELOCITY_PREDICTED ? 1.0 / 12.0 : 0.0;
  const GrSlipWeights weight = kind.total ? GrSlipWeightsOfSum() : GrSlipWeightsOf(batch);
  const double earlier = weight.before * h;

  GR_INDEPENDENT
  for (int i = 0; i < batch->n; i++) {
    const GrVector n = GrVectorAt(batch->normal, i), slip = GrVectorAt(batch->slip, i), none = {0.0, 0.0, 0.0};
    const GrVector last = kind.total ? none : GrVectorAt(batch->history + GR_SPRING_SLIP, i);
    const GrVector at = GrVectorAt(batch->history + GR_SPRING_X, i);
    const GrVector old = kind.total ? at : GrVectorSum(1.0, at, earlier, last);
    const double along = GrDot(old, n), divisor = kind.areal ? over[i] : 1.0, root = kind.areal ? under[i] : 1.0;
    const GrVector flat = GrVectorSum(1.0, old, -along, n);
    const double left = GrDot(flat, flat) + tiny, length = left + along * along, longest = 1e4 * left;
    const double factor = root < most * divisor ? root : most * divisor;
    const double whole = (length < longest ? length : longest) * (factor * factor);
    const double growth = sqrt(whole / (left * (divisor * divisor) + 1e-300));
    const bool first = begins && GrIsFirst(last);
    const double time = begins ? GrTouchTime(first, h, rate[i], overlap[i]) : h, inner = first ? 0.5 : weight.inner;
    const double g = growth < 1.0 ? growth : 1.0, curve = curved * ((1.0 - g) * (1.0 - g)) * (2.0 - g);
    const double outer = kind.areal && !kind.total ? weight.outer + curve : weight.outer;
    const double shift = kind.total ? h : (growth * inner + outer) * time;
    const GrVector kept = kind.total ? none : GrVectorSum(first ? 1.0 : weight.share, slip, weight.rest, last);
    GrVectorSet(GrVectorSum(growth, flat, shift, slip), s->spring, i);
    GrVectorPut(kept, batch->trial + GR_SPRING_SLIP, i);
  }
}

#define NEARLY_ONE (1.0 - 0x1p-53) /* largest |F|/|T| [1] of a contact that slides */

/* Applies Coulomb's limit: decides whether each contact sticks or slides, shortens springs, and sets s->force_ratio.
   Writes the spring displacements to the trial history or, with `slider: total`, to s->spring. */
GR_INLINE void GrSpringsMove(const GrSlideBatch *batch, GrSlideKind kind, GrSprings *restrict s)
{
  const double *restrict slid = kind.remembers ? batch->history[GR_SPRING_MORE] : NULL;

  GR_INDEPENDENT
  for (int i = 0; i < batch->n; i++) {
    const GrSlideTerms m = kind.terms(batch, kind.areal ? s->root[i] : 0.0, i);
    const GrVector slip = GrVectorAt(batch->slip, i), free = GrVectorIn(s->spring, i);
    const double limit = kind.remembers ? slid[i] != 0.0 ? m.cap : m.breakaway : m.breakaway, bound = limit * limit;
    const GrVector whole = GrVectorSum(m.k, free, m.c, slip);
    const double elastic = kind.total ? 0.0 : m.k * m.k * GrDot(free, free), both = GrDot(whole, whole);
    const bool sticks = (both > elastic ? both : elastic) <= bound, none = m.cap <= 0.0;
    const double cut = m.cap / sqrt(elastic + 1e-300), shortened = sticks || cut > 1.0 ? 1.0 : cut;
    const double kept = kind.total ? 1.0 : none ? 0.0 : shortened;
    const GrVector spring = {kept * free.x, kept * free.y, kept * free.z};
    const GrVector trial = GrVectorSum(m.k, spring, m.c, slip);
    const double ratio = m.cap / sqrt(GrDot(trial, trial) + 1e-300), slides = ratio > NEARLY_ONE ? NEARLY_ONE : ratio;
    const double force_ratio = sticks ? 1.0 : slides;
    if (!kind.total)
      GrVectorPut(spring, batch->trial + GR_SPRING_X, i);
    s->k[i] = m.k;
    s->c[i] = m.c;
    s->force_ratio[i] = none ? 0.0 : force_ratio;
    if (kind.total)
      s->lag[i] = m.k > 0.0 ? (s->force_ratio[i] - 1.0) * (m.c / m.k) : 0.0;
  }
}

/* Computes the friction forces and powers of the contacts. With `slider: total`, the spring displacement xi of a
   sliding contact becomes -(F + c s)/k, which is force_ratio xi + lag s with the old xi. share: value of
   GrSlipShareOfMean, as a constant. */
GR_INLINE void GrSpringsPull(const GrSlideBatch *batch, GrSlideKind kind, double share, const GrSprings *restrict s)
{
  const double h = batch->interval;
  const double *const *kept = (const double *const *)batch->trial;
  double *restrict power = batch->power;
  double *restrict slides = kind.remembers ? batch->trial[GR_SPRING_MORE] : NULL;
  double *restrict root = kind.areal ? batch->trial[GrSpringRootRow(kind)] : NULL;

  GR_INDEPENDENT
  for (int i = 0; i < batch->n; i++) {
    const double force_ratio = s->force_ratio[i];
    const GrVector slip = GrVectorAt(batch->slip, i), mean = GrVectorAt(kept + GR_SPRING_SLIP, i);
    const GrVector spring = kind.total ? GrVectorIn(s->spring, i) : GrVectorAt(kept + GR_SPRING_X, i);
    const GrVector force = GrVectorSum(-force_ratio * s->k[i], spring, -force_ratio * s->c[i], slip);
    const double sticks = force_ratio == 1.0 ? 1.0 : 0.0, hk = h * s->k[i],
                 c = s->c[i]; /* `sticks` is a factor, because a branch would prevent SIMD code */
    const double of_mean = share > 0 ? share * hk * GrDot(slip, slip) : 0.0;
    const double excess = kind.total ? of_mean : GrSlipExcess(hk, c, share, slip, mean);
    GrVectorPut(force, batch->force, i);
    power[i] = kind.total && share == 0 ? -GrDot(force, slip) : -GrDot(force, slip) - sticks * excess;
    if (kind.total)
      GrVectorPut(GrVectorSum(force_ratio, spring, s->lag[i], slip), batch->trial + GR_SPRING_X, i);
    if (kind.remembers)
      slides[i] = force_ratio == 1.0 || force_ratio == 0.0 ? 0.0 : 1.0;
    if (kind.areal)
      root[i] = s->root[i];
  }
}

/* Implements GrSlideRun for a constant `kind`, so that the compiler removes the branches of other kinds. */
GR_INLINE void GrSlideRunKind(const GrSlideBatch *batch, GrSlideKind kind)
{
  double root[GR_SLIDE_BATCH];
  GrSprings s;

  s.root = kind.areal ? GrSlideRoots(batch, root) : NULL;
  if (!kind.total && GrSlipBegins(batch, GR_SPRING_SLIP))
    GrSpringsStretch(batch, kind, true, &s);
  else
    GrSpringsStretch(batch, kind, false, &s);
  GrSpringsMove(batch, kind, &s);
  if (GrSlipShareOfMean(batch) > 0)
    GrSpringsPull(batch, kind, 0.5, &s);
  else
    GrSpringsPull(batch, kind, 0.0, &s);
  const GrSlideSprings springs = {1, NULL, s.k};
  for (int i = 0; batch->stored && i < batch->n; i++)
    batch->stored[i] = GrSlideStored((const double *const *)batch->trial, springs, i);
  for (int i = 0; batch->slides && i < batch->n; i++)
    batch->slides[i] = s.force_ratio[i] != 1.0;
  if (!kind.total)
    GrSlideRelease(batch, kind.terms, kind.areal ? s.root : NULL, kind.areal, springs);
}

/* Implements GrLaw.slide: computes forces, trial histories, energies, powers. Arguments: see members of GrSlideKind. */
GR_INLINE void GrSlideRun(const GrSlideBatch *batch, GrSlideTermsOf terms, bool areal, bool remembers)
{
  if (batch->coefficient[GR_SLIDE_SLIDER][0] != GR_SLIDER_SPRING)
    GrSlideRunKind(batch, (GrSlideKind){terms, areal, remembers, true});
  else
    GrSlideRunKind(batch, (GrSlideKind){terms, areal, remembers, false});
}

#endif
