/* Hop: one of the one or two exchanges of parallel/redistribute.h. It sends entries of several words to ranks that do
   not know in advance that they will receive them. A rank sends messages only to ranks that get entries. Entries for
   the rank itself are copied. */
#ifndef GRANUM_PARALLEL_ROW_HOP_H
#define GRANUM_PARALLEL_ROW_HOP_H

#include <petscsys.h>
#include <stdint.h>

/* The entries that this rank sends to a rank or receives from it; the rank may be this rank itself. */
typedef struct {
  PetscMPIInt rank;
  PetscInt begin, count;
} GrRowMessage;

typedef struct {
  MPI_Comm comm;
  int n_out, n_in;
  int own_out, own_in; /* index of the message of this rank to itself; -1: none */
  GrRowMessage *out, *in;
  PetscInt n, arriving; /* number of entries to send, and to receive */
  PetscInt *order;      /* [n] entries in the order of `out` */
} GrRowHop;

/* Writes the words of an entry to words[]. */
typedef void (*GrRowPack)(const void *context, PetscInt entry, uint64_t words[]);

/* Collective. Plans a hop that sends entry i to rank[lane[i]], i < n. rank[lanes]: different ranks. The arrays are not
   needed afterwards. */
PetscErrorCode GrRowHopCreate(MPI_Comm comm, int lanes, const int rank[], PetscInt n, const int lane[], GrRowHop *hop);
/* Frees a plan. */
PetscErrorCode GrRowHopDestroy(GrRowHop *hop);

/* Collective. Sends the words of all entries. `incoming`: received words [hop->arriving][words], in the order of
   `in`. */
PetscErrorCode GrRowHopMove(const GrRowHop *hop, int words, GrRowPack pack, const void *context, uint64_t *incoming);

#endif
