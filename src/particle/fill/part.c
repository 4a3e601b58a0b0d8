/* The part of the domain that a group fills: checks, and periodic axes; see part.h. */
#include "particle/fill/part.h"

#include <math.h>
#include <stdio.h>

static const char *SayOutside(GrGeneratorFault *fault, const char *key, double limit, const char *which)
{
  fault->key = key;
  snprintf(fault->text, sizeof fault->text, "lies outside the domain; write %.15g m or %s", limit, which);
  return fault->text;
}

const char *GrFillPartCheck(const GrCase *the_case, double lower[3], double upper[3], GrGeneratorFault *fault)
{
  const GrDomain *domain = &the_case->domain;
  const bool from = !isnan(lower[0]), to = !isnan(upper[0]);

  for (int axis = 0; axis < 3; axis++) {
    const bool flat = axis >= the_case->dimension;
    lower[axis] = from && !flat ? lower[axis] : domain->lower[axis];
    upper[axis] = to && !flat ? upper[axis] : domain->upper[axis];
    fault->component = axis + 1;
    if (flat)
      continue;
    if (lower[axis] < domain->lower[axis])
      return SayOutside(fault, "lower", domain->lower[axis], "more");
    if (upper[axis] > domain->upper[axis])
      return SayOutside(fault, "upper", domain->upper[axis], "less");
    if (lower[axis] < upper[axis])
      continue;
    fault->key = from ? "lower" : "upper";
    snprintf(fault->text, sizeof fault->text,
             "leaves nothing to fill along %c; write a lower corner below the upper one", "xyz"[axis]);
    return fault->text;
  }
  return NULL;
}

void GrFillPartPeriodic(const GrCase *the_case, const double lower[3], const double upper[3], PetscBool periodic[3])
{
  const GrDomain *domain = &the_case->domain;
  for (int axis = 0; axis < 3; axis++) {
    bool full = lower[axis] == domain->lower[axis] && upper[axis] == domain->upper[axis];
    periodic[axis] = full && domain->periodic[axis] ? PETSC_TRUE : PETSC_FALSE;
  }
}
