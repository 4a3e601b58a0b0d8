/* Checkpoints of a run, DIRECTORY/checkpoint-STEP.h5. They contain the data of the world (GrWorldSave), the case as
   resolved and as read, the PETSc options, the clock, the time steps, and the energy ledger at the start. */
#ifndef GRANUM_RUN_SAVE_H
#define GRANUM_RUN_SAVE_H

#include "io/checkpoint/checkpoint.h"
#include "record/interval.h"
#include <granum/run.h>

/* Numbers of a run on which later steps or the report of the run depend, as checkpoints store them. */
typedef struct {
  double time; /* time of the state [s] */
  double step; /* fixed time step, or first time step of `rk` [s]; 0: the step is chosen again from the current state */
  /* next time step of the integrator, before it is shortened to end at an output time or at the end [s] */
  double next;
  GrStepClock clock; /* clock of an integrator with GrIntegrator.carries_acceleration */
  /* verlet: 1: forces are computed with the velocity of the half step (GR_VELOCITY_HALF); 0: with the predicted
     velocity */
  PetscInt64 half;
  GrLedger start; /* energy ledger at the start of the run */
} GrRunSaved;

/* State of the checkpoints of a run: output times, the last checkpoint, and the last good state, a newer state in
   memory. A run that fails with GR_EXIT_PHYSICS can be resumed from the last good state. */
typedef struct {
  GrCheckpoint kept; /* last good state in memory; NULL: none */
  double kept_time;  /* time of the last good state [s] */
  GrRecorderInterval interval;
  PetscInt64 step; /* step of the last checkpoint; -1: none */
  double time;     /* time of the last checkpoint [s] */
  int checkpoints; /* number of written checkpoints */
  char path[PETSC_MAX_PATH_LEN];
} GrRunSaver;

/* Records that the last checkpoint is the file `path`, of this step and time t [s]; step -1 and path "": no checkpoint
   yet. */
void GrRunSaveBegin(GrRun run, double t, PetscInt64 step, const char *path);

/* Returns the simulated time from which the next checkpoint is due [s]; infinite: never. */
double GrRunSaveDueFrom(GrRun run);

/* Whether a checkpoint is due: at the simulated time t [s], by the wall-clock time, or because of a file `checkpoint`
   in the folder. */
PetscBool GrRunSaveDue(GrRun run, double t);

/* Writes a checkpoint of the committed state u, unless the last checkpoint is of the same step. First runs the
   stability check, so that a state that broke a limit is never saved, and flushes the recorded data. Collective. */
PetscErrorCode GrRunSave(GrRun run, const double *u);

/* Writes all recorded samples to the disk, which is also done before each checkpoint. Collective. */
PetscErrorCode GrRunSaveFlush(GrRun run);

/* Keeps the committed state in memory as the last good state, after a stability check. The run can be resumed from it
   if its physics fails later. These copies take at most 1/200 of the run time. Collective. */
PetscErrorCode GrRunSaveKeep(GrRun run, const double *u);

/* After a failure with GR_EXIT_PHYSICS: writes the last good state to a checkpoint, adds to the message the command
   that continues from it, and returns the error code of the failure. */
PetscErrorCode GrRunSaveReport(GrRun run);

/* Reads GrRunSaved from a checkpoint. Collective. */
PetscErrorCode GrRunSavedRead(GrCheckpoint file, GrRunSaved *saved);

/* Sets the TS of the run to the saved time, step number, clock and next step. Collective. */
PetscErrorCode GrRunSavedApply(GrRun run, const GrRunSaved *saved, PetscInt64 step);

#endif
