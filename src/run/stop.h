/* Decides whether a run must end early: after a signal, at the wall time, or because of a file `stop` in its folder.
   Also schedules tasks at intervals of wall-clock time: a flush of the results, a checkpoint, a checkpoint in memory, a
   report. The first rank also looks for request files (run/folder/requests.h). All ranks take the same decisions at the
   same step.

   SIGTERM, SIGINT, SIGUSR1, SIGUSR2 and, except under nohup, SIGHUP on any rank request the end. Further signals have
   no effect: the run first writes its checkpoint. Before a run has begun, a second signal more than a second after the
   first ends the process (launchers often send the first signal twice).

   The ranks exchange one maximum about four times a second, so a run stops at most about a second after the request.
   Tasks that are due on one rank are due on all. Their times have no influence on the bits of the results. */
#ifndef GRANUM_RUN_STOP_H
#define GRANUM_RUN_STOP_H

#include "run/folder/requests.h"
#include <granum/run.h>

/* Tasks that are repeated at intervals of wall-clock time. */
typedef enum { GR_ALARM_FLUSH, GR_ALARM_CHECKPOINT, GR_ALARM_KEEP, GR_ALARM_REPORT, GR_ALARMS } GrAlarm;

typedef struct {
  MPI_Comm comm;
  /* limit of the wall-clock time of the run, and clock reading at this limit [s]; infinite: no limit */
  double wall_time, deadline;
  double looked; /* clock reading at the last exchange between the ranks [s] */
  /* number of steps between two exchanges of the ranks; number of the step of the next exchange */
  PetscInt64 stride, next;
  /* cause of the stop: a code that GrRunStopCause converts to text; 0: the run does not stop */
  int cause;
  double period[GR_ALARMS];     /* interval of each task [s]; 0: the task is never due */
  double done[GR_ALARMS];       /* clock reading at the last execution of each task [s] */
  PetscBool due[GR_ALARMS];     /* whether each task is due at the current step; equal on all ranks */
  PetscBool asked[GR_REQUESTS]; /* whether a file requests this; equal on all ranks */
  GrRequests requests;          /* request files; used on the first rank of a run with a folder */
} GrRunStop;

/* Begins to check for signals, which have been caught since GrRunStopCatch, and for the wall-clock time. The intervals
   of flushes and checkpoints are output.flush and output.checkpoint.wall_time, if the run has a folder. The first flush
   is due after 2 s at the latest, so that a reader finds the start of the run. */
void GrRunStopBegin(GrRunStop *stop, MPI_Comm comm, const GrOutput *output);

/* Checks signals, wall time and requests: sets stop->cause if the run must end, stop->due and stop->asked. Must be
   called after step number stop->next; calls after earlier steps do nothing. Collective. */
PetscErrorCode GrRunStopLook(GrRunStop *stop, PetscInt64 step);

/* Records that a task, which began at `since` (MPI_Wtime), has been done. Sets its interval so that the task takes at
   most 1/200 of the time. */
void GrRunStopSpare(GrRunStop *stop, GrAlarm alarm, double since);

/* Records that a task has been done now; its next interval begins. */
void GrRunStopDone(GrRunStop *stop, GrAlarm alarm);

/* Records that a request of the user (a request file) has been answered. */
void GrRunStopAnswered(GrRunStop *stop, GrRequest request);

/* Writes the cause of the stop to text[length]: "SIGTERM", "the wall time of 60 s" or "the file stop". */
void GrRunStopCause(const GrRunStop *stop, char *text, size_t length);

#endif
