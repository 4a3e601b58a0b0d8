/* Sharing of the work: when it repays to cut space anew among the ranks, and what the cuts gained.

   The work w of a rank is the measured processor time of its evaluations and commits. It is looked at over
   windows of GR_LOAD_BALANCE_TIMED timed evaluations or more that end when reneighbouring. With the imbalance of a window of s
   evaluations

     I = max w / mean w                                          (1)

   a cut is expected to gain, while S more evaluations are made,

     G = (I - I0) mean w / s * S                        [s]      (2)

   I0: the least imbalance since the last cut, which cuts evidently reach; 1 as long as no cut knew the measured work.
   S: evaluations since the last cut; what has lasted so long is taken to last as long again. It repays when G exceeds
   the measured cost of the last cut with the migration after it, and I exceeds I0 by a tenth: less may be chance.

   What was gained is booked window by window: the imbalance before the last cut times mean w, less max w.

   Limits: what is measured differs from run to run, and so do the cuts; no result depends on them. All ranks decide
   from the same integers. */
#ifndef GRANUM_PARALLEL_LOAD_BALANCE_H
#define GRANUM_PARALLEL_LOAD_BALANCE_H

#include <petscsys.h>

enum { GR_LOAD_BALANCE_TIMED = 16 };

/* The same on every rank. Before the first cut: all zero. */
typedef struct {
  PetscInt64 cuts;        /* after the first one */
  PetscInt64 evaluations; /* since the last one */
  PetscInt64 begun;       /* evaluations of the world when the window began */
  PetscInt64 measured[2]; /* windows that `imbalance` sums up */
  double cost;            /* of the last cut [s] */
  double latest, least;   /* I of the last window; I0, 0: not known yet */
  double reference;       /* I before the last cut; 0: not measured */
  double gain;            /* G of the last window [s] */
  double imbalance[2];    /* sum of I before cuts, and of the windows that followed them */
  double seconds_gained, seconds_spent;
} GrLoadBalance;

/* A window: the largest work of a rank, the mean of all [s], its evaluations. */
void GrLoadBalanceMeasured(GrLoadBalance *sharing, double most, double mean, PetscInt64 evaluations);

/* Does a cut repay itself? */
PetscBool GrLoadBalanceRepays(const GrLoadBalance *sharing);

/* Space has been cut at this cost [s]; `first`: for the first time, by numbers of particles. */
void GrLoadBalancePartitioned(GrLoadBalance *sharing, double cost, PetscBool first);

/* Mean imbalance before cuts (0), and in the windows that followed them (1); 0: not measured. */
double GrLoadBalanceImbalance(const GrLoadBalance *sharing, int after);

#endif
