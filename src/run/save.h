/* Save: the checkpoints of a run, DIRECTORY/checkpoint-STEP.h5. What is in them besides the world's own part
   (GrWorldSave): the case as resolved and as read, the PETSc options, the clock, the steps, and the ledger's start. */
#ifndef GRANUM_RUN_SAVE_H
#define GRANUM_RUN_SAVE_H

#include "io/checkpoint/checkpoint.h"
#include "record/interval.h"
#include <granum/run.h>

/* Numbers of a run that its future depends on, and its report. */
typedef struct {
  double time;       /* [s] of the state */
  double step;       /* the fixed one, or the first one of rk [s]; 0: it is chosen anew */
  double next;       /* that the integrator wants to take, before it is cut to meet an output time or the end [s] */
  GrStepClock clock; /* of an integrator that carries the accelerations */
  PetscInt64 half;   /* verlet: 1 if forces see the velocity of the half step */
  GrLedger start;    /* the ledger at the start */
} GrSaved;

/* When checkpoints are due, the last one of the run, and the last good state, if it is newer. */
typedef struct {
  GrCheckpoint kept; /* in memory; NULL: none */
  double kept_time;  /* its time [s] */
  GrOutputInterval interval;
  PetscInt64 step; /* of the last one; -1: none */
  double time;     /* its time [s] */
  char path[PETSC_MAX_PATH_LEN];
} GrSaver;

/* At the start of a run, or when it has a checkpoint: this one of step `step` at time t. step -1, path "": none yet. */
void GrSaveBegin(GrRun run, double t, PetscInt64 step, const char *path);

/* The time from which on a checkpoint is due; infinite: never. Is one due at t, or by the wall clock? */
double GrSaveDueFrom(GrRun run);
PetscBool GrSaveDue(GrRun run, double t);

/* Writes a checkpoint of the committed state u, unless the last checkpoint is of the same step. Before that, flushes
   the recorded data and runs the stability check, so that a state that broke a limit is never saved. Collective. */
PetscErrorCode GrSave(GrRun run, const double *u);

/* Brings everything recorded so far to the disk, as checkpoints do. Collective. */
PetscErrorCode GrSaveFlush(GrRun run);

/* Keeps the committed state in memory as the last good state, after a stability check. The run can be resumed from it
   if its physics fails later. Takes at most 1/200 of the run time. Collective. */
PetscErrorCode GrSaveKeep(GrRun run, const double *u);

/* After a failure of the physics: writes the last good state, adds to the message how to continue from it, and returns
   the error code of the failure. */
PetscErrorCode GrSaveReport(GrRun run);

PetscErrorCode GrSavedRead(GrCheckpoint file, GrSaved *saved);

/* Sets the TS of the run to what was saved: time, number of the step, clock, next step. */
PetscErrorCode GrSavedApply(GrRun run, const GrSaved *saved, PetscInt64 step);

#endif
