/* Event location: steps that end exactly where the motion is not smooth.

   at a corner of the law, or at the end of the contact (q = 0): a step by q
   at a turning point (v = 0): a step by v
   The step to a corner ends before it, so that no stage sees the other side; when it is accepted, the state is moved
   beyond the corner, by some 1e-13 of the overlap. */
#ifndef GRANUM_IMPACT_EVENT_LOCATION_H
#define GRANUM_IMPACT_EVENT_LOCATION_H

#include "impact/trial.h"

/* Has the trial step passed something to end at? Then the next trial will end there. */
PetscBool GrLocatesEvent(GrLanes *lanes, int lane, GrImpactLoop *loop);

/* The same for a corner that a step by s has passed, whatever its error. */
PetscBool GrLocatesCorner(GrLanes *lanes, int lane, GrImpactLoop *loop);

#endif
