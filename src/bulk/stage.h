/* Stages of a run of an assembly (stages.c). Without stages in the case the functions do nothing. */
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
  int n;
  PetscInt64 at;      /* number of the current stage */
  PetscInt64 due;     /* 1: the current stage has ended; the next stage, if any, begins with the next epoch */
  GrStageSpan *span;  /* [n] when each stage began and ended */
  GrCase *of;         /* [n] the case of each stage, except for the positions of walls */
  GrCase now;         /* the case of the current stage */
  GrWall *walls_then; /* [n_walls] walls of a later stage, while its step bound is computed */
} GrBulkStages;

/* Sets world->the_case to the case of the first stage, or of the stage of the checkpoint world->from. Comes first in
   the creation of a world. */
PetscErrorCode GrBulkStagesCreate(GrWorld world);

/* Frees the stages. */
PetscErrorCode GrBulkStagesDestroy(GrBulk bulk);

/* Checks after a commit at time t [s] and state u whether the current stage has ended. Sets *ends if the epoch must end
   so that the next stage can begin. Collective where a condition is checked. */
PetscErrorCode GrBulkCheckStage(GrWorld world, double t, const double *u, PetscBool *ends);

/* Number of further steps after which GrBulkCheckStage needs no call. */
PetscInt64 GrBulkStepsToStageCheck(GrWorld world);

/* Begins the next stage. To be called when an epoch has begun. Sets walls and contact model of the stage, evaluates its
   forces and commits them without a step. Collective. */
PetscErrorCode GrBulkBeginStage(GrWorld world);

#endif
