/* The input of `problem: fit`: free parameters of a case of impacts, of prescribed paths or of a chain, and the data to
   which they are fitted. */
#ifndef GRANUM_CASE_FIT_H
#define GRANUM_CASE_FIT_H

#include "case/impact_results.h"
#include "case/output.h"
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
  char quantity[GR_NAME_MAX]; /* a result of impacts, or a quantity of another kind of table */
  char *column;               /* name of the column; "": the name of the quantity */
  GrAmount absolute;          /* standard deviation of all values, in the unit of the quantity */
  double relative;            /* standard deviation / value [1]; NaN: not given */
  char *deviations;           /* name of the column of the standard deviations; "": none */
  GrPlace place;
} GrFitObserved;

/* X(name, SI unit, member of GrFitPulse) for each quantity of a pulse in a chain that can be fitted. Force and velocity
   are those of the detectors (GrDetected), minus their values at the start. */
#define GR_FIT_PULSES(X)                                                                                               \
  X(peak_force, "N", peak)                                                                                             \
  X(peak_velocity, "m/s", peak)                                                                                        \
  X(peak_time, "s", peak_time)                                                                                         \
  X(arrival, "s", arrival)

/* X(name, SI unit, member of GrImpactProbe) for each quantity of a curve that can be fitted, in addition to the
   force. */
#define GR_FIT_CURVES(X)                                                                                               \
  X(overlap, "m", at.overlap)                                                                                          \
  X(rate, "m/s", at.rate)

/* X(name, SI unit, member of GrPathPoint) for each quantity of a prescribed path that can be fitted, in addition to
   the force. */
#define GR_FIT_PATHS(X)                                                                                                \
  X(friction_x, "N", friction_x)                                                                                       \
  X(friction_y, "N", friction_y)                                                                                       \
  X(friction_z, "N", friction_z)                                                                                       \
  X(torque_x, "N m", torque_x)                                                                                         \
  X(torque_y, "N m", torque_y)                                                                                         \
  X(torque_z, "N m", torque_z)                                                                                         \
  X(supplied, "J", supplied)                                                                                           \
  X(elastic, "J", elastic)                                                                                             \
  X(spring_sliding, "J", spring_sliding)                                                                               \
  X(spring_rolling, "J", spring_rolling)                                                                               \
  X(spring_twisting, "J", spring_twisting)                                                                             \
  X(dissipated_viscous, "J", dissipated_viscous)                                                                       \
  X(dissipated_plastic, "J", dissipated_plastic)                                                                       \
  X(dissipated_sliding, "J", dissipated_sliding)                                                                       \
  X(dissipated_rolling, "J", dissipated_rolling)                                                                       \
  X(dissipated_twisting, "J", dissipated_twisting)

/* Names of all quantities, separated by '|': the force of a compression, curve or path, the results of impacts, and the
   other quantities of curves, paths and pulses. */
#define GR_FIT_WORD_DATUM(name) "|" #name
#define GR_FIT_WORD_OTHER(name)
#define GR_FIT_RESULT_WORD(kind, name, unit, description) GR_FIT_WORD_##kind(name)
#define GR_FIT_WORD(name, unit, member) "|" #name
#define GR_FIT_QUANTITIES                                                                                              \
  "force" GR_IMPACT_RESULTS(GR_FIT_RESULT_WORD) GR_OBLIQUE_RESULTS(GR_FIT_RESULT_WORD) GR_FIT_CURVES(GR_FIT_WORD)      \
      GR_FIT_PATHS(GR_FIT_WORD) GR_FIT_PULSES(GR_FIT_WORD)

/* Kinds of rows of a table of data: impacts; points of a slow compression; points during an impact; beads of a chain
   that a pulse passes; points of a prescribed path. */
#define GR_FIT_KIND_NAMES "impacts|compression|curve|chain|path"
typedef enum { GR_FIT_IMPACTS, GR_FIT_COMPRESSION, GR_FIT_CURVE, GR_FIT_CHAIN, GR_FIT_PATH } GrFitKind;

/* Independent variable of a curve. */
typedef enum { GR_FIT_OVER_OVERLAP, GR_FIT_OVER_TIME } GrFitOver;

/* A table of data. */
typedef struct {
  GrFitKind kind;
  char *file; /* name of a CSV file; "": `columns` has the values */
  int n_columns, n_observed;
  GrFitColumn *column;     /* [n_columns] */
  GrFitObserved *observed; /* [n_observed] */
  /* names of the columns of the independent variables; angle "": central impacts */
  char *speed, *angle, *overlap, *time, *branch, *bead;
  GrFitOver over; /* of a curve */
  /* The members from `group` to `threshold` are those of a chain. */
  int group;   /* index in GrCase.groups of the group of the beads */
  int striker; /* index of the group whose velocity is the speed of a row; -1: the first group with a velocity */
  GrDetected signal;
  GrAmount threshold; /* height of the signal at its arrival [N or m/s]; NaN: half of the peak */
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
  bool follows; /* whether the bodies follow prescribed paths: the input has the key time, and no dimension */
  char *base;   /* input text of the case whose keys are free: an impact, a path or a chain, without the key fit */
} GrFitCase;

/* A datum: a measured value with its place in the input, in SI units. */
typedef struct {
  int table, row, observed; /* indices of the table, of its row and of the quantity, from 0 */
  double x;                 /* first independent variable (GrCaseFitAbscissa), in its SI unit */
  /* second one: angle of the velocity of an impact from the normal [rad], speed of a curve or chain [m/s]; NaN: none */
  double other;
  double value;     /* measured value */
  double deviation; /* its standard deviation; NaN: unknown */
} GrFitDatum;

/* Returns the number of data of a case. */
PetscInt GrCaseFitCount(const GrFitCase *fit);

/* Sets datum[GrCaseFitCount] to the data of a case whose files have been read: table after table, in each table
   quantity after quantity, in the order of the rows. */
void GrCaseFitData(const GrFitCase *fit, GrFitDatum datum[]);

/* Returns the SI unit of a quantity that can be fitted; NULL: there is no quantity of this name. kind: kind of the
   table. */
const char *GrCaseFitUnit(GrFitKind kind, const char *quantity);

/* Returns the name of the first independent variable of a table, and sets *unit to its SI unit: the speed of impacts,
   the overlap of a compression, overlap or time of a curve, the number of a bead in its group, the time of a path. */
const char *GrCaseFitAbscissa(const GrFitData *data, const char **unit);

/* Returns the values of a column of a table; NULL: there is no column of this name. */
const double *GrCaseFitColumn(const GrFitData *data, const char *name);

/* Returns the number of rows of a table. */
int GrCaseFitRows(const GrFitData *data);

#endif
