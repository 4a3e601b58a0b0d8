/* Checks of the groups of particles in dimension 2 and 3: one generator each, the part it fills, sizes and motion. */
#include "input/case/checks.h"
#include <math.h>

enum { GROUPS_MAX = 256 }; /* every pair of groups is a kind of contact */

static const char *const generator[] = {"lattice", "random", "file", "previous", "at"}; /* in the order of GrGenerate */
enum { GENERATORS = sizeof(generator) / sizeof(generator[0]) };

/* One and only one of them is given. */
static PetscErrorCode CheckGenerator(const GrNode *node)
{
  const GrNode *first = NULL;
  for (int i = 0; i < GENERATORS; i++) {
    const GrNode *given = GrNodeGet(node, generator[i]);
    if (given && first)
      return GrComplainKey(given, "%s and %s are both given, and a group is made in one way; keep one of them",
                           first->key, given->key);
    first = given ? given : first;
  }
  return first ? 0
               : GrComplainKey(node, "does not say how its particles are made; give one of: lattice, random, file, "
                                     "previous, at");
}

/* What is not given is that of the domain. In the plane there is one z. */
static PetscErrorCode FillPart(const GrDomain *domain, int dimension, const GrNode *node, GrGrains *grains)
{
  static const char axes[] = "xyz";
  const GrNode *part = GrNodeGet(node, generator[grains->generate]);
  const GrNode *lower = GrNodeGet(part, "lower"), *upper = GrNodeGet(part, "upper");
  for (int axis = 0; axis < 3; axis++) {
    bool flat = axis >= dimension;
    grains->lower[axis] = lower && !flat ? grains->lower[axis] : domain->lower[axis];
    grains->upper[axis] = upper && !flat ? grains->upper[axis] : domain->upper[axis];
    if (flat)
      continue;
    if (grains->lower[axis] < domain->lower[axis])
      return GrComplain(GrNodeAt(lower, axis), "lies outside the domain; write %.15g m or more", domain->lower[axis]);
    if (grains->upper[axis] > domain->upper[axis])
      return GrComplain(GrNodeAt(upper, axis), "lies outside the domain; write %.15g m or less", domain->upper[axis]);
    if (!(grains->lower[axis] < grains->upper[axis]))
      return GrComplain(lower ? GrNodeAt(lower, axis) : GrNodeAt(upper, axis),
                        "leaves nothing to fill along %c; write a lower corner below the upper one", axes[axis]);
  }
  return 0;
}

/* One layer lies in the plane of dimension 2; in dimension 3 its height must be said, for the lowest is in the wall. */
static PetscErrorCode CheckLattice(const GrCase *the_case, const GrNode *node, const GrGrains *grains)
{
  const GrNode *lattice = GrNodeGet(node, "lattice"), *sites = GrNodeGet(lattice, "sites");
  bool flat = grains->sites == GR_SITES_SQUARE || grains->sites == GR_SITES_HEXAGONAL;
  if (the_case->dimension == 2 && !flat)
    return GrComplain(sites, "has layers above each other, and dimension 2 has one; write square or hexagonal");
  if (the_case->dimension == 3 && flat && !GrNodeGet(lattice, "lower"))
    return GrComplainMissing(lattice, "lower", "is missing; give the lower corner, whose z is that of the one layer");
  return 0;
}

static PetscErrorCode CheckRandom(const GrNode *node, const GrGrains *grains)
{
  const GrNode *random = GrNodeGet(node, "random"), *fraction = GrNodeGet(random, "solid_fraction");
  if (grains->count && fraction)
    return GrComplainKey(fraction, "count and solid_fraction are both given; keep one of them");
  if (!grains->count && !fraction)
    return GrComplainMissing(random, "count", "is missing; give count, or solid_fraction");
  return 0;
}

/* Inside the domain unless it is periodic there; what is not given is that of the group. */
static PetscErrorCode PlaceOne(const GrCase *the_case, const GrNode *node, const GrGrains *grains, GrPlaced *placed)
{
  const GrDomain *domain = &the_case->domain;
  for (int axis = 0; axis < the_case->dimension; axis++) {
    const double x = placed->position[axis];
    if (!domain->periodic[axis] && (x < domain->lower[axis] || x > domain->upper[axis]))
      return GrComplain(GrNodeAt(GrNodeGet(node, "position"), axis),
                        "lies outside the domain; write %.15g m to %.15g m, or make the domain larger",
                        domain->lower[axis], domain->upper[axis]);
  }
  for (int axis = 0; axis < 3; axis++) {
    placed->velocity[axis] = isnan(placed->velocity[axis]) ? grains->velocity[axis] : placed->velocity[axis];
    placed->spin[axis] = isnan(placed->spin[axis]) ? grains->spin[axis] : placed->spin[axis];
  }
  PetscCall(GrCheckInPlane(the_case, node, "velocity", placed->velocity));
  return GrCheckAboutPlane(the_case, node, "spin", placed->spin);
}

