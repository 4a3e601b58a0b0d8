/* Columns: a growing structure of arrays, one row per thing, and the exchange of rows between ranks. */
#ifndef GRANUM_PARALLEL_COLUMNS_H
#define GRANUM_PARALLEL_COLUMNS_H

#include "parallel/sparse_exchange.h"

enum { GR_COLUMNS_MAX = 64 };

typedef struct {
  PetscInt n, capacity; /* rows, and room for rows */
  int n_columns;
  size_t size[GR_COLUMNS_MAX]; /* bytes of one value */
  void *data[GR_COLUMNS_MAX];  /* [capacity] values each */
} GrColumns;

PetscErrorCode GrColumnsCreate(int n_columns, const size_t size[], GrColumns *columns);
PetscErrorCode GrColumnsDestroy(GrColumns *columns);

/* Makes room for so many rows; what is there stays. Grows by half at least, so that many calls cost O(rows). */
PetscErrorCode GrColumnsReserve(GrColumns *columns, PetscInt rows);

/* A row as words, of n columns: those of which[], or the first ones if it is NULL. The words it takes; where the next
   row goes, or comes from. */
PetscInt64 GrColumnsRowWords(const GrColumns *columns, int n, const int which[]);
PetscInt64 *GrColumnsPack(const GrColumns *columns, int n, const int which[], PetscInt row, PetscInt64 *to);
const PetscInt64 *GrColumnsUnpack(GrColumns *columns, int n, const int which[], PetscInt row, const PetscInt64 *from);

/* Row `to`, not after `from`, takes over n columns of row `from`, as above. */
void GrColumnsMoveUp(GrColumns *columns, int n, const int which[], PetscInt from, PetscInt to);

/* Collective. Sends row i to rank `to[i]` (this rank: it stays). Afterwards the rows that stayed come first, in their
   order, then those received, by ascending rank they come from and in their order there. One message to each rank that
   gets any rows; no rank learns of more than its own messages. */
PetscErrorCode GrColumnsExchange(MPI_Comm comm, GrColumns *columns, const int to[]);

/* The same for several sets of columns in one message to each rank; adds what this rank sends to `traffic`. */
PetscErrorCode GrColumnsExchangeAll(MPI_Comm comm, int n_sets, GrColumns *const set[], const int *const to[],
                                    GrTraffic *traffic);

#endif
