/* Holders: a distributed directory of particles. The holder of a particle is the rank that has it. The directory finds
   the holder of an id. It is needed after particles have been read from a file, because each rank then has an arbitrary
   part of them. The ids are divided among the ranks (parallel/row_split.h). Each rank stores the holders of its range
   of ids, and answers requests for them. Memory is proportional to the number of particles per rank. */
#ifndef GRANUM_PARALLEL_HOLDERS_H
#define GRANUM_PARALLEL_HOLDERS_H

#include "parallel/id_table.h"
#include "parallel/row_split.h"

typedef struct {
  MPI_Comm comm;
  GrRowSplit split;        /* range of ids of each rank */
  GrParallelIdTable table; /* the holder of each id in the range of this rank */
} GrParallelHolders;

/* Creates the directory. id[n]: ids of the particles of this rank, >= 1. Sets *twice to 0 if all ids of all ranks
   differ, otherwise to an id that occurs more than once. All ranks get the same value. Collective. */
PetscErrorCode GrParallelHoldersCreate(MPI_Comm comm, PetscInt n, const PetscInt64 id[], GrParallelHolders *holders,
                                       PetscInt64 *twice);
/* Frees the directory. */
PetscErrorCode GrParallelHoldersDestroy(GrParallelHolders *holders);

/* Sets rank[i] to the rank that has the particle id[i], i < n; -1: no rank has this particle. Collective. */
PetscErrorCode GrParallelHoldersFind(const GrParallelHolders *holders, PetscInt n, const PetscInt64 id[], int rank[]);

#endif
