/* Stop: whether a run must end early, because of a signal, the wall time or a file `stop` in its folder, and what the
   wall clock asks for meanwhile: a flush of the results, a checkpoint, one in memory, a report; and files that ask for
   such a thing (run/folder/requests.h), which the first rank alone looks for. All ranks decide together.

   SIGTERM, SIGINT, SIGUSR1, SIGUSR2 and, but under nohup, SIGHUP on any rank ask for the end. Later signals change
   nothing: the run finishes its checkpoint. Before a run has begun, a second signal more than a second after the first
   ends the process (launchers often send the first one twice).

   The ranks exchange one maximum now and then, about four times a second whatever a step costs, so a run stops at most
   about a second after it was asked to. Clocks differ: whatever is due on one rank is due on all. When that is changes
   no bit of the results. */
#ifndef GRANUM_RUN_STOP_H
#define GRANUM_RUN_STOP_H

#include "run/folder/requests.h"
#include <granum/run.h>

/* What is done again and again as real time goes by. */
typedef enum { GR_ALARM_FLUSH, GR_ALARM_CHECKPOINT, GR_ALARM_KEEP, GR_ALARM_REPORT, GR_ALARMS } GrAlarm;

typedef struct {
  MPI_Comm comm;
  double wall_time, deadline;   /* [s]; infinite: none */
  double looked;                /* wall clock at the last exchange [s] */
  PetscInt64 stride, next;      /* steps from one exchange to the next; the step of that */
  int cause;                    /* 0: none, or what GrStopCause tells */
  double period[GR_ALARMS];     /* [s]; 0: never */
  double done[GR_ALARMS];       /* wall clock when it was done last [s] */
  PetscBool due[GR_ALARMS];     /* at the step at hand; the same on all ranks */
  PetscBool asked[GR_REQUESTS]; /* by a file; the same on all ranks */
  GrRequests requests;          /* on the first rank of a run with a folder */
} GrStop;

/* The signals are caught, and the wall time begins, at GrStopCatch (granum/run.h). Flushes and checkpoints as
   output.flush and output.checkpoint.wall_time say, if the run has a directory; the first flush is due after 2 s at
   the latest, so that a reader finds the start of the run. */
void GrStopBegin(GrStop *stop, MPI_Comm comm, const GrOutput *output);

/* After a step, on all ranks, not later than after stop->next: sets stop->cause if the run must end, and stop->due. */
PetscErrorCode GrStopLook(GrStop *stop, PetscInt64 step);

/* It has been done at the cost of the time since `since`, of MPI_Wtime: the next time not before it takes less
   than a two hundredth of the time. */
void GrStopSpare(GrStop *stop, GrAlarm alarm, double since);

/* It has been done, for this reason or another one: its time begins anew. */
void GrStopDone(GrStop *stop, GrAlarm alarm);

/* The request has been answered. */
void GrStopAnswered(GrStop *stop, GrRequest request);

/* "SIGTERM", "the wall time of 60 s" or "the file stop". */
void GrStopCause(const GrStop *stop, char *text, size_t length);

#endif
