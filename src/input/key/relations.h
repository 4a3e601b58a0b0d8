/* Relations between the keys of a section, from the columns of their rows. */
#ifndef GRANUM_INPUT_KEY_RELATIONS_H
#define GRANUM_INPUT_KEY_RELATIONS_H

#include "input/key/key.h"

/* Checks them in a section that has been read into `base`. */
PetscErrorCode GrKeyRelationsCheck(const GrNode *map, const GrKey *keys, unsigned scope, const char *base);

/* Adds them to the schema of a section: the member "allOf", if there are any. */
void GrKeyRelationsSchema(GrText *out, const GrKey *keys, unsigned scope);

/* Prints those of a key behind its meaning. */
void GrKeyRelationsPrint(GrText *out, const GrKey *key);

#endif
