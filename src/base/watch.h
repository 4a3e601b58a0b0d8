/* Watchdog: ends a job whose ranks make no progress, for example because the network or a node has failed.

   Each rank counts its progress: each evaluation of forces, each call of HDF5, and each trial to place a new particle.
   A thread of each rank wakes up at intervals and reads the counts of all ranks of its node. The thread ends the job if
   none of these counts, and no file in the folder of the run, has changed for a time limit (input key run.watchdog).
   Ranks may therefore wait for a rank that writes a large file. The thread measures the time limit by the number of its
   wake-ups, not by a clock. A job that is suspended, by SIGSTOP or by a batch system, has no wake-ups: the time of the
   suspension does not count. */
#ifndef GRANUM_BASE_WATCH_H
#define GRANUM_BASE_WATCH_H

#include <petscsys.h>
#include <stdbool.h>

/* Value of GrWatchProgress.phase during the set-up, before the first phase of a run. */
enum { GR_WATCH_SETUP = -1 };
/* Progress of this rank. The rank writes these members. The watchdog, a thread that ends a job without progress, reads
   them. */
extern struct GrWatchProgress {
  volatile PetscInt64 marks; /* counter of this rank: force evaluations, HDF5 calls, trials to place a particle */
  volatile int phase;        /* current phase of the run: index in GrPhases (base/timers.h), or GR_WATCH_SETUP */
  double written;            /* amount of data that this rank has written to results and checkpoints [bytes] */
} GrWatchMine;

/* Adds 1 to the progress counter of this rank, which the watchdog checks. */
static inline void GrWatchMark(void)
{
  GrWatchMine.marks++;
}

/* Starts the thread of the watchdog on each rank. limit: wall-clock time without progress after which the thread ends
   the job [s]; 0: no thread is started. directory: folder of the run; NULL: the run has no folder. Does nothing if the
   thread is running. Collective. */
PetscErrorCode GrWatchBegin(MPI_Comm comm, double limit, const char *directory);

/* Stops the thread of the watchdog on this rank. failed: whether the run has failed, so that other ranks might never
   call this function. The memory that the ranks of a node share is then not freed, because all ranks must free it
   together. Collective if `failed` is false. */
PetscErrorCode GrWatchEnd(bool failed);

#endif
