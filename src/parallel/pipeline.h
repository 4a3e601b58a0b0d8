/* Pipelined passes: numbers go along a chain from rank to rank, each rank passing on what it made of what it got.

   For recurrences over all beads in order, such as sums from one end and the sweeps of a tridiagonal solver: the beads
   are taken one after the other as on one rank, so the result has the same bits on any number of ranks. One message to
   one neighbour. The ranks work in turn: for set-up, not for loops. */
#ifndef GRANUM_PARALLEL_PIPELINE_H
#define GRANUM_PARALLEL_PIPELINE_H

#include "parallel/chain_halo.h"

/* n numbers from the neighbour at this end (GR_LEFT, GR_RIGHT); unchanged without one. */
PetscErrorCode GrPipelineReceive(MPI_Comm comm, const GrChainHalo *halo, int from, int n, double *numbers);

/* n numbers to the neighbour at this end, if there is one. */
PetscErrorCode GrPipelineSend(MPI_Comm comm, const GrChainHalo *halo, int to, int n, const double *numbers);

#endif
