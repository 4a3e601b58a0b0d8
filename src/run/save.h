/* Checkpoints of a run: the files DIRECTORY/checkpoint-STEP.h5. A checkpoint contains the state of the particles and
   contacts (GrWorldSave), the input text, the resolved case (the input with all defaults), the PETSc options, the times
   and time steps of the integrator, and the energy ledger (terms of the energy balance) at the start. */
#ifndef GRANUM_RUN_SAVE_H
#define GRANUM_RUN_SAVE_H

#include "io/checkpoint/checkpoint.h"
#include "record/interval.h"
#include "time/rhs.h"
#include <granum/run.h>
#include <stdbool.h>

/* Numbers that a checkpoint stores so that a resumed run computes the same steps and prints the same report as an
   uninterrupted run. */
typedef struct {
  double time; /* simulated time of the state [s] */
  /* fixed time step, or first time step of the integrator `rk`, which varies it [s]; 0: the resumed run chooses it */
  double step;
  /* next time step [s]. The integrator may shorten this step so that it ends at an output time or at the end of the
     run */
  double next;
  GrStepClock clock; /* present step length, start of the first step of this length, number of steps since then */
  /* velocity from which the integrator `verlet` computes forces: 1: velocity at the middle of the step
     (GR_VELOCITY_HALF); 0: velocity predicted for the end of the step (GR_VELOCITY_FULL) */
  PetscInt64 half;
  double contact_step; /* longest step in which a contact acts, for integrators with variable steps; otherwise 0 [s] */
  double landing;      /* time at which a step must end after the step has been planned anew [s]; 0: none */
  GrLedger start;      /* energy ledger at the start of the run */
} GrRunSaved;

/* State of the checkpoints of a run: the output times, the last checkpoint, and the last good state. The last good
   state is a checkpoint in memory that is newer than the last checkpoint file. If the run fails with GR_EXIT_PHYSICS,
   the user can resume it from the last good state. */
typedef struct {
  GrCheckpoint kept;             /* last good state, in memory; NULL: none */
  double kept_time;              /* simulated time of the last good state [s] */
  GrRecorderInterval interval;   /* simulated times at which checkpoints are written */
  PetscInt64 step;               /* step number of the last checkpoint; -1: there is no checkpoint yet */
  double time;                   /* simulated time of the last checkpoint [s] */
  bool closes;                   /* whether the energy balance closed at the last checkpoint */
  int checkpoints;               /* number of checkpoints that this run has written */
  char path[PETSC_MAX_PATH_LEN]; /* path of the last checkpoint; "": there is no checkpoint yet */
} GrRunSaver;

/* Records the last checkpoint in run->saver: the file `path`, written after step number `step` at simulated time t [s].
   step -1 and path "": there is no checkpoint yet. */
void GrRunSaveBegin(GrRun run, double t, PetscInt64 step, const char *path);

/* Returns the earliest simulated time at which a checkpoint is due [s]; infinity: none is due by simulated time. */
double GrRunSaveDueFrom(GrRun run);

/* Returns whether a checkpoint is due at simulated time t [s]. Reasons: the simulated time, the wall-clock time, or a
   request of the user by a file named `checkpoint` in the folder of the run. */
bool GrRunSaveDue(GrRun run, double t);

/* Writes a checkpoint of the state u at the end of the last step. Does nothing if the last checkpoint is from this
   step. Runs the stability check first, so that a state that exceeds a limit is never saved, and flushes the recorded
   data. Collective. */
PetscErrorCode GrRunSave(GrRun run, const double *u);

/* Writes all recorded data to disk. GrRunSave also calls it before each checkpoint. Collective. */
PetscErrorCode GrRunSaveFlush(GrRun run);

/* Runs the stability check, and then copies the state u at the end of the last step to memory as the last good state,
   if the run has a folder and the energy balance closes.
   If the run fails later with GR_EXIT_PHYSICS, it can be resumed from this state. In a long run the copies take
   at most 1/200 of its time; in a short run the state is not older than half of its time (GrRunStopSpare).
   Collective. */
PetscErrorCode GrRunSaveKeep(GrRun run, const double *u);

/* Called after a failure with GR_EXIT_PHYSICS. Writes the last good state to a checkpoint file, appends the command
   that resumes the run from this file to the error message, and returns the error code of the failure. No command is
   appended if this state is the start, or if its energy balance did not close. */
PetscErrorCode GrRunSaveReport(GrRun run);

/* Reads *saved from a checkpoint. Collective. */
PetscErrorCode GrRunSavedRead(GrCheckpoint file, GrRunSaved *saved);

/* Restores the state of a checkpoint in the TS of the run: time, step number, next time step, and the clock of the
   integrator (GrStepClock). saved: values of the checkpoint; step: its step number. Collective. */
PetscErrorCode GrRunSavedApply(GrRun run, const GrRunSaved *saved, PetscInt64 step);

#endif
