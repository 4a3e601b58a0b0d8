/* Quantities that can be fitted as members of computed points: the tables of curves, of pulses in chains and of paths
   follow from their lists in case/fit.h. */
#ifndef GRANUM_FIT_MEMBER_H
#define GRANUM_FIT_MEMBER_H

#include "case/fit.h"
#include <stddef.h>

/* A quantity, and where the struct of a computed point has its value. A row {0} ends a table. */
typedef struct {
  const char *name;
  size_t offset; /* [bytes] */
} GrFitMember;

/* Sets the values of the observed quantities of a row, which are a column apart, from its computed point. to: place of
   the first one. */
PetscErrorCode GrFitMemberValues(const GrFitMember members[], const GrFitData *data, const void *point, double to[]);

#endif
