/* Rest: what the energies of a contact say about a ball that may stay. */
#ifndef GRANUM_IMPACT_REST_H
#define GRANUM_IMPACT_REST_H

#include "impact/lanes.h"

/* Has the ball less energy than it takes to part? With gravity only; without, nothing holds it but sticking. */
PetscBool GrBallStays(const GrLanes *lanes, int lane);

/* Largest overlap [m] at which the contact, slowly changed, carries the ball: static force = m g; without
   gravity, at which it does not push. `reach`: an overlap that was reached. */
double GrStaticOverlap(const GrLanes *lanes, int lane, double reach);

/* Energy of the motion above that of rest at this overlap [J]. */
double GrEnergyAbove(const GrLanes *lanes, int lane, double static_overlap);

#endif
