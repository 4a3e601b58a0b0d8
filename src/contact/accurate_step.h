/* The longest step at which free impacts of a pair type are accurate; see accurate_step.c. */
#ifndef GRANUM_CONTACT_ACCURATE_STEP_H
#define GRANUM_CONTACT_ACCURATE_STEP_H

#include "contact/model.h"

typedef struct {
  double step;     /* [s] */
  double error;    /* at this step [1] */
  double duration; /* of the fastest contact [s]; 0: it does not end */
} GrAccurateStep;

/* Finds the longest step at which free impacts of the pair type at the approach speed `speed` [m/s] are within
   `accuracy` [1]: restitution and change of the slip, on a line restitution and duration. If the accuracy is reached at
   no step down to a hundredth of the stable one, finds that step. Not collective. */
PetscErrorCode GrModelAccurateStep(const GrModel *model, PetscInt type, double speed, double accuracy,
                                   GrAccurateStep *found);

#endif
