/* Rows in id order: from particles that are wherever space put them to the rows of a file.

   Rank r has the contiguous rows GrDecompose(total, r, size). Either the particle of id k has row k - 1, and rows of
   those that have left are empty; or the rows are those of the particles that are there (parallel/row_split.h). A plan
   is made for one distribution of the particles, so anew after each change of owners, and serves any number of fields.
   All fields of a particle travel together.

   Messages go only to ranks that get something, and from a rank at most one to each of the others while these are at
   most GrRowPlanStraightMost. Of more ranks each has a place in a grid of about as many columns as rows, and rows go
   first to the column of their rank, then along it: of P ranks each sends at most 2 sqrt(P) + 2 messages and gets at
   most 3 sqrt(P) + 3, and numbers travel twice. Memory is of the order of the particles and the rows of this rank.

   Values are 8-byte words, doubles or 64-bit integers, and are copied bit by bit. */
#ifndef GRANUM_PARALLEL_REDISTRIBUTE_H
#define GRANUM_PARALLEL_REDISTRIBUTE_H

#include "parallel/row_hop.h"
#include "parallel/row_split.h"
#include <string.h>

extern int GrRowPlanStraightMost; /* ranks; only tests change it */

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

/* Where a field goes: [rows.count][components] words. */
typedef struct {
  int components;
  void *rows;
} GrRowField;

enum { GR_ROW_WORDS_MAX = 64 };

/* The words of a field of one particle, nearly always one or three: not worth the call of a function that copies. */
static inline void GrRowCopyWords(void *restrict to, const void *restrict from, int n)
{
  if (n == 3)
    memcpy(to, from, 3 * sizeof(uint64_t));
  else if (n == 1)
    memcpy(to, from, sizeof(uint64_t));
  else
    memcpy(to, from, (size_t)n * sizeof(uint64_t));
}

/* Collective. Brings the fields of each particle, whose words `pack` gives one after the other, to their rows. Rows
   without a particle are left as they are. */
PetscErrorCode GrRowPlanGatherFields(GrRowPlan plan, int n, const GrRowField field[], GrRowPack pack,
                                     const void *context);

/* Collective. The same for one field, whose words begin at word i * stride of `from` for particle i of this rank. */
PetscErrorCode GrRowPlanGather(GrRowPlan plan, int components, int stride, const void *from, void *rows);

/* Rows without a particle: all components not a number, or 0 for integers. */
void GrRowPlanBlank(GrRowPlan plan, GrNumber number, int components, void *rows);

#endif
