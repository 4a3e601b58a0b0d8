/* Halo of a chain: exchange of the state of the outermost beads between neighbouring ranks. Each rank has a segment of
   the chain, and a ghost bead beyond each end of its segment.

   Algorithm: persistent point-to-point requests of MPI, started before the inner contacts are evaluated and completed
   afterwards. Each rank sends one message of two numbers to each neighbour: 2 messages and 32 bytes per inner rank and
   evaluation. Forces need not be sent back, because a contact between two ranks is evaluated on both. Limit: the
   neighbours are rank - 1 and rank + 1. */
#ifndef GRANUM_PARALLEL_CHAIN_HALO_H
#define GRANUM_PARALLEL_CHAIN_HALO_H

#include <granum/results.h>

enum { GR_LEFT, GR_RIGHT };
enum { GR_GHOST_X, GR_GHOST_V, GR_GHOST_FIELDS };

typedef struct {
  MPI_Comm comm;
  int peer[2];                      /* rank of the neighbour at each end; MPI_PROC_NULL: none */
  PetscBool has[2];                 /* whether there is a neighbour at each end */
  double ghost[2][GR_GHOST_FIELDS]; /* state of the neighbour's outermost bead, after GrParallelChainHaloEnd */
  PetscInt64 messages, bytes;       /* numbers of messages and bytes that this rank sends per exchange */
  int n_requests;
  MPI_Request request[4];
  double outgoing[2][GR_GHOST_FIELDS];
} GrParallelChainHalo;

/* Collective. Creates the halo of a rank that has the beads `rows`. */
PetscErrorCode GrParallelChainHaloCreate(MPI_Comm comm, GrRows rows, GrParallelChainHalo *halo);
/* Frees the requests of the halo. */
PetscErrorCode GrParallelChainHaloDestroy(GrParallelChainHalo *halo);

/* Starts an exchange of the outermost beads. x, v: displacements [m] and velocities [m/s] of the `count` owned
   beads. */
PetscErrorCode GrParallelChainHaloBegin(GrParallelChainHalo *halo, PetscInt count, const double *x, const double *v);

/* Completes the exchange; halo->ghost is then up to date. */
PetscErrorCode GrParallelChainHaloEnd(GrParallelChainHalo *halo);

/* Pipelined passes for recurrences over all beads in order, for example sums from one end. Each rank receives numbers
   from one neighbour, continues the recurrence over its beads, and sends the numbers to the other neighbour. The order
   of operations is that of one rank, so the result has the same bits on any number of ranks. The ranks work one after
   the other, so passes are only for set-up, not for the loop of steps. */

/* Receives numbers[n] in a pipelined pass from the neighbour at this end (GR_LEFT, GR_RIGHT). If there is no neighbour,
   the numbers do not change. */
PetscErrorCode GrParallelPipelineReceive(const GrParallelChainHalo *halo, int from, int n, double *numbers);

/* Sends numbers[n] in a pipelined pass to the neighbour at this end (GR_LEFT, GR_RIGHT), if there is a neighbour. */
PetscErrorCode GrParallelPipelineSend(const GrParallelChainHalo *halo, int to, int n, const double *numbers);

#endif
