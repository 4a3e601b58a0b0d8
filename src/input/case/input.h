/* Conversion of the tree of an input (input/yaml/node.h) to cases. */
#ifndef GRANUM_INPUT_CASE_INPUT_H
#define GRANUM_INPUT_CASE_INPUT_H

#include "input/yaml/node.h"
#include "input/yaml/read.h"

/* Creates the case that a tree describes; *the_case is NULL after a failure. file: file name of the input; text: the
   input text, NULL: the caller sets it later. The caller must have set the C locale (GrDocumentLocaleBegin). */
PetscErrorCode GrCaseFromTree(const GrNode *root, const char *file, const char *text, GrCase **the_case);

/* Sets GrCase.resolved: writes the case as YAML with all defaults, in SI. The caller must have set the C locale. */
PetscErrorCode GrCaseResolve(GrCase *the_case);

/* Reads the tables of motion that the case has in files, and stores them in the case and in its resolved text.
   Collective. */
PetscErrorCode GrCaseReadMotions(MPI_Comm comm, GrCase *the_case);

/* Reads all cases of an input text as GrStudyParse does (granum/case.h), and also reads the files of clumps.
   Collective. */
PetscErrorCode GrStudyParseOn(MPI_Comm comm, const char *name, const char *text, int n_set, const char *const set[],
                              GrStudy **study);

/* Reads the tables of motion and the meshes of all cases of a parsed study from their files. Collective. */
PetscErrorCode GrStudyReadFiles(MPI_Comm comm, GrStudy *study);

/* Frees the swept keys of a study, their units and values. To be called before study->n_points changes. */
PetscErrorCode GrStudyForgetSweep(GrStudy *study);

#endif
