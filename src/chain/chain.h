/* Beads on a line: a world of dimension 1 (granum/world.h). */
#ifndef GRANUM_CHAIN_CHAIN_H
#define GRANUM_CHAIN_CHAIN_H

#include "chain/beads.h"
#include "chain/contacts.h"
#include "chain/drive.h"
#include "parallel/chain_halo.h"
#include "world/world_impl.h"

struct GrChain_ {
  GrModel model; /* what laws know of the pair types */
  GrPairType *pair_types;
  GrBeads particles;
  GrChainHalo halo;
  GrChainContacts contacts;
  double *constant_force; /* [n] constant force on each bead [N]; NULL: none */
  GrChainDrives drives;   /* beads whose motion is prescribed */
  const double *state;    /* that the evaluation at hand is of */
  double *acceleration;   /* [n] [m/s^2], of the committed state; the integrator's */
  double *restored;       /* state from a checkpoint, for GrWorldInitial; NULL: none */
};

/* The pair type of a contact, by its slot. */
static inline const GrPairType *GrChainPairType(GrWorld world, PetscInt64 slot)
{
  return &world->chain->pair_types[GrChainPairTypeOf(world->the_case, world->chain->particles.rows.first + slot + 1)];
}

/* Parts of the state (time/rhs.h) that the case needs. */
PetscInt GrChainParts(const GrCase *the_case);

/* overlap.c, step_bound.c, energy.c: for the table of chain.c. */
void GrChainOverlaps(GrWorld world, GrOverlaps *overlaps);
PetscErrorCode GrChainName(GrWorld world, PetscInt64 id, size_t length, char *name);
const char *GrChainOverlapRemedy(GrWorld world, const GrOverlap *overlap);
PetscErrorCode GrChainStepBound(GrWorld world, GrStepBound *bound);
PetscErrorCode GrChainSetStep(GrWorld world, double step);
void GrChainScales(GrWorld world, double *length, double *speed, double *energy);
PetscErrorCode GrChainEnergies(GrWorld world, const double *u, GrSum sum[GR_SUM_ENERGIES]);
void GrChainDescribeFault(GrWorld world, char *message);
PetscErrorCode GrChainVisitContacts(GrWorld world, const double *u, GrContactVisit visit, void *context);

/* save.c: for the same table. */
PetscErrorCode GrChainSave(GrWorld world, const double *u, GrCheckpoint file);
int GrChainSavedNumbers(GrWorld world); /* of a bead and the contact on its right */
PetscErrorCode GrChainRestore(GrWorld world, GrCheckpoint file);

#endif
