/* Reads lines of comma-separated values: lines of particle files (csv.c), and single fields of other tables. */
#ifndef GRANUM_PARTICLE_FILL_CSV_LINE_H
#define GRANUM_PARTICLE_FILL_CSV_LINE_H

#include <granum/property.h>
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
  GR_CSV_PROPERTY, /* the first registered property (granum/property.h) */
  GR_CSV_VALUES = GR_CSV_PROPERTY + GR_PROPERTIES_MAX
} GrCsvValue;

enum { GR_CSV_ID = GR_CSV_VALUES, GR_CSV_COLUMNS };

typedef struct {
  const char *name, *unit;
  bool required, positive;
} GrCsvColumn;

/* The columns that a file has, in the order of the file. */
typedef struct {
  int n;
  int column[GR_CSV_COLUMNS]; /* [n] kind of each column, a GrCsvValue or GR_CSV_ID */
} GrCsvHeader;

/* An error in a file: its place and a sentence for the message. */
typedef struct {
  PetscInt64 line; /* line of the file, from 1; set by the caller */
  int column;      /* column in the line, from 1 [bytes] */
  char text[512];  /* the problem; the remedy */
} GrCsvProblem;

/* A field: the text between two commas, without the spaces around the text. */
enum { GR_CSV_FIELD_MAX = 64 };
typedef struct {
  char text[GR_CSV_FIELD_MAX]; /* truncated if the field is longer */
  size_t length;
  int place; /* position in the line of its first byte, from 1 */
} GrCsvField;

/* Reads the field that begins at *at in the line from `begin` to `end`. Moves *at to the next field, or to NULL after
   the last field. */
GrCsvField GrFillCsvFieldNext(const char *begin, const char **at, const char *end);

/* Reads the number in a field. Returns false and sets *problem if it is not a finite number, or if the column requires
   a positive number and it is not positive. */
bool GrFillCsvFieldNumber(const GrCsvField *field, const GrCsvColumn *column, double *value, GrCsvProblem *problem);

/* Whether the line from `begin` to `end` has only spaces or a comment. A line does not include its LF, and may end with
   CR. */
bool GrFillCsvLineEmpty(const char *begin, const char *end);

/* Reads the names of the columns from the header line. Returns false and sets *problem if it is wrong. */
bool GrFillCsvHeaderParse(const char *begin, const char *end, GrCsvHeader *header, GrCsvProblem *problem);

/* Whether the header of a file has a column of this kind. */
bool GrFillCsvHas(const GrCsvHeader *header, int column);

/* Reads a line of values: value[] of each column that the header names, and the id. *place: position of the id in the
   line [bytes]. Returns false and sets *problem if the line is wrong. */
bool GrFillCsvLineParse(const GrCsvHeader *header, const char *begin, const char *end, double value[GR_CSV_VALUES],
                        PetscInt64 *id, int *place, GrCsvProblem *problem);

#endif
