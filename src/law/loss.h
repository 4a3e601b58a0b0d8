/* Loss factors: from a coefficient of restitution e to the damping of a spring. */
#ifndef GRANUM_LAW_LOSS_H
#define GRANUM_LAW_LOSS_H

#include "elementary.h"
#include <granum/law.h>

/* The parameter `viscosity` of laws that are static without it: the dashpot gamma0 v, any overlap. */
#define GR_VISCOSITY                                                                                                   \
  {                                                                                                                    \
    "viscosity", "N s/m", NULL, 0, INFINITY, false, true, "0", "gamma0 of the dashpot", 0                              \
  }

/* g1 = 2 |ln e|/sqrt(pi^2 + ln^2 e): a linear spring k with the dashpot g1 sqrt(k m) returns e (W25 eq. 11). */
static inline double GrLossLinear(double e)
{
  double log_e = GrLog(e);
  return 2.0 * fabs(log_e) / sqrt(GR_PI * GR_PI + log_e * log_e);
}

/* g2 = 9 sqrt(5) (1 - e^2)/{e [e (9 pi - 16) + 16]}: for K d^(3/2) + g2 sqrt(K m) d^(1/4) v (W25 eq. 23). */
static inline double GrLossJankowski(double e)
{
  return 9.0 * sqrt(5.0) * (1.0 - e * e) / (e * (e * (9.0 * GR_PI - 16.0) + 16.0));
}

/* The inverse of GrLossLinear: what a linear spring with a dashpot of this loss factor returns. Nothing comes back if
   it is overdamped. For theory only; not the same bits on every machine. */
static inline double GrReturnedLinear(double loss)
{
  return loss < 2.0 ? exp(-GR_PI * loss / sqrt(4.0 - loss * loss)) : 0.0;
}

/* K d^(3/2) + c d^(1/4) v is linear in the variable d^(5/4): m v dv = -(k y + c' v) dy for y = d^(5/4), k = 4 K/5 and
   c' = 4 c/5, so that this is its loss factor c'/sqrt(k m). */
static inline double GrLossOfRoot(double c, double k, double mass)
{
  return sqrt(0.8) * c / sqrt(k * mass);
}

/* The dashpot g sqrt(k m); none without loss, even if both bodies are held and m is infinite. */
static inline double GrDashpot(double loss, double stiffness, double mass)
{
  return loss > 0.0 ? loss * sqrt(stiffness * mass) : 0.0;
}

#endif
