/* Watchdog: ends a job whose ranks make no progress, for example because the network or a node has failed.

   Each rank counts its progress: evaluations of forces, calls of HDF5, trials of placement. A thread of each rank wakes
   up at intervals and compares the counts. It ends the job if, during the limit, no rank of its node has made progress
   and no file in the run's folder has changed. Ranks may therefore wait for a rank that writes a large file. The time
   is counted in wake-ups: a job that is suspended as a whole, by SIGSTOP or by a batch system, does not end when it
   continues. */
#ifndef GRANUM_BASE_WATCH_H
#define GRANUM_BASE_WATCH_H

#include <petscsys.h>

/* Progress of this rank. Only the rank itself writes it; the thread reads it. */
enum { GR_WATCH_SETUP = -1 };
extern struct GrWatchProgress {
  volatile PetscInt64 marks;
  volatile int phase; /* a phase of GrPhases, or GR_WATCH_SETUP */
  double written;     /* size of the rows of results and checkpoints that this rank has written [bytes] */
} GrWatchMine;

/* Counts one mark of progress of this rank. */
static inline void GrWatchMark(void)
{
  GrWatchMine.marks++;
}

/* Collective. Starts the threads. limit: wall-clock time without progress after which the job ends [s], 0: never.
   directory: folder of the run, NULL: none. Further calls before GrWatchEnd have no effect. */
PetscErrorCode GrWatchBegin(MPI_Comm comm, double limit, const char *directory);

/* Stops the thread of this rank. failed: PETSC_TRUE, other ranks may not make this call; the memory that the ranks of a
   node share is then not freed. Collective unless `failed` is set. */
PetscErrorCode GrWatchEnd(PetscBool failed);

#endif
