/* Hysteresis damping, F = f(d) (1 + h v/v0): the relation between its coefficient h [1] and the restitution e [1]. */
#ifndef GRANUM_LAW_EXACT_HYSTERESIS_H
#define GRANUM_LAW_EXACT_HYSTERESIS_H

/* The positive root of h (1 + e) = ln[(1 + h)/(1 - e h)], 0 < e <= 1; 0 for e = 1. */
double GrExactHysteresis(double e);

/* The restitution e, 0 < e <= 1, that solves the same equation for h >= 0. */
double GrExactRestitution(double h);

/* Restitution of hysteresis damping with two coefficients: h up to the overlap at which the work of the spring is
   `work` times m v0^2, and c beyond this overlap. */
double GrExactRestitutionOfTwo(double h, double c, double work);

#endif
