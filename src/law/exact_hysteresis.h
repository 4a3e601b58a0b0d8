/* The coefficient h of hysteresis damping and the restitution that it returns exactly. */
#ifndef GRANUM_LAW_EXACT_HYSTERESIS_H
#define GRANUM_LAW_EXACT_HYSTERESIS_H

/* The positive root of h (1 + e) = ln[(1 + h)/(1 - e h)], 0 < e <= 1; 0 for e = 1. */
double GrExactHysteresis(double e);

/* The root e of the same relation for h >= 0, 0 < e <= 1. */
double GrExactRestitution(double h);

/* The restitution of hysteresis damping with the coefficient h up to an overlap, where the work of the spring is `work`
   times m v0^2, and c beyond. */
double GrExactRestitutionOfTwo(double h, double c, double work);

#endif
