/* Progress messages of a run or an ensemble. On a terminal, they are one line that is updated. In a batch log, a new
   line is printed every 30 s. GrRunProgressStep prints these messages, except for a run with a batch log: run/status.c
   then prints them by GrRunProgressLine, with speed and energy residual. Only rank 0 prints. */
#ifndef GRANUM_RUN_PROGRESS_H
#define GRANUM_RUN_PROGRESS_H

#include <petscsys.h>
#include <stdbool.h>

/* State of the progress messages. Progress is measured in simulated time, or as a number of computed objects, such as
   cases. */
typedef struct {
  bool shown;        /* whether this rank prints progress messages */
  bool terminal;     /* whether standard output is a terminal */
  const char *what;  /* name of the computed objects, in plural; NULL: progress is measured in simulated time */
  double from;       /* simulated time [s], or number of computed objects, at the beginning */
  double end;        /* simulated time [s], or number of computed objects, at completion */
  double begun;      /* value of the wall clock at the beginning [s] */
  double last;       /* value of the wall clock at the last message [s] */
  PetscInt64 stride; /* number of steps between two readings of the wall clock */
  PetscInt64 next;   /* number of the step at which the wall clock is read next */
  /* number of the last step before the first call of GrRunProgressStep; -1: there has been no call yet */
  PetscInt64 first;
} GrRunProgress;

/* Initializes `progress`. what: name of the objects that are computed; NULL: progress is measured in simulated time.
   from, end: simulated time [s], or number of objects, at the beginning and at completion. */
void GrRunProgressBegin(GrRunProgress *progress, int rank, const char *what, double from, double end);

/* Prints a message if the last message is old enough. The caller calls this function after each step. step: number of
   the step; time: current simulated time [s], or number of computed objects. To save time, only some calls read the
   wall clock. */
void GrRunProgressStep(GrRunProgress *progress, PetscInt64 step, double time);

/* Prints a message on a new line, with the additional text `more`. step: number of the step; time: current simulated
   time [s], or number of computed objects. */
void GrRunProgressLine(GrRunProgress *progress, PetscInt64 step, double time, const char *more);

/* On a terminal, clears the line with the last message. */
void GrRunProgressEnd(GrRunProgress *progress);

#endif
