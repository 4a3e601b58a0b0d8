/* Bonds between particles of an assembly: creation of bonds, and the list of broken bonds (contact/bond.c). */
#ifndef GRANUM_BULK_BOND_BOND_H
#define GRANUM_BULK_BOND_BOND_H

#include "contact/batch.h"
#include "world/world_impl.h"
#include <stdbool.h>

/* Creates the bonds of the initial state. If the bond law forms bonds at the start, particles are bonded whose surface
   distance is less than the parameter `gap` of the law. The pairs of ids in the files of the input key `bond_list` are
   bonded, too. Collective. */
PetscErrorCode GrBulkBondCreateAll(GrWorld world);

/* Creates the bonds between the pairs of ids in the file of the input key `bond_list` of a contact rule
   (GrContactRule.bond_list). Fails if a bond between a listed pair is not possible. Collective. */
PetscErrorCode GrBulkBondCreateListed(GrWorld world, int rule);

/* Creates a bond between the two particles of contact i of a batch (contacts that are evaluated together). */
void GrBulkBondCreate(GrBulk bulk, const GrBatch *batch, int i);

/* Returns whether the surface distance of contact i of a batch is less than the parameter `gap` of the bond law. */
bool GrBulkBondIsInReach(const GrBulk bulk, const GrBatch *batch, int i);

/* Adds the bonds that broke in the step that ends at time t [s] to the list of broken bonds. Call it just before
   GrBulkCommit accepts the step, because it compares the contact histories before and after the step. */
PetscErrorCode GrBulkBondCommit(GrWorld world, double t);

/* Returns the number of unbroken bonds on this rank. A bond belongs to the rank that owns its first particle. */
PetscInt64 GrBulkBondCount(GrWorld world);

#endif
