/* Relations between the keys of a section (excludes, needs, unless, with, above, like), as the rows of GrKey define
   them. */
#ifndef GRANUM_INPUT_KEY_RELATIONS_H
#define GRANUM_INPUT_KEY_RELATIONS_H

#include "input/key/key.h"

/* Checks the relations between the keys of a section that has been read into the struct `base`. map: the section in the
   input, for messages. */
PetscErrorCode GrKeyRelationsCheck(const GrNode *map, const GrKey *keys, unsigned scope, const char *base);

/* Adds the relations to the JSON schema of a section as the member "allOf", if there are any. */
void GrKeyRelationsSchema(GrText *out, const GrKey *keys, unsigned scope);

/* Prints the relations of a key after its meaning, for the reference of keys. */
void GrKeyRelationsPrint(GrText *out, const GrKey *key);

#endif
