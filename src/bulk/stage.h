/* Stages of a run of an assembly, and changes by the calling program (stages.c). */
#ifndef GRANUM_BULK_STAGE_H
#define GRANUM_BULK_STAGE_H

#include "world/world_impl.h"

typedef enum { GR_STAGE_OPEN, GR_STAGE_BY_TIME, GR_STAGE_BY_CONDITION, GR_STAGE_AT_MOST } GrStageEnd;
typedef struct {
  PetscInt64 begin_step, end_step, end; /* first and last step; GrStageEnd: reason for the end */
  double begin_time, end_time;          /* [s] */
  double ratio; /* kinetic / elastic energy at the last check of the condition [1]; negative: no check yet */
} GrStageSpan;

typedef struct {
  const GrWorldChanges *changes; /* of the calling program, during GrBulkChange; NULL: none */
  int n;
  PetscInt64 at;      /* number of the current stage */
  PetscInt64 due;     /* 1: the current stage has ended; the next stage, if any, begins with the next epoch */
  GrStageSpan *span;  /* [n] when each stage began and ended */
  GrCase *of;         /* [n] the case of each stage, except for the positions of walls */
  GrCase now;         /* the case of the current stage with the changes of the program: world->the_case */
  GrWall *walls_then; /* [n_walls] walls of a later stage, while its step bound is computed */
} GrBulkStages;

/* Sets world->the_case to a copy of the case, for the first stage or the stage of the checkpoint world->from. Comes
   first in the creation of a world. */
PetscErrorCode GrBulkStagesCreate(GrWorld world);

/* Frees the stages. */
PetscErrorCode GrBulkStagesDestroy(GrBulk bulk);

/* Checks after a commit at time t [s] and state u whether the current stage has ended. Sets *ends if the epoch must end
   so that the next stage can begin. Collective where a condition is checked. */
PetscErrorCode GrBulkCheckStage(GrWorld world, double t, const double *u, PetscBool *ends);

/* Number of further steps after which GrBulkCheckStage needs no call. */
PetscInt64 GrBulkStepsToStageCheck(GrWorld world);

/* Begins the next stage if it is due, and applies the changes of the calling program. To be called when an epoch has
   begun. Sets walls and contact model, evaluates all forces and commits them without a step. Collective. */
PetscErrorCode GrBulkBeginStage(GrWorld world);

/* Applies changes of the calling program (GrRunChange): sets the velocities of particles and begins an epoch, with
   which the other changes take effect. Fails before it changes anything. Collective. */
PetscErrorCode GrBulkChange(GrWorld world, const GrWorldChanges *changes);

#endif
