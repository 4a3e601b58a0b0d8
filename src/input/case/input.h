/* Converts the tree of an input file to cases. */
#ifndef GRANUM_INPUT_CASE_INPUT_H
#define GRANUM_INPUT_CASE_INPUT_H

#include "input/yaml/node.h"
#include "input/yaml/read.h"

/* Creates the case that a tree describes; *the_case is NULL after a failure. text: the input text; NULL: the caller
   sets it later. The caller must have set the C locale (GrDocumentLocaleBegin). */
PetscErrorCode GrCaseFromTree(const GrNode *root, const char *file, const char *text, GrCase **the_case);

/* Writes the resolved text of the case. The caller sets the C locale. */
PetscErrorCode GrCaseResolve(GrCase *the_case);

/* Reads the tables of motion that are in files into the case and its resolved text. Collective. */
PetscErrorCode GrCaseReadMotions(MPI_Comm comm, GrCase *the_case);

/* GrStudyParse that also reads the files of clumps. Collective. */
PetscErrorCode GrStudyParseOn(MPI_Comm comm, const char *name, const char *text, int n_set, const char *const set[],
                              GrStudy **study);

/* Reads the tables of motion and the meshes of all cases of a parsed study from their files. Collective. */
PetscErrorCode GrStudyReadFiles(MPI_Comm comm, GrStudy *study);

/* Frees the swept keys, their units and values. n_points must still be the number of points of the sweep. */
PetscErrorCode GrStudyForgetSweep(GrStudy *study);

#endif
