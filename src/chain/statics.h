/* Static contacts of a chain: the forces of a block of contacts at given overlaps, and the overlaps for given forces.
   Static means overlap rate 0, first loading, and normal law plus adhesion. The result of a contact does not depend on
   its block, nor on the number of ranks. For set-up only. */
#ifndef GRANUM_CHAIN_STATICS_H
#define GRANUM_CHAIN_STATICS_H

#include "chain/contacts.h"

/* Computes force[n] [N], the static force of each contact of a block at overlap[n] [m]. Both arrays have GR_CHAIN_BLOCK
   elements. */
void GrChainStaticsForce(const GrChainBlock *block, const double *overlap, double *force);

/* Computes least[n] [N], the smallest force that each contact of a block can carry: 0, or minus the pull-off force. */
void GrChainStaticsLeast(const GrChainBlock *block, double *least);

/* Computes overlap[n] [m], for each contact of a block the smallest overlap at which its static force equals load[n]
   [N], to the last bit. If the force is less than the load up to the overlap limit, the result is this limit. If the
   force jumps past the load, the result is the overlap of the jump. The caller must therefore compare the force at the
   result with the load. */
void GrChainStaticsInvert(const GrChainBlock *block, const double *load, double *overlap);

#endif
