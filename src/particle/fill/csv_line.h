/* Reads lines of comma-separated values (CSV): the lines of particle files (csv.c), and single fields of other tables.
   A field is the text between two commas. */
#ifndef GRANUM_PARTICLE_FILL_CSV_LINE_H
#define GRANUM_PARTICLE_FILL_CSV_LINE_H

#include <granum/particle.h>
#include <petscsys.h>
#include <stdbool.h>

typedef enum {
  GR_CSV_X,
  GR_CSV_Y,
  GR_CSV_Z,
  GR_CSV_RADIUS,
  GR_CSV_MASS,
  GR_CSV_VX,
  GR_CSV_VY,
  GR_CSV_VZ,
  GR_CSV_WX,
  GR_CSV_WY,
  GR_CSV_WZ,
  GR_CSV_QW,
  GR_CSV_QX,
  GR_CSV_QY,
  GR_CSV_QZ,
  GR_CSV_PROPERTY, /* first of the particle properties that have been registered (granum/particle.h) */
  GR_CSV_VALUES = GR_CSV_PROPERTY + GR_PROPERTIES_MAX
} GrCsvValue;

enum { GR_CSV_ID = GR_CSV_VALUES, GR_CSV_COLUMNS };

/* Description of a column that a file of particles may have. */
typedef struct {
  const char *name, *unit; /* name in the header of the file; SI unit of the numbers */
  bool required, positive; /* whether each file must have the column; whether the numbers must be > 0 */
} GrCsvColumn;

/* The columns of a file, in their order in the file. */
typedef struct {
  int n;                      /* number of columns */
  int column[GR_CSV_COLUMNS]; /* [n] quantity in each column: a GrCsvValue (x, radius, ...) or GR_CSV_ID */
} GrCsvHeader;

/* An error in a file: its line and column, and the message. */
typedef struct {
  PetscInt64 line; /* number of the line in the file, from 1; the caller sets it */
  int column;      /* position of the error in the line, from 1 [bytes] */
  char text[512];  /* message in the form `problem; remedy` */
} GrCsvProblem;

enum { GR_CSV_FIELD_MAX = 64 };
/* A field: the text between two commas, without leading and trailing spaces. */
typedef struct {
  char text[GR_CSV_FIELD_MAX]; /* text of the field, truncated to this size */
  size_t length;               /* length of the whole field [bytes] */
  int place;                   /* position of the first byte of the field in the line, from 1 */
} GrCsvField;

/* Reads the field that begins at *at. The line begins at `begin` and ends before `end`. Sets *at to the beginning of
   the next field, or to NULL after the last field. */
GrCsvField GrFillCsvFieldNext(const char *begin, const char **at, const char *end);

/* Reads the number in a field. Returns false and sets *problem if the field is not a finite number, or not positive in
   a column of positive numbers. */
bool GrFillCsvFieldNumber(const GrCsvField *field, const GrCsvColumn *column, double *value, GrCsvProblem *problem);

/* Whether the line from `begin` to `end` has only spaces or a comment. The line does not include its LF, but it may
   end with CR. */
bool GrFillCsvLineEmpty(const char *begin, const char *end);

/* Reads the names of the columns from the header line. Returns false and sets *problem if the line is not a valid
   header. */
bool GrFillCsvHeaderParse(const char *begin, const char *end, GrCsvHeader *header, GrCsvProblem *problem);

/* Whether a file has a column with this quantity, a GrCsvValue or GR_CSV_ID. */
bool GrFillCsvHas(const GrCsvHeader *header, int column);

/* Reads a line of values. Sets value[q] to the number in the column of quantity q [SI units]. If the file has a column
   of ids, sets *id, and sets *place to the position of the id in the line, from 1 [bytes]. Returns false and sets
   *problem if the line is not valid. */
bool GrFillCsvLineParse(const GrCsvHeader *header, const char *begin, const char *end, double value[GR_CSV_VALUES],
                        PetscInt64 *id, int *place, GrCsvProblem *problem);

#endif
