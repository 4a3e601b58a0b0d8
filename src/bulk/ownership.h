/* Ownership of particles: partition of space among the ranks, migration of particles between ranks, and load balance.
   An epoch is the time from one rebuild of the neighbour list to the next. The work of a rank in an epoch is not
   measured but estimated from its numbers of particles and contacts (parallel/load_balance.h). If the case asks for it,
   the speed of each rank is measured (parallel/pace.h). */
#ifndef GRANUM_BULK_OWNERSHIP_H
#define GRANUM_BULK_OWNERSHIP_H

#include "bulk/numbers.h"
#include "contact/records.h"
#include "parallel/pace.h"
#include "parallel/partition.h"
#include "world/world_impl.h"
#include <stdbool.h>

/* Numbers that this rank has counted in the last epoch (time between two rebuilds of the neighbour list), for load
   balance and for the next skin. GrBulkReduceMaxima combines them over all ranks. */
typedef struct {
  bool has_counts;  /* whether `count` is set */
  bool has_load;    /* whether `work`, `contacts` and `steps` are set */
  bool partitioned; /* whether space was partitioned again at the end of the last epoch */
  /* numbers of candidate pairs, contacts, particles, ... of this rank; indices GR_COUNTED_... (bulk/numbers.h) */
  PetscInt64 count[GR_COUNTED_COUNTS];
  PetscInt64 work;     /* estimated computing time of this rank in the last epoch [ns] */
  PetscInt64 speed;    /* measured speed of this rank (parallel/pace.h); 0: not known or not asked for */
  PetscInt64 contacts; /* number of contacts of this rank in which a force acts, at the end of the last epoch */
  PetscInt64 steps;    /* number of evaluations of all forces in the last epoch */
  double skin;         /* skin of the neighbour list in the last epoch [m] */
  double seconds;      /* wall-clock time of the last partition of space with its migration [s] */
} GrBulkEpochCounts;

/* Partition of space among the ranks, and the numbers from which the next partition follows. An epoch is the time
   between two rebuilds of the neighbour list. */
typedef struct {
  bool partitioned;              /* whether space has been partitioned, so that `partition` is set */
  GrParallelPartition partition; /* part of space of each rank */
  bool rebalance_due;            /* whether the next rebuild of the neighbour list first partitions space again */
  GrBulkEpochCounts counts;      /* numbers that this rank has counted in the last epoch */
  GrParallelPace pace;           /* measured time of recent epochs */
  double timed;                  /* timer of the contact forces at the end of the last epoch [s] */
  double relative_speed;         /* speed of this rank divided by the mean of all ranks; 0: not measured yet */
} GrBulkOwnership;

/* Load of a rank: estimated computing time [ns]; number of contacts; measured speed; negative speed, for the minimum;
   time that the work takes at the measured speed [us]. */
enum { GR_RANK_WORK, GR_RANK_CONTACTS, GR_RANK_SPEED, GR_RANK_SLOWNESS, GR_RANK_TIME, GR_RANK_LOADS };

/* Load of all ranks. */
typedef struct {
  PetscInt64 most[GR_RANK_LOADS], sum[GR_RANK_LOADS]; /* maximum over the ranks, sum over the ranks */
} GrBulkLoads;

/* Replaces each of the numbers most[n] by its maximum over all ranks, n <= 15. The same reduction also combines the
   counts and the load in GrBulkEpochCounts, if they are set. The function then stores the counts in
   GrBulkNumbers.counted, passes the load to GrBulkAdaptBalance, and clears them. Collective. */
PetscErrorCode GrBulkReduceMaxima(GrWorld world, int n, double most[]);

/* Estimates the computing time of this rank since the last rebuild. Call it before particles or candidate pairs change.
   If the next rebuild partitions space again, also sets world->load.particle_cost, the estimated computing time of each
   owned particle [ns]. Collective. */
PetscErrorCode GrBulkCountWork(GrWorld world);

/* Records the load of the last epoch in world->load.balance. If the load is so unequal that the next rebuild of the
   neighbour list should partition space again, sets rebalance_due. load: load of all ranks in the last epoch. seconds:
   wall-clock time of the last partition [s]. */
void GrBulkAdaptBalance(GrWorld world, const GrBulkLoads *load, double seconds);

/* Records the wall-clock time of a partition of space and of the migration after it. begun: MPI_Wtime at the beginning
   of the partition [s]. first: whether it is the first partition of the run. */
PetscErrorCode GrBulkEndPartition(GrWorld world, bool first, double begun);

/* Sends each particle and its contact histories (`records`, a table with a row per contact) to the rank whose part of
   space contains the reference position of the particle (bulk.h). First partitions space again if rebalance_due is set.
   Collective. */
PetscErrorCode GrBulkMigrateParticles(GrWorld world, GrParallelColumns *records);

#endif
