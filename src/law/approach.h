/* What the laws on Hertz's spring share that remember the approach speed v0 [m/s] of a contact, its overlap rate when
   it closed.

   v0 is recorded by the first evaluation of a contact that was open (committed history 0), floored by the parameter
   `speed_floor`, and kept until the contact opens again. A contact that is closed from the beginning, or closes at
   rest, has v0 = speed_floor.

   No interface tells the bound on damping what v0 is. It uses the speed that reaches the overlap d if nothing is lost,
   1/2 m v0^2 = 2/5 K d^(5/2); a free impact that reaches d with losses came faster. */
#ifndef GRANUM_LAW_APPROACH_H
#define GRANUM_LAW_APPROACH_H

#include "elementary.h"
#include <granum/law.h>

/* The parameter `speed_floor`. */
#define GR_APPROACH_FLOOR                                                                                              \
  {                                                                                                                    \
    "speed_floor", "m/s", NULL, 1e-9, INFINITY, false, true, "1e-4 m/s",                                               \
        "smallest approach speed v0 the law uses; a contact that closes slower, or rests closed from the beginning, "  \
        "has this v0",                                                                                                 \
        0                                                                                                              \
  }

/* The one value of history. */
#define GR_APPROACH_HISTORY                                                                                            \
  {                                                                                                                    \
    "approach_speed", "m/s", "v0: overlap rate when the contact closed, at least speed_floor"                          \
  }

/* What the cards say of v0. */
#define GR_APPROACH_CARD                                                                                               \
  "v0 is recorded when the contact closes, at least speed_floor, and kept until it opens. A contact that rests, or "   \
  "is precompressed from the beginning, has v0 = speed_floor"

/* What the cards say of the bound on damping. */
#define GR_APPROACH_BOUND                                                                                              \
  "The bound on damping, and with it the step chosen by the run, takes v0 as the speed that reaches the overlap "      \
  "without loss, 1/2 m v0^2 = 2/5 K d^(5/2)"

/* The trial history of a contact. */
static inline double GrApproachSpeed(double committed, double rate, double floor)
{
  double onset = GrLarger(floor, rate);
  return committed == 0.0 ? onset : committed; /* a committed value which is not a number stays */
}

/* sqrt(4 K/(5 m)) [m^-0.25/s], from which GrApproachImplied has v0. */
static inline double GrApproachFactor(double stiffness, double mass)
{
  return sqrt(0.8 * stiffness / mass);
}

/* The v0 that reaches `overlap` without loss, floored. */
static inline double GrApproachImplied(double factor, double overlap, double floor)
{
  return GrLarger(floor, factor * overlap * sqrt(sqrt(overlap)));
}

#endif
