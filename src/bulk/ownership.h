/* Ownership of particles: partition of space among the ranks, migration, and load balance by counted work
   (parallel/load_balance.h). */
#ifndef GRANUM_BULK_OWNERSHIP_H
#define GRANUM_BULK_OWNERSHIP_H

#include "bulk/numbers.h"
#include "contact/records.h"
#include "parallel/partition.h"
#include "world/world_impl.h"

/* Counts of this rank at the end of the last epoch. They are summed over all ranks together with the next reduction
   (census.c). */
typedef struct {
  /* whether `count` is set; whether work, contacts and steps are set */
  PetscBool has_counts, has_load;
  /* whether space was partitioned at the end of the last epoch */
  PetscBool partitioned;
  PetscInt64 count[GR_CENSUS_COUNTS]; /* numbers of candidates, contacts, particles, ... (bulk/numbers.h) */
  PetscInt64 work;                    /* computing time of the last epoch [ns] */
  PetscInt64 contacts, steps;         /* number of acting contacts; number of steps of the last epoch */
  double skin, seconds;               /* skin of the last epoch [m]; wall-clock time that the partition took [s] */
} GrBulkCensus;

typedef struct {
  PetscBool partitioned; /* whether space has been divided among the ranks */
  GrParallelPartition partition;
  PetscBool rebalance_due; /* whether the next rebuild partitions space */
  double work;             /* work of this rank in the last epoch [ns] */
  GrBulkCensus census;
} GrBulkOwnership;

/* Maximum and sum over the ranks of two numbers: [0] the work [ns], [1] the number of contacts. */
typedef struct {
  PetscInt64 most[2], sum[2];
} GrBulkLoads;

/* Replaces n <= 14 numbers most[n] by their maxima over all ranks. The same reduction sums the counts of GrBulkCensus,
   if they are set. Collective. */
PetscErrorCode GrBulkReduceMaxima(GrWorld world, int n, double most[]);

/* Counts the work of this rank in the ending epoch. To be called before particles or candidates change. If the rebuild
   is to partition space, also sets world->particle_cost, the cost of each owned particle [s]. Collective. */
PetscErrorCode GrBulkCountWork(GrWorld world);

/* Decides whether the next rebuild partitions space. load: work and contacts of the epoch before the last rebuild;
   seconds: wall-clock time of the last partition [s]. */
void GrBulkAdaptBalance(GrWorld world, const GrBulkLoads *load, double seconds);

/* Deletes the costs (world->particle_cost) of all particles except order[n], the indices of the particles that remain,
   in ascending order. */
void GrBulkKeepCosts(GrWorld world, PetscInt n, const PetscInt order[]);

/* Records the duration of a partition of space and of the migration of particles. begun: MPI_Wtime at their beginning;
   first: whether this is the first partition of the run. */
PetscErrorCode GrBulkEndPartition(GrWorld world, PetscBool first, double begun);

/* Sends each particle, and the records of its contact histories, to the rank that owns its reference position.
   Partitions space first if rebalance_due is set. Collective. */
PetscErrorCode GrBulkMigrateParticles(GrWorld world, GrParallelColumns *records);

#endif
