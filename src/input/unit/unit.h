/* Functions that read numbers with units, such as "2.38 mm". */
#ifndef GRANUM_INPUT_UNIT_UNIT_H
#define GRANUM_INPUT_UNIT_UNIT_H

#include <stdbool.h>

enum { GR_PROBLEM_MAX = 256, GR_UNIT_MAX = 96 };

enum { GR_BASE_UNITS = 7 }; /* number of SI base units: kg, m, s, A, K, mol, cd */

/* A unit, or a physical quantity, in SI base units: `scale` times the product of base_unit[b]^(twice[b]/2) over all
   base units b. Half-integer exponents are allowed. */
typedef struct {
  double scale;             /* value of the unit in SI base units, e.g. 1e-3 for mm */
  int twice[GR_BASE_UNITS]; /* twice the exponent of each base unit */
  bool angle;               /* whether the unit contains rad, degree or rpm */
  bool cycles;              /* whether the unit contains Hz */
} GrMeasure;

/* Reads a unit from a text. On failure returns false, and writes a message with the error and its correction to
   `problem`. */
bool GrUnitRead(const char *text, GrMeasure *measure, char problem[GR_PROBLEM_MAX]);

/* Raises a unit or a quantity to the power twice/2. `twice` must not be 0. Each exponent of the result must be a
   multiple of 1/2. */
void GrUnitRaise(GrMeasure *measure, int twice);

/* Writes the SI unit of a quantity to `text`, such as "kg m^-1 s^-2". The unit of a pure number is "". */
void GrUnitPrint(const GrMeasure *measure, char text[GR_UNIT_MAX]);

/* Computes the factor that converts a number in the unit `written` to a number in the unit `unit`. written "": the
   number is already in the unit `unit`. unit NULL: the result is in SI units. On failure returns false, and writes a
   message with the error and its correction to `problem`. */
bool GrUnitFactor(const char *written, const char *unit, double *factor, char problem[GR_PROBLEM_MAX]);

/* Reads "NUMBER", which is in SI units, or "NUMBER UNIT". Sets *value to the number in the SI unit `unit`. unit "1":
   the number must be dimensionless; the unit % is accepted. unit NULL: any unit is accepted. On failure returns false,
   and writes a message with the error and its correction to `problem`. */
bool GrUnitParse(const char *text, const char *unit, double *value, char problem[GR_PROBLEM_MAX]);

/* Splits the text "NUMBER UNIT" into the number and the unit. unit "": no text follows the number. Returns false if the
   text does not begin with a finite number, or if the unit has GR_UNIT_MAX or more characters. */
bool GrUnitSplit(const char *text, double *number, char unit[GR_UNIT_MAX]);

#endif
