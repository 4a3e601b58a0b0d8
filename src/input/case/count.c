/* Groups of particles in dimension 2 and 3: how many particles they make. */
#include "input/case/checks.h"
#include "particle/fill/from_case.h"

static PetscErrorCode CountLattice(const GrCase *the_case, const GrNode *node, const GrDistribution *radii,
                                   GrGrains *grains)
{
  GrLattice lattice = GrFillLatticeOf(the_case, grains, radii);
  const char *sentence = GrLatticePrepare(&lattice);
  if (sentence)
    return GrComplain(GrNodeGet(node, "lattice"), "%s", sentence);
  if (grains->count > lattice.sites)
    return GrComplain(GrNodeGet(GrNodeGet(node, "lattice"), "count"),
                      "the part to fill has %" PetscInt64_FMT " sites; write a count up to this, or a larger part",
                      lattice.sites);
  grains->count = grains->count ? grains->count : lattice.sites;
  return 0;
}

static PetscErrorCode CountPack(const GrCase *the_case, const GrNode *node, const GrDistribution *radii,
                                GrGrains *grains)
{
  GrPackCase pack = GrFillPackOf(the_case, grains, radii);
  const char *sentence = GrPackPrepare(&pack);
  if (sentence)
    return GrComplain(GrNodeGet(node, "random"), "%s", sentence);
  grains->count = pack.count;
  return 0;
}

static PetscErrorCode CountGroup(const GrCase *the_case, const GrNode *node, GrGrains *grains)
{
  GrDistribution radii;
  if (grains->generate == GR_GENERATE_FILE || grains->generate == GR_GENERATE_PREVIOUS)
    return 0;
  GrDistributionOf(&grains->radii, &radii);
  const char *sentence = GrDistributionPrepare(&radii);
  if (sentence)
    return GrComplain(GrNodeGet(node, "radius"), "%s", sentence);
  if (grains->generate == GR_GENERATE_AT)
    return 0;
  if (grains->generate == GR_GENERATE_LATTICE)
    return CountLattice(the_case, node, &radii, grains);
  return CountPack(the_case, node, &radii, grains);
}

PetscErrorCode GrCountGrains(GrCase *the_case, const GrNode *root)
{
  static const PetscInt64 limit = (PetscInt64)1 << 62;
  const GrNode *node = GrNodeGet(root, "particles")->first;
  PetscInt64 sum = 0;
  bool known = true;
  for (GrGrains *grains = the_case->grains; node; grains++, node = node->next) {
    grains->first_id = known ? sum + 1 : 0;
    PetscCall(CountGroup(the_case, node, grains));
    known = known && grains->count;
    if (grains->count >= limit - sum)
      return GrComplainKey(node, "makes 2^62 particles or more in all; write a smaller count");
    sum += grains->count;
  }
  the_case->n_particles = known ? sum : 0;
  return 0;
}
