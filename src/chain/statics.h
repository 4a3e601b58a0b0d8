/* Contacts at rest: what the blocks of a chain carry at given overlaps, and which overlaps carry given loads.

   Static means: rate 0, loaded once and never unloaded, law and adhesion together. A contact's number comes out the
   same in whatever block it stands, so on any number of ranks. For set-up, not for loops. */
#ifndef GRANUM_CHAIN_STATICS_H
#define GRANUM_CHAIN_STATICS_H

#include "chain/contacts.h"

/* Static force [N] of each contact of a block at its overlap [m]; arrays of GR_CHAIN_BLOCK. */
void GrChainStaticsForce(const GrChainBlock *block, const double *overlap, double *force);

/* Smallest force [N] that the contacts of a block can carry: 0, or minus the pull of the adhesion. */
void GrChainStaticsLeast(const GrChainBlock *block, double *least);

/* Overlap [m] at which each contact first carries its load [N], to the last bit. If no overlap below the limit of the
   stability check does: this limit. If the force jumps over the load: the overlap of the jump, so the caller must check
   whether the force there is the load. */
void GrChainStaticsInvert(const GrChainBlock *block, const double *load, double *overlap);

/* Does `force` count as this load? Inversion leaves a rounding of the overlap; a larger miss is a jump, or a load
   beyond the limit of the stability check. */
static inline PetscBool GrChainStaticsCarries(double force, double load)
{
  return (PetscBool)(PetscAbsReal(force - load) <= 1e-9 * PetscAbsReal(load));
}

#endif
