/* Simulates free impacts of two bodies to find the longest time step at which they are accurate. accurate_step.c has
   the method. A pair type is a contact rule with its coefficients for two bodies (model.h). */
#ifndef GRANUM_CONTACT_ACCURATE_STEP_H
#define GRANUM_CONTACT_ACCURATE_STEP_H

#include "contact/model.h"

/* Result of GrModelAccurateStep. */
typedef struct {
  /* time step [s] */
  double step;
  /* largest relative error of the impacts at this time step [1] */
  double error;
  /* duration of a normal impact, computed with a very short step [s]; 0: the bodies do not separate */
  double duration;
} GrAccurateStep;

/* Finds the longest time step at which the relative error of free impacts of a pair type is at most `accuracy` [1]. Not
   collective.
     error      in dimension 2 and 3: the larger of the relative errors of the rebound speed and of the change of slip
                (relative velocity of the surfaces);
                in dimension 1: the largest of the relative errors of the rebound speed, of the duration of the impact,
                and of the peak force of a wave in a chain
     speed      approach speed of the two bodies [m/s]
     from_rest  whether the impact is a wave that enters a chain at rest, whose beads already touch; only for laws
                whose viscosity is larger if the contact closes more slowly (GrModelStepFromRest is finite)
   The shortest step tried is 1/100 of the stable step. If its error exceeds `accuracy`, it is the result nevertheless;
   the caller must check found->error. */
PetscErrorCode GrModelAccurateStep(const GrModel *model, PetscInt type, double speed, double accuracy,
                                   PetscBool from_rest, GrAccurateStep *found);

#endif
