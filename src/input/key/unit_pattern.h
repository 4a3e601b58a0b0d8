/* Numbers with units in the JSON Schema. For each SI unit and sign there is one definition of valid texts; keys refer
   to it. */
#ifndef GRANUM_INPUT_KEY_UNIT_PATTERN_H
#define GRANUM_INPUT_KEY_UNIT_PATTERN_H

#include "base/text.h"

typedef enum { GR_SIGN_ANY, GR_SIGN_NOT_NEGATIVE, GR_SIGN_POSITIVE } GrKeySign;

/* Writes a reference to the definition of texts "NUMBER UNIT" with the dimension of `unit`, an SI unit ("1":
   dimensionless). */
void GrKeyUnitReference(GrText *out, const char *unit, GrKeySign sign);

/* Writes all definitions to which GrKeyUnitReference has referred since the last call, as the last members of "$defs".
   */
void GrKeyUnitDefinitions(GrText *out);

#endif
