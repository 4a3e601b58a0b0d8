/* Rows in id order: sends data of particles from their owners to the ranks that write their rows to a file.

   Rank r has the rows GrRowDecompose(total, r, size). With GrRowPlanCreate the particle with id k has row k - 1, and
   the rows of removed particles are empty. With GrRowPlanPresent there is one row per existing particle
   (parallel/row_split.h). A plan is valid for one distribution of the particles; after a change of owners create
   another one. It serves any number of fields. All fields of a particle are sent together.

   Messages go only to ranks that get rows. On at most GrRowPlanStraightMost ranks, a rank sends at most one message
   to each other rank. On more ranks, the ranks form an almost square grid. Data are sent first to
   the grid column of the receiver and then along this column. Of P ranks each sends at most 2 sqrt(P) + 2 messages and
   receives at most 3 sqrt(P) + 3, and each number is sent twice. The memory is proportional to the particles and the
   rows of this rank.

   Values are 8-byte words, doubles or 64-bit integers, and are copied bit by bit. */
#ifndef GRANUM_PARALLEL_REDISTRIBUTE_H
#define GRANUM_PARALLEL_REDISTRIBUTE_H

#include "parallel/row_split.h"
#include <stdint.h>
#include <string.h>

extern int GrRowPlanStraightMost; /* number of ranks, see the head; only tests change it */

typedef struct GrRowPlan_ *GrRowPlan;

/* Returns the rank that has row number `row`, from 0, if `total` rows are distributed over `size` ranks. */
int GrRowRank(PetscInt64 row, PetscInt64 total, int size);

/* Collective. Creates a plan with `total` rows. id: ids of the n particles of this rank, in any order, 1 <= id <=
   total. Each id occurs at most once over all ranks. The array is not needed afterwards. */
PetscErrorCode GrRowPlanCreate(MPI_Comm comm, PetscInt n, const PetscInt64 id[], PetscInt64 total, GrRowPlan *plan);

/* Collective. Creates a plan with one row for each existing particle, in the order of the ids. Ids may have gaps. id:
   ids of the n particles of this rank, in any order. */
PetscErrorCode GrRowPlanPresent(MPI_Comm comm, PetscInt n, const PetscInt64 id[], GrRowPlan *plan);
/* Frees a plan and sets *plan to NULL. */
PetscErrorCode GrRowPlanDestroy(GrRowPlan *plan);

/* Returns the range of rows that this rank writes. */
GrRows GrRowPlanRows(GrRowPlan plan);
/* Returns the range of ids of each rank, for a plan that GrRowPlanPresent has created. */
const GrRowSplit *GrRowPlanSplit(GrRowPlan plan);

/* A field that a rank receives. rows: array [rows.count][components] of 8-byte words for the values in this rank's
   rows. */
typedef struct {
  int components;
  void *rows;
} GrRowField;

enum { GR_ROW_WORDS_MAX = 64 };

/* Copies n 8-byte words, the values of a field of one particle. n is nearly always 1 or 3, for which a call of memcpy
   would be slow. */
static inline void GrRowCopyWords(void *restrict to, const void *restrict from, int n)
{
  if (n == 3)
    memcpy(to, from, 3 * sizeof(uint64_t));
  else if (n == 1)
    memcpy(to, from, sizeof(uint64_t));
  else
    memcpy(to, from, (size_t)n * sizeof(uint64_t));
}

/* Function of the caller that writes the 8-byte words of all fields of particle number `entry` of this rank to
   words[]. */
typedef void (*GrRowPack)(const void *context, PetscInt entry, uint64_t words[]);

/* Collective. Sends n fields of each particle to its row. pack: writes the words of all fields of a particle, one field
   after the other. Rows without a particle are not changed. */
PetscErrorCode GrRowPlanGatherFields(GrRowPlan plan, int n, const GrRowField field[], GrRowPack pack,
                                     const void *context);

/* Collective. Sends one field of each particle to its row, rows[rows.count][components]. The words of particle i of
   this rank begin at word i * stride of `from`. */
PetscErrorCode GrRowPlanGather(GrRowPlan plan, int components, int stride, const void *from, void *rows);

/* Fills the rows that have no particle, in an array rows[rows.count][components], with NaN, or with 0 if the numbers
   are integers. */
void GrRowPlanBlank(GrRowPlan plan, GrNumber number, int components, void *rows);

#endif
