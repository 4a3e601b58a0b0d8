/* Progress: on a terminal one line that is updated, in a batch log a plain line every 30 s. For ensembles these
   functions print the plain line; for runs run/status.c prints it, with speed and residual. Only rank 0 prints. */
#ifndef GRANUM_RUN_PROGRESS_H
#define GRANUM_RUN_PROGRESS_H

#include <petscsys.h>

typedef struct {
  PetscBool shown;    /* whether this rank prints */
  PetscBool terminal; /* whether standard output is a terminal */
  const char *what;   /* name of the objects that are counted; NULL: progress is measured in simulated time */
  double from, end;   /* simulated time [s], or number of objects, at the beginning and at completion */
  double begun, last; /* wall-clock time of the beginning and of the last print [s] */
  /* number of steps between two readings of the clock; number of the step of the next reading */
  PetscInt64 stride, next;
  PetscInt64 first; /* number of the first step; -1: GrRunProgressStep has not been called yet */
} GrRunProgress;

/* Begins the progress from `from` to `end`, simulated times [s] or numbers of the objects `what` (NULL: simulated
   time). */
void GrRunProgressBegin(GrRunProgress *progress, int rank, const char *what, double from, double end);

/* Prints the progress if it is due. To be called after steps, with the simulated time reached [s] or the number of
   objects computed. Reads the clock in some of the calls only. */
void GrRunProgressStep(GrRunProgress *progress, PetscInt64 step, double time);

/* Prints a plain line with the additional text `more`, also on a terminal. */
void GrRunProgressLine(GrRunProgress *progress, PetscInt64 step, double time, const char *more);

/* Clears the line on a terminal. */
void GrRunProgressEnd(GrRunProgress *progress);

#endif
