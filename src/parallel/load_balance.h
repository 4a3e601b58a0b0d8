/* Load balance: decides when space is partitioned again, and records the gain.

   The work w of a rank is counted, not timed: contacts, candidates, particles and ghosts, each multiplied by its mean
   cost [s]. Therefore a run is always partitioned in the same way, also on a machine with other jobs. The work is
   measured over an epoch, from one rebuild to the next. With the imbalance of an epoch

     I = max w / mean w                                          (1)

   the time that all ranks have lost in the epochs since the last partition is

     L = sum of max w - I0 mean w                       [s]      (2)

   I0: the lowest imbalance since the last partition, which a partition can evidently reach; 1 before the first
   partition by work. Space is partitioned again if L exceeds the cost C of a partition, and I exceeds I0 by 1 %. The
   loss is then as large as the cost of a partition. This minimizes the sum of both in the long run, whether the load
   moves slowly or fast.

   The critical path of a run is the sum of max w over its epochs; its ideal is the sum of mean w. The same numbers
   for contacts alone use contacts times evaluations as w. The gain is summed over the epochs: the imbalance before
   the last partition times mean w, minus max w.

   Limits: slower nodes are not detected. No result depends on the partition. All ranks decide from the same
   integers. */
#ifndef GRANUM_PARALLEL_LOAD_BALANCE_H
#define GRANUM_PARALLEL_LOAD_BALANCE_H

#include <petscsys.h>

#define GR_LOAD_UNEVEN 1.15

/* Maximum and mean over the ranks of a quantity. */
typedef struct {
  double most, mean;
} GrParallelLoadShare;

/* State of the load balance, equal on all ranks; all members are 0 before the first partition. */
typedef struct {
  PetscInt64 partitions;     /* number of partitions after the first one */
  PetscInt64 begun;          /* number of force evaluations of the world before the current epoch */
  PetscInt64 measured[2];    /* number of epochs in each of the two sums `imbalance` */
  double cost;               /* C, cost of a partition [s] */
  double latest, least;      /* imbalance I of the last epoch; lowest imbalance I0; 0: not known yet */
  double reference;          /* imbalance I before the last partition; 0: not measured */
  GrParallelLoadShare since; /* sums of max w and mean w since the last partition, from which L is computed [s] */
  /* sums of I: [0] over the epochs before partitions, [1] over the epochs after partitions */
  double imbalance[2];
  double gained;                /* time gained by the partitions, estimated from counted work [s] */
  double partition_seconds;     /* measured duration of all partitions [s] */
  GrParallelLoadShare work;     /* work summed over all epochs: critical path (most) and ideal (mean) [s] */
  GrParallelLoadShare contacts; /* as `work`, for the number of contacts times the number of evaluations [1] */
  /* share of contacts.mean from epochs in which the imbalance of the contacts exceeds GR_LOAD_UNEVEN [1] */
  double contacts_uneven;
} GrParallelLoadBalance;

/* Records the work [s] and the number of contacts of an epoch, and its number of evaluations. */
void GrParallelLoadBalanceMeasured(GrParallelLoadBalance *balance, GrParallelLoadShare work,
                                   GrParallelLoadShare contacts, PetscInt64 evaluations);

/* Whether a new partition of space would save more time than it costs. */
PetscBool GrParallelLoadBalanceRepays(const GrParallelLoadBalance *balance);

/* Records a partition of space. cost: C [s]; seconds: measured duration [s]; first: whether it is the first partition,
   which balances numbers of particles. */
void GrParallelLoadBalancePartitioned(GrParallelLoadBalance *balance, double cost, double seconds, PetscBool first);

/* Returns the mean imbalance I in the epochs before partitions (after = 0), or in the epochs after partitions (after =
   1); 0: not measured. */
double GrParallelLoadBalanceImbalance(const GrParallelLoadBalance *balance, int after);

/* Returns the imbalance, maximum divided by mean; 0 if the mean is 0. */
static inline double GrParallelLoadShareImbalance(GrParallelLoadShare share)
{
  return share.mean > 0 ? share.most / share.mean : 0;
}

#endif
