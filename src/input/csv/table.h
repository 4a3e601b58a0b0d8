/* Tables over time in files of comma-separated values:
     # comment lines and empty lines are skipped
     time (s), velocity (mm/s)
     0, 0
     20e-6, 13.0
   The first line that is no comment names the columns; a unit in round or square brackets may follow a name. Numbers of
   a column without a unit are in SI units. The times are ascending. One rank reads the file and broadcasts it. Numbers
   are read by strtod, so the caller sets the C locale. */
#ifndef GRANUM_INPUT_CSV_TABLE_H
#define GRANUM_INPUT_CSV_TABLE_H

#include "case/case.h"
#include "particle/fill/csv_line.h"

enum { GR_TIME_TABLE_COLUMNS_MAX = 32 };

/* The columns that a table may have, and their SI units. */
typedef struct {
  int n;
  const GrCsvColumn *column; /* [n]; NULL: columns of any name and unit, besides the time */
  const char *remedy;        /* of a wrong header, for messages */
  bool time_from_zero;       /* times must not be negative */
  /* any columns, also without a time; the numbers are those of the file, in the units of their columns */
  bool as_written;
} GrTableForm;

/* A column of a table. */
typedef struct {
  char name[GR_CSV_FIELD_MAX], unit[GR_CSV_FIELD_MAX]; /* as in the header; unit "": the header has none */
  double factor;                                       /* SI number of 1 in this unit */
  double *number;                                      /* [GrTimeTable.n] numbers in SI units */
} GrTableColumn;

typedef struct {
  const GrTableForm *form;
  char path[PETSC_MAX_PATH_LEN];
  int line; /* current line of the file, from 1; after reading, 1 */
  int n_columns;
  GrTableColumn column[GR_TIME_TABLE_COLUMNS_MAX];
  int n, capacity; /* rows */
} GrTimeTable;

/* Reads a table. input: name of the input file, to whose folder `file` is relative; what: what the table is, for the
   message that the file is missing, such as "a table of motion". The caller frees the table, also after a failure.
   Collective. */
PetscErrorCode GrTimeTableRead(MPI_Comm comm, const char *input, const char *file, const char *what,
                               const GrTableForm *form, GrTimeTable *table);
PetscErrorCode GrTimeTableFree(GrTimeTable *table);

/* Returns the index of the column of this name; -1: there is none. */
int GrTimeTableFind(const GrTimeTable *table, const char *name);

/* Calls GrFail with the message "path:line:place: wrong; remedy". place: position in the line, from 1. */
PetscErrorCode GrTimeTableComplain(const GrTimeTable *table, int place, const char *wrong, const char *remedy);

#endif