static PetscErrorCode CheckAt(const GrCase *the_case, const GrNode *node, GrGrains *grains)
{
  const GrNode *at = GrNodeGet(node, "at"), *one = at->type == GR_NODE_MAP ? at : at->first;
  if (grains->n_at == 0)
    return GrComplainKey(at, "is empty; write {position: [x, y, z]}, or a list of such");
  for (int i = 0; i < grains->n_at; i++, one = one->next)
    PetscCall(PlaceOne(the_case, one, grains, &grains->at[i]));
  grains->count = grains->n_at;
  return 0;
}

static PetscErrorCode CheckPart(const GrCase *the_case, const GrNode *node, GrGrains *grains)
{
  if (grains->generate != GR_GENERATE_RANDOM)
    grains->solid_fraction = NAN;
  if (grains->generate != GR_GENERATE_PREVIOUS)
    grains->frame = -1;
  if (grains->generate == GR_GENERATE_AT)
    return CheckAt(the_case, node, grains);
  if (grains->generate != GR_GENERATE_LATTICE && grains->generate != GR_GENERATE_RANDOM)
    return 0;
  if (grains->generate == GR_GENERATE_LATTICE)
    PetscCall(CheckLattice(the_case, node, grains));
  else
    PetscCall(CheckRandom(node, grains));
  return FillPart(&the_case->domain, the_case->dimension, node, grains);
}

/* A file may give what is missing. */
static PetscErrorCode CheckSize(const GrCase *the_case, const GrNode *node, const GrGrains *grains)
{
  const GrMaterial *material = &the_case->materials[grains->material];
  bool made = grains->generate != GR_GENERATE_FILE && grains->generate != GR_GENERATE_PREVIOUS;
  if (made && grains->radii.kind == GR_RADII_CONSTANT && isnan(grains->radii.mean))
    return GrComplainMissing(node, "radius", "is missing; give the radius of the particles");
  if (made && isnan(grains->mass) && isnan(material->body.density))
    return GrComplainMissing(node, "mass", "is missing, and the material '%s' has no density; give one of the two",
                             material->name);
  return 0;
}

/* An earlier run gives both. */
static PetscErrorCode CheckMotion(const GrCase *the_case, const GrNode *node, const GrGrains *grains)
{
  for (int axis = 0; axis < 3 && grains->generate == GR_GENERATE_PREVIOUS; axis++) {
    if (grains->velocity[axis] != 0.0)
      return GrComplainKey(GrNodeGet(node, "velocity"), "is that of the earlier run; remove it");
    if (grains->spin[axis] != 0.0)
      return GrComplainKey(GrNodeGet(node, "spin"), "is that of the earlier run; remove it");
  }
  PetscCall(GrCheckInPlane(the_case, node, "velocity", grains->velocity));
  return GrCheckAboutPlane(the_case, node, "spin", grains->spin);
}

static PetscErrorCode CheckGroup(const GrCase *the_case, const GrNode *node, GrGrains *grains)
{
  PetscCall(CheckGenerator(node));
  PetscCall(CheckMotion(the_case, node, grains));
  PetscCall(CheckPart(the_case, node, grains));
  return CheckSize(the_case, node, grains);
}

PetscErrorCode GrCheckGrains(GrCase *the_case, const GrNode *root)
{
  const GrNode *particles = GrNodeGet(root, "particles"), *node = particles->first;
  if (the_case->n_grains > GROUPS_MAX)
    return GrComplainKey(particles, "has %d groups, and %d can be; describe particles that are alike in one group",
                         the_case->n_grains, GROUPS_MAX);
  for (int i = 0; i < the_case->n_grains; i++, node = node->next)
    PetscCall(CheckGroup(the_case, node, &the_case->grains[i]));
  return 0;
}

PetscErrorCode GrCheckGroupForces(const GrCase *the_case, const GrNode *root)
{
  const GrNode *node = the_case->n_group_forces ? GrNodeGet(root, "forces")->first : NULL;
  for (const GrGroupForce *push = the_case->group_forces; node; push++, node = node->next) {
    if (the_case->grains[push->group].fixed)
      return GrComplain(GrNodeGet(node, "group"), "has fixed: true, so no force moves it; remove one of the two");
    PetscCall(GrCheckInPlane(the_case, node, "force", push->force));
  }
  return 0;
}
