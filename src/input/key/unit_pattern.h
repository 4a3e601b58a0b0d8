/* Numbers with units in the JSON Schema: a definition for each SI unit and sign, to which the keys refer. */
#ifndef GRANUM_INPUT_KEY_UNIT_PATTERN_H
#define GRANUM_INPUT_KEY_UNIT_PATTERN_H

#include "base/text.h"

typedef enum { GR_SIGN_ANY, GR_SIGN_NOT_NEGATIVE, GR_SIGN_POSITIVE } GrKeySign;

/* A reference to the definition of a text that is a number in `unit`, an SI unit ("1": none). */
void GrKeyUnitReference(GrText *out, const char *unit, GrKeySign sign);

/* The definitions that were referred to since the last call, the last members of "$defs". */
void GrKeyUnitDefinitions(GrText *out);

#endif
