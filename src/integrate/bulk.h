/* Spheres in space: a world of dimension 2 or 3 (granum/world.h). */
#ifndef GRANUM_BULK_H
#define GRANUM_BULK_H

#include "integrate/world_impl.h"

PetscErrorCode GrBulkCreate(GrWorld world);

#endif
