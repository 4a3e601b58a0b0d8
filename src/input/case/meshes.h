/* Triangle meshes of the walls of a case: reads their files, shares equal meshes between cases and stages, and warns
   about defects. Writes the meshes to results and checkpoints, and reads them from checkpoints. */
#ifndef GRANUM_INPUT_CASE_MESHES_H
#define GRANUM_INPUT_CASE_MESHES_H

#include "case/case.h"
#include "io/checkpoint/checkpoint.h"
#include <granum/results.h>

/* Reads the mesh files of the walls of a parsed case. other: a case whose meshes have been read, or NULL. If a wall
   of `other` has the same mesh at the same place, and the domains are equal, both cases share the mesh. The caller must
   have set the C locale. Collective. */
PetscErrorCode GrCaseMeshesRead(MPI_Comm comm, GrCase *the_case, const GrCase *other);

/* Makes the walls in all stages of a case use the meshes of the walls of the case, without copies. */
void GrCaseMeshesShare(GrCase *the_case);

/* Prints warnings about defects of the meshes. Skips meshes that the case shares with the earlier case `before` (or
   NULL), because their warnings have been printed. */
void GrCaseMeshesWarn(const GrCase *the_case, const GrCase *before, FILE *out);
/* Prints a description of each mesh, for the output of `granum check`. Each line begins with `mark`. */
PetscErrorCode GrCaseMeshesPrint(const GrCase *the_case, const char *mark, FILE *out);

/* Writes the vertices [m] and the triangles of each wall's mesh to the group /parameters/walls/NAME of `results`. If
   `results` is NULL, writes them to the checkpoint `file` instead. Collective. */
PetscErrorCode GrCaseMeshesPut(MPI_Comm comm, const GrCase *the_case, GrResults results, GrCheckpoint file);
/* Reads the meshes of walls from a checkpoint. Collective. */
PetscErrorCode GrCaseMeshesLoad(MPI_Comm comm, GrCheckpoint file, GrCase *the_case);

#endif
