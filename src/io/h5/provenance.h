/* Provenance of results: program, input, author and machine. All of it is written to run.json, a part also to the
   results file. */
#ifndef GRANUM_IO_H5_PROVENANCE_H
#define GRANUM_IO_H5_PROVENANCE_H

#include "base/json.h"
#include "case/case.h"
#include <granum/results.h>

/* Writes the provenance as members of run.json: program, git commit of the program, compiler and its flags, libraries,
   processor, host, path of the input, title of the case, and the command (GrRunFolderCreate). The results
   file has the version of granum, but no other data of this kind: its bits must not depend on the machine. */
void GrResultsProvenanceWrite(GrJson *json, const char *input, const char *title, const char *const command[]);

/* Collective. Finds the author of a run: the key `author` of the case. If this key is missing, the author is the
   environment variable GRANUM_AUTHOR of the first rank, or else the name of the user. All ranks get the same text. */
PetscErrorCode GrResultsProvenanceAuthor(MPI_Comm comm, const GrCase *the_case, char author[GR_AUTHOR_MAX]);

enum { GR_UTC_MAX = 32 };
/* Writes the current date and time plus `later` seconds to text, in UTC, for example 2026-01-31T23:59:59Z. */
void GrResultsProvenanceTime(double later, char text[GR_UTC_MAX]);

/* Collective. Writes the group `parameters` of a results file: title, source, input text, PETSc options, version,
   and the text `resolved`, which is the input with all defaults. */
PetscErrorCode GrResultsProvenanceParameters(GrResults results, const GrCase *the_case, const char *resolved,
                                             const char *options);

enum { GR_CHANGES_MAX = 2048 };
/* Collective. Writes the text `changes` to the group `parameters` of the results file. The text has one line for each
   input key that the user changed when resuming the run and that affects later results. */
PetscErrorCode GrResultsProvenanceChanges(GrResults results, const char *changes);

/* Prints the versions of granum and of its libraries. Can be called before MPI_Init. */
void GrResultsProvenanceVersions(FILE *out);

#endif
