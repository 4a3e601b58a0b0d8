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

/* Pipelined passes, for recurrences over all beads in order, such as sums from one end: numbers go along the chain from
   rank to rank, each passing on what it made of what it got. The beads are taken one after the other as on one rank, so
   the result has the same bits on any number of ranks. The ranks work in turn: for set-up, not for loops. */

/* n numbers from the neighbour at this end (GR_LEFT, GR_RIGHT); unchanged without one. */
PetscErrorCode GrPipelineReceive(MPI_Comm comm, const GrChainHalo *halo, int from, int n, double *numbers);

/* n numbers to the neighbour at this end, if there is one. */
PetscErrorCode GrPipelineSend(MPI_Comm comm, const GrChainHalo *halo, int to, int n, const double *numbers);

#endif
