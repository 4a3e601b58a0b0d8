/* Where results come from: into run.json, and into the results file. */
#ifndef GRANUM_IO_H5_PROVENANCE_H
#define GRANUM_IO_H5_PROVENANCE_H

#include <granum/case.h>
#include <granum/results.h>

/* Of the case. */
typedef struct {
  char *input, *title;
} GrProvenance;

/* Members of a JSON object, each with a comma after it: program, compiler, libraries, host, input,
   command (GrRunFolderCreate). */
void GrProvenanceWrite(FILE *out, const GrProvenance *provenance, const char *const command[]);

enum { GR_UTC_MAX = 32 };
/* The time of day, e.g. 2026-01-31T23:59:59Z. */
void GrProvenanceNow(char text[GR_UTC_MAX]);

/* A text in quotes. Bytes that are no UTF-8 become question marks. */
void GrJsonText(FILE *out, const char *text);

/* A number with all digits; what is none: null. */
void GrJsonNumber(FILE *out, double number);

/* The group `parameters` of a results file: title, source, input text, resolved input, PETSc options, version. */
PetscErrorCode GrProvenanceParameters(GrResults results, const GrCase *the_case, const char *resolved,
                                      const char *options);

enum { GR_CHANGES_MAX = 2048 };
/* Its text `changes`: what was set anew when the run was resumed, and does change what came after; lines. */
PetscErrorCode GrProvenanceChanges(GrResults results, const char *changes);

/* The versions of granum and of the libraries it runs with. Without MPI. */
void GrProvenanceVersions(FILE *out);

#endif
