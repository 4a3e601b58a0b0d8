/* Triangle meshes of the walls of a case: reading from files, sharing between cases and stages, warnings about
   defects. */
#ifndef GRANUM_INPUT_CASE_MESHES_H
#define GRANUM_INPUT_CASE_MESHES_H

#include <granum/case.h>

/* Reads the meshes of the walls of a parsed case from their files. If the case `other` (NULL: none) has read the mesh
   of an equal wall, both cases share this mesh. Collective. */
PetscErrorCode GrCaseMeshesRead(MPI_Comm comm, GrCase *the_case, const GrCase *other);

/* Sets the meshes of the walls in the stages of a case to the meshes of its walls. */
void GrCaseMeshesShare(GrCase *the_case);

/* Releases the meshes of a case. Collective. */
PetscErrorCode GrCaseMeshesRelease(GrCase *the_case);

/* Prints warnings about defects of the meshes. Omits meshes that the case shares with the case `before` (NULL: none),
   because these warnings have been printed. */
void GrCaseMeshesWarn(const GrCase *the_case, const GrCase *before, FILE *out);
/* Prints a description of each mesh for `granum check`, in lines that begin with `mark`. */
void GrCaseMeshesPrint(const GrCase *the_case, const char *mark, FILE *out);

#endif
