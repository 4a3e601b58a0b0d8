/* Writes the meshes of walls to the results file. Collective. */
#ifndef GRANUM_INPUT_CASE_MESHES_SAVE_H
#define GRANUM_INPUT_CASE_MESHES_SAVE_H

#include "io/checkpoint/checkpoint.h"
#include <granum/case.h>
#include <granum/results.h>

/* Writes the vertices [m] and triangles of each wall's mesh to /parameters/walls/NAME of the results. Collective. */
PetscErrorCode GrCaseMeshesRecord(MPI_Comm comm, const GrCase *the_case, GrResults results);
/* Writes the meshes of walls to a checkpoint. Collective. */
PetscErrorCode GrCaseMeshesSave(MPI_Comm comm, const GrCase *the_case, GrCheckpoint file);
/* Reads the meshes of walls from a checkpoint. Collective. */
PetscErrorCode GrCaseMeshesLoad(MPI_Comm comm, GrCheckpoint file, GrCase *the_case);

#endif
