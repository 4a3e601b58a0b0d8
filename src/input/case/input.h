/* From a file to the cases in it. */
#ifndef GRANUM_INPUT_CASE_INPUT_H
#define GRANUM_INPUT_CASE_INPUT_H

#include "input/yaml/node.h"
#include "input/yaml/read.h"

/* The case that a tree describes; NULL after a failure. `text` NULL: the case gets its text later. Numbers must be in
 * plain locale (below). */
PetscErrorCode GrCaseFromTree(const GrNode *root, const char *file, const char *text, GrCase **the_case);

/* Writes the case as it is now into its resolved text. In plain locale. */
PetscErrorCode GrCaseResolve(GrCase *the_case);

/* Reads the tables of motion that are in files into the case and its resolved text. Collective. */
PetscErrorCode GrCaseReadMotions(MPI_Comm comm, GrCase *the_case);

/* For the cases of a study that was parsed: reads the tables of motion and the meshes that are in files. Collective. */
PetscErrorCode GrStudyReadFiles(MPI_Comm comm, GrStudy *study);

/* Frees the swept keys, their units and values. n_points must still be the number of points of the sweep. */
PetscErrorCode GrStudyForgetSweep(GrStudy *study);

#endif
