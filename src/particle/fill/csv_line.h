/* One line of comma-separated values: of a particle file (particle/fill/csv.c), and parts of it for other tables. */
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
  GR_CSV_PROPERTY, /* the first registered property (granum/property.h) */
  GR_CSV_VALUES = GR_CSV_PROPERTY + GR_PROPERTIES_MAX
} GrCsvValue;

enum { GR_CSV_ID = GR_CSV_VALUES, GR_CSV_COLUMNS };

typedef struct {
  const char *name, *unit;
  bool required, positive;
} GrCsvColumn;

/* What the columns of a file are, in its order. */
typedef struct {
  int n;
  int column[GR_CSV_COLUMNS]; /* a GrCsvValue or GR_CSV_ID */
} GrCsvHeader;

/* What is wrong, and where. */
typedef struct {
  PetscInt64 line; /* from 1; the caller's to set */
  int column;      /* from 1, in bytes */
  char text[512];  /* what is wrong; what to write instead */
} GrCsvProblem;

/* The text between two commas without the spaces around it. */
enum { GR_CSV_FIELD_MAX = 64 };
typedef struct {
  char text[GR_CSV_FIELD_MAX]; /* cut if longer */
  size_t length;
  int place; /* column of its first byte on the line */
} GrCsvField;

/* Takes the field at *at; moves *at behind its comma, or to NULL after the last one. */
GrCsvField GrCsvFieldNext(const char *begin, const char **at, const char *end);

/* false: it is no finite number, or not positive though it must be. */
bool GrCsvFieldNumber(const GrCsvField *field, const GrCsvColumn *column, double *value, GrCsvProblem *problem);

/* Is there nothing on the line but spaces or a comment? Lines exclude their LF and may end in CR. */
bool GrCsvLineEmpty(const char *begin, const char *end);

/* false: there is a problem. */
bool GrCsvHeaderParse(const char *begin, const char *end, GrCsvHeader *header, GrCsvProblem *problem);
bool GrCsvHas(const GrCsvHeader *header, int column);

/* Values of the columns that the header names. *place: the column, in bytes, where the id stands. */
bool GrCsvLineParse(const GrCsvHeader *header, const char *begin, const char *end, double value[GR_CSV_VALUES],
                    PetscInt64 *id, int *place, GrCsvProblem *problem);

#endif
