/* Chains of beads: a world of dimension 1 (granum/world.h). */
#ifndef GRANUM_CHAIN_CHAIN_H
#define GRANUM_CHAIN_CHAIN_H

#include "chain/beads.h"
#include "chain/contacts.h"
#include "chain/drive.h"
#include "parallel/chain_halo.h"
#include "world/world_impl.h"

struct GrChain_ {
  GrModel model; /* contact model: laws and coefficients of the pair types */
  GrPairType *pair_types;
  GrBeads particles;
  GrParallelChainHalo halo;
  GrChainContacts contacts;
  double *constant_force; /* [n] constant force on each bead, such as gravity [N]; NULL: no bead has one */
  GrChainDrives drives;   /* prescribed motions of beads */
  const double *state;    /* state of the current evaluation: [x | v] (granum/world.h) */
  double *acceleration;   /* [n] accelerations at the committed state, which the integrator reads [m/s^2] */
  double *restored;       /* state that was read from a checkpoint; NULL: none */
};

/* Returns the pair type of the contact in a slot (contacts.h). */
static inline const GrPairType *GrChainPairType(GrWorld world, PetscInt64 slot)
{
  return &world->chain->pair_types[GrChainPairTypeOf(world->the_case, world->chain->particles.rows.first + slot + 1)];
}

/* Returns the number of parts [x | v | ...] of the state that a case needs: GR_CHAIN_VERLET, GR_CHAIN_RK or
   GR_CHAIN_PARTS. */
PetscInt GrChainParts(const GrCase *the_case);

/* Functions of GrChainOps, the table of functions of a chain (step_bound.c, energy.c, save.c). The comments of
   GrWorldOps in world/world_impl.h describe them. This function adds the initial overlaps of this rank. */
void GrChainOverlaps(GrWorld world, GrOverlaps *overlaps);
/* Writes the name of a bead for messages to name[length]. */
PetscErrorCode GrChainName(GrWorld world, PetscInt64 id, size_t length, char *name);
/* Returns the advice in the message about an initial overlap. */
const char *GrChainOverlapRemedy(GrWorld world, const GrOverlap *overlap);
PetscErrorCode GrChainStepBound(GrWorld world, GrStepBound *bound);
PetscErrorCode GrChainSetStep(GrWorld world, double step);
void GrChainScales(GrWorld world, double *length, double *speed, double *energy);
/* Adds the energies [J] of the beads and contacts of this rank in the state u to `sum`. */
PetscErrorCode GrChainEnergies(GrWorld world, const double *u, GrSum sum[GR_SUM_ENERGIES]);
/* Writes the message about the overlap limit that a contact of this rank has exceeded to message[GR_MESSAGE_MAX]. */
void GrChainDescribeFault(GrWorld world, char *message);
/* Calls `visit` for the acting contacts of this rank in the state u. */
PetscErrorCode GrChainVisitContacts(GrWorld world, const double *u, GrContactVisit visit, void *context);
PetscErrorCode GrChainSave(GrWorld world, const double *u, GrCheckpoint file);
PetscErrorCode GrChainRestore(GrWorld world, GrCheckpoint file);

/* Returns how many numbers a checkpoint has for each bead together with the contact on its right. */
int GrChainSavedNumbers(GrWorld world);

/* ---- equilibrium.c ---- */
/* Brings the groups of the key `equilibrium` to static equilibrium; sets world->equilibrium. Fails by GrFail with
   GR_EXIT_INPUT if a contact cannot carry its load, or if no held bead supports a loaded segment; with GR_EXIT_PHYSICS
   if beads do not fit between two held beads. Collective. */
PetscErrorCode GrChainEquilibriumFind(GrWorld world);

/* Sets the rest overlap of each pair type to the largest equilibrium overlap of its contacts, for the step bound.
   Collective. */
PetscErrorCode GrChainEquilibriumPairTypes(GrWorld world);

#endif
