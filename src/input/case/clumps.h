/* Reads and checks the clumps of a case, which are rigid bodies of overlapping spheres. A file of spheres or a triangle
   mesh may define a clump. Prints warnings and descriptions of clumps for `granum check`. */
#ifndef GRANUM_INPUT_CASE_CLUMPS_H
#define GRANUM_INPUT_CASE_CLUMPS_H

#include "input/yaml/document.h"

/* Replaces keys in the YAML tree of an input: each key clumps.NAME.file by the spheres in this file, and each key
   clumps.NAME.mesh by spheres that fill the mesh. name: file name of the input; the paths in the keys are relative to
   the folder of this file. Collective. */
PetscErrorCode GrCaseClumpsReadFiles(MPI_Comm comm, const char *name, GrDocument *document);

/* Replaces the key `mesh` of one clump by spheres that fill the mesh. clump: node of the clump in the YAML tree. name:
   file name of the input. Collective. */
PetscErrorCode GrCaseClumpReadMesh(MPI_Comm comm, const char *name, GrDocument *document, GrNode *clump);

/* Checks the clumps of a case, and that the other keys of the case allow clumps. Computes the mass properties of each
   clump that a group uses. Sets the default radius and orientation of each group of clumps. */
PetscErrorCode GrCaseCheckClumps(GrCase *the_case, const GrNode *root);

/* Prints warnings about spheres that are completely inside another sphere of the same clump, and about spheres that
   touch no other sphere of the clump. */
void GrCaseClumpsWarn(const GrCase *the_case, FILE *out);
/* Prints a description of each clump that a group uses. Each line begins with `mark`. */
PetscErrorCode GrCaseClumpsPrint(const GrCase *the_case, const char *mark, FILE *out);

#endif
