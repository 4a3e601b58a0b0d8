/* Load balance of spheres in space by counted work (parallel/load_balance.h). */
#ifndef GRANUM_BULK_BALANCE_H
#define GRANUM_BULK_BALANCE_H

#include "bulk/bulk.h"

/* Before a rebuild, while particles and candidates are as they were: looks at the work of the ranks, and decides
   whether the rebuild partitions space anew. Then world->particle_cost has the cost of each owned one. Collective. */
PetscErrorCode GrBulkBalance(GrWorld world);

/* Particles are taken out: weight k becomes what was weight order[k], order ascending. */
void GrBulkBalanceKeep(GrWorld world, PetscInt n, const PetscInt order[]);

/* Space has been partitioned, for the first time or not, and particles have migrated since `begun` (MPI_Wtime).
   Collective. */
PetscErrorCode GrBulkBalanceDone(GrWorld world, PetscBool first, double begun);

#endif
