/* Vectors in the contact plane, and the mean slip of a step; equations: law/slide/slide.h. */
#ifndef GRANUM_LAW_SLIDE_SLIP_H
#define GRANUM_LAW_SLIDE_SLIP_H

#include <granum/law.h>
#include <math.h>

typedef struct {
  double x, y, z;
} GrVector;

static inline double GrDot(GrVector a, GrVector b)
{
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

/* a v + b w */
static inline GrVector GrVectorSum(double a, GrVector v, double b, GrVector w)
{
  return (GrVector){a * v.x + b * w.x, a * v.y + b * w.y, a * v.z + b * w.z};
}

/* Weights [1] in the update of the spring displacement, xi = g [turn(xi_0 + before h q_0) + inner h s] + outer h s, and
   of the mean slip, q = share s + rest q_0. Exception: in the first step of a contact xi = g t s/2 + t s/2 and q = s.
   The symbols are those of slide.h. */
typedef struct {
  double before, inner, outer, share, rest;
} GrSlipWeights;

/* Returns the weights if xi is the sum of the slips s of all steps, each times h. */
static inline GrSlipWeights GrSlipWeightsOfSum(void)
{
  return (GrSlipWeights){0.0, 0.0, 1.0, 1.0, 0.0};
}

static inline GrSlipWeights GrSlipWeightsOf(const GrSlideBatch *batch)
{
  if (batch->velocity == GR_VELOCITY_PREDICTED)
    return (GrSlipWeights){1.0 / 3.0, 1.0 / 6.0, 0.5, 2.0 / 3.0, 1.0 / 3.0};
  return batch->velocity == GR_VELOCITY_AT_END ? (GrSlipWeights){0.5, 0.0, 0.5, 1.0, 0.0} : GrSlipWeightsOfSum();
}

/* Returns t, the part of the step in which the surfaces touch [s]: min(d/v, h) in the first step of a contact,
   otherwise h. Both cases share one division, so that the compiler vectorises the loop. */
static inline double GrTouchTime(bool first, double h, double rate, double overlap)
{
  const double slowest = overlap * (1.0 / h), speed = rate > slowest ? rate : slowest;
  return (first ? overlap : h) / (first ? speed : 1.0);
}

/* Returns the factor of q.q in the correction of the power (GrSlipExcess): 1/2 if the slip s is the mean slip q,
   otherwise 0. */
static inline double GrSlipShareOfMean(const GrSlideBatch *batch)
{
  return batch->velocity == GR_VELOCITY_MEAN ? 0.5 : 0.0;
}

/* Returns the correction of the power of a contact that sticks (`Power` in the head of slide.h) [W]. hk: h k [N s/m];
   c: viscosity [N s/m]; share: GrSlipShareOfMean; slip: s; mean: q [m/s]. */
static inline double GrSlipExcess(double hk, double c, double share, GrVector slip, GrVector mean)
{
  const GrVector ahead = {slip.x - mean.x, slip.y - mean.y, slip.z - mean.z};
  return hk * (GrDot(mean, ahead) + share * GrDot(mean, mean)) + 2.0 * c * GrDot(ahead, ahead);
}

/* Whether a contact is in its first step: its committed mean slip (x, y, z) is 0. */
static inline bool GrIsFirst(double x, double y, double z)
{
  return fabs(x) + fabs(y) + fabs(z) == 0.0;
}

#endif
