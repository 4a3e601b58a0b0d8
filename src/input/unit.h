/* Numbers with units. */
#ifndef GR_UNIT_H
#define GR_UNIT_H

#include <stdbool.h>

enum { GR_PROBLEM_MAX = 256 };

/* The factor from the unit `written` ("": the one asked for) to `unit`. Failures as below. */
bool GrUnitFactor(const char *written, const char *unit, double *factor, char problem[GR_PROBLEM_MAX]);

/* Reads "NUMBER" (in SI) or "NUMBER UNIT" into *value, in `unit`, an SI unit ("1": none, though % is read). On failure
   returns false and says in `problem`: what is wrong; what to write instead. */
bool GrQuantityParse(const char *text, const char *unit, double *value, char problem[GR_PROBLEM_MAX]);

#endif
