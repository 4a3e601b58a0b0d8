/* Meshes of walls: Put writes them into results or, if these are NULL, into a checkpoint; Load reads them from a
   checkpoint. Collective. */
#ifndef GRANUM_INPUT_CASE_MESHES_SAVE_H
#define GRANUM_INPUT_CASE_MESHES_SAVE_H

#include "io/checkpoint/checkpoint.h"
#include <granum/case.h>
#include <granum/results.h>

PetscErrorCode GrCaseMeshesPut(MPI_Comm comm, const GrCase *the_case, GrResults results, GrCheckpoint file);
PetscErrorCode GrCaseMeshesLoad(MPI_Comm comm, GrCheckpoint file, GrCase *the_case);

#endif
