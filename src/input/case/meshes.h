/* Walls that are meshes: their files, and what is said of them. */
#ifndef GRANUM_INPUT_CASE_MESHES_H
#define GRANUM_INPUT_CASE_MESHES_H

#include <granum/case.h>

/* Reads the files of the walls of a case that was parsed, but for those that another case, which may be NULL, has read
   already in the same place. Collective. */
PetscErrorCode GrCaseMeshesRead(MPI_Comm comm, GrCase *the_case, const GrCase *other);

/* The stages see the meshes of the case. */
void GrCaseMeshesShare(GrCase *the_case);

/* Gives them back. Collective. */
PetscErrorCode GrCaseMeshesRelease(GrCase *the_case);

/* For those that `before` (NULL: nothing) has not: warnings, after "granum: warning: "; or, for `granum check`, lines
   that begin with a #. */
void GrCaseMeshesWarn(const GrCase *the_case, const GrCase *before, FILE *out);
void GrMeshesPrint(const GrCase *the_case, FILE *out);

#endif
