/* The inside of a TS of type verlet (time/verlet.h). */
#ifndef GRANUM_TIME_VERLET_IMPL_H
#define GRANUM_TIME_VERLET_IMPL_H

#include "time/verlet.h"

typedef enum { GR_VELOCITY_FULL, GR_VELOCITY_HALF } GrVelocityAtForce;

typedef struct {
  GrVerletForces forces;
  void *context;
  GrVelocityAtForce velocity;
  GrLayout layout;
  PetscInt rates;         /* accelerations on this rank */
  PetscReal *a;           /* at the time of the solution; the caller's memory */
  PetscReal *before;      /* [length + rates] state and accelerations before the step, if it may be taken back */
  PetscBool kept;         /* `before` holds the last step's start */
  PetscBool carried;      /* `a` was brought by the caller and belongs to the solution */
  PetscBool current;      /* `a` belongs to the solution... */
  PetscObjectState state; /* ...as it was at this state */
  GrStepClock clock;
} GrVerlet;

#endif
