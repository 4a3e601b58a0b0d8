/* Groups of particles in dimension 2 and 3, in the terms of the generators of src/particle. */
#ifndef GRANUM_PARTICLE_FILL_FROM_CASE_H
#define GRANUM_PARTICLE_FILL_FROM_CASE_H

#include "particle/fill/distribution.h"
#include "particle/fill/lattice.h"
#include "particle/fill/random.h"
#include <granum/case.h>

/* The distribution of the radii, to be prepared; at most GR_DISTRIBUTION_ENTRIES_MAX entries. Not for radii that a file
   gives. */
void GrDistributionOf(const GrRadii *radii, GrDistribution *distribution);

/* The part of the domain that a group fills, for a lattice or random places; `radii` is prepared and must outlive the
   result. An axis is periodic if the domain is, and the part is as long. To be prepared; GrPackCase.origin is left to
   the caller, first_id is that of the group. */
GrLattice GrFillLatticeOf(const GrCase *the_case, const GrGrains *grains, const GrDistribution *radii);
GrPackCase GrFillPackOf(const GrCase *the_case, const GrGrains *grains, const GrDistribution *radii);

#endif
