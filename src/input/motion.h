/* Prescribed motions of groups. */
#ifndef GR_MOTION_H
#define GR_MOTION_H

#include "key.h"

/* Reads the tables that stand in files, into the case and its resolved text. Collective. */
PetscErrorCode GrMotionsRead(MPI_Comm comm, GrCase *the_case);

PetscErrorCode GrMotionDestroy(GrMotion *motion);

#endif
