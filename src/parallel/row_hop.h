/* A hop of rows on their way: entries of some words go to ranks that did not know that they come. Messages go only to
   ranks that get something; what stays on its rank is not sent. Used by parallel/redistribute.h. */
#ifndef GRANUM_PARALLEL_ROW_HOP_H
#define GRANUM_PARALLEL_ROW_HOP_H

#include <petscsys.h>
#include <stdint.h>

/* Entries that come from or go to one rank; this rank counts as one, too. */
typedef struct {
  PetscMPIInt rank;
  PetscInt begin, count;
} GrRowMessage;

typedef struct {
  MPI_Comm comm;
  int n_out, n_in;
  int own_out, own_in; /* the message that stays here; -1: none */
  GrRowMessage *out, *in;
  PetscInt n, arriving;
  PetscInt *order; /* [n] entries in the order of `out` */
} GrRowHop;

/* The words of an entry. */
typedef void (*GrRowPack)(const void *context, PetscInt entry, uint64_t words[]);

/* Collective. Entry i goes to rank[lane[i]]; the ranks of the lanes differ. Not needed afterwards. */
PetscErrorCode GrRowHopCreate(MPI_Comm comm, int lanes, const int rank[], PetscInt n, const int lane[], GrRowHop *hop);
PetscErrorCode GrRowHopDestroy(GrRowHop *hop);

/* Collective. Brings the words of all entries to `incoming`: [hop->arriving][words], in the order of `in`. */
PetscErrorCode GrRowHopMove(const GrRowHop *hop, int words, GrRowPack pack, const void *context, uint64_t *incoming);

#endif
