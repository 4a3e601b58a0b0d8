/* The radius of one particle from a distribution. */
#ifndef GRANUM_TESTS_RADIUS_OF_H
#define GRANUM_TESTS_RADIUS_OF_H

#include "particle/fill/distribution.h"

static double RadiusOf(const GrDistribution *distribution, uint64_t seed, PetscInt64 id)
{
  double radius;
  GrFillDistributionRadii(distribution, seed, 1, &id, &radius);
  return radius;
}

#endif
