/* Hysteresis damping, F = f(d) (1 + h v/v0): the relation between its coefficient h [1] and the restitution e [1]. */
#ifndef GRANUM_LAW_EXACT_HYSTERESIS_H
#define GRANUM_LAW_EXACT_HYSTERESIS_H

/* Returns h for the restitution e, 0 < e <= 1: the positive root of h (1 + e) = ln[(1 + h)/(1 - e h)]; 0 for e = 1. */
double GrExactHysteresis(double e);

/* Returns the restitution e, 0 < e <= 1, for h >= 0: the inverse function of GrExactHysteresis. */
double GrExactRestitution(double h);

/* Returns the restitution of hysteresis damping with two coefficients: h up to the overlap at which the work of the
   spring is `work` [1] times m v0^2, and c beyond this overlap. */
double GrExactRestitutionOfTwo(double h, double c, double work);

#endif
