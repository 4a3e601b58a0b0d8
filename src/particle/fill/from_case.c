/* from_case: see from_case.h. */
#include "particle/fill/from_case.h"

/* A part that is shorter than the domain has faces like walls, and so has one that another group may fill beside. */
static void FindPeriodic(const GrDomain *domain, const GrGrains *grains, PetscBool periodic[3])
{
  for (int axis = 0; axis < 3; axis++) {
    bool whole = grains->lower[axis] == domain->lower[axis] && grains->upper[axis] == domain->upper[axis];
    periodic[axis] = whole && domain->periodic[axis] ? PETSC_TRUE : PETSC_FALSE;
  }
}

GrLattice GrFillLatticeOf(const GrCase *the_case, const GrGrains *grains, const GrDistribution *radii)
{
  GrLattice lattice = {.kind = (GrLatticeKind)grains->sites,
                       .spacing = grains->spacing,
                       .clearance = radii->largest,
                       .jitter = grains->jitter};
  for (int axis = 0; axis < 3; axis++) {
    lattice.lower[axis] = grains->lower[axis];
    lattice.upper[axis] = grains->upper[axis];
  }
  FindPeriodic(&the_case->domain, grains, lattice.periodic);
  return lattice;
}

GrPackCase GrFillPackOf(const GrCase *the_case, const GrGrains *grains, const GrDistribution *radii)
{
  GrPackCase pack = {.flat = the_case->dimension == 2 ? PETSC_TRUE : PETSC_FALSE,
                     .gap = grains->gap,
                     .radii = radii,
                     .seed = (uint64_t)grains->seed,
                     .first_id = grains->first_id,
                     .count = grains->count,
                     .solid_fraction = grains->solid_fraction};
  for (int axis = 0; axis < 3; axis++) {
    pack.lower[axis] = grains->lower[axis];
    pack.upper[axis] = grains->upper[axis];
  }
  FindPeriodic(&the_case->domain, grains, pack.periodic);
  return pack;
}

void GrDistributionOf(const GrRadii *radii, GrDistribution *distribution)
{
  *distribution = (GrDistribution){.kind = (GrDistributionKind)radii->kind,
                                   .mean = radii->mean,
                                   .deviation = radii->deviation,
                                   .from = radii->from,
                                   .to = radii->to,
                                   .n_entries = radii->n_entries};
  for (int i = 0; i < radii->n_entries; i++) {
    distribution->radius[i] = radii->radius[i];
    distribution->fraction[i] = radii->fraction[i];
  }
}
