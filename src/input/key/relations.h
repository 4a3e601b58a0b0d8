/* Relations between the keys of a section, from the columns of their rows. */
#ifndef GRANUM_INPUT_KEY_RELATIONS_H
#define GRANUM_INPUT_KEY_RELATIONS_H

#include "input/key/key.h"

/* Checks the relations in a section that has been read into `base`. */
PetscErrorCode GrKeyRelationsCheck(const GrNode *map, const GrKey *keys, unsigned scope, const char *base);

/* Adds the relations to the schema of a section: the member "allOf", if there are any. */
void GrKeyRelationsSchema(GrText *out, const GrKey *keys, unsigned scope);

/* Prints the relations of a key after its meaning, for the reference of keys. */
void GrKeyRelationsPrint(GrText *out, const GrKey *key);

#endif
