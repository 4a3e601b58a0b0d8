/* Load balance: when it repays to partition space among the ranks anew, and what that gained.

   The work w of a rank is the measured processor time of its evaluations and commits. It is looked at over
   windows of GR_LOAD_BALANCE_TIMED timed evaluations or more that end when reneighbouring. With the imbalance of a
   window of s evaluations

     I = max w / mean w                                          (1)

   a partition is expected to gain, while S more evaluations are made,

     G = (I - I0) mean w / s * S                        [s]      (2)

   I0: the least imbalance since the last partition, which partitions evidently reach; 1 as long as none knew the
   measured work. S: evaluations since the last partition; what has lasted so long is taken to last as long again. It
   repays when G exceeds the measured cost of the last partition with the migration after it, and I exceeds I0 by a
   tenth: less may be chance.

   What was gained is counted window by window: the imbalance before the last partition times mean w, less max w.

   Limits: what is measured differs from run to run, and so do the partitions; no result depends on them. All ranks
   decide from the same integers. */
#ifndef GRANUM_PARALLEL_LOAD_BALANCE_H
#define GRANUM_PARALLEL_LOAD_BALANCE_H

#include <petscsys.h>

enum { GR_LOAD_BALANCE_TIMED = 16 };

/* The same on every rank. Before the first partition: all zero. */
typedef struct {
  PetscInt64 partitions;  /* after the first one */
  PetscInt64 evaluations; /* since the last one */
  PetscInt64 begun;       /* evaluations of the world when the window began */
  PetscInt64 measured[2]; /* windows that `imbalance` sums up */
  double cost;            /* of the last partition [s] */
  double latest, least;   /* I of the last window; I0, 0: not known yet */
  double reference;       /* I before the last partition; 0: not measured */
  double gain;            /* G of the last window [s] */
  double imbalance[2];    /* sum of I before partitions, and of the windows that followed them */
  double seconds_gained, seconds_spent;
} GrLoadBalance;

/* A window: the largest work of a rank, the mean of all [s], its evaluations. */
void GrLoadBalanceMeasured(GrLoadBalance *balance, double most, double mean, PetscInt64 evaluations);

/* Does a partition repay itself? */
PetscBool GrLoadBalanceRepays(const GrLoadBalance *balance);

/* Space has been partitioned at this cost [s]; `first`: for the first time, by numbers of particles. */
void GrLoadBalancePartitioned(GrLoadBalance *balance, double cost, PetscBool first);

/* Mean imbalance before partitions (0), and in the windows that followed them (1); 0: not measured. */
double GrLoadBalanceImbalance(const GrLoadBalance *balance, int after);

#endif
