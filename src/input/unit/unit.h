/* Reading of numbers with units, such as "2.38 mm". */
#ifndef GRANUM_INPUT_UNIT_UNIT_H
#define GRANUM_INPUT_UNIT_UNIT_H

#include <stdbool.h>

enum { GR_PROBLEM_MAX = 256, GR_UNIT_MAX = 96 };

enum { GR_BASE_UNITS = 7 }; /* kg, m, s, A, K, mol, cd */

/* A unit or a quantity in SI: `scale` times the product of base_unit[b]^(twice[b]/2) over the base units b. */
typedef struct {
  double scale;
  int twice[GR_BASE_UNITS];
  bool angle, cycles; /* whether it contains rad, degree or rpm; whether it contains Hz */
} GrMeasure;

/* Reads a unit. On failure returns false and writes the error and its correction to `problem`. */
bool GrUnitRead(const char *text, GrMeasure *measure, char problem[GR_PROBLEM_MAX]);

/* Raises a measure to the power twice/2, which is not 0. Every exponent of the result must be a multiple of 1/2. */
void GrUnitRaise(GrMeasure *measure, int twice);

/* Writes the SI unit of a measure, "kg m^-1 s^-2"; "" for a number without a unit. */
void GrUnitPrint(const GrMeasure *measure, char text[GR_UNIT_MAX]);

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
