/* Prescribed motions of groups. */
#ifndef GRANUM_INPUT_KEY_MOTION_H
#define GRANUM_INPUT_KEY_MOTION_H

#include "input/key/key.h"

/* Reads the tables that stand in files, into the case and its resolved text. Collective. */
PetscErrorCode GrMotionsRead(MPI_Comm comm, GrCase *the_case);

/* Those of n walls alone; sets *any if there are. */
PetscErrorCode GrMotionsReadTables(MPI_Comm comm, const GrCase *the_case, int n, GrWall *walls, bool *any);

#endif
