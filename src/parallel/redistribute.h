/* Sends data of particles from their owners to the ranks that write them to a file. The file has one row per particle,
   in the order of the ids.

   Rank r of `size` ranks writes the range of rows GrRowDecompose(total, r, size). With GrRowPlanCreate the particle
   with id k has row k - 1, and the rows of removed particles are empty. With GrRowPlanPresent only existing particles
   have a row (parallel/row_split.h). A plan (GrRowPlan) stores to which rank the data of each particle are sent. A plan
   is valid until a particle changes its owner. A field is a quantity of the particles. The caller can send any number
   of fields by the same plan. All fields of one call are sent together.

   Ranks that get no rows get no message. On at most GrRowPlanStraightMost ranks, each rank sends at most one message to
   each other rank. On more ranks, the ranks form a grid that is about square. Data are sent first to the grid column of
   the receiver, and then along this column. With P ranks, each rank sends at most 2 sqrt(P) + 2 messages and receives
   at most 3 sqrt(P) + 3, and each number is sent twice. The memory is proportional to the number of particles and rows
   of this rank.

   Values are words of 8 bytes (doubles or 64-bit integers) and are copied bit by bit. */
#ifndef GRANUM_PARALLEL_REDISTRIBUTE_H
#define GRANUM_PARALLEL_REDISTRIBUTE_H

#include "parallel/row_split.h"
#include <stdint.h>
#include <string.h>

/* Largest number of ranks for which data of particles are sent directly from their owner to the rank that writes them.
   With more ranks they are sent in two stages. Only tests change the number. */
extern int GrRowPlanStraightMost;

typedef struct GrRowPlan_ *GrRowPlan;

/* Returns the rank that has the row number `row`, from 0, if `total` rows are distributed over `size` ranks. */
int GrRowRank(PetscInt64 row, PetscInt64 total, int size);

/* Collective. Creates a plan for a file with a row for each id from 1 to `total`, also for removed particles. id: ids
   of the n particles of this rank, in any order; the ids of all ranks differ. The plan keeps no pointer to `id`. */
PetscErrorCode GrRowPlanCreate(MPI_Comm comm, PetscInt n, const PetscInt64 id[], PetscInt64 total, GrRowPlan *plan);

/* Collective. Creates a plan for a file with a row for each existing particle, in ascending order of the ids. Ids of
   removed particles have no row. id: ids of the n particles of this rank, in any order; the ids of all ranks differ. */
PetscErrorCode GrRowPlanPresent(MPI_Comm comm, PetscInt n, const PetscInt64 id[], GrRowPlan *plan);
/* Frees a plan and sets *plan to NULL. */
PetscErrorCode GrRowPlanDestroy(GrRowPlan *plan);

/* Returns the total number of rows of the file, and the range of rows that this rank receives. */
GrRows GrRowPlanRows(GrRowPlan plan);
/* Returns the distribution of the rows over the ranks: the range of ids of each rank. The plan must come from
   GrRowPlanPresent. */
const GrRowSplit *GrRowPlanSplit(GrRowPlan plan);

/* A field: a quantity of the particles, with one or several components. rows: values that this rank receives for its
   rows, an array [rows.count][components] of 8-byte words. */
typedef struct {
  int components;
  void *rows;
} GrRowField;

enum { GR_ROW_WORDS_MAX = 64 };

/* Copies n words of 8 bytes: the values of a field of one particle. The cases n = 1 and n = 3 are the most frequent and
   avoid a call of memcpy. */
static inline void GrRowCopyWords(void *restrict to, const void *restrict from, int n)
{
  if (n == 3)
    memcpy(to, from, 3 * sizeof(uint64_t));
  else if (n == 1)
    memcpy(to, from, sizeof(uint64_t));
  else
    memcpy(to, from, (size_t)n * sizeof(uint64_t));
}

/* Function of the caller that copies the values of all fields of a particle to words[], one field after the other.
   entry: index of the particle on this rank; context: data of the caller. */
typedef void (*GrRowPack)(const void *context, PetscInt entry, uint64_t words[]);

/* Collective. Sends n fields of each particle to the rank that has its row of the file. pack: function that reads the
   values of a particle. Values of rows without a particle are not changed. */
PetscErrorCode GrRowPlanGatherFields(GrRowPlan plan, int n, const GrRowField field[], GrRowPack pack,
                                     const void *context);

/* Collective. Sends one field of each particle to the rank that has its row of the file. from: the values of particle i
   of this rank begin at word i * stride. rows: the received values, [rows.count][components]. */
PetscErrorCode GrRowPlanGather(GrRowPlan plan, int components, int stride, const void *from, void *rows);

/* Fills the rows of the array rows[rows.count][components] that have no particle: real numbers with NaN, integers
   with 0. */
void GrRowPlanBlank(GrRowPlan plan, GrNumber number, int components, void *rows);

#endif
