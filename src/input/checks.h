/* What the tables cannot say: conditions between keys. Each check walks the tree and the case side by side. */
#ifndef GR_CHECKS_H
#define GR_CHECKS_H

#include "node.h"

/* Bead numbers, ids, masses from densities, spacings; to be called first. */
PetscErrorCode GrCheckGroups(GrCase *the_case, const GrNode *root);

/* Sorts the initial velocities by id. */
PetscErrorCode GrCheckVelocities(GrCase *the_case, const GrNode *root);

/* One rule for every pair of materials that can touch, with laws that find what they need. */
PetscErrorCode GrCheckContacts(const GrCase *the_case, const GrNode *root);
PetscErrorCode GrCheckTime(const GrCase *the_case, const GrNode *root);
PetscErrorCode GrCheckSensors(const GrCase *the_case, const GrNode *root);

#endif
