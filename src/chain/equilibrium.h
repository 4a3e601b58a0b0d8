/* Static equilibrium of beads on a line at the start of a run; see equilibrium.c. */
#ifndef GRANUM_CHAIN_EQUILIBRIUM_H
#define GRANUM_CHAIN_EQUILIBRIUM_H

#include "chain/chain.h"

/* Brings the groups of the key `equilibrium` to static equilibrium; sets world->equilibrium. Fails by GrFail with
   GR_EXIT_INPUT if a contact cannot carry its load or no bead holds a loaded segment, with GR_EXIT_PHYSICS if beads do
   not fit in between two held beads. Collective. */
PetscErrorCode GrChainEquilibriumFind(GrWorld world);

/* Sets the rest overlap of each pair type, which step bounds use, to the largest overlap of its contacts.
   Collective. */
PetscErrorCode GrChainEquilibriumPairTypes(GrWorld world);

#endif
