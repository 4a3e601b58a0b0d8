/* Triangle meshes of walls: reading from files, sharing between cases and stages, warnings about defects. */
#ifndef GRANUM_INPUT_CASE_MESHES_H
#define GRANUM_INPUT_CASE_MESHES_H

#include <granum/case.h>

/* Reads the meshes of the walls of a parsed case from their files. A mesh that `other` (NULL: no case) has read for
   an equal wall is shared. Collective. */
PetscErrorCode GrCaseMeshesRead(MPI_Comm comm, GrCase *the_case, const GrCase *other);

/* Copies the pointers to the meshes of the case into its stages. */
void GrCaseMeshesShare(GrCase *the_case);

/* Releases the meshes of a case. Collective. */
PetscErrorCode GrCaseMeshesRelease(GrCase *the_case);

/* Prints warnings about meshes. Omits meshes that the case `before` (NULL: none) shares, because their warnings have
   been printed. */
void GrCaseMeshesWarn(const GrCase *the_case, const GrCase *before, FILE *out);
/* Prints a description of each mesh for `granum check`, in lines that begin with `mark`. */
void GrCaseMeshesPrint(const GrCase *the_case, const char *mark, FILE *out);

#endif
