/* Chains of beads: a world of dimension 1 (granum/world.h). */
#ifndef GRANUM_CHAIN_CHAIN_H
#define GRANUM_CHAIN_CHAIN_H

#include "chain/beads.h"
#include "chain/contacts.h"
#include "chain/drive.h"
#include "parallel/chain_halo.h"
#include "world/world_impl.h"

struct GrChain_ {
  GrModel model; /* contact model: laws, and their coefficients for each pair type */
  GrPairType *pair_types;
  GrBeads particles;
  GrParallelChainHalo halo;
  GrChainContacts contacts;
  double *constant_force; /* [n] constant force on each bead, for example gravity [N]; NULL: no constant forces */
  GrChainDrives drives;   /* prescribed motions of beads */
  /* state of the beads in the current evaluation: displacements, then velocities (granum/world.h) */
  const double *state;
  double *acceleration; /* [n] accelerations at the committed state, which the integrator reads [m/s^2] */
  double *restored;     /* state from the checkpoint of a resumed run; NULL: the run is new */
};

/* Returns the pair type of a contact. slot: number of the contact on this rank (contacts.h). */
static inline const GrPairType *GrChainPairType(GrWorld world, PetscInt64 slot)
{
  return &world->chain->pair_types[GrChainPairTypeOf(world->the_case, world->chain->particles.rows.first + slot + 1)];
}

/* Returns the number of parts [x | v | ...] of the state (granum/world.h): GR_CHAIN_VERLET, GR_CHAIN_RK or
   GR_CHAIN_PARTS. */
PetscInt GrChainParts(const GrCase *the_case);

/* The functions of the table GrChainOps (step_bound.c, energy.c, save.c). The members of GrWorldOps in
   world/world_impl.h describe them. GrChainOverlaps adds the initial overlaps of the contacts of this rank to
   `overlaps`. */
void GrChainOverlaps(GrWorld world, GrOverlaps *overlaps);
/* Writes the name of the bead with this id to name[length], for messages. */
PetscErrorCode GrChainName(GrWorld world, PetscInt64 id, size_t length, char *name);
/* Returns a sentence of advice for the message about an initial overlap. */
const char *GrChainOverlapRemedy(GrWorld world, const GrOverlap *overlap);
PetscErrorCode GrChainStepBound(GrWorld world, GrStepBound *bound);
PetscErrorCode GrChainSetStep(GrWorld world, double step);
void GrChainScales(GrWorld world, double *length, double *speed, double *energy);
/* Adds the energies [J] of the beads and contacts of this rank in the state u to `sum`. */
PetscErrorCode GrChainEnergies(GrWorld world, const double *u, GrSum sum[GR_SUM_ENERGIES]);
/* Writes a message to message[GR_MESSAGE_MAX] about a contact of this rank whose overlap has exceeded its limit. */
void GrChainDescribeFault(GrWorld world, char *message);
/* Calls `visit` for the contacts of this rank that act in the state u. context: first argument of `visit`. */
PetscErrorCode GrChainVisitContacts(GrWorld world, const double *u, GrContactVisit visit, void *context);
PetscErrorCode GrChainSave(GrWorld world, const double *u, GrCheckpoint file);
PetscErrorCode GrChainRestore(GrWorld world, GrCheckpoint file);

/* Returns how many numbers a checkpoint stores for a bead, including the contact on its right. */
int GrChainSavedNumbers(GrWorld world);

/* ---- equilibrium.c ---- */
/* Moves the beads of the groups in the key `equilibrium` to static equilibrium, and sets world->equilibrium. A segment
   is a sequence of beads that can move, between beads that cannot move (held beads) or the ends of the groups. Fails by
   GrFail with GR_EXIT_INPUT if a contact cannot carry its load, or if a loaded segment has no held bead at either end;
   with GR_EXIT_PHYSICS if the beads of a segment do not fit between its held beads. Collective. */
PetscErrorCode GrChainEquilibriumFind(GrWorld world);

/* For the stability bound of the time step, sets the rest overlap of each pair type to the largest overlap that its
   contacts have in equilibrium. Collective. */
PetscErrorCode GrChainEquilibriumPairTypes(GrWorld world);

#endif
