/* Decides whether a run must end early: after a signal, at the wall time, or because of a file `stop` in its folder.
   Also schedules tasks at intervals of real time: a flush of the results, a checkpoint, a checkpoint in memory, a
   report; and request files (run/folder/requests.h), which only the first rank looks for. All ranks decide together.

   SIGTERM, SIGINT, SIGUSR1, SIGUSR2 and, except under nohup, SIGHUP on any rank request the end. Later signals have no
   effect: the run finishes its checkpoint. Before a run has begun, a second signal more than a second after the first
   ends the process (launchers often send the first signal twice).

   The ranks exchange one maximum about four times a second, so a run stops at most about a second after the request.
   Tasks that are due on one rank are due on all. Their times have no influence on the bits of the results. */
#ifndef GRANUM_RUN_STOP_H
#define GRANUM_RUN_STOP_H

#include "run/folder/requests.h"
#include <granum/run.h>

/* Tasks that are repeated at intervals of real time. */
typedef enum { GR_ALARM_FLUSH, GR_ALARM_CHECKPOINT, GR_ALARM_KEEP, GR_ALARM_REPORT, GR_ALARMS } GrAlarm;

typedef struct {
  MPI_Comm comm;
  double wall_time, deadline;   /* limit of the wall time; wall clock at this limit [s]; infinite: none */
  double looked;                /* wall clock at the last exchange [s] */
  PetscInt64 stride, next;      /* steps between two exchanges; step of the next exchange */
  int cause;                    /* 0: none; otherwise see GrRunStopCause */
  double period[GR_ALARMS];     /* interval of the task [s]; 0: never */
  double done[GR_ALARMS];       /* wall clock of the last execution [s] */
  PetscBool due[GR_ALARMS];     /* the task is due at the current step; the same on all ranks */
  PetscBool asked[GR_REQUESTS]; /* a file requests this; the same on all ranks */
  GrRequests requests;          /* request files; used on the first rank of a run with a folder */
} GrRunStop;

/* Begins to check for signals, which are caught since GrRunStopCatch, and for the wall time. Flushes and checkpoints
   follow output.flush and output.checkpoint.wall_time, if the run has a folder. The first flush is due after 2 s at the
   latest, so that a reader finds the start of the run. */
void GrRunStopBegin(GrRunStop *stop, MPI_Comm comm, const GrOutput *output);

/* Checks signals, wall time and requests: sets stop->cause if the run must end, stop->due and stop->asked. Must be
   called after step stop->next; calls after earlier steps check nothing. Collective. */
PetscErrorCode GrRunStopLook(GrRunStop *stop, PetscInt64 step);

/* Records that a task has been done since `since` (MPI_Wtime), and sets its interval so that it takes at most 1/200 of
   the time. */
void GrRunStopSpare(GrRunStop *stop, GrAlarm alarm, double since);

/* Records that a task has been done; its interval begins again. */
void GrRunStopDone(GrRunStop *stop, GrAlarm alarm);

/* Records that a request has been answered. */
void GrRunStopAnswered(GrRunStop *stop, GrRequest request);

/* Writes the cause: "SIGTERM", "the wall time of 60 s" or "the file stop". */
void GrRunStopCause(const GrRunStop *stop, char *text, size_t length);

#endif
