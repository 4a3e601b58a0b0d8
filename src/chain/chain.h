/* Chains of beads: a world of dimension 1 (granum/world.h). */
#ifndef GRANUM_CHAIN_CHAIN_H
#define GRANUM_CHAIN_CHAIN_H

#include "chain/beads.h"
#include "chain/contacts.h"
#include "chain/drive.h"
#include "parallel/chain_halo.h"
#include "world/world_impl.h"

struct GrChain_ {
  GrModel model; /* coefficients of the pair types */
  GrPairType *pair_types;
  GrBeads particles;
  GrParallelChainHalo halo;
  GrChainContacts contacts;
  double *constant_force; /* [n] constant force on each bead [N]; NULL: none */
  GrChainDrives drives;   /* beads whose motion is prescribed */
  const double *state;    /* state of the current evaluation */
  double *acceleration;   /* [n] accelerations of the committed state, for the integrator [m/s^2] */
  double *restored;       /* state from a checkpoint; NULL: none */
};

/* Returns the pair type of the contact in a slot. */
static inline const GrPairType *GrChainPairType(GrWorld world, PetscInt64 slot)
{
  return &world->chain->pair_types[GrChainPairTypeOf(world->the_case, world->chain->particles.rows.first + slot + 1)];
}

/* Returns the number of parts of the state that a case needs (time/rhs.h). */
PetscInt GrChainParts(const GrCase *the_case);

/* step_bound.c, energy.c, save.c: functions of the table in chain.c; world/world_impl.h describes them. */
void GrChainOverlaps(GrWorld world, GrOverlaps *overlaps);
/* Writes the name of a bead for messages, of at most length - 1 characters. */
PetscErrorCode GrChainName(GrWorld world, PetscInt64 id, size_t length, char *name);
/* Returns the advice that the message about this overlap gives. */
const char *GrChainOverlapRemedy(GrWorld world, const GrOverlap *overlap);
PetscErrorCode GrChainStepBound(GrWorld world, GrStepBound *bound);
PetscErrorCode GrChainSetStep(GrWorld world, double step);
void GrChainScales(GrWorld world, double *length, double *speed, double *energy);
/* Adds the energies [J] of the beads and contacts of this rank in the state u to `sum`. */
PetscErrorCode GrChainEnergies(GrWorld world, const double *u, GrSum sum[GR_SUM_ENERGIES]);
/* Writes the message about the limit that a bead of this rank has broken; GR_MESSAGE_MAX bytes. */
void GrChainDescribeFault(GrWorld world, char *message);
/* Calls `visit` for the contacts of this rank in the state u. */
PetscErrorCode GrChainVisitContacts(GrWorld world, const double *u, GrContactVisit visit, void *context);
PetscErrorCode GrChainSave(GrWorld world, const double *u, GrCheckpoint file);
PetscErrorCode GrChainRestore(GrWorld world, GrCheckpoint file);

/* Returns how many numbers a checkpoint has of a bead and the contact on its right. */
int GrChainSavedNumbers(GrWorld world);

/* ---- equilibrium.c ---- */
/* Brings the groups of the key `equilibrium` to static equilibrium; sets world->equilibrium. Fails by GrFail with
   GR_EXIT_INPUT if a contact cannot carry its load or no bead holds a loaded segment, with GR_EXIT_PHYSICS if beads do
   not fit in between two held beads. Collective. */
PetscErrorCode GrChainEquilibriumFind(GrWorld world);

/* Sets the rest overlap of each pair type, which step bounds use, to the largest overlap of its contacts.
   Collective. */
PetscErrorCode GrChainEquilibriumPairTypes(GrWorld world);

#endif
