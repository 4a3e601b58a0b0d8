/* Provenance of results, written to run.json and to the results file. */
#ifndef GRANUM_IO_H5_PROVENANCE_H
#define GRANUM_IO_H5_PROVENANCE_H

#include "base/json.h"
#include <granum/case.h>
#include <granum/results.h>

/* Of the case. */
typedef struct {
  char *input, *title;
} GrProvenance;

/* Members of a JSON object: program, compiler, libraries, host, input, command (GrRunFolderCreate). */
void GrProvenanceWrite(GrJson *json, const GrProvenance *provenance, const char *const command[]);

/* Collective. Author of a run, the same on all ranks: the author of the case, or else the environment variable
   GRANUM_AUTHOR of the first rank, or else the name of its user. */
PetscErrorCode GrProvenanceAuthor(MPI_Comm comm, const GrCase *the_case, char author[GR_AUTHOR_MAX]);

enum { GR_UTC_MAX = 32 };
/* The time of day, e.g. 2026-01-31T23:59:59Z. */
void GrProvenanceNow(char text[GR_UTC_MAX]);

/* The group `parameters` of a results file: title, source, input text, resolved input, PETSc options, version. */
PetscErrorCode GrProvenanceParameters(GrResults results, const GrCase *the_case, const char *resolved,
                                      const char *options);

enum { GR_CHANGES_MAX = 2048 };
/* The text `changes` of this group: one line for each key that was changed at a resume and changes later results. */
PetscErrorCode GrProvenanceChanges(GrResults results, const char *changes);

/* The versions of granum and of the libraries it runs with. Without MPI. */
void GrProvenanceVersions(FILE *out);

#endif
