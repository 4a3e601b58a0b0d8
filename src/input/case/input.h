/* Converts an input, parsed into a tree of nodes (input/yaml/node.h), to cases. A study is an input with several
   cases. */
#ifndef GRANUM_INPUT_CASE_INPUT_H
#define GRANUM_INPUT_CASE_INPUT_H

#include <granum/study.h>

#include "input/yaml/document.h"
#include "input/yaml/read.h"

/* Creates the case that an input describes. comm: ranks that read the files of clumps and of an earlier box, in a
   collective call; MPI_COMM_NULL: no file is read. file: name of the input file. document: tree of the input, in which
   expressions, clumps and the earlier box are replaced by their values. text: text of the input, or NULL if the caller
   sets it later. *the_case, NULL before the call, is NULL after a failure. The caller must have set the C locale
   (GrDocumentLocaleBegin). */
PetscErrorCode GrCaseFromDocument(MPI_Comm comm, const char *file, GrDocument *document, const char *text,
                                  GrCase **the_case);

/* Sets GrCase.resolved to the resolved text of the case: YAML with all default values, in SI units. The caller must
   have set the C locale. */
PetscErrorCode GrCaseResolve(GrCase *the_case);

/* Reads the files with tables of wall motions to which the case refers, and stores the tables in the case and in its
   resolved text. Collective. */
PetscErrorCode GrCaseReadMotions(MPI_Comm comm, GrCase *the_case);

/* Replaces `domain: previous`, and the key domain.box, by the box of an earlier run: the run from which the first group
   with the generator `previous` gets its particles. name: file name of the input. Collective. */
PetscErrorCode GrCaseDomainReadPrevious(MPI_Comm comm, const char *name, GrDocument *document);

/* Parses an input text with one or more cases, as GrStudyParse does (granum/study.h), and also reads the files of
   clumps. Collective. */
PetscErrorCode GrStudyParseOn(MPI_Comm comm, const char *name, const char *text, int n_set, const char *const set[],
                              GrStudy **study);

/* Reads the files with tables of wall motions and with meshes for all cases of a parsed study. Collective. */
PetscErrorCode GrStudyReadFiles(MPI_Comm comm, GrStudy *study);

/* Frees the swept keys of a study (keys with several values, one for each case), with their units and values. Call it
   before study->n_points changes. */
PetscErrorCode GrStudyForgetSweep(GrStudy *study);

#endif
