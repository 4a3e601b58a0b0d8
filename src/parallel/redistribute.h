/* Rows in id order: from particles that are wherever space put them to the rows of a file.

   Rank r has the contiguous rows GrDecompose(total, r, size). Either the particle of id k has row k - 1, and rows of
   those that have left are empty; or the rows are those of the particles that are there (parallel/row_split.h). A plan
   is made for one distribution of the particles, so anew after each change of owners, and serves any number of fields.
   Messages go only to ranks that get something; memory is of the order of the particles and the rows of this rank.

   Values are 8-byte words, doubles or 64-bit integers, and are copied bit by bit. */
#ifndef GRANUM_PARALLEL_REDISTRIBUTE_H
#define GRANUM_PARALLEL_REDISTRIBUTE_H

#include "parallel/row_split.h"

typedef struct GrRowPlan_ *GrRowPlan;

/* The rank that has a row, from 0. */
int GrRowRank(PetscInt64 row, PetscInt64 total, int size);

/* Collective. `id`: [n] of this rank's particles, in any order; 1 <= id <= total, each at most once over all ranks. Not
   needed afterwards. */
PetscErrorCode GrRowPlanCreate(MPI_Comm comm, PetscInt n, const PetscInt64 id[], PetscInt64 total, GrRowPlan *plan);

/* Collective. A row for each particle that is there, however high its id, and none is empty. */
PetscErrorCode GrRowPlanPresent(MPI_Comm comm, PetscInt n, const PetscInt64 id[], GrRowPlan *plan);
PetscErrorCode GrRowPlanDestroy(GrRowPlan *plan);

/* The rows of this rank; of GrRowPlanPresent, which ids are where. */
GrRows GrRowPlanRows(GrRowPlan plan);
const GrRowSplit *GrRowPlanSplit(GrRowPlan plan);

/* Collective. Brings `components` words of each particle, which begin at word i * stride of `from` for particle i of
   this rank, into `rows`, [rows.count][components]. Rows without a particle are left as they are. */
PetscErrorCode GrRowPlanGather(GrRowPlan plan, int components, int stride, const void *from, void *rows);

/* Rows without a particle: all components not a number, or 0 for integers. */
void GrRowPlanBlank(GrRowPlan plan, GrNumber number, int components, void *rows);

#endif
