/* Load balance of spheres in space by counted work (parallel/load_balance.h). */
#ifndef GRANUM_BULK_BALANCE_H
#define GRANUM_BULK_BALANCE_H

#include "bulk/bulk.h"

/* Before a rebuild, while particles and candidates are as they were: counts the work of this rank. If the rebuild
   partitions space anew, world->particle_cost has the cost of each owned one then. Collective. */
PetscErrorCode GrBulkBalance(GrWorld world);

/* Work [ns] and contacts: of the rank that has most, and of all. */
typedef struct {
  PetscInt64 most[2], sum[2];
} GrBulkLoads;

/* Of the epoch that ended with the last rebuild, and the time that this took to partition space, if it did [s]: from
   these it follows whether the next rebuild does. */
void GrBulkBalanceLearn(GrWorld world, const GrBulkLoads *load, double seconds);

/* Particles are taken out: weight k becomes what was weight order[k], order ascending. */
void GrBulkBalanceKeep(GrWorld world, PetscInt n, const PetscInt order[]);

/* Space has been partitioned, for the first time or not, and particles have migrated since `begun` (MPI_Wtime). */
PetscErrorCode GrBulkBalanceDone(GrWorld world, PetscBool first, double begun);

#endif
