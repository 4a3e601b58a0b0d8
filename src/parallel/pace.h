/* Speed of a rank, measured by a clock, so that slow nodes get less work.

   The load balance (parallel/load_balance.h) counts the work w of a rank: an estimate of its computing time on a usual
   processor. A rank on a slower node takes more time for the same work. Let T be
   the measured time of the contact forces in recent epochs, without waiting for other ranks, and W the work of these
   epochs. The speed of the rank is

     s = W/T                                    (1)

   A partition of space then gives each rank a share s/sum s of the work, so that all ranks need the same time. An epoch
   takes max(w/s) instead of max w, and at best sum w/sum s.

   Limits: s counts only if each rank has measured at least 50 ms, because clocks are coarse and other programs disturb
   single steps, and if the fastest rank is at least 1.1 times as fast as the slowest rank. Older epochs count less:
   after each second of measured time, both sums are halved. On a core that another program shares in slices longer than
   a step, less work does not help, because the ranks wait for the end of the slice in each step. No result of the
   simulation depends on the speeds, but the partition does, and differs from run to run. */
#ifndef GRANUM_PARALLEL_PACE_H
#define GRANUM_PARALLEL_PACE_H

#include <petscsys.h>
#include <stdbool.h>

/* Work and time of the recent epochs of a rank; {0}: nothing measured. */
typedef struct {
  double work;    /* W, estimated computing time [s] */
  double seconds; /* T, measured time of the contact forces [s] */
} GrParallelPace;

/* Adds an epoch. work: estimated computing time [s]; seconds: measured time [s]. */
void GrParallelPaceAdd(GrParallelPace *pace, double work, double seconds);

/* Returns the speed in millionths, rounded, so that sums over ranks are exact; 0: not known yet. */
PetscInt64 GrParallelPaceSpeed(const GrParallelPace *pace);

/* Whether the speeds of the ranks count. least, most: smallest and largest GrParallelPaceSpeed of all ranks. */
bool GrParallelPaceCounts(PetscInt64 least, PetscInt64 most);

#endif
