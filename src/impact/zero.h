/* Zeros: steps whose length is searched for, so that they end at a zero or an extremum of the force. */
#ifndef GRANUM_IMPACT_ZERO_H
#define GRANUM_IMPACT_ZERO_H

#include "impact/trial.h"

/* Zero of the force in restitution, where the impact ends or clipping begins: is the end of the trial step not yet a
   hair beyond it? Then the next trial is nearer. */
PetscBool GrSeeksZero(GrLanes *lanes, int lane, const GrRules *rules, GrImpactLoop *loop);

/* The same for an extremum of the force, which is wanted for its value. */
PetscBool GrSeeksExtremum(GrLanes *lanes, int lane, GrImpactLoop *loop);

#endif
