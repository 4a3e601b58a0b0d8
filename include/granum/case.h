/* granum/case.h: a case, the validated content of a YAML input that describes one simulation, and a study, the set of
   all cases of an input.

   One rank reads the input and broadcasts the text. Each rank validates the text, so all ranks have the same case or
   report the same failure. A case does not change after it has been read: a program changes values of the input by the
   argument `set` of the functions that read. The memory of a case does not depend on the number of particles. */
#ifndef GRANUM_CASE_H
#define GRANUM_CASE_H

#include <petscsys.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct GrCase GrCase;
struct GrForce; /* granum/particle.h */

/* Reads an input file and validates it. Also reads the table and mesh files that the input names. set[n_set]: changes
   of the input in the form "path.of.key=value", such as "time.end=2 s". Calls GrFail(GR_EXIT_INPUT, ...) if the input
   is invalid. The caller frees the case with GrCaseDestroy. Collective. */
PetscErrorCode GrCaseRead(MPI_Comm comm, const char *file, int n_set, const char *const set[], GrCase **the_case);
/* Validates an input text, but does not read the files that the text names. name: file name for messages. set: as for
   GrCaseRead. Not collective. */
PetscErrorCode GrCaseParse(const char *name, const char *text, int n_set, const char *const set[], GrCase **the_case);
/* Adds a custom force (granum/particle.h) to a case. Call it before GrWorldCreate. */
void GrCaseSetForce(GrCase *the_case, const struct GrForce *force);
/* Frees a case. */
PetscErrorCode GrCaseDestroy(GrCase **the_case);

/* Returns the case as a YAML text with all defaults and all numbers in SI units. Reading it gives the same case. */
const char *GrCaseResolved(const GrCase *the_case);

/* Prints the same content as one JSON document: maps as objects, in the order of the text. */
PetscErrorCode GrCasePrintJson(const GrCase *the_case, FILE *out);

/* Reads one value of a case, also if it is a default. path: keys and indices of list items, from 0, separated by dots,
   such as "time.end" or "contacts.0.normal.law". number: set to the value in SI units; NaN if it is not a number. text:
   set to the value as text of at most size - 1 bytes; a list or map is on one line. `number` and `text` may be NULL.
   Calls GrFail(GR_EXIT_INPUT, ...) with the part of the path that is unknown and the keys that the case has there. */
PetscErrorCode GrCaseGet(const GrCase *the_case, const char *path, double *number, size_t size, char text[]);

/* ---- studies: all cases of an input. Variants are named changes of the input. A sweep varies values of keys ---- */

typedef struct GrStudy GrStudy;

/* Reads all cases of an input file. set: as for GrCaseRead. Calls GrFail(GR_EXIT_INPUT, ...) if the input is invalid.
   The caller frees the study. Collective. */
PetscErrorCode GrStudyRead(MPI_Comm comm, const char *file, int n_set, const char *const set[], GrStudy **study);
/* Reads all cases of an input text that all ranks have. name: file name for messages; the input names other files by
   paths relative to its folder. set: as for GrCaseRead. Collective. */
PetscErrorCode GrStudyReadText(MPI_Comm comm, const char *name, const char *text, int n_set, const char *const set[],
                               GrStudy **study);
/* Reads all cases of an input text, but does not read the other files that the text names. name: file name for
   messages. Not collective. */
PetscErrorCode GrStudyParse(const char *name, const char *text, int n_set, const char *const set[], GrStudy **study);
/* Frees a study and all of its cases. */
PetscErrorCode GrStudyDestroy(GrStudy **study);

/* Selects one case of a study and destroys all other cases. which: name of the selected case, or its number in the
   study, from 1. Writes the name of the case to name[size]. Calls GrFail(GR_EXIT_INPUT, ...) if no case has it. */
PetscErrorCode GrStudySelect(GrStudy *study, const char *which, size_t size, char name[]);

/* Returns case number `index` of a study, from 0; NULL: the study has fewer cases. The study owns the case. Writes the
   name of the case to name[size], which is also the name of its folder: "NAME", "NAME/point-7" or "point-7", with the
   NAME of the variant; "" if the study has one case. name may be NULL. */
GrCase *GrStudyAt(const GrStudy *study, int index, size_t size, char name[]);

/* Prints warnings about the input: about materials, contact rules and coordinates that no case uses, about meshes and
   clumps, and about old names of laws. */
PetscErrorCode GrStudyWarn(const GrStudy *study, FILE *out);

/* ---- keys of the input ---- */

/* Prints the JSON Schema (draft 2020-12) of the input, from the tables that validate it. */
PetscErrorCode GrKeysPrintSchema(FILE *out);

/* Prints the reference of the input keys in Markdown. If `name` is NULL, prints all keys. Otherwise prints all keys and
   sections whose path ends with `name`, such as `step`, `time.step` or `walls`, or the law of this name. Calls GrFail
   if the name is unknown. If `out` is NULL, only checks whether the name is known. */
PetscErrorCode GrKeysPrint(const char *name, FILE *out);

#ifdef __cplusplus
}
#endif

#endif
