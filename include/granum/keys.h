/* granum/keys.h: prints the keys of the input: JSON Schema, reference, manual page. */
#ifndef GRANUM_KEYS_H
#define GRANUM_KEYS_H

#include <petscsys.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Prints the JSON Schema (draft 2020-12) of the input, from the tables that validate it. */
PetscErrorCode GrKeysPrintSchema(FILE *out);

/* Prints the reference of the input keys in Markdown. If `name` is NULL, prints all keys. Otherwise prints all keys and
   sections whose path ends with `name`, such as `step`, `time.step` or `walls`, or the law of this name. Calls GrFail
   if the name is unknown. If `out` is NULL, only checks whether the name is known. */
PetscErrorCode GrKeysPrint(const char *name, FILE *out);

/* Prints the reference of all keys as the manual page granum(5). */
PetscErrorCode GrKeysManual(FILE *out);

/* Prints the paths of the keys that `--set` can change in every input, such as time.step, one per line. Omits keys
   inside lists and inside named entries, because their paths differ between inputs. */
PetscErrorCode GrKeysNames(FILE *out);

#ifdef __cplusplus
}
#endif

#endif
