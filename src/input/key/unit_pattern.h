/* Numbers with units, such as "2 mm", in the JSON schema of the input. For each pair of an SI unit and an allowed sign,
   the schema has one definition of the valid texts. The keys refer to this definition. */
#ifndef GRANUM_INPUT_KEY_UNIT_PATTERN_H
#define GRANUM_INPUT_KEY_UNIT_PATTERN_H

#include "base/text.h"

typedef enum { GR_SIGN_ANY, GR_SIGN_NOT_NEGATIVE, GR_SIGN_POSITIVE } GrKeySign;

/* Writes a reference to the definition of the texts "NUMBER UNIT", with a number of the allowed sign and a unit that
   can be converted to `unit`. unit: SI unit; "1": dimensionless. sign: allowed sign. */
void GrKeyUnitReference(GrText *out, const char *unit, GrKeySign sign);

/* Writes all definitions to which GrKeyUnitReference has referred since the last call of this function. They are the
   last members of "$defs". */
void GrKeyUnitDefinitions(GrText *out);

#endif
