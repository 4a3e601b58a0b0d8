/* Checks the part of the domain that a generator fills, and finds its periodic axes; see part.h. */
#include "particle/fill/part.h"

#include "particle/fill/registry.h"
#include <math.h>

const char *GrFillPartCheck(const GrCase *the_case, double lower[3], double upper[3], GrGeneratorFault *fault)
{
  static const char outside[] = "lies outside the domain; write %.15g m or %s";
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
      return GrGeneratorComplain(fault, "lower", GR_WRONG_VALUE, outside, domain->lower[axis], "more");
    if (upper[axis] > domain->upper[axis])
      return GrGeneratorComplain(fault, "upper", GR_WRONG_VALUE, outside, domain->upper[axis], "less");
    if (!(lower[axis] < upper[axis]))
      return GrGeneratorComplain(fault, from ? "lower" : "upper", GR_WRONG_VALUE,
                                 "leaves nothing to fill along %c; write a lower corner below the upper one",
                                 "xyz"[axis]);
  }
  return NULL;
}

void GrFillPartPeriodic(const GrCase *the_case, const double lower[3], const double upper[3], bool periodic[3])
{
  const GrDomain *domain = &the_case->domain;
  for (int axis = 0; axis < 3; axis++) {
    bool full = lower[axis] == domain->lower[axis] && upper[axis] == domain->upper[axis];
    periodic[axis] = full && domain->periodic[axis] ? true : false;
  }
  for (int k = 0; k < GR_PLANES; k++)
    if (GrCellOffset(&domain->cell, k) != 0)
      periodic[GrPlaneAcross(k)] = false; /* the images beyond it are displaced */
}
