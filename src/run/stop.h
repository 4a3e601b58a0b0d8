/* Decides whether a run must end early: after a signal, at the limit of its wall-clock time, or because the user has
   created a file `stop` in its folder. Also decides when tasks are due that are repeated at intervals of wall-clock
   time: a flush of the results, a checkpoint, a checkpoint in memory, a report. The first rank looks for request files
   (run/folder/requests.h). All ranks take the same decisions at the same step.

   A run ends early if any rank receives SIGTERM, SIGINT, SIGUSR1, SIGUSR2 or, except under nohup, SIGHUP. Further
   signals have no effect, because the run first writes its checkpoint. Before a run has begun, a second signal ends the
   process if it comes more than one second after the first (launchers often send the first signal twice).

   The ranks make about four reductions a second, so a run stops about one second after the request or earlier.
   If a task is due on one rank, all ranks do it. The times of the tasks have no influence on the results. */
#ifndef GRANUM_RUN_STOP_H
#define GRANUM_RUN_STOP_H

#include "case/output.h"
#include "run/folder/requests.h"
#include <granum/run.h>
#include <stdbool.h>

/* Tasks that are repeated at intervals of wall-clock time: flush of the results, checkpoint, checkpoint in memory,
   report. */
typedef enum { GR_ALARM_FLUSH, GR_ALARM_CHECKPOINT, GR_ALARM_KEEP, GR_ALARM_REPORT, GR_ALARMS } GrAlarm;

/* Reasons to end the run early, and tasks that are repeated at intervals of wall-clock time. The ranks agree on them
   by a reduction in some steps. */
typedef struct {
  MPI_Comm comm;
  double wall_time;  /* limit of the wall-clock time of the run [s]; 0: no limit */
  double deadline;   /* value of MPI_Wtime at which the run must end [s]; infinite: no limit */
  double began;      /* value of MPI_Wtime at the start of the run [s] */
  double looked;     /* value of MPI_Wtime at the last reduction [s] */
  PetscInt64 stride; /* number of steps between two reductions */
  PetscInt64 next;   /* number of the step after which the next reduction is made */
  /* code of the cause of the stop, which GrRunStopCause converts to text; 0: the run does not stop */
  int cause;
  double period[GR_ALARMS]; /* interval of each task, in wall-clock time [s]; 0: the task is never due */
  double done[GR_ALARMS];   /* value of MPI_Wtime at the last execution of each task [s] */
  bool due[GR_ALARMS];      /* whether each task is due at the current step; equal on all ranks */
  bool asked[GR_REQUESTS];  /* whether the user has made each request, by a request file; equal on all ranks */
  GrRequests requests;      /* state of the request files; used only on the first rank, if the run has a folder */
} GrRunStop;

/* Initializes *stop at the start of a run. After this call, a signal or the limit of the wall-clock time stops the run.
   Signals are caught only if GrRunStopCatch has been called before. The intervals of flushes and checkpoints are the
   input keys output.flush and output.checkpoint.wall_time. The first flush is due after 2 s or earlier, so that users
   soon see first results. */
void GrRunStopBegin(GrRunStop *stop, MPI_Comm comm, const GrOutput *output);

/* Checks signals, wall-clock time and request files. Sets stop->cause (if the run must end), stop->due and stop->asked.
   Must be called after step number stop->next. Calls after earlier steps do nothing. Collective. */
PetscErrorCode GrRunStopLook(GrRunStop *stop, PetscInt64 step);

/* Records that the task `alarm` has been done, and sets its interval: the wall-clock time since the start of the run,
   but from 20 to 200 times the duration of the task. The task therefore takes at most 1/200 of the time of a long run,
   and a short run has done it within the last half of its time. since: MPI_Wtime at the beginning of the task [s]. */
void GrRunStopSpare(GrRunStop *stop, GrAlarm alarm, double since);

/* Records that the task `alarm` has just been done. It is due again after its interval stop->period[alarm]. */
void GrRunStopDone(GrRunStop *stop, GrAlarm alarm);

/* Writes the cause of the stop to text[length]: "SIGTERM", "the wall time of 60 s" or "the file stop". */
void GrRunStopCause(const GrRunStop *stop, char *text, size_t length);

#endif
