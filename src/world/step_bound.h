/* Limits of the time step of a world. */
#ifndef GRANUM_WORLD_STEP_BOUND_H
#define GRANUM_WORLD_STEP_BOUND_H

#include "case/case.h"
#include <granum/world.h>

enum { GR_STEP_REASON_MAX = 1024 };

/* Limits of the time step, estimated from the speeds, loads, gravity and precompression that the case gives. */
typedef struct {
  double stable;   /* longest stable time step [s]; infinite: no contact is expected to be loaded */
  double accurate; /* longest step at which impacts err by at most time.accuracy [s]; infinite: no impact expected */
  double error;  /* largest relative error of impacts at this step [1]; above time.accuracy: no step is short enough */
  double motion; /* longest step that resolves the prescribed motions; limits `accurate`; infinite: none [s] */
  char mover[GR_NAME_MAX]; /* name of the wall or of the group with this motion */
  double duration;         /* duration of the shortest expected impact [s]; 0: no impact is expected */
  double speed;            /* expected speed of impacts: the largest of all stages [m/s]; 0: no impact is expected */
  double impact_share;     /* largest overlap of a likely impact over the smaller radius of the bodies [1] */
  double rest_share;       /* the same under a load at rest; 0: no load is expected [1] */
  const char *rest_load;   /* name of this load; NULL: none */
  double rayleigh; /* Rayleigh time of the smallest particle [s]; 0: unknown, as a modulus or a density is missing */
  char reason[GR_STEP_REASON_MAX]; /* one line: limits `stable` and `accurate`, and the contacts that set them */
} GrStepBound;

/* Computes the limits of the time step; with stages, of the present or later one with the shortest step. Collective. */
PetscErrorCode GrWorldFindStepBound(GrWorld world, GrStepBound *bound);

/* Returns the step for `time.step: auto` [s], min(bound->accurate, time->safety bound->stable), or time->end / 100 if
   both are infinite. A run may shorten it to meet an output time. */
double GrWorldAutomaticStep(const GrStepBound *bound, const GrTime *time);

#endif
