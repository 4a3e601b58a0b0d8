/* Common code of the laws of twisting: the slider of slide.h with numbers in place of vectors. */
#ifndef GRANUM_LAW_TWIST_H
#define GRANUM_LAW_TWIST_H

#include "law/slide.h"

/* Spring and force of one contact, and the power: loss of the dashpot if it sticks, otherwise -force times slip. */
typedef struct {
  double spring, force, power; /* [m], [N], [W] */
} GrTwist;

/* Clamps x to [-limit, limit]. Returns 0 if limit <= 0, NaN if limit is NaN. */
static inline double GrTwistLimited(double x, double limit)
{
  const double within = x > limit ? limit : x < -limit ? -limit : x;
  return limit <= 0.0 ? 0.0 : within + 0.0 * limit;
}

/* Slider of slide.h for a spring and a slip along the normal. total: slider: total. spring: displacement [m]; slip [m/s].
 */
static inline GrTwist GrTwistOf(GrSlideTerms m, bool total, double spring, double slip)
{
  const double elastic = total ? m.k * spring : GrTwistLimited(m.k * spring, m.cap), trial = -(elastic + m.c * slip);
  const double force = GrTwistLimited(trial, m.cap), rest = m.cap <= 0.0 ? 0.0 : -(force + m.c * slip) / m.k;
  return (GrTwist){total && force != trial ? rest : elastic / m.k, force,
                   force == trial ? m.c * (slip * slip) : -force * slip};
}

#endif
