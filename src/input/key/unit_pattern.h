/* Numbers with units in the JSON schema of the input. For each SI unit and sign, the schema has one definition of the
   valid texts, to which the keys refer. */
#ifndef GRANUM_INPUT_KEY_UNIT_PATTERN_H
#define GRANUM_INPUT_KEY_UNIT_PATTERN_H

#include "base/text.h"

typedef enum { GR_SIGN_ANY, GR_SIGN_NOT_NEGATIVE, GR_SIGN_POSITIVE } GrKeySign;

/* Writes a reference to the definition of the texts "NUMBER UNIT" whose unit has the dimension of `unit`, an SI unit
   ("1": dimensionless), and whose number has this sign. */
void GrKeyUnitReference(GrText *out, const char *unit, GrKeySign sign);

/* Writes all definitions to which GrKeyUnitReference has referred since the last call. They are the last members of
   "$defs".
 */
void GrKeyUnitDefinitions(GrText *out);

#endif
