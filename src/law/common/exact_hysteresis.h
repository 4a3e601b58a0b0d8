/* Relation between the coefficient h [1] of hysteresis damping and the restitution e [1]. The force with this damping
   is F = f(d) (1 + h v/v0), with the static force f, the overlap d, the overlap rate v and the approach speed v0. */
#ifndef GRANUM_LAW_EXACT_HYSTERESIS_H
#define GRANUM_LAW_EXACT_HYSTERESIS_H

/* Returns the coefficient h for the restitution e, 0 < e <= 1. h is the positive root of the equation
   h (1 + e) = ln[(1 + h)/(1 - e h)]; it is 0 for e = 1. */
double GrExactHysteresis(double e);

/* Returns the restitution e, 0 < e <= 1, for the coefficient h >= 0: the inverse function of GrExactHysteresis. */
double GrExactRestitution(double h);

/* Returns the restitution of hysteresis damping with two coefficients: h up to an overlap d_1, and c at larger
   overlaps. d_1 is the overlap at which the spring energy divided by (reduced mass v0^2) is `work` [1]. */
double GrExactRestitutionOfTwo(double h, double c, double work);

#endif
