/* Bonds between particles of an assembly: creation of bonds, and the list of broken bonds (contact/bond.h). */
#ifndef GRANUM_BULK_BOND_BOND_H
#define GRANUM_BULK_BOND_BOND_H

#include "contact/batch.h"
#include "world/world_impl.h"

/* A broken bond. The rank that owned the first particle of the pair keeps the entry until it has been written to the
   results. */
typedef struct {
  PetscInt64 step, id[2];
  int end;                      /* cause, a GrBondEnd */
  double time, middle[3], lost; /* time [s]; midpoint of the two centres [m]; energy that the bond had [J] */
} GrBrokenBond;
typedef struct {
  PetscInt n, capacity;
  GrBrokenBond *bond; /* [capacity] */
} GrBrokenBonds;

/* Creates the bonds of the initial state: between particles that are near enough, and between the pairs of ids in the
   files `bond_list`. Collective. */
PetscErrorCode GrBulkBondCreateAll(GrWorld world);

/* Creates the bonds between the pairs of ids in the files GrContactRule.bond_list. Fails if a listed pair cannot get a
   bond. Collective. */
PetscErrorCode GrBulkBondCreateListed(GrWorld world);

/* Creates a bond between the two particles of contact i of a batch. */
void GrBulkBondCreate(GrBulk bulk, const GrBatch *batch, int i);

/* Whether the surface distance of contact i of a batch is small enough for a bond (GR_BOND_GAP). */
PetscBool GrBulkBondIsInReach(const GrBulk bulk, const GrBatch *batch, int i);

/* Adds the bonds that broke in the step that ends at time t [s] to the list of broken bonds. To be called before the
   commit exchanges committed and trial histories. */
PetscErrorCode GrBulkBondCommit(GrWorld world, double t);

/* Returns the number of unbroken bonds whose first particle this rank owns. */
PetscInt64 GrBulkBondCount(GrWorld world);

#endif
