/* Halo of a chain: exchange of the states of the outermost beads between neighbouring ranks. Each rank has a segment of
   the chain, and a ghost bead beyond each end of its segment. The segments are in the order of the ranks: the
   neighbours of a rank are rank - 1 and rank + 1.

   Algorithm: persistent point-to-point requests of MPI. They are started before the inner contacts are evaluated, and
   completed afterwards. In each evaluation a rank sends one message of two numbers to each neighbour. A rank with two
   neighbours therefore sends 2 messages with 32 bytes in total. Forces need not be sent back, because a contact between
   two ranks is evaluated on both. */
#ifndef GRANUM_PARALLEL_CHAIN_HALO_H
#define GRANUM_PARALLEL_CHAIN_HALO_H

#include <granum/results.h>
#include <stdbool.h>

enum { GR_LEFT, GR_RIGHT };
enum { GR_GHOST_X, GR_GHOST_V, GR_GHOST_FIELDS };

/* Exchange of bead states of this rank, which owns a segment of the chain. Index 0 of the arrays is the left end of the
   segment (GR_LEFT), index 1 the right end (GR_RIGHT). */
typedef struct {
  MPI_Comm comm;
  int peer[2];                      /* rank of the neighbour at each end of the segment; MPI_PROC_NULL: none */
  bool has[2];                      /* whether there is a neighbour at each end of the segment */
  double ghost[2][GR_GHOST_FIELDS]; /* displacement [m] and velocity [m/s] of the neighbour's bead beyond each end */
  int n_requests;
  MPI_Request request[4];              /* [n_requests] persistent requests: a receive and a send per neighbour */
  double outgoing[2][GR_GHOST_FIELDS]; /* displacement [m] and velocity [m/s] of this rank's bead at each end */
} GrParallelChainHalo;

/* Prepares the exchange of bead states with the neighbouring ranks. rows: beads that this rank owns. Collective. */
PetscErrorCode GrParallelChainHaloCreate(MPI_Comm comm, GrRows rows, GrParallelChainHalo *halo);
/* Frees the MPI requests of the halo. */
PetscErrorCode GrParallelChainHaloDestroy(GrParallelChainHalo *halo);

/* Starts to send the states of the outermost beads of this rank to the neighbouring ranks. x, v: displacements [m] and
   velocities [m/s] of the `count` owned beads. */
PetscErrorCode GrParallelChainHaloBegin(GrParallelChainHalo *halo, PetscInt count, const double *x, const double *v);

/* Completes the exchange with the neighbouring ranks. halo->ghost then has the states of their outermost beads. */
PetscErrorCode GrParallelChainHaloEnd(GrParallelChainHalo *halo);

/* Pipelined pass: computes a recurrence over all beads of the chain in order, for example a sum from one end to the
   other. Each rank receives numbers from one neighbour, continues the recurrence over its beads, and sends the numbers
   to the other neighbour. The operations have the same order as on one rank, so the result has the same bits on any
   number of ranks. The ranks work one after the other; passes are therefore only for set-up, not for time steps. */

/* Step of a pipelined pass: receives numbers[n] from the neighbouring rank at the end `from` of the segment (GR_LEFT or
   GR_RIGHT). If there is no neighbour, the numbers do not change. */
PetscErrorCode GrParallelPipelineReceive(const GrParallelChainHalo *halo, int from, int n, double *numbers);

/* Step of a pipelined pass: sends numbers[n] to the neighbouring rank at the end `to` of the segment (GR_LEFT or
   GR_RIGHT), if there is a neighbour. */
PetscErrorCode GrParallelPipelineSend(const GrParallelChainHalo *halo, int to, int n, const double *numbers);

#endif
