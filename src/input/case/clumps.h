/* Clumps of a case: their files, mass properties, warnings, and lines of `granum check`. */
#ifndef GRANUM_INPUT_CASE_CLUMPS_H
#define GRANUM_INPUT_CASE_CLUMPS_H

#include "input/yaml/document.h"

/* Replaces `clumps.NAME.file` and `mesh` in the tree of an input by the spheres in the file, whose path is relative to
   the folder of the input `name`. Collective. */
PetscErrorCode GrCaseClumpsReadFiles(MPI_Comm comm, const char *name, GrDocument *document);

/* Replaces `mesh` of a clump by the spheres that fill it. Collective. */
PetscErrorCode GrCaseClumpReadMesh(MPI_Comm comm, const char *name, GrDocument *document, GrNode *clump);

/* Checks the clumps, and that the case supports them. Computes the mass properties of clumps that a group has, and sets
   the default radius and orientation of these groups. */
PetscErrorCode GrCaseCheckClumps(GrCase *the_case, const GrNode *root);

/* Frees the spheres in the frames of the bodies. */
PetscErrorCode GrCaseClumpsDestroy(GrCase *the_case);

/* Warn prints warnings about spheres inside others and about separate spheres. Print prints a description of each
   clump that a group has, in lines that begin with `mark`. */
void GrCaseClumpsWarn(const GrCase *the_case, FILE *out);
PetscErrorCode GrCaseClumpsPrint(const GrCase *the_case, const char *mark, FILE *out);

#endif
