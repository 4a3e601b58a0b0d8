/* The coefficient h of hysteresis damping that returns a given restitution exactly. */
#ifndef GRANUM_LAW_EXACT_HYSTERESIS_H
#define GRANUM_LAW_EXACT_HYSTERESIS_H

/* The positive root of h (1 + e) = ln[(1 + h)/(1 - e h)], 0 < e <= 1; 0 for e = 1. */
double GrExactHysteresis(double e);

#endif
