/* Beads on a line: a world of dimension 1 (granum/world.h). */
#ifndef GRANUM_CHAIN_CHAIN_H
#define GRANUM_CHAIN_CHAIN_H

#include "chain/beads.h"
#include "chain/contacts.h"
#include "chain/drive.h"
#include "parallel/chain_halo.h"
#include "world/world_impl.h"

struct GrLine_ {
  GrKind *kinds;
  GrParticles particles;
  GrHalo halo;
  GrContacts contacts;
  double *push;         /* [n] constant force on each bead [N]; NULL: none */
  GrDrives drives;      /* beads whose motion is prescribed */
  double *acceleration; /* [n] [m/s^2], of the committed state; the integrator's */
  double *restored;     /* state from a checkpoint, for GrWorldInitial; NULL: none */
};

/* Parts of the state (time/rhs.h) that the case needs. */
PetscInt GrLineParts(const GrCase *the_case);

/* overlap.c, step_bound.c, energy.c: for the table of chain.c. */
void GrLineOverlaps(GrWorld world, GrOverlaps *overlaps);
PetscErrorCode GrLineName(GrWorld world, PetscInt64 id, size_t length, char *name);
const char *GrLineOverlapRemedy(GrWorld world, const GrOverlap *overlap);
void GrLineStepBound(GrWorld world, double *step, char *reason, size_t length);
PetscErrorCode GrLineSetStep(GrWorld world, double step);
void GrLineScales(GrWorld world, double *length, double *speed, double *energy);
PetscErrorCode GrLineEnergies(GrWorld world, const double *u, GrSum sum[GR_SUM_ENERGIES]);
void GrLineTell(GrWorld world, char *message);

/* save.c: for the same table. */
PetscErrorCode GrLineSave(GrWorld world, const double *u, GrCheckpoint file);
int GrLineSavedNumbers(GrWorld world); /* of a bead and the contact on its right */
PetscErrorCode GrLineRestore(GrWorld world, GrCheckpoint file);

/* Collective. A failure if the checkpoint does not have the beads of the case: before memory is taken for them. */
PetscErrorCode GrLineExpect(GrWorld world, GrCheckpoint file);

#endif
