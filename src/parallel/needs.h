/* Needs: which particles of this rank are near the regions of which others; see parallel/ghosts.h. */
#ifndef GRANUM_PARALLEL_NEEDS_H
#define GRANUM_PARALLEL_NEEDS_H

#include "parallel/box.h"
#include "parallel/partition.h"

/* A particle that a rank needs. */
typedef struct {
  int rank;
  PetscInt particle;
} GrNeed;

/* By ascending rank, then particle; each once. */
typedef struct {
  GrNeed *need;
  PetscInt n, capacity;
} GrNeeds;

/* x: three arrays of the n owned positions, inside the box along periodic axes; reach[n] [m]: particle i is needed
   where a region is nearer than reach[i]. Not collective. */
PetscErrorCode GrGhostsPrune(MPI_Comm comm, GrPartition partition, const GrBox *box, PetscInt n,
                             const double *const x[3], const double reach[], GrNeeds *needs);

#endif
