/* Conditions that end a stage: comparisons of indicators with bounds, joined by `any` and `all`. An indicator is a
   number that granum computes during a run, such as the stress or the force on a wall. All numbers are in SI units. */
#ifndef GRANUM_CASE_CONDITION_H
#define GRANUM_CASE_CONDITION_H

#include <granum/world.h>
#include <stdbool.h>

typedef struct GrCondition GrCondition;
typedef struct GrIndicator GrIndicator;

/* The kind of an indicator: the objects that have it, and how it is computed. */
typedef struct {
  /* key of the name of the object, such as "wall"; path of the section of the input that has its entries, such as
     "walls". NULL: the indicator belongs to the whole system */
  const char *object, *section;
  /* Returns the name of object number `index` in the case. NULL if `object` is NULL. */
  const char *(*name)(const GrCase *the_case, int index);
  /* Computes the indicator of a condition at the committed state u at time t [s]. All ranks get the same bits on any
     number of ranks. Collective. */
  PetscErrorCode (*find)(GrWorld world, const GrCondition *condition, double t, const double *u, double *value);
} GrIndicatorKind;

/* An indicator: a number that a condition compares. */
struct GrIndicator {
  const char *name;       /* key of the input; NULL: no indicator */
  const char *meaning;    /* description, a noun phrase */
  const char *unit;       /* SI unit */
  const char *plane_unit; /* SI unit in dimension 2; NULL: the same as `unit` */
  /* words for the components, separated by '|', in dimension 3 and in dimension 2; NULL: there is one number */
  const char *components, *plane_components;
  const char *shown;  /* name in messages; NULL: `name` */
  const char *needs;  /* path of a section that the case must have, such as "domain.cell"; NULL: none */
  bool limit;         /* whether the input may give only a number, which is the bound `below` */
  bool not_negative;  /* whether the number is never negative */
  const char *set_by; /* key of the object that prescribes the number, such as "velocity"; NULL: none */
  const GrIndicatorKind *kind;
  int first;        /* position of the first component in the numbers of the kind */
  const void *what; /* descriptor of the kind, such as an observable */
};

/* A condition. Exactly one of these is set: a comparison (indicator.name), a time (time > 0), `any`, `all`. */
struct GrCondition {
  GrIndicator indicator;
  int object, component; /* positions of the names that the input gives; -1: none */
  double above, below;   /* the value must be above the first and below the second [unit of the indicator]; NaN: none */
  double time;           /* holds from this time after the beginning of the stage [s] */
  int number;            /* number of this comparison or time among those of the condition of the stage, from 0 */
  int n_any, n_all;
  GrCondition *any, *all; /* [n_any], [n_all] conditions of which at least one, and which all must hold */
};

/* Sets *indicator to number `index`, from 0, of the indicators of granum, followed by all observables. Returns false,
   and sets nothing, if there are fewer. */
bool GrIndicatorAt(int index, GrIndicator *indicator);

#endif
