/* Vectors in the contact plane, and the mean slip (relative velocity of the two surfaces) of a time step; see slide.h.
   */
#ifndef GRANUM_LAW_SLIDE_SLIP_H
#define GRANUM_LAW_SLIDE_SLIP_H

#include "base/math/elementary.h"
#include <granum/law.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

/* A vector, for example a slip [m/s] or a spring displacement [m]. */
typedef struct {
  double x, y, z;
} GrVector;

static inline double GrDot(GrVector a, GrVector b)
{
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

/* Returns the vector a v + b w. */
static inline GrVector GrVectorSum(double a, GrVector v, double b, GrVector w)
{
  return (GrVector){a * v.x + b * w.x, a * v.y + b * w.y, a * v.z + b * w.z};
}

/* Returns the vector of contact i. v[k]: component k of the vectors of all contacts of a batch. */
static inline GrVector GrVectorAt(const double *const v[3], int i)
{
  return (GrVector){v[0][i], v[1][i], v[2][i]};
}

/* Writes the vector v of contact i to the arrays to[k] of its components. */
static inline void GrVectorPut(GrVector v, double *const to[3], int i)
{
  to[0][i] = v.x;
  to[1][i] = v.y;
  to[2][i] = v.z;
}

/* Returns the vector of contact i. v: components of the vectors, in a working array of the law. */
static inline GrVector GrVectorIn(const double v[3][GR_SLIDE_BATCH], int i)
{
  return (GrVector){v[0][i], v[1][i], v[2][i]};
}

/* Writes the vector v of contact i to a working array of the law. */
static inline void GrVectorSet(GrVector v, double to[3][GR_SLIDE_BATCH], int i)
{
  to[0][i] = v.x;
  to[1][i] = v.y;
  to[2][i] = v.z;
}

/* Returns contact radius/sqrt(effective radius) of each contact [m^(1/2)]: the values of the normal law or, if it has
   none, Hertz's values sqrt(overlap), in found[GR_SLIDE_BATCH]. */
static inline const double *GrSlideRoots(const GrSlideBatch *batch, double *restrict found)
{
  if (batch->root)
    return batch->root;
  for (int i = 0; i < batch->n; i++)
    found[i] = GrRoot(batch->overlap[i]);
  return found;
}

/* Weights [1] by which one step changes the spring displacement xi [m] and the mean slip q [m/s]. In these formulas
   before, inner, ... are members of the struct:
     xi = g [turn(xi_0 + before*h*q_0) + inner*h*s] + outer*h*s,  q = share*s + rest*q_0
     first step of a contact, unless s is a mean slip:  xi = g t s/2 + t s/2,  q = s
   xi_0, q_0: values after the previous step, from the contact history. s: slip, an argument of the law. h: length of
   the step. t: time in the step during which the surfaces touch. g: growth factor of the spring [1]. turn: rotation
   into the contact plane (slide.h). With Runge-Kutta methods q is not a mean, but the slip s at the end of the step. */
typedef struct {
  /* factors in the equation for xi: of q_0, of s in the bracket, of s after the bracket */
  double before, inner, outer;
  double share, rest; /* factors in the equation for q, with the sum 1: of the current slip s, of q_0 */
} GrSlipWeights;

/* Returns the weights for slips s that are mean slips: each step of length h adds h s to the spring displacement. */
static inline GrSlipWeights GrSlipWeightsOfSum(void)
{
  return (GrSlipWeights){0.0, 0.0, 1.0, 1.0, 0.0};
}

/* Returns the weights for the kind of velocity from which the slips of the batch were computed (batch->velocity). A
   prediction over no time keeps the mean slip q_0. */
static inline GrSlipWeights GrSlipWeightsOf(const GrSlideBatch *batch)
{
  if (batch->velocity == GR_VELOCITY_PREDICTED && batch->interval > 0.0)
    return (GrSlipWeights){1.0 / 3.0, 1.0 / 6.0, 0.5, 2.0 / 3.0, 1.0 / 3.0};
  if (batch->velocity == GR_VELOCITY_PREDICTED)
    return (GrSlipWeights){0.0, 0.0, 0.0, 0.0, 1.0};
  return batch->velocity == GR_VELOCITY_AT_END ? (GrSlipWeights){0.5, 0.0, 0.5, 1.0, 0.0} : GrSlipWeightsOfSum();
}

/* Returns the time t within a step during which the surfaces touch [s]: min(d/v, h) in the first step of a contact,
   otherwise h. h: length of the step [s]; rate: overlap rate v [m/s]; overlap: d [m]. A contact under adhesion may have
   no slip before a step with d <= 0; it has touched before, so t is h. Both cases use one division, so that the
   compiler vectorises the loop. */
static inline double GrTouchTime(bool first, double h, double rate, double overlap)
{
  const bool closes = first & (overlap > 0.0);
  const double slowest = overlap * (1.0 / h), speed = rate > slowest ? rate : slowest;
  return (closes ? overlap : h) / (closes ? speed : 1.0);
}

/* Returns the factor [1] of h k q.q in GrSlipExcess: 1/2 if the slips are means over the step, otherwise 0. */
static inline double GrSlipShareOfMean(const GrSlideBatch *batch)
{
  return batch->velocity == GR_VELOCITY_MEAN ? 0.5 : 0.0;
}

/* Returns (h k q + 2 c (s - q)).(s - q) + share h k q.q [W]. This correction is subtracted from the power -F.s of a
   contact that sticks (`Power` in the head of slide.h). hk: length h of the step times stiffness k [N s/m]. c:
   viscosity [N s/m]. share: value of GrSlipShareOfMean [1]. slip: slip s [m/s]. mean: mean slip q [m/s]. */
static inline double GrSlipExcess(double hk, double c, double share, GrVector slip, GrVector mean)
{
  const GrVector ahead = {slip.x - mean.x, slip.y - mean.y, slip.z - mean.z};
  return hk * (GrDot(mean, ahead) + share * GrDot(mean, mean)) + 2.0 * c * GrDot(ahead, ahead);
}

/* Returns whether a contact is in its first step. mean: mean slip in the previous step, from the contact history. It is
   0 if the contact did not exist in that step. */
static inline bool GrIsFirst(GrVector mean)
{
  return fabs(mean.x) + fabs(mean.y) + fabs(mean.z) == 0.0;
}

/* Whether some contact of the batch is in its first step, which has other weights; false if slips are means over a
   step. mean: index of the mean slip in the contact history. */
static inline bool GrSlipBegins(const GrSlideBatch *batch, int mean)
{
  int64_t first = 0;

  for (int i = 0; i < batch->n; i++)
    first += GrIsFirst(GrVectorAt(batch->history + mean, i));
  return first > 0 && batch->velocity != GR_VELOCITY_MEAN;
}

#endif
