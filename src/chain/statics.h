/* Static forces in the contacts of a chain. The functions compute forces from overlaps, and overlaps from forces, for a
   block of contacts. A static force is the force of the normal law and of the adhesion at overlap rate 0 and first
   loading. The result of a contact does not depend on its block, nor on the number of ranks. For set-up only. */
#ifndef GRANUM_CHAIN_STATICS_H
#define GRANUM_CHAIN_STATICS_H

#include "chain/contacts.h"

/* Computes force[k] [N], the static force of contact k at overlap[k] [m], for all contacts of a block. Both arrays have
   GR_CHAIN_BLOCK elements. */
void GrChainStaticsForce(const GrChainBlock *block, const double *overlap, double *force);

/* Computes least[k] [N], the smallest static force that contact k can have, for all contacts of a block: 0, or minus
   the pull-off force if the contact has adhesion. */
void GrChainStaticsLeast(const GrChainBlock *block, double *least);

/* Computes overlap[k] [m] for all contacts of a block: the smallest overlap at which the static force of contact k
   equals load[k] [N], to the last bit. If the force is less than the load at all overlaps up to the overlap limit, the
   result is this limit. If the force jumps from below the load to above it, the result is the overlap of the jump. The
   caller must therefore compare the force at the result with the load. */
void GrChainStaticsInvert(const GrChainBlock *block, const double *load, double *overlap);

#endif
