/* Selection of the particles of a group that are inside a shape, the key `within` (GrWithin, granum/case.h). */
#ifndef GRANUM_PARTICLE_FILL_WITHIN_H
#define GRANUM_PARTICLE_FILL_WITHIN_H

#include "particle/fill/group.h"

/* Checks the numbers of a shape. Returns NULL, or a sentence: the problem; the remedy. */
const char *GrFillWithinCheck(const GrWithin *within, int dimension);

/* Whether a point x [m] is inside the shape or on its surface. Not for discs. */
PetscBool GrFillWithinHas(const GrWithin *within, int dimension, const double x[3]);

/* Removes the particles of a group that are not wholly inside the shape, and renumbers the ids without gaps. Radii must
   be set. Collective. */
PetscErrorCode GrFillWithinCut(GrFilling *making);

#endif
