/* Stages of a run of an assembly: consecutive parts of the run with different walls, contact rules, gravity or drag.
   A stage begins with a rebuild of the neighbour list, and therefore with a new epoch (the time between two rebuilds).
   Changes that the calling program makes during a run are applied in the same way (stages.c). */
#ifndef GRANUM_BULK_STAGE_H
#define GRANUM_BULK_STAGE_H

#include "bulk/feedback.h"
#include "world/world_impl.h"
#include <stdbool.h>

/* Reason for the end of a stage. OPEN: it has not ended. BY_TIME: its duration is over. BY_CONDITION: its condition is
   satisfied. AT_MOST: its largest duration is over, and its condition is not satisfied. */
typedef enum { GR_STAGE_OPEN, GR_STAGE_BY_TIME, GR_STAGE_BY_CONDITION, GR_STAGE_AT_MOST } GrStageEnd;
/* Begin and end of a stage. */
typedef struct {
  PetscInt64 begin_step, end_step; /* number of steps of the run before the stage, and at its end */
  PetscInt64 end;                  /* why the stage ended, a GrStageEnd */
  double begin_time, end_time;     /* times of begin and end [s] */
  double begin_length[3];          /* lengths of the box between its walls at the beginning [m] */
  /* the comparison that decided the last check of the condition (GrCondition.number), and its value; -1: no check */
  PetscInt64 decided;
  double value;
} GrStageSpan;

/* Contacts whose velocities a new stage or the calling program has set: none, contacts with walls, or all. Their mean
   slips of the last step (law/slide/slide.h) are replaced by the present slips. */
typedef enum { GR_JUMP_NONE, GR_JUMP_WALLS, GR_JUMP_ALL } GrVelocityJump;
/* Changes that the calling program has made since the start of the run (GrRunChange). */
typedef struct {
  PetscInt64 count;   /* number of changes; 0: none, and the other members are not used */
  double first, last; /* times of the first and of the last change [s] */
  double gravity[3];  /* acceleration of gravity in force [m/s^2]; set when a checkpoint is written */
} GrBulkChanges;

/* All stages of the run. */
typedef struct {
  const GrWorldChanges *changes; /* changes that the calling program requests; NULL outside GrBulkChange */
  GrVelocityJump jump;           /* GR_JUMP_NONE, except in the evaluation of forces after a change */
  GrBulkChanges made;            /* changes that the calling program has made */
  int n;                         /* number of stages; 0: the case has no stages */
  PetscInt64 at;                 /* number of the current stage, from 0 */
  /* 1: the current stage has ended, and the next epoch begins the next stage; otherwise 0 */
  PetscInt64 due;
  GrStageSpan *span; /* [n] begin and end of each stage, and why it ended */
  /* [n] a case for each stage, with the values of this stage; the positions of walls in these cases are not used */
  GrCase *of;
  /* the case of the current stage, with the changes that the calling program has made; world->the_case points to it */
  GrCase now;
  GrBulkFeedback feedback; /* expressions with observables */
} GrBulkStages;

/* Sets world->the_case to a copy of the case with the values of the first stage. */
PetscErrorCode GrBulkStagesCreate(GrWorld world);
PetscErrorCode GrBulkStagesDestroy(GrBulkStages *stages);
/* Sets world->the_case to the values of the stage in a checkpoint. Call it first when a world is restored. */
PetscErrorCode GrBulkStagesRestore(GrWorld world, GrCheckpoint file);

/* Returns the time [s] from which the times in an entry of the input are counted. The key `during` can limit the entry
   to a stage. during: number of this stage, from 0; -1: no limit. The result is the time at which this stage began; 0
   without a limit; NaN if this stage is not the current stage. */
double GrBulkStageOrigin(GrWorld world, int during);

/* Checks after an accepted step whether the current stage has ended. If so, and if the neighbour list must be rebuilt
   to begin the next stage, sets *ends to true. t: end of the step [s]; u [GR_STATE n]: state of the n particles
   of this rank at t. Collective if the stage ends by a condition. */
PetscErrorCode GrBulkCheckStage(GrWorld world, double t, const double *u, bool *ends);

/* Returns the comparison or time that decided the last check of the condition of stage k, from 0. NULL: there was no
   check. */
const GrCondition *GrBulkStageDecided(const GrBulkStages *stages, PetscInt64 k);

enum { GR_STAGE_REASON_MAX = 256 };
/* Writes the result of the last check of the condition of stage k, such as "stress zz = 1.02e+04 Pa, above 10000". */
void GrBulkStageDescribe(const GrBulkStages *stages, PetscInt64 k, char text[GR_STAGE_REASON_MAX]);

/* Stores the lengths of the box at the beginning of the current stage. */
void GrBulkStageMeasure(GrWorld world);

/* Returns the number of steps that can follow without a call of GrBulkCheckStage. */
PetscInt64 GrBulkStepsToStageCheck(GrWorld world);

/* Returns whether the stage after the current stage alters walls, contact rules, gravity, drag or the deformation of
   the box. There must be such a stage. */
bool GrBulkStageAlters(GrWorld world);

/* Begins the next stage if it is due, and applies changes of the calling program. If these alter anything, sets the
   walls and the contact model, and evaluates all forces without a time step. Call it after a rebuild of the neighbour
   list. Collective. */
PetscErrorCode GrBulkBeginStage(GrWorld world);

/* Evaluates all forces at the committed state u and commits them without a step, after values on which they depend have
   changed. Collective. */
PetscErrorCode GrBulkCommitChange(GrWorld world, const double *u, GrVelocityJump jump);

/* Fails with GR_EXIT_INPUT if the calling program requests changes that are not allowed: of walls that have a load or a
   list of motions, or of velocities of bodies or in a deforming box. */
PetscErrorCode GrBulkChangesCheck(GrWorld world, const GrWorldChanges *changes);

/* Sets *alters to false if the requested values (GrRunChange) are the present ones and no stage is due.
   Collective. */
PetscErrorCode GrBulkChangesAlter(GrWorld world, const GrWorldChanges *changes, bool *alters);

/* Applies changes of the calling program (GrRunChange): sets the velocities of particles and rebuilds the neighbour
   list, which applies the other changes. Collective. */
PetscErrorCode GrBulkChange(GrWorld world, const GrWorldChanges *changes);

#endif
