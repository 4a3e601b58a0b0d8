/* Progress: one line that is renewed on a terminal, a plain line now and then in a batch log: of small problems the one
   every half minute is printed here, of runs by those who know more of them (run/status.h). Rank 0 only. */
#ifndef GRANUM_RUN_PROGRESS_H
#define GRANUM_RUN_PROGRESS_H

#include <petscsys.h>

typedef struct {
  PetscBool shown; /* this rank speaks */
  PetscBool terminal;
  const char *what;        /* what is counted; NULL: simulated time */
  double from, end;        /* simulated time at the start and at the end [s], or how many there are */
  double begun, last;      /* wall clock [s] */
  PetscInt64 stride, next; /* steps from one look at the clock to the next; the step of that */
  PetscInt64 first;        /* the first step that it was called with; -1: none yet */
} GrProgress;

void GrProgressBegin(GrProgress *progress, int rank, const char *what, double from, double end);

/* Call after a step, every one or not, with the time reached (or how many are done); looks at the clock only every so
   many steps. */
void GrProgressStep(GrProgress *progress, PetscInt64 step, double time);

/* A plain line, whatever the output is, that tells something more. */
void GrProgressLine(GrProgress *progress, PetscInt64 step, double time, const char *more);
void GrProgressEnd(GrProgress *progress);

#endif
