/* Ownership of particles: partition of space among the ranks, migration of particles to their ranks, and load balance.
   An epoch is the time from one rebuild of the neighbour list to the next. The work of a rank in an epoch is not
   measured but estimated from its numbers of particles and contacts (parallel/load_balance.h). */
#ifndef GRANUM_BULK_OWNERSHIP_H
#define GRANUM_BULK_OWNERSHIP_H

#include "bulk/numbers.h"
#include "contact/records.h"
#include "parallel/partition.h"
#include "world/world_impl.h"

/* Numbers of this rank in the last epoch. GrBulkReduceMaxima combines them over all ranks. */
typedef struct {
  PetscBool has_counts;  /* whether `count` is set */
  PetscBool has_load;    /* whether `work`, `contacts` and `steps` are set */
  PetscBool partitioned; /* whether space was partitioned again at the end of the last epoch */
  /* numbers of candidate pairs, contacts, particles, ...; indices GR_CENSUS_... in bulk/numbers.h */
  PetscInt64 count[GR_CENSUS_COUNTS];
  PetscInt64 work;     /* estimated computing time of this rank in the last epoch [ns] */
  PetscInt64 contacts; /* number of acting contacts of this rank at the end of the last epoch */
  PetscInt64 steps;    /* number of evaluations of all forces in the last epoch */
  double skin;         /* skin of the neighbour list in the last epoch [m] */
  double seconds;      /* wall-clock time of the last partition of space with its migration [s] */
} GrBulkCensus;

typedef struct {
  PetscBool partitioned; /* whether space has been partitioned among the ranks */
  GrParallelPartition partition;
  PetscBool rebalance_due; /* whether the next rebuild of the neighbour list first partitions space again */
  double work;             /* estimated computing time of this rank in the last epoch [ns] */
  GrBulkCensus census;
} GrBulkOwnership;

/* Maximum (most) and sum over the ranks of two numbers. Index 0: estimated computing time of a rank [ns]; index 1: its
   number of contacts. */
typedef struct {
  PetscInt64 most[2], sum[2];
} GrBulkLoads;

/* Replaces the n <= 14 numbers most[n] by their maxima over all ranks. If numbers in GrBulkCensus are set, the same
   reduction combines them over all ranks and clears them. Collective. */
PetscErrorCode GrBulkReduceMaxima(GrWorld world, int n, double most[]);

/* Estimates the computing time of this rank in the epoch that ends. To be called before particles or candidate pairs
   change. If rebalance_due is set, also sets world->particle_cost, the estimated computing time of each owned particle
   [ns]. Collective. */
PetscErrorCode GrBulkCountWork(GrWorld world);

/* Decides whether the next rebuild of the neighbour list partitions space, and then sets rebalance_due. load: work and
   contacts of all ranks in the last complete epoch. seconds: wall-clock time of the last partition [s]. */
void GrBulkAdaptBalance(GrWorld world, const GrBulkLoads *load, double seconds);

/* Records the duration of a partition of space and of the migration after it. begun: MPI_Wtime at the beginning of the
   partition. first: whether it is the first partition of the run. */
PetscErrorCode GrBulkEndPartition(GrWorld world, PetscBool first, double begun);

/* Sends each particle, and the records of its contact histories, to the rank that owns the reference position of the
   particle: its position at the last reneighbouring (bulk.h). First partitions space if rebalance_due is set.
   Collective. */
PetscErrorCode GrBulkMigrateParticles(GrWorld world, GrParallelColumns *records);

#endif
