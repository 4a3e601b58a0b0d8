/* Shapes of the input key `within` (GrWithin, case/grains.h), and spheres inside them. */
#ifndef GRANUM_PARTICLE_FILL_WITHIN_H
#define GRANUM_PARTICLE_FILL_WITHIN_H

#include "case/case.h"
#include <stdbool.h>

/* Checks the numbers that define a shape. Returns NULL, or an error message of the form "fault; correction". */
const char *GrFillWithinCheck(const GrWithin *within, int dimension);

/* Returns whether a point x [m] is inside the shape or on its surface. The shape must not be GR_WITHIN_DISC. */
bool GrFillWithinHas(const GrWithin *within, int dimension, const double x[3]);

/* Returns whether a sphere with the centre x and this radius [m] is completely inside the shape, up to rounding, or a
   number is NaN. True for GR_WITHIN_ALL. */
bool GrFillWithinHolds(const GrWithin *within, int dimension, const double x[3], double radius);

#endif
