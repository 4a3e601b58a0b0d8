/* Load balance: decides when space is partitioned again among the ranks, and records the gain.

   The work w of a rank is an estimate of its computing time, made from counted quantities: numbers of contacts,
   candidate pairs, particles and ghosts, each multiplied by its mean cost [s]. It is not measured by a clock, so that a
   run is always partitioned in the same way, also on a machine with other jobs. An epoch is the time between two
   rebuilds of the neighbour list. Work is summed over each epoch. The imbalance of an epoch is

     I = max w / mean w                                          (1)

   with maximum and mean over the ranks. The time lost since the last partition is

     L = sum over epochs of (max w - I0 mean w)         [s]      (2)

   I0 is the lowest imbalance of an epoch since the last partition, which is the imbalance that a partition can reach;
   before the first partition by work, I0 = 1. Space is partitioned again if L exceeds the cost C of a partition and I
   exceeds I0 by 1 %. At that time the loss is equal to the cost of a partition. This choice minimizes their sum in the
   long run, both for a slow and for a fast change of the load.

   Results: the critical path of a run is the sum of max w over all epochs, and its ideal the sum of mean w. The same
   two sums are also recorded with the number of contacts times the number of force evaluations in place of w. The gain
   is the sum over epochs of (J mean w - max w), where J is the imbalance I before the last partition.

   Limits: slower nodes are not detected. No result of the simulation depends on the partition. All ranks decide from
   the same integers. */
#ifndef GRANUM_PARALLEL_LOAD_BALANCE_H
#define GRANUM_PARALLEL_LOAD_BALANCE_H

#include <petscsys.h>
#include <stdbool.h>

#define GR_LOAD_UNEVEN 1.15 /* (largest / mean number of contacts per rank) above which the load counts as uneven */

/* Maximum (most) and mean of a quantity over the ranks, or the sums of these two numbers over epochs. An epoch is the
   time between two rebuilds of the neighbour list. */
typedef struct {
  double most, mean;
} GrParallelLoadShare;

/* State of the load balance, equal on all ranks. An epoch is the time between two rebuilds of the neighbour list. w is
   the estimated computing time of a rank in an epoch [s]. The imbalance of an epoch is I = max w / mean w over the
   ranks. All members are 0 before the first partition of space among the ranks. */
typedef struct {
  PetscInt64 partitions;     /* number of partitions of space by w, that is, without the first partition */
  PetscInt64 begun;          /* number of force evaluations of the run up to the beginning of the current epoch */
  PetscInt64 measured[2];    /* [k]: number of epochs that the sum imbalance[k] includes */
  double cost;               /* estimated time that a partition takes [s] */
  double latest;             /* I of the last epoch; 0: not known yet */
  double least;              /* I0: lowest I since the last partition; 1 before the first partition by w; 0: unknown */
  double reference;          /* I of the last epoch before the last partition; 0: not measured */
  GrParallelLoadShare since; /* sums of max w and of mean w over the epochs since the last partition [s] */
  /* [0]: sum of I over the epochs that ended with a partition of space. [1]: sum of I over all epochs since space was
     first partitioned according to w. */
  double imbalance[2];
  double gained;            /* estimated computing time that the partitions have saved [s] */
  double partition_seconds; /* time that all partitions have taken, measured by a clock [s] */
  GrParallelLoadShare work; /* sums of max w (critical path) and of mean w (ideal) over all epochs [s] */
  /* maximum and mean over the ranks of (number of contacts) x (number of force evaluations), summed over all epochs */
  GrParallelLoadShare contacts;
  /* the same sum as contacts.mean, but only over epochs with unequal load: (maximum / mean number of contacts per rank)
     > GR_LOAD_UNEVEN */
  double contacts_uneven;
} GrParallelLoadBalance;

/* Records an epoch (the time between two rebuilds of the neighbour list). work: estimated computing time [s]; contacts:
   number of contacts; both as maximum and mean over the ranks. evaluations: number of force evaluations in the
   epoch. */
void GrParallelLoadBalanceMeasured(GrParallelLoadBalance *balance, GrParallelLoadShare work,
                                   GrParallelLoadShare contacts, PetscInt64 evaluations);

/* Whether a new partition of space is expected to save more time than it costs. */
bool GrParallelLoadBalanceRepays(const GrParallelLoadBalance *balance);

/* Records that space has been partitioned. cost: C, estimated cost of a partition [s]. seconds: measured duration of
   this partition [s]. first: whether it is the first partition, which balances the numbers of particles because the
   work is not known yet. */
void GrParallelLoadBalancePartitioned(GrParallelLoadBalance *balance, double cost, double seconds, bool first);

/* Returns the mean over epochs of the imbalance (maximum / mean work of the ranks), or 0 if it was not measured.
   after = 0: epochs that ended with a partition of space; 1: all epochs since space was first partitioned by work. */
double GrParallelLoadBalanceImbalance(const GrParallelLoadBalance *balance, int after);

/* Returns the imbalance of a quantity: its maximum divided by its mean. Returns 0 if the mean is 0. */
static inline double GrParallelLoadShareImbalance(GrParallelLoadShare share)
{
  return share.mean > 0 ? share.most / share.mean : 0;
}

#endif
