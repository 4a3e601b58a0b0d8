/* Loss factors: from a coefficient of restitution e to the damping of a spring. */
#ifndef GRANUM_LAW_LOSS_H
#define GRANUM_LAW_LOSS_H

#include "elementary.h"

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

/* The dashpot g sqrt(k m); none without loss, even if both bodies are held and m is infinite. */
static inline double GrDashpot(double loss, double stiffness, double mass)
{
  return loss > 0.0 ? loss * sqrt(stiffness * mass) : 0.0;
}

#endif
