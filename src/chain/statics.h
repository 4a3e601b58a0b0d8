/* Static contacts of a chain: the forces of a block of contacts at given overlaps, and the overlaps for given forces.
   Static means overlap rate 0, first loading, and normal law plus adhesion. The result of a contact does not depend on
   its block, nor on the number of ranks. For set-up only. */
#ifndef GRANUM_CHAIN_STATICS_H
#define GRANUM_CHAIN_STATICS_H

#include "chain/contacts.h"

/* Computes the static force [N] of each contact of a block at its overlap [m]; arrays of GR_CHAIN_BLOCK. */
void GrChainStaticsForce(const GrChainBlock *block, const double *overlap, double *force);

/* Computes the smallest force [N] that each contact of a block can carry: 0, or minus the pull-off force. */
void GrChainStaticsLeast(const GrChainBlock *block, double *least);

/* Computes the smallest overlap [m] at which each contact carries its load [N], to the last bit. If the force is
   smaller than the load up to the overlap limit, the result is this limit. If the force jumps over the load, the result
   is the overlap of the jump. The caller must therefore compare the force there with the load. */
void GrChainStaticsInvert(const GrChainBlock *block, const double *load, double *overlap);

#endif
