/* Stages of a run of an assembly, and changes that the calling program makes during a run (stages.c). */
#ifndef GRANUM_BULK_STAGE_H
#define GRANUM_BULK_STAGE_H

#include "world/world_impl.h"

typedef enum { GR_STAGE_OPEN, GR_STAGE_BY_TIME, GR_STAGE_BY_CONDITION, GR_STAGE_AT_MOST } GrStageEnd;
typedef struct {
  PetscInt64 begin_step, end_step; /* numbers of the first and the last step of the stage */
  PetscInt64 end;                  /* why the stage ended, a value of GrStageEnd */
  double begin_time, end_time;     /* [s] */
  /* kinetic energy divided by elastic energy when the condition of the stage was last checked [1]; negative: never
     checked */
  double ratio;
} GrStageSpan;

typedef struct {
  const GrWorldChanges *changes; /* changes that the calling program makes, while GrBulkChange runs; otherwise NULL */
  int n;
  PetscInt64 at; /* number of the current stage */
  /* 1: the current stage has ended, and the next stage, if any, begins with the next epoch; otherwise 0 */
  PetscInt64 due;
  GrStageSpan *span; /* [n] begin and end of each stage, and why it ended */
  /* [n] the case with the values of each stage; it does not contain the positions of the walls, which follow from the
     run */
  GrCase *of;
  /* the case of the current stage, with the changes that the calling program has made; world->the_case points to it */
  GrCase now;
  /* [n_walls] temporary walls: while granum computes the upper limit of the time step in another stage, they are the
     walls of that stage */
  GrWall *walls_then;
} GrBulkStages;

/* Sets world->the_case to a copy of the case with the values of the first stage. If the world is restored from a
   checkpoint (world->from), it uses the stage in the checkpoint instead. Call it first when a world is
   created. */
PetscErrorCode GrBulkStagesCreate(GrWorld world);

/* Returns the time from which the times of a key with `during` count: the beginning of this stage [s], or 0 for -1 (all
   stages). NaN: the stage is not the current one. */
double GrBulkStageOrigin(GrWorld world, int during);

/* Checks after a commit at time t [s] and state u [GR_STATE n] whether the current stage has ended. If the epoch must
   end so that the next stage can begin, the function sets *ends to PETSC_TRUE. Collective if the stage has a
   condition. */
PetscErrorCode GrBulkCheckStage(GrWorld world, double t, const double *u, PetscBool *ends);

/* Returns the number of steps that can follow without a call of GrBulkCheckStage. */
PetscInt64 GrBulkStepsToStageCheck(GrWorld world);

/* Begins the next stage if it is due, and applies the changes that the calling program has made. Sets walls and contact
   model, evaluates all forces and commits them without a time step. Call it at the beginning of an epoch.
   Collective. */
PetscErrorCode GrBulkBeginStage(GrWorld world);

/* Applies changes that the calling program makes (GrRunChange): sets the velocities of particles and begins a new
   epoch, in which the other changes take effect. If the function fails, nothing has been changed. Collective. */
PetscErrorCode GrBulkChange(GrWorld world, const GrWorldChanges *changes);

#endif
