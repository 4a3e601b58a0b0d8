/* Common code of laws with a Hertzian spring whose damping depends on the approach speed v0 [m/s] of a contact.

   v0 is the overlap rate at the time when the contact closes, but at least the value of the parameter `speed_floor`.
   The history of a contact stores v0, which does not change until the contact opens. If the value at the end of the
   last step (committed history) is 0, the contact is new, and its first evaluation computes v0. A contact that closes
   at rest, or is already closed at the start, has v0 = speed_floor. If the input gives the parameter `impact_velocity`,
   all contacts have v0 = impact_velocity. All contacts of a chain then have the damping factor of the first impact
   (paper W23, section 6.3; law/ma_liu.c has the reference). In the code v0 is always the overlap rate, limited to a
   range. Without impact_velocity the range is from speed_floor to infinity; with it, both ends of the range are
   impact_velocity.

   GrLaw.damping has the overlap d [m] as argument, but not v0. It uses the speed with which a contact without losses
   reaches d: 1/2 m v0^2 = 2/5 K d^(5/2), with the reduced mass m [kg] and the Hertzian stiffness K [N/m^(3/2)]. If the
   contact has losses, an impact needs a higher approach speed to reach d. */
#ifndef GRANUM_LAW_APPROACH_H
#define GRANUM_LAW_APPROACH_H

#include "base/math/elementary.h"
#include "base/math/independent.h"
#include "law/rows.h"
#include <float.h>
#include <granum/law.h>
#include <stdbool.h>

/* Initializer of the GrLawParameter `speed_floor`. */
#define GR_APPROACH_FLOOR                                                                                              \
  "speed_floor", "m/s", NULL, 1e-9, INFINITY, false, true, "1e-4 m/s",                                                 \
      "smallest approach speed v0 of the law; a contact that closes more slowly, or is closed at the start, has "      \
      "this v0",                                                                                                       \
      0

/* Initializer of the GrLawParameter `impact_velocity`. */
#define GR_APPROACH_GIVEN                                                                                              \
  "impact_velocity", "m/s", NULL, ABOVE_ZERO, "",                                                                      \
      "v0 of all contacts, such as the speed of the first impact; if omitted: each contact has its own v0", 0

/* Initializer of the GrLawHistory of v0, which is the only history value of these laws. */
#define GR_APPROACH_HISTORY                                                                                            \
  "approach_speed", "m/s", "v0: overlap rate when the contact closed, at least speed_floor; or impact_velocity"

/* Text of the law cards that explains v0. */
#define GR_APPROACH_CARD                                                                                               \
  "v0 is the approach speed when the contact closes, but at least speed_floor; it stays constant until the contact "   \
  "opens. impact_velocity sets the same v0 for all contacts. Without impact_velocity, a contact that exists at the "   \
  "start, or closes at speed 0, has v0 = speed_floor"

/* Text of the law cards that explains the damping from which the stable time step is computed. */
#define GR_APPROACH_BOUND                                                                                              \
  "The bound on damping, and therefore the automatic step, assumes that v0 is the approach speed that reaches the "    \
  "overlap d without loss: 1/2 m v0^2 = 2/5 K d^(5/2)"

/* Computes the smallest and the largest allowed approach speed v0 of a contact, *lowest and *highest [m/s]. floor:
   value of the parameter speed_floor; given: value of the parameter impact_velocity. */
static inline void GrApproachRange(const GrLawValue *floor, const GrLawValue *given, double *lowest, double *highest)
{
  *lowest = given->given ? given->number : floor->number;
  *highest = given->given ? given->number : DBL_MAX;
}

/* Returns the approach speed v0 of a contact that closes with the overlap rate `rate` [m/s]: the rate, limited to the
   range from lowest to highest. Returns NaN if the rate is NaN. */
static inline double GrApproachAt(double rate, double lowest, double highest)
{
  double onset = GrLarger(lowest, rate);
  return onset > highest ? highest : onset;
}

/* Returns the approach speed v0 of contact i of a batch, and writes it to the trial history. In the first evaluation of
   a contact v0 is its overlap rate; later it is the committed value. lowest: index of the coefficient that is the
   smallest v0; the next coefficient is the largest v0. */
GR_INLINE double GrApproachFollow(const GrLawBatch *batch, int i, int lowest)
{
  const double *const *c = batch->coefficient, committed = batch->history[0][i];
  const double onset = GrApproachAt(batch->rate[i], c[lowest][i], c[lowest + 1][i]);
  return batch->trial[0][i] = committed == 0.0 ? onset : committed; /* a committed NaN does not change */
}

/* Computes three coefficients of a law: smallest and largest approach speed v0 [m/s], and sqrt(4 K/(5 m)) [m^(-1/4)/s],
   with which GrApproachImplied computes v0. floor: value of the parameter speed_floor. given: value of the parameter
   impact_velocity. stiffness: Hertzian stiffness K [N/m^(3/2)]. mass: reduced mass m [kg]. */
static inline void GrApproachPrepare(const GrLawValue *floor, const GrLawValue *given, double stiffness, double mass,
                                     double coefficient[3])
{
  GrApproachRange(floor, given, &coefficient[0], &coefficient[1]);
  coefficient[2] = sqrt(0.8 * stiffness / mass);
}

/* Returns the approach speed [m/s] with which a contact without losses reaches `overlap` [m], limited to the range of
   v0. coefficient: the three coefficients that GrApproachPrepare computes. */
static inline double GrApproachImplied(const double coefficient[3], double overlap)
{
  return GrApproachAt(coefficient[2] * overlap * sqrt(sqrt(overlap)), coefficient[0], coefficient[1]);
}

#endif
