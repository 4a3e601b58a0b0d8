/* Progress: one line that is renewed on a terminal, a plain line now and then in a batch log. Rank 0 only. */
#ifndef GRANUM_RUN_PROGRESS_H
#define GRANUM_RUN_PROGRESS_H

#include <petscsys.h>

typedef struct {
  PetscBool shown; /* this rank speaks */
  PetscBool terminal;
  const char *what;        /* what is counted; NULL: simulated time */
  double end;              /* simulated time at the end [s], or how many there are */
  double begun, last;      /* wall clock [s] */
  PetscInt64 stride, next; /* steps from one look at the clock to the next; the step of that */
} GrProgress;

void GrProgressBegin(GrProgress *progress, int rank, const char *what, double end);

/* Call after a step, every one or not, with the time reached (or how many are done); looks at the clock only every so
   many steps. */
void GrProgressStep(GrProgress *progress, PetscInt64 step, double time);
void GrProgressEnd(GrProgress *progress);

#endif
