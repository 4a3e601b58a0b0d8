/* Relations between the keys of a section of the input, for example "key a excludes key b". The members excludes,
   needs, unless, with, above and like of GrKey define them. */
#ifndef GRANUM_INPUT_KEY_RELATIONS_H
#define GRANUM_INPUT_KEY_RELATIONS_H

#include "input/key/key.h"

/* Checks the relations between the keys of a section that has been read. base: struct with the values of the
   section. map: the section in the input, for messages. */
PetscErrorCode GrKeyRelationsCheck(const GrNode *map, const GrKey *keys, unsigned scope, const char *base);

/* Writes the relations between the keys of a section to its JSON schema, as the member "allOf". Writes nothing if
   the keys have no relations. */
void GrKeyRelationsSchema(GrText *out, const GrKey *keys, unsigned scope);

/* Prints the relations of a key to other keys, for the reference of keys. */
void GrKeyRelationsPrint(GrText *out, const GrKey *key);

#endif
