/* Expressions with observables (case/feedback.h) of an assembly: evaluates them, holds their values, and saves them. */
#ifndef GRANUM_BULK_FEEDBACK_H
#define GRANUM_BULK_FEEDBACK_H

#include "case/feedback.h"
#include "io/checkpoint/checkpoint.h"
#include <granum/world.h>
#include <stdbool.h>

/* Expressions with observables that are in force in a stage: first those of rates of a deforming box, then those of
   velocities of walls and of their surfaces, then the other expressions on which forces depend, then rates of
   insertion. */
typedef struct {
  int n_cell, n_walls, n_forces; /* number of the first kind, of the first two kinds, and of the first three kinds */
  int n;                         /* number of all */
  GrFunction **of;               /* [n] the expressions */
  double *value;                 /* [n] their new values during an evaluation */
  int n_observed;                /* number of different observables of these expressions */
  const GrCondition **observed;  /* [n_observed] the observables, of the first expression that has each */
  double *number;                /* [n_observed] their values during an evaluation */
} GrFeedbackList;

/* The lists of all stages. */
typedef struct {
  int n_lists; /* number of lists: that of the case, and those of its stages; 0: no expression has observables */
  GrFeedbackList *list; /* [n_lists] */
  bool in_use;          /* whether this world uses the held values of the case */
} GrBulkFeedback;

/* Lists the expressions of the case. Fails with GR_EXIT_INPUT if another world uses the case, whose expressions have
   one held value each. */
PetscErrorCode GrBulkFeedbackCreate(GrWorld world);
PetscErrorCode GrBulkFeedbackDestroy(GrBulkFeedback *feedback);

/* Evaluates the expressions in force at the committed state u at time t [s]. If a force may change, evaluates all
   forces again and commits them without a step. Collective. */
PetscErrorCode GrBulkFeedbackEvaluate(GrWorld world, double t, const double *u);

/* The same after an accepted step, every GrTime.feedback_every steps. A stage that begins evaluates its own. */
PetscErrorCode GrBulkFeedbackCheck(GrWorld world, double t, const double *u);

/* Returns the number of steps that can follow without a call of GrBulkFeedbackCheck. */
PetscInt64 GrBulkFeedbackStepsToNext(GrWorld world);

/* Write and read the held values. */
PetscErrorCode GrBulkFeedbackSave(GrWorld world, GrCheckpoint file);
PetscErrorCode GrBulkFeedbackLoad(GrWorld world, GrCheckpoint file);

#endif
