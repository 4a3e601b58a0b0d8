/* Converts an input, parsed into a tree of nodes (input/yaml/node.h), to cases. A study is an input with several
   cases. */
#ifndef GRANUM_INPUT_CASE_INPUT_H
#define GRANUM_INPUT_CASE_INPUT_H

#include "case/study.h"

#include "input/yaml/document.h"
#include "input/yaml/read.h"

/* Creates the case that an input describes. comm: ranks that read the files of clumps and of an earlier box, in a
   collective call; MPI_COMM_NULL: no file is read. file: name of the input file. document: tree of the input, in which
   expressions, clumps and the earlier box are replaced by their values. *the_case, NULL before the call, is NULL after
   a failure. The caller sets GrCase.text. It must have set the C locale (GrDocumentLocaleBegin). */
PetscErrorCode GrCaseFromDocument(MPI_Comm comm, const char *file, GrDocument *document, GrCase **the_case);

/* Sets GrCase.resolved to the resolved text of the case: YAML with all default values, in SI units. The caller must
   have set the C locale. */
PetscErrorCode GrCaseResolve(GrCase *the_case);

/* Reads the files with tables of motion to which the case refers, and stores the tables in the case and in its resolved
   text. The caller must have set the C locale. Collective. */
PetscErrorCode GrCaseReadMotions(MPI_Comm comm, GrCase *the_case);

/* Reads the files with tables of motion and the meshes of the walls of a parsed case. other: see GrCaseMeshesRead.
   Collective. */
PetscErrorCode GrCaseReadFiles(MPI_Comm comm, GrCase *the_case, const GrCase *other);

/* For an input with `problem: fit`: puts the start values of the free parameters and the points of tables over time
   into the tree, and sets *base to a copy of it. Otherwise sets *base to NULL. Call it before expressions are replaced.
   comm, file: as for GrCaseReadTimeTables. Collective. */
PetscErrorCode GrCaseFitStart(MPI_Comm comm, const char *file, GrDocument *document, GrNode **base);
/* Checks the free parameters of a fit: each value in their ranges must be a value of the key. Sets their SI numbers,
   and GrFitCase.base. root: tree of the input; base: result of GrCaseFitStart. */
PetscErrorCode GrCaseFitCheck(const char *file, const GrNode *root, const GrNode *base, GrCase *the_case);
/* Reads and checks the data of a fit, which then are part of the case and of its resolved text. Collective. */
PetscErrorCode GrCaseReadData(MPI_Comm comm, GrCase *the_case);

/* Makes functions of time of the tables over time in the tree. comm: MPI_COMM_NULL: files are refused. name: file name
   of the input. Collective. */
PetscErrorCode GrCaseReadTimeTables(MPI_Comm comm, const char *name, GrDocument *document);
/* Replaces the files of these tables by the points themselves. Collective. */
PetscErrorCode GrCaseExpandTimeTables(MPI_Comm comm, const char *name, GrDocument *document);

/* Replaces `domain: previous`, and the key domain.box, by the box of an earlier run: the run from which the first group
   with the generator `previous` gets its particles. name: file name of the input. Collective. */
PetscErrorCode GrCaseDomainReadPrevious(MPI_Comm comm, const char *name, GrDocument *document);

/* Frees the swept keys of a study (keys with several values, one for each case), with their units and values. Call it
   before study->n_points changes. */
PetscErrorCode GrStudyForgetSweep(GrStudy *study);

/* Writes a node as a member of the current object: maps, lists, texts, numbers in all digits. */
void GrCaseWriteNode(GrJson *json, const GrNode *node);

#endif
