/* Stop: whether a run must end early, because of a signal or the wall time. All ranks decide together.

   SIGTERM, SIGINT, SIGUSR1 and SIGUSR2 on any rank ask for it. A second one, more than a second after the first, ends
   the process as if nobody had caught it (launchers often send the first one twice).

   The ranks exchange one maximum now and then, about four times a second whatever a step costs, so a run stops at most
   about a second after it was asked to. When that is changes no bit of the results. */
#ifndef GRANUM_STOP_H
#define GRANUM_STOP_H

#include <granum/run.h>

typedef struct {
  MPI_Comm comm;
  double wall_time, deadline; /* [s]; infinite: none */
  double looked;              /* wall clock at the last exchange [s] */
  PetscInt64 stride, countdown;
  int cause; /* 0: none, or what GrStopCause tells */
} GrStop;

/* The signals are caught, and the wall time begins, at GrStopCatch (granum/run.h). wall_time [s]; 0: no limit. */
void GrStopBegin(GrStop *stop, MPI_Comm comm, double wall_time);

/* Once a step on all ranks: sets stop->cause when the run must end. */
PetscErrorCode GrStopLook(GrStop *stop);

/* "SIGTERM" or "the wall time of 60 s". */
void GrStopCause(const GrStop *stop, char *text, size_t length);

#endif
