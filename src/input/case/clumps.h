/* Clumps of a case: reading of their files, mass properties, warnings, and their description in `granum check`. */
#ifndef GRANUM_INPUT_CASE_CLUMPS_H
#define GRANUM_INPUT_CASE_CLUMPS_H

#include "input/yaml/document.h"

/* Replaces each key clumps.NAME.file or clumps.NAME.mesh in the tree of an input by the spheres that the file contains,
   or that fill the mesh. The path of the
   file is relative to the folder of the input. name: file name of the input. Collective. */
PetscErrorCode GrCaseClumpsReadFiles(MPI_Comm comm, const char *name, GrDocument *document);

/* Replaces the key `mesh` of the node of a clump by the spheres that fill the mesh. Collective. */
PetscErrorCode GrCaseClumpReadMesh(MPI_Comm comm, const char *name, GrDocument *document, GrNode *clump);

/* Checks the clumps, and that no other key of the case excludes them. For each clump that a group names, computes the
   mass properties; for each such group, sets the default radius and orientation. */
PetscErrorCode GrCaseCheckClumps(GrCase *the_case, const GrNode *root);

/* Frees GrClump.member of all clumps, the spheres in the frame of the body. */
PetscErrorCode GrCaseClumpsDestroy(GrCase *the_case);

/* GrCaseClumpsWarn prints warnings about spheres that are inside another sphere of the clump, or that touch no other
   sphere. GrCaseClumpsPrint prints a description of each clump that a group names, in lines that begin with `mark`. */
void GrCaseClumpsWarn(const GrCase *the_case, FILE *out);
PetscErrorCode GrCaseClumpsPrint(const GrCase *the_case, const char *mark, FILE *out);

#endif
