/* Columns: a table with a fixed number of columns, to which rows can be appended. A row describes an object, for
   example a particle or a contact. A column is an array with a value for each row. Rows can be sent to other ranks. */
#ifndef GRANUM_PARALLEL_COLUMNS_H
#define GRANUM_PARALLEL_COLUMNS_H

#include "parallel/sparse_exchange.h"

enum { GR_COLUMNS_MAX = 64 };

/* A table, for example of particles: a row for each object of this rank, a column for each property. */
typedef struct {
  PetscInt n;        /* number of rows */
  PetscInt capacity; /* number of rows for which memory is allocated */
  int n_columns;
  size_t size[GR_COLUMNS_MAX]; /* size[k]: size of a value of column k [bytes] */
  void *data[GR_COLUMNS_MAX];  /* data[k]: column k, an array of [capacity] values */
} GrParallelColumns;

/* Creates a table without rows, with n_columns <= GR_COLUMNS_MAX columns. size[k]: size of a value of column k
   [bytes]. */
PetscErrorCode GrParallelColumnsCreate(int n_columns, const size_t size[], GrParallelColumns *columns);
/* Frees all columns. */
PetscErrorCode GrParallelColumnsDestroy(GrParallelColumns *columns);

/* Allocates memory for at least `rows` rows and keeps the existing rows. The capacity grows by at least half. Appending
   N rows in many calls therefore costs O(N). */
PetscErrorCode GrParallelColumnsReserve(GrParallelColumns *columns, PetscInt rows);

/* Returns the number of 8-byte words of a packed row: the values of n columns of a row. The columns are which[0], ...,
   which[n - 1]; if `which` is NULL, they are the first n columns. */
PetscInt64 GrParallelColumnsRowWords(const GrParallelColumns *columns, int n, const int which[]);

/* Packs a row, for a message: copies its values in the n columns which[] (NULL: the first n columns) to the words at
   `to`. Returns the address after the last word. */
PetscInt64 *GrParallelColumnsPack(const GrParallelColumns *columns, int n, const int which[], PetscInt row,
                                  PetscInt64 *to);
/* Unpacks a row: copies the values of the n columns which[] (NULL: the first n columns) from the words at `from` into
   the table. Returns the address after the last word. */
const PetscInt64 *GrParallelColumnsUnpack(GrParallelColumns *columns, int n, const int which[], PetscInt row,
                                          const PetscInt64 *from);

/* Moves `count` rows towards the beginning of the table, in the n columns which[] (NULL: the first n columns). The rows
   begin at row `from`, their copies at row `to` <= `from`. */
void GrParallelColumnsMoveUp(GrParallelColumns *columns, int n, const int which[], PetscInt from, PetscInt count,
                             PetscInt to);

/* Permutes the rows: the old row order[k] becomes row k, for 0 <= k < columns->n. In every column, the size of a value
   must be a multiple of 8 bytes. */
PetscErrorCode GrParallelColumnsSort(GrParallelColumns *columns, const PetscInt order[]);

/* Collective. Sends row i to rank to[i]. Rows whose to[i] is this rank are kept. Afterwards the table contains the kept
   rows in their old order, then the received rows. The received rows are sorted by the sender, then by their order on
   the sender. Each rank sends one message to each rank that gets rows from it. */
PetscErrorCode GrParallelColumnsExchange(MPI_Comm comm, GrParallelColumns *columns, const int to[]);

/* Collective. Exchanges the rows of several tables at once, as GrParallelColumnsExchange does for one table. Each rank
   sends at most one message to each other rank. set[n_sets]: the tables; row i of table set[s] is sent to rank
   to[s][i]. Adds the numbers of messages and bytes that this rank sends to `traffic`. */
PetscErrorCode GrParallelColumnsExchangeAll(MPI_Comm comm, int n_sets, GrParallelColumns *const set[],
                                            const int *const to[], GrTraffic *traffic);

#endif
