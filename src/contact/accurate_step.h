/* The longest step at which free impacts of a pair type are accurate; see accurate_step.c. */
#ifndef GRANUM_CONTACT_ACCURATE_STEP_H
#define GRANUM_CONTACT_ACCURATE_STEP_H

#include "contact/model.h"

/* Result of GrModelAccurateStep. */
typedef struct {
  /* time step [s] */
  double step;
  /* largest relative error of an impact at the time step `step` [1], as GrModelAccurateStep defines it */
  double error;
  /* duration of the normal impact, computed with a very short step [s]; 0: the bodies do not separate */
  double duration;
} GrAccurateStep;

/* Finds the longest step at which the error of free impacts of a pair type is at most `accuracy` [1]. The error is the
   largest relative error of rebound speed and change of slip; in one dimension, of rebound speed, duration and the peak
   force of a wave. speed: approach speed [m/s]. from_rest: whether the wave enters
   contacts that touch already, without motion (a chain at rest); GrModelStepFromRest must then return a finite step. If
   no step down to a hundredth of the stable step meets the accuracy, the result is the shortest step tried; its error
   then exceeds `accuracy`. Not collective. */
PetscErrorCode GrModelAccurateStep(const GrModel *model, PetscInt type, double speed, double accuracy,
                                   PetscBool from_rest, GrAccurateStep *found);

#endif
