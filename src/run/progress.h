/* Progress: on a terminal one line that is updated, in a batch log a plain line every 30 s. For ensembles the plain
   line is printed here, for runs by run/status.c, which adds speed and residual. On rank 0. */
#ifndef GRANUM_RUN_PROGRESS_H
#define GRANUM_RUN_PROGRESS_H

#include <petscsys.h>

typedef struct {
  PetscBool shown; /* this rank prints */
  PetscBool terminal;
  const char *what;        /* name of the counted objects; NULL: simulated time */
  double from, end;        /* simulated time at the start and at the end [s], or numbers of objects */
  double begun, last;      /* wall clock [s] */
  PetscInt64 stride, next; /* steps between two readings of the clock; step of the next reading */
  PetscInt64 first;        /* first step; -1: not called yet */
} GrRunProgress;

/* Begins at `from`; the progress is complete at `end`. */
void GrRunProgressBegin(GrRunProgress *progress, int rank, const char *what, double from, double end);

/* Call it after steps, with the time reached, or the number of objects done. It reads the clock only at some of the
   calls. */
void GrRunProgressStep(GrRunProgress *progress, PetscInt64 step, double time);

/* Prints a plain line with additional text, also on a terminal. */
void GrRunProgressLine(GrRunProgress *progress, PetscInt64 step, double time, const char *more);

/* Clears the line on a terminal. */
void GrRunProgressEnd(GrRunProgress *progress);

#endif
