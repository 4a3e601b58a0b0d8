/* The longest step at which free impacts of a pair type are accurate; see accurate_step.c. */
#ifndef GRANUM_CONTACT_ACCURATE_STEP_H
#define GRANUM_CONTACT_ACCURATE_STEP_H

#include "contact/model.h"

typedef struct {
  double step;     /* [s] */
  double error;    /* largest error of the impacts at this step [1] */
  double duration; /* of the normal impact with the reference step [s]; 0 if the bodies do not separate */
} GrAccurateStep;

/* Finds the longest step at which free impacts of the pair type at the approach speed `speed` [m/s] are within
   `accuracy` [1]: restitution and change of the slip, on a line restitution and duration. If no step down to a
   hundredth of the stable step reaches the accuracy, finds the shortest step tried. Not collective. */
PetscErrorCode GrModelAccurateStep(const GrModel *model, PetscInt type, double speed, double accuracy,
                                   GrAccurateStep *found);

#endif
