/* Columns: a growing structure of arrays, one row per thing, and the exchange of rows between ranks. */
#ifndef GRANUM_COLUMNS_H
#define GRANUM_COLUMNS_H

#include <petscsys.h>

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

/* Collective. Sends row i to rank `to[i]` (this rank: it stays). Afterwards the rows that stayed come first, in their
   order, then those received, by ascending rank they come from and in their order there. One message to each rank that
   gets any rows; no rank learns of more than its own messages. Returns how many were sent and to how many ranks. */
PetscErrorCode GrColumnsExchange(MPI_Comm comm, GrColumns *columns, const int to[], PetscInt *sent, PetscInt *messages);

#endif
