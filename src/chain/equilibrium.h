/* Static equilibrium of beads on a line at the start of a run; see equilibrium.c. */
#ifndef GRANUM_CHAIN_EQUILIBRIUM_H
#define GRANUM_CHAIN_EQUILIBRIUM_H

#include "chain/chain.h"

/* Brings the groups that the case names to rest; reports in world->equilibrium. GrFail(GR_EXIT_INPUT, ...) if a contact
   cannot carry its load or nothing holds the run, GR_EXIT_PHYSICS if forces are left. Collective. */
PetscErrorCode GrChainEquilibriumFind(GrWorld world);

/* The largest equilibrium overlap of each pair type becomes its rest overlap, from which step bounds are estimated. */
PetscErrorCode GrChainEquilibriumPairTypes(GrWorld world);

#endif
