/* Bonds of an assembly: their creation at the start, and the list of broken bonds; see contact/bond.h. */
#ifndef GRANUM_BULK_BOND_BOND_H
#define GRANUM_BULK_BOND_BOND_H

#include "contact/batch.h"
#include "world/world_impl.h"

/* A broken bond. The rank that owned its first particle keeps it until it is written. */
typedef struct {
  PetscInt64 step, id[2];
  int end;                      /* GrBondEnd */
  double time, middle[3], lost; /* [s]; midpoint of the two particles [m]; lost energy [J] */
} GrBrokenBond;
typedef struct {
  PetscInt n, capacity;
  GrBrokenBond *bond; /* [capacity] */
} GrBrokenBonds;

/* Creates the bonds of the initial state: between particles that are near enough, and between the listed pairs.
   Collective. */
PetscErrorCode GrBulkBondCreateAll(GrWorld world);

/* Creates the bonds of the lists of pairs that the contact rules name. Fails if a listed pair cannot be bonded.
   Collective. */
PetscErrorCode GrBulkBondCreateListed(GrWorld world);

/* Creates the bond of contact i of a batch. */
void GrBulkBondCreate(GrBulk bulk, const GrBatch *batch, int i);

/* Whether the particles of contact i of a batch are near enough for a bond. */
PetscBool GrBulkBondIsInReach(const GrBulk bulk, const GrBatch *batch, int i);

/* Lists the bonds that broke in the step to time t [s], before the commit exchanges the histories. */
PetscErrorCode GrBulkBondCommit(GrWorld world, double t);

/* Number of bonds whose first particle this rank owns. */
PetscInt64 GrBulkBondCount(GrWorld world);

#endif
