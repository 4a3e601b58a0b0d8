/* Checkpoints of a run, DIRECTORY/checkpoint-STEP.h5. Besides the data of the world (GrWorldSave) they contain the case
   as resolved and as read, the PETSc options, the clock, the steps, and the ledger at the start. */
#ifndef GRANUM_RUN_SAVE_H
#define GRANUM_RUN_SAVE_H

#include "io/checkpoint/checkpoint.h"
#include "record/interval.h"
#include <granum/run.h>

/* Numbers of a run on which later steps or its report depend. */
typedef struct {
  double time;       /* time of the state [s] */
  double step;       /* fixed step, or first step of `rk` [s]; 0: choose it again from the current state */
  double next;       /* next step of the integrator, before it is cut to meet an output time or the end [s] */
  GrStepClock clock; /* clock of an integrator that carries the accelerations */
  PetscInt64 half;   /* verlet: 1 if forces see the velocity of the half step */
  GrLedger start;    /* the ledger at the start */
} GrRunSaved;

/* State of the checkpoints of a run: output times, the last checkpoint, and a newer state in memory (last good state),
   from which a run whose physics fails can be resumed. */
typedef struct {
  GrCheckpoint kept; /* last good state in memory; NULL: none */
  double kept_time;  /* time of the last good state [s] */
  GrRecorderInterval interval;
  PetscInt64 step; /* step of the last checkpoint; -1: none */
  double time;     /* time of the last checkpoint [s] */
  int checkpoints; /* number of written checkpoints */
  char path[PETSC_MAX_PATH_LEN];
} GrRunSaver;

/* Records that the run has a checkpoint of this step at time t; step -1, path "": none yet. */
void GrRunSaveBegin(GrRun run, double t, PetscInt64 step, const char *path);

/* Simulated time from which the next checkpoint is due [s]; infinite: never. */
double GrRunSaveDueFrom(GrRun run);

/* Whether a checkpoint is due at t, or by the wall clock, or a file asks for it. */
PetscBool GrRunSaveDue(GrRun run, double t);

/* Writes a checkpoint of the committed state u, unless the last checkpoint is of the same step. Before that, flushes
   the recorded data and runs the stability check, so that a state that broke a limit is never saved. Collective. */
PetscErrorCode GrRunSave(GrRun run, const double *u);

/* Writes all recorded samples to the disk, as checkpoints do. Collective. */
PetscErrorCode GrRunSaveFlush(GrRun run);

/* Keeps the committed state in memory as the last good state, after a stability check. The run can be resumed from it
   if its physics fails later. Takes at most 1/200 of the run time. Collective. */
PetscErrorCode GrRunSaveKeep(GrRun run, const double *u);

/* After a failure of the physics: writes the last good state, adds to the message how to continue from it, and returns
   the error code of the failure. */
PetscErrorCode GrRunSaveReport(GrRun run);

/* Reads the numbers of a checkpoint. Collective. */
PetscErrorCode GrRunSavedRead(GrCheckpoint file, GrRunSaved *saved);

/* Sets the TS of the run to the saved time, step number, clock and next step. Collective. */
PetscErrorCode GrRunSavedApply(GrRun run, const GrRunSaved *saved, PetscInt64 step);

#endif
