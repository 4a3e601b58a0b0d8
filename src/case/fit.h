/* The input of `problem: fit`: free parameters of a case of impacts, and the data to which they are fitted. */
#ifndef GRANUM_CASE_FIT_H
#define GRANUM_CASE_FIT_H

#include "case/impact_results.h"
#include "case/place.h"
#include <granum/law.h>
#include <petscsys.h>
#include <stdbool.h>

enum { GR_AMOUNT_UNIT_MAX = 96 };
enum { GR_FIT_KEY_MAX = 256 }; /* number of characters of the key of a free parameter, with the final 0 */

/* A number as the input gives it, in its unit. */
typedef struct {
  double number;                 /* NaN: not given */
  char unit[GR_AMOUNT_UNIT_MAX]; /* "": none */
} GrAmount;

/* A free parameter: a key of the case, and the range in which its value is searched. */
typedef struct {
  char *key;                     /* path of the key, such as "materials.steel.youngs_modulus" */
  GrAmount from, to, start;      /* as the input gives them */
  double lower, upper, first;    /* the same numbers in SI units; first: value at which the search starts */
  char unit[GR_AMOUNT_UNIT_MAX]; /* SI unit; "1": none */
  bool constant;                 /* whether the key is a constant of the input, which needs its unit */
  GrPlace place;
} GrFitFree;

/* A column of a table of data. */
typedef struct {
  char name[GR_NAME_MAX];
  char *unit;    /* unit of the values; "": SI units, or none */
  int n;         /* number of values */
  double *value; /* [n] in `unit` */
  GrPlace place;
} GrFitColumn;

/* A measured quantity: a column of a table, and the standard deviations of its values. */
typedef struct {
  char quantity[GR_NAME_MAX]; /* name of a result of impacts; of a compression: force */
  char *column;               /* name of the column; "": the name of the quantity */
  GrAmount absolute;          /* standard deviation of all values, in the unit of the quantity */
  double relative;            /* standard deviation / value [1]; NaN: not given */
  char *deviations;           /* name of the column of the standard deviations; "": none */
  GrPlace place;
} GrFitObserved;

/* Names of all quantities, separated by '|': the force of a compression, and the results of impacts. */
#define GR_FIT_WORD_DATUM(name) "|" #name
#define GR_FIT_WORD_OTHER(name)
#define GR_FIT_WORD(kind, name, unit, description) GR_FIT_WORD_##kind(name)
#define GR_FIT_QUANTITIES "force" GR_IMPACT_RESULTS(GR_FIT_WORD) GR_OBLIQUE_RESULTS(GR_FIT_WORD)

/* Kinds of rows of a table of data: impacts, or points of a slow compression. */
typedef enum { GR_FIT_IMPACTS, GR_FIT_COMPRESSION } GrFitKind;

/* A table of data. */
typedef struct {
  GrFitKind kind;
  char *file; /* name of a CSV file; "": `columns` has the values */
  int n_columns, n_observed;
  GrFitColumn *column;           /* [n_columns] */
  GrFitObserved *observed;       /* [n_observed] */
  char *speed, *angle, *overlap; /* names of the columns of the independent variables; angle "": central impacts */
  GrPlace place;
} GrFitData;

/* How the parameters are searched: with derivatives (TAO's BRGN), or without (TAO's POUNDERS). */
typedef enum { GR_FIT_GAUSS_NEWTON, GR_FIT_POUNDERS } GrFitSearch;

typedef struct {
  int n_free, n_data;
  GrFitFree *free;
  GrFitData *data;
  PetscInt64 starts;     /* number of points of the ranges at which a search starts */
  PetscInt64 iterations; /* largest number of iterations of a search */
  PetscInt64 profile;    /* number of points of the profile of each parameter; 0: no profiles */
  GrFitSearch search;
  char *base; /* input text of the case whose keys are free: `problem: impact`, without the key fit */
} GrFitCase;

/* A datum: a measured value with its place in the input, in SI units. */
typedef struct {
  int table, row, observed; /* indices of the table, of its row and of the quantity, from 0 */
  double x;                 /* independent variable: speed [m/s] or overlap [m] */
  double angle;             /* angle of the velocity from the normal [rad]; NaN: central impacts, or a compression */
  double value;             /* measured value */
  double deviation;         /* its standard deviation; NaN: unknown */
} GrFitDatum;

/* Returns the number of data of a case. */
PetscInt GrCaseFitCount(const GrFitCase *fit);

/* Sets datum[GrCaseFitCount] to the data of a case whose files have been read: table after table, in each table
   quantity after quantity, in the order of the rows. */
void GrCaseFitData(const GrFitCase *fit, GrFitDatum datum[]);

/* Returns the SI unit of a quantity that can be fitted; NULL: there is no quantity of this name. kind: kind of the
   table. */
const char *GrCaseFitUnit(GrFitKind kind, const char *quantity);

#endif
