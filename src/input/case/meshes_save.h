/* Writes the meshes of walls to results and checkpoints, and reads them from checkpoints. */
#ifndef GRANUM_INPUT_CASE_MESHES_SAVE_H
#define GRANUM_INPUT_CASE_MESHES_SAVE_H

#include "io/checkpoint/checkpoint.h"
#include <granum/case.h>
#include <granum/results.h>

/* Writes the vertices [m] and the triangles of each wall's mesh to the group /parameters/walls/NAME of `results`. If
   `results` is NULL, writes them to the checkpoint `file` instead. Collective. */
PetscErrorCode GrCaseMeshesPut(MPI_Comm comm, const GrCase *the_case, GrResults results, GrCheckpoint file);
/* Reads the meshes of walls from a checkpoint. Collective. */
PetscErrorCode GrCaseMeshesLoad(MPI_Comm comm, GrCheckpoint file, GrCase *the_case);

#endif
