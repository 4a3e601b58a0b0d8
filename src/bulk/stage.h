/* Stages of a run of an assembly, and changes by the calling program (stages.c). */
#ifndef GRANUM_BULK_STAGE_H
#define GRANUM_BULK_STAGE_H

#include "world/world_impl.h"

typedef enum { GR_STAGE_OPEN, GR_STAGE_BY_TIME, GR_STAGE_BY_CONDITION, GR_STAGE_AT_MOST } GrStageEnd;
typedef struct {
  PetscInt64 begin_step, end_step, end; /* first and last step; why the stage ended, a value of GrStageEnd */
  double begin_time, end_time;          /* [s] */
  double ratio; /* kinetic / elastic energy at the last check of the condition [1]; negative: not checked yet */
} GrStageSpan;

typedef struct {
  const GrWorldChanges *changes; /* changes of the calling program, while GrBulkChange runs; NULL: none */
  int n;
  PetscInt64 at;     /* number of the current stage */
  PetscInt64 due;    /* 1: the current stage has ended; the next stage, if any, begins with the next epoch */
  GrStageSpan *span; /* [n] when and why each stage ended, and when it began */
  GrCase *of;        /* [n] the case with the values of each stage; positions of walls are not set */
  /* the case of the current stage, with the changes of the calling program; world->the_case points to it */
  GrCase now;
  GrWall *walls_then; /* [n_walls] walls of a later stage, used while the step bound of this stage is computed */
} GrBulkStages;

/* Sets world->the_case to a copy of the case with the values of the first stage, or of the stage in the checkpoint
   world->from. To be called first when a world is created. */
PetscErrorCode GrBulkStagesCreate(GrWorld world);

/* Frees the stages. */
PetscErrorCode GrBulkStagesDestroy(GrBulk bulk);

/* Checks after a commit at time t [s] and state u [GR_STATE n] whether the current stage has ended. If the epoch must
   end so that the next stage can begin, sets *ends to PETSC_TRUE. Collective if the stage has a condition. */
PetscErrorCode GrBulkCheckStage(GrWorld world, double t, const double *u, PetscBool *ends);

/* Returns the number of next steps after which GrBulkCheckStage need not be called. */
PetscInt64 GrBulkStepsToStageCheck(GrWorld world);

/* Begins the next stage if it is due, and applies the changes of the calling program: sets walls and contact model,
   evaluates all forces and commits them without a time step. To be called when an epoch has begun. Collective. */
PetscErrorCode GrBulkBeginStage(GrWorld world);

/* Applies changes of the calling program (GrRunChange): sets the velocities of particles and begins a new epoch, in
   which the other changes take effect. If it fails, nothing has been changed. Collective. */
PetscErrorCode GrBulkChange(GrWorld world, const GrWorldChanges *changes);

#endif
