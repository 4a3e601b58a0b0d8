/* Ownership of particles: partition of space among the ranks, migration, and load balance by counted work
   (parallel/load_balance.h). */
#ifndef GRANUM_BULK_OWNERSHIP_H
#define GRANUM_BULK_OWNERSHIP_H

#include "bulk/numbers.h"
#include "contact/records.h"
#include "parallel/partition.h"
#include "world/world_impl.h"

/* Counts of this rank at the end of the last epoch that wait for the next reduction (census.c). */
typedef struct {
  PetscBool has_counts, has_load;                            /* `count` is set; work, contacts and steps are set */
  PetscBool partitioned;                                     /* space was partitioned at the end of that epoch */
  PetscInt64 count[GR_CENSUS_COUNTS], work, contacts, steps; /* work [ns] */
  double skin, seconds; /* skin of that epoch [m]; wall-clock time of the partition [s] */
} GrBulkCensus;

typedef struct {
  PetscBool partitioned; /* space has been divided among the ranks */
  GrParallelPartition partition;
  PetscBool rebalance_due; /* the next rebuild partitions space */
  double work;             /* work of this rank in the last epoch [ns] */
  GrBulkCensus census;
} GrBulkOwnership;

/* Work [ns] and number of contacts: the maximum and the sum over the ranks. */
typedef struct {
  PetscInt64 most[2], sum[2];
} GrBulkLoads;

/* Reduces n <= 14 numbers `most` to their maxima over all ranks. The counts that wait in the census take part in the
   same reduction. Collective. */
PetscErrorCode GrBulkReduceMaxima(GrWorld world, int n, double most[]);

/* Counts the work of this rank in the epoch that ends, before particles or candidates change. If the rebuild is to
   partition space, sets world->particle_cost [s] of each owned particle. Collective. */
PetscErrorCode GrBulkCountWork(GrWorld world);

/* Decides from the reduced work of the epoch before the last rebuild, and from the time of the last partition
   `seconds` [s], whether the next rebuild partitions space. */
void GrBulkAdaptBalance(GrWorld world, const GrBulkLoads *load, double seconds);

/* Deletes the costs of all particles except the n particles order[], in ascending order, which remain. */
void GrBulkKeepCosts(GrWorld world, PetscInt n, const PetscInt order[]);

/* Records the duration of a partition and migration that began at `begun` (MPI_Wtime). `first`: it is the first
   partition. */
PetscErrorCode GrBulkEndPartition(GrWorld world, PetscBool first, double begun);

/* Sends particles, and the records of histories of their contacts, to the owners of the reference positions. Partitions
   space first if that is due. Collective. */
PetscErrorCode GrBulkMigrateParticles(GrWorld world, GrParallelColumns *records);

#endif
