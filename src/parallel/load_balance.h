/* Load balance: when it repays to partition space among the ranks anew, and what that gained.

   The work w of a rank is counted, not timed: contacts, candidates, particles and ghosts, each by what it takes on the
   mean [s]. So the same run is partitioned in the same way whenever it is made, on a machine that others use as well.
   It is looked at over epochs, from one rebuild to the next. With the imbalance of an epoch

     I = max w / mean w                                          (1)

   all ranks together have lost, in the epochs since the last partition,

     L = sum of max w - I0 mean w                       [s]      (2)

   I0: the least imbalance since then, which partitions evidently reach; 1 as long as none knew the work. A partition
   repays when L exceeds its cost C, and I exceeds I0 by a hundredth: a load that moves away from its partition has then
   cost as much as another one does, which is the least in the long run, whether it moves slowly or fast.

   The critical path of a run is the sum of max w over its epochs, its ideal the sum of mean w; that of contacts alone
   has contacts times evaluations for w. What was gained is counted epoch by epoch: the imbalance before the last
   partition times mean w, less max w.

   Limits: a node that is slower than the others is not seen. No result depends on the partition. All ranks decide from
   the same integers. */
#ifndef GRANUM_PARALLEL_LOAD_BALANCE_H
#define GRANUM_PARALLEL_LOAD_BALANCE_H

#include <petscsys.h>

#define GR_LOAD_UNEVEN 1.15

/* Over the ranks. */
typedef struct {
  double most, mean;
} GrLoadShare;

/* The same on every rank. Before the first partition: all zero. */
typedef struct {
  PetscInt64 partitions;  /* after the first one */
  PetscInt64 begun;       /* evaluations of the world when the epoch began */
  PetscInt64 measured[2]; /* epochs that `imbalance` sums up */
  double cost;            /* of a partition, C [s] */
  double latest, least;   /* I of the last epoch; I0, 0: not known yet */
  double reference;       /* I before the last partition; 0: not measured */
  GrLoadShare since;      /* work since the last partition, for L [s] */
  double imbalance[2];    /* sum of I before partitions, and of the epochs that followed them */
  double gained, spent;   /* [s]; the second is measured time */
  GrLoadShare work;       /* over all epochs: the critical path and the ideal [s] */
  GrLoadShare contacts;   /* the same of contacts times evaluations [1] */
  double contacts_uneven; /* of the mean of these: in epochs where their imbalance exceeds GR_LOAD_UNEVEN */
} GrLoadBalance;

/* An epoch of so many evaluations: its work [s], and contacts. */
void GrLoadBalanceMeasured(GrLoadBalance *balance, GrLoadShare work, GrLoadShare contacts, PetscInt64 evaluations);

/* Does a partition repay itself? */
PetscBool GrLoadBalanceRepays(const GrLoadBalance *balance);

/* Space has been partitioned, at this cost, which took so long [s]; `first`: for the first time, by numbers of
   particles. */
void GrLoadBalancePartitioned(GrLoadBalance *balance, double cost, double seconds, PetscBool first);

/* Mean imbalance before partitions (0), and in the epochs that followed them (1); 0: not measured. */
double GrLoadBalanceImbalance(const GrLoadBalance *balance, int after);

/* Most over mean; 0: there is nothing. */
static inline double GrLoadShareImbalance(GrLoadShare share)
{
  return share.mean > 0 ? share.most / share.mean : 0;
}

#endif
