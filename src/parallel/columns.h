/* Columns: a table as a structure of arrays that grows. A row is an object (a particle, a contact), a column an array
   with one value of each row. Rows can be sent to other ranks. */
#ifndef GRANUM_PARALLEL_COLUMNS_H
#define GRANUM_PARALLEL_COLUMNS_H

#include "parallel/sparse_exchange.h"

enum { GR_COLUMNS_MAX = 64 };

typedef struct {
  PetscInt n, capacity; /* number of rows, and of allocated rows */
  int n_columns;
  size_t size[GR_COLUMNS_MAX]; /* size of one value of each column [bytes] */
  void *data[GR_COLUMNS_MAX];  /* the columns: arrays of [capacity] values */
} GrParallelColumns;

/* Creates n_columns <= GR_COLUMNS_MAX columns without rows. size[k]: bytes of a value of column k. */
PetscErrorCode GrParallelColumnsCreate(int n_columns, const size_t size[], GrParallelColumns *columns);
/* Frees all columns. */
PetscErrorCode GrParallelColumnsDestroy(GrParallelColumns *columns);

/* Allocates at least this number of rows and keeps the existing rows. Grows by at least half of the capacity, so
   that many calls cost O(rows). */
PetscErrorCode GrParallelColumnsReserve(GrParallelColumns *columns, PetscInt rows);

/* This and the next functions handle n columns: which[0], ..., which[n - 1], or the first n columns if which is NULL.
   They pack the values of a row in these columns into 8-byte words. RowWords returns the number of words of a packed
   row. */
PetscInt64 GrParallelColumnsRowWords(const GrParallelColumns *columns, int n, const int which[]);

/* Packs a row: copies its values to the words at `to`. Returns the address after the last word. */
PetscInt64 *GrParallelColumnsPack(const GrParallelColumns *columns, int n, const int which[], PetscInt row,
                                  PetscInt64 *to);
/* Unpacks a row: copies its values from the words at `from`. Returns the address after the last word. */
const PetscInt64 *GrParallelColumnsUnpack(GrParallelColumns *columns, int n, const int which[], PetscInt row,
                                          const PetscInt64 *from);

/* Copies `count` rows, which begin at row `from`, to the rows that begin at row `to` <= `from`. */
void GrParallelColumnsMoveUp(GrParallelColumns *columns, int n, const int which[], PetscInt from, PetscInt count,
                             PetscInt to);

/* Sorts the rows: the new row k is the old row order[k], for all k < n. */
PetscErrorCode GrParallelColumnsSort(GrParallelColumns *columns, const PetscInt order[]);

/* Collective. Sends row i to rank to[i]; a row with to[i] equal to this rank is kept. Afterwards the kept rows come
   first, in their order. The received rows follow, sorted by the rank that sent them, and in that rank's order.
   Each rank sends one message to each rank that gets rows from it. No rank needs data of all ranks. */
PetscErrorCode GrParallelColumnsExchange(MPI_Comm comm, GrParallelColumns *columns, const int to[]);

/* Collective. Makes the exchange of GrParallelColumnsExchange for several tables at once, set[n_sets] with the
   receivers to[n_sets], in one message to each rank. Adds the messages and bytes that this rank sends to `traffic`. */
PetscErrorCode GrParallelColumnsExchangeAll(MPI_Comm comm, int n_sets, GrParallelColumns *const set[],
                                            const int *const to[], GrTraffic *traffic);

#endif
