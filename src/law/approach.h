/* Common code of laws with a Hertzian spring whose damping depends on the approach speed v0 [m/s] of a contact.

   v0 is the overlap rate at the moment the contact closes, or the parameter `speed_floor` if the rate is smaller. The
   first evaluation of a contact that was open (committed history 0) sets it. v0 is kept until the contact opens again.
   A contact that is closed from the beginning, or closes at rest, has v0 = speed_floor. If the parameter
   `impact_velocity` is given, all contacts have this v0 instead: a whole chain then has the damping factor of its first
   impact (W23 section 6.3). The code clamps the rate to a range: from speed_floor to infinity or, if impact_velocity is
   given, to the single value impact_velocity.

   The bound on damping does not have v0 as an argument. It uses the speed that reaches the overlap d without loss,
   1/2 m v0^2 = 2/5 K d^(5/2). A free impact that reaches d with losses has a higher approach speed. */
#ifndef GRANUM_LAW_APPROACH_H
#define GRANUM_LAW_APPROACH_H

#include "base/math/elementary.h"
#include "base/math/independent.h"
#include "law/rows.h"
#include <float.h>
#include <granum/law.h>

/* Row of the parameter `speed_floor`. */
#define GR_APPROACH_FLOOR                                                                                              \
  "speed_floor", "m/s", NULL, 1e-9, INFINITY, false, true, "1e-4 m/s",                                                 \
      "smallest approach speed v0 of the law; a contact that closes more slowly, or is closed at the start, has "      \
      "this v0",                                                                                                       \
      0

/* Row of the parameter `impact_velocity`. */
#define GR_APPROACH_GIVEN                                                                                              \
  "impact_velocity", "m/s", NULL, ABOVE_ZERO, "",                                                                      \
      "v0 of all contacts, such as the speed of the first impact; if omitted: each contact has its own v0", 0

/* Row of the only history value, v0. */
#define GR_APPROACH_HISTORY                                                                                            \
  "approach_speed", "m/s", "v0: overlap rate when the contact closed, at least speed_floor; or impact_velocity"

/* Text about v0 for the law cards. */
#define GR_APPROACH_CARD                                                                                               \
  "v0 is recorded when the contact closes, at least speed_floor, and kept until it opens; impact_velocity gives one "  \
  "v0 to all contacts. Without it a contact that rests, or is precompressed from the beginning, has v0 = speed_floor"

/* Text about the bound on damping for the law cards. */
#define GR_APPROACH_BOUND                                                                                              \
  "The bound on damping, and with it the step chosen by the run, takes v0 as the speed that reaches the overlap "      \
  "without loss, 1/2 m v0^2 = 2/5 K d^(5/2)"

/* Computes the smallest and the largest possible v0 [m/s]. floor: value of speed_floor; given: value of
   impact_velocity. */
static inline void GrApproachRange(const GrLawValue *floor, const GrLawValue *given, double *lowest, double *highest)
{
  *lowest = given->given ? given->number : floor->number;
  *highest = given->given ? given->number : DBL_MAX;
}

/* Returns v0 of a contact that closes at the overlap rate `rate` [m/s]: the rate, clamped to the range. NaN if the rate
   is NaN. */
static inline double GrApproachAt(double rate, double lowest, double highest)
{
  double onset = GrLarger(lowest, rate);
  return onset > highest ? highest : onset;
}

/* Returns v0 of contact i of a batch, and writes it to the trial history, whose only value is v0. The coefficients
   number `lowest` and `lowest` + 1 are the smallest and the largest v0. */
GR_INLINE double GrApproachFollow(const GrLawBatch *batch, int i, int lowest)
{
  const double *const *c = batch->coefficient, committed = batch->history[0][i];
  const double onset = GrApproachAt(batch->rate[i], c[lowest][i], c[lowest + 1][i]);
  return batch->trial[0][i] = committed == 0.0 ? onset : committed; /* a committed NaN is kept */
}

/* Computes three coefficients of a law: the smallest and the largest v0 [m/s], and sqrt(4 K/(5 m)) [m^-0.25/s], which
   GrApproachImplied needs. floor, given: values of speed_floor and impact_velocity; stiffness: K; mass: m. */
static inline void GrApproachPrepare(const GrLawValue *floor, const GrLawValue *given, double stiffness, double mass,
                                     double coefficient[3])
{
  GrApproachRange(floor, given, &coefficient[0], &coefficient[1]);
  coefficient[2] = sqrt(0.8 * stiffness / mass);
}

/* Returns the v0 [m/s] with which a contact without losses would reach `overlap` [m], clamped to the range.
   coefficient: the three numbers of GrApproachPrepare. */
static inline double GrApproachImplied(const double coefficient[3], double overlap)
{
  return GrApproachAt(coefficient[2] * overlap * sqrt(sqrt(overlap)), coefficient[0], coefficient[1]);
}

#endif
