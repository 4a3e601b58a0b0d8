/* Checks of the groups of particles in dimension 2 and 3: their generators, sizes and motion. Computes the numbers
   of particles. */
#include "input/case/checks.h"
#include "particle/bodies.h"
#include "particle/fill/distribution.h"
#include "particle/fill/insert.h"
#include <math.h>
#include <string.h>

enum { GROUPS_MAX = 256 }; /* each pair of groups has a pair type */

static PetscErrorCode ComplainGiven(const GrNode *node, const GrGrains *grains, const char *sentence,
                                    const GrGeneratorFault *fault)
{
  const GrNode *given = GrNodeGet(node, grains->generator->name), *entry = GrNodeAt(given, fault->entry);
  if (given->type == GR_NODE_LIST && entry)
    given = entry;
  const GrNode *value = fault->key ? GrNodeGet(given, fault->key) : NULL;
  if (fault->what == GR_WRONG_MISSING)
    return GrNodeComplainMissing(given, fault->key, "%s", sentence);
  if (fault->what == GR_WRONG_KEY)
    return GrNodeComplainKey(value ? value : given, "%s", sentence);
  if (value && fault->component)
    value = GrNodeAt(value, fault->component - 1);
  return GrNodeComplain(value ? value : given, "%s", sentence);
}

/* Groups of other generators than `insert` draw their numbers from seed and id, so that equal seeds do no harm. */
static PetscInt64 AutoSeed(const GrCase *the_case, const GrGrains *grains)
{
  return GrFillInsertOf(grains) ? grains - the_case->grains + 1 : 1;
}

static PetscErrorCode CheckGroup(const GrCase *the_case, const GrNode *node, GrGrains *grains)
{
  if (!grains->generator) {
    char names[512] = "";
    for (int i = 0; GrGeneratorAt(i); i++)
      snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", i ? ", " : "", GrGeneratorAt(i)->name);
    return GrNodeComplainKey(node, "does not say how its particles are made; give one of: %s", names);
  }
  for (int axis = 0; axis < 3 && grains->generator->gives_motion; axis++) {
    if (grains->velocity[axis] != 0.0)
      return GrNodeComplainKey(GrNodeGet(node, "velocity"), "is that of the earlier run; remove it");
    if (grains->spin[axis] != 0.0)
      return GrNodeComplainKey(GrNodeGet(node, "spin"), "is that of the earlier run; remove it");
  }
  if (grains->seed < 0)
    grains->seed = AutoSeed(the_case, grains);
  GrGeneratorFault fault = {0};
  const char *sentence = grains->generator->check ? grains->generator->check(the_case, grains, &fault) : NULL;
  if (sentence)
    return ComplainGiven(node, grains, sentence, &fault);
  const GrMaterial *material = &the_case->materials[grains->material];
  if (grains->generator->gives_sizes)
    return 0;
  if (grains->radii.kind == GR_RADII_CONSTANT && isnan(grains->radii.mean))
    return GrNodeComplainMissing(node, "radius", "is missing; give the radius of the particles");
  if (isnan(grains->mass) && isnan(material->body.density))
    return GrNodeComplainMissing(node, "mass", "is missing, and the material '%s' has no density; give one of the two",
                                 material->name);
  return 0;
}

PetscErrorCode GrCaseCheckGrains(GrCase *the_case, const GrNode *root)
{
  const GrNode *particles = GrNodeGet(root, "particles"), *node = particles->first;
  if (the_case->n_grains > GROUPS_MAX)
    return GrNodeComplainKey(particles, "has %d groups, and %d can be; describe particles that are alike in one group",
                             the_case->n_grains, GROUPS_MAX);
  for (int i = 0; i < the_case->n_grains; i++, node = node->next)
    PetscCall(CheckGroup(the_case, node, &the_case->grains[i]));
  return 0;
}

static PetscErrorCode CountGroup(const GrCase *the_case, const GrNode *node, GrGrains *grains)
{
  const GrGenerator *generator = grains->generator;
  const bool drawn = grains->radii.kind != GR_RADII_CONSTANT || !isnan(grains->radii.mean);
  GrGeneratorFault fault = {0};
  GrDistribution radii;
  const char *sentence;
  if (!generator->count)
    return 0;
  if (drawn &&
      (sentence = GrFillDistributionOf(&grains->radii, GrBodiesReach(the_case, grains - the_case->grains), &radii)))
    return GrNodeComplain(GrNodeGet(node, "radius"), "%s", sentence);
  sentence = generator->count(the_case, grains, drawn ? &radii : NULL, &grains->count, &fault);
  return sentence ? ComplainGiven(node, grains, sentence, &fault) : 0;
}

PetscErrorCode GrCaseCountGrains(GrCase *the_case, const GrNode *root)
{
  static const PetscInt64 limit = (PetscInt64)1 << 62;
  const GrNode *node = GrNodeGet(root, "particles")->first;
  PetscInt64 sum = 0;
  bool known = true;
  for (GrGrains *grains = the_case->grains; node; grains++, node = node->next) {
    grains->first_id = known ? sum + 1 : 0;
    PetscCall(CountGroup(the_case, node, grains));
    if (grains->within.shape != GR_WITHIN_ALL)
      grains->count = 0; /* known after the particles outside are removed */
    known = known && (grains->count || GrFillInsertOf(grains));
    const GrClump *clump = GrBodiesClumpOf(the_case, grains - the_case->grains);
    const PetscInt64 spheres = clump ? clump->n_spheres : 1;
    if (grains->count >= (limit - sum) / spheres)
      return GrNodeComplainKey(node, "makes 2^62 particles or more in all; write a smaller count");
    sum += grains->count * spheres;
  }
  the_case->n_particles = known ? sum : 0;
  return 0;
}
