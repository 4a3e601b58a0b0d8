/* Halo of a chain: the state of the one ghost bead beyond each end of a rank's segment.

   Algorithm: persistent point-to-point requests, started before the inner contacts are evaluated and completed after.
   Each rank sends one message of two numbers to each neighbour: 2 messages per inner rank and evaluation, 32 bytes.
   There is no reverse exchange: contacts across ranks are evaluated on both sides. Limit: neighbours are rank - 1 and
   rank + 1. */
#ifndef GRANUM_PARALLEL_CHAIN_HALO_H
#define GRANUM_PARALLEL_CHAIN_HALO_H

#include <granum/results.h>

enum { GR_LEFT, GR_RIGHT };
enum { GR_GHOST_X, GR_GHOST_V, GR_GHOST_FIELDS };

typedef struct {
  PetscBool has[2];                 /* is there a neighbour at this end? */
  double ghost[2][GR_GHOST_FIELDS]; /* its bead next to ours, after GrChainHaloEnd */
  PetscInt64 messages, bytes;       /* sent per exchange */
  int n_requests;
  MPI_Request request[4];
  double outgoing[2][GR_GHOST_FIELDS];
} GrChainHalo;

PetscErrorCode GrChainHaloCreate(MPI_Comm comm, GrRows rows, GrChainHalo *halo);
PetscErrorCode GrChainHaloDestroy(GrChainHalo *halo);

/* x, v: arrays of the `count` owned beads. */
PetscErrorCode GrChainHaloBegin(GrChainHalo *halo, PetscInt count, const double *x, const double *v);
PetscErrorCode GrChainHaloEnd(GrChainHalo *halo);

#endif
