/* Removes the particles of a group that are outside a shape: the input key `within` (GrWithin, granum/case.h). */
#ifndef GRANUM_PARTICLE_FILL_WITHIN_H
#define GRANUM_PARTICLE_FILL_WITHIN_H

#include "particle/fill/group.h"

/* Checks the numbers that define a shape. Returns NULL, or an error message of the form "fault; correction". */
const char *GrFillWithinCheck(const GrWithin *within, int dimension);

/* Returns whether a point x [m] is inside the shape or on its surface. The shape must not be GR_WITHIN_DISC. */
PetscBool GrFillWithinHas(const GrWithin *within, int dimension, const double x[3]);

/* Removes the particles of a group that are not completely inside the shape, and renumbers the remaining particles:
   their ids then have no gaps. The radii must be set before. Collective. */
PetscErrorCode GrFillWithinCut(GrFilling *making);

#endif
