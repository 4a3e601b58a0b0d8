/* The box that particles live in. */
#ifndef GRANUM_PARALLEL_BOX_H
#define GRANUM_PARALLEL_BOX_H

#include <petscsys.h>

/* Sides along x, y, z. A side that is not periodic does not hold particles back: walls do. */
typedef struct {
  double lower[3], upper[3]; /* [m] */
  PetscBool periodic[3];
} GrBox;

#endif
