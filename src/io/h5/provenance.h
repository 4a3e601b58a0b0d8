/* Provenance of results: program, input, author and machine, written to run.json and in part to the results file. */
#ifndef GRANUM_IO_H5_PROVENANCE_H
#define GRANUM_IO_H5_PROVENANCE_H

#include "base/json.h"
#include <granum/case.h>
#include <granum/results.h>

/* Writes the provenance as members of run.json: program, commit, compiler and its flags, libraries, processor, host,
   path of the input, title of the case, and the command (GrRunFolderCreate). The results file has the version only: its
   bits may not depend on the processor, the compiler or the libraries. */
void GrResultsProvenanceWrite(GrJson *json, const char *input, const char *title, const char *const command[]);

/* Collective. Finds the author of a run, equal on all ranks: the author that the case gives; otherwise the environment
   variable GRANUM_AUTHOR on the first rank; otherwise the name of the user. */
PetscErrorCode GrResultsProvenanceAuthor(MPI_Comm comm, const GrCase *the_case, char author[GR_AUTHOR_MAX]);

enum { GR_UTC_MAX = 32 };
/* Writes the date and time (UTC) of the moment `later` seconds from now, for example 2026-01-31T23:59:59Z. */
void GrResultsProvenanceTime(double later, char text[GR_UTC_MAX]);

/* Collective. Writes the group `parameters` of a results file: title, source, input text, resolved input, PETSc
   options, version. */
PetscErrorCode GrResultsProvenanceParameters(GrResults results, const GrCase *the_case, const char *resolved,
                                             const char *options);

enum { GR_CHANGES_MAX = 2048 };
/* Collective. Writes the text `changes` of the group `parameters`: one line for each key that was changed when the run
   was resumed and that affects later results. */
PetscErrorCode GrResultsProvenanceChanges(GrResults results, const char *changes);

/* Prints the versions of granum and of its libraries. Does not need MPI_Init. */
void GrResultsProvenanceVersions(FILE *out);

#endif
