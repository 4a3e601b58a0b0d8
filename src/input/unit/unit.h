/* Reading of numbers with units, such as "2.38 mm". */
#ifndef GRANUM_INPUT_UNIT_UNIT_H
#define GRANUM_INPUT_UNIT_UNIT_H

#include <stdbool.h>

enum { GR_PROBLEM_MAX = 256, GR_UNIT_MAX = 96 };

/* Computes the factor that converts numbers in the unit `written` ("": the same unit) to numbers in `unit`, or in SI if
   `unit` is NULL. On failure returns false and writes the error and its correction to `problem`. */
bool GrUnitFactor(const char *written, const char *unit, double *factor, char problem[GR_PROBLEM_MAX]);

/* Reads "NUMBER" (in SI) or "NUMBER UNIT" and converts it to *value in `unit`, an SI unit. "1": the number must be
   dimensionless, and % is accepted; NULL: any unit is accepted. On failure returns false and writes the error and its
   correction to `problem`. */
bool GrUnitParse(const char *text, const char *unit, double *value, char problem[GR_PROBLEM_MAX]);

/* Splits "NUMBER UNIT" into the number and the text after it ("": none). Returns false if there is no finite number
   or the rest is too long. */
bool GrUnitSplit(const char *text, double *number, char unit[GR_UNIT_MAX]);

#endif
