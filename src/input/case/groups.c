/* Checks of the groups of beads, of their initial velocities, and of the groups that start in static equilibrium. */
#include "base/excerpt.h"
#include "input/case/beads.h"
#include "input/case/checks.h"
#include <math.h>
#include <stdlib.h>

/* A negative gap is an overlap. An overlap of less than the smaller diameter keeps the beads in order. */
static PetscErrorCode CheckSpacing(const GrNode *map, const GrSpacing *spacing, double radius)
{
  const GrNode *gap = GrNodeGet(map, "gap"); /* NULL: the default */
  if (!(-spacing->gap < 2.0 * radius))
    return GrNodeComplain(gap ? gap : map, "overlap of a diameter or more; write a gap above %.15g m", -2.0 * radius);
  return 0;
}

/* m = 4/3 pi R^3 rho, unless given. */
PetscErrorCode GrCaseFindMass(const GrMaterial *material, const GrNode *node, double radius, double *mass)
{
  if (!isnan(*mass))
    return 0;
  if (isnan(material->body.density))
    return GrNodeComplainMissing(node, "mass", "is missing, and the material '%s' has no density; give one of the two",
                                 material->name);
  *mass = 4.0 / 3.0 * PETSC_PI * radius * radius * radius * material->body.density;
  if (!(*mass > 0.0 && isfinite(*mass)))
    return GrNodeComplainMissing(node, "mass",
                                 "follows from radius and density as %g kg; correct these, or give the mass", *mass);
  return 0;
}

double GrCaseBeadRadius(const GrBead *bead)
{
  return isnan(bead->radius) ? INFINITY : bead->radius;
}

const GrBead *GrCaseGroupBead(const GrGroup *group, PetscInt64 id)
{
  return &group->bead[(id - group->first_id) % group->n_beads];
}

bool GrCaseGroupDriven(const GrGroup *group)
{
  return group->motion.n > 0 || group->motion.file || group->motion.amplitude > 0;
}

bool GrCaseGroupHeld(const GrGroup *group)
{
  return group->fixed || GrCaseGroupDriven(group);
}

/* A plane is one flat body with a bead on one side. It has no size, so a density gives no mass. */
static PetscErrorCode CheckPlane(const GrCase *the_case, const GrNode *node, int i)
{
  const GrGroup *group = &the_case->groups[i];
  if (group->material < 0)
    return GrNodeComplainMissing(node, "material", "is missing; give the name of a material");
  if (group->count > 1)
    return GrNodeComplain(GrNodeGet(GrNodeGet(node, "chain"), "count"),
                          "a plane is a single body; write count: 1, or shape: sphere");
  if (i > 0 && i < the_case->n_groups - 1)
    return GrNodeComplain(GrNodeGet(node, "shape"),
                          "a plane must be at an end of the chain, but '%s' is inside; make it the first or the last "
                          "group, or write shape: sphere",
                          group->name);
  if (i > 0 && the_case->groups[i - 1].shape == GR_SHAPE_PLANE)
    return GrNodeComplain(GrNodeGet(node, "shape"),
                          "'%s' is a plane as well, and two planes do not make a contact; write "
                          "shape: sphere for one of them",
                          the_case->groups[i - 1].name);
  if (isnan(group->mass) && !GrCaseGroupHeld(group))
    return GrNodeComplainMissing(node, "mass",
                                 "is missing, and a plane has none by its density; give mass or fixed: true");
  return 0;
}

static PetscErrorCode CheckShape(GrCase *the_case, const GrNode *node, int i)
{
  GrGroup *group = &the_case->groups[i];
  if (group->shape != GR_SHAPE_PLANE)
    return GrCaseFindBeads(the_case, node, group);
  PetscCall(CheckPlane(the_case, node, i));
  PetscCall(PetscMalloc1(1, &group->bead));
  group->n_beads = 1;
  group->bead[0] = (GrBead){group->material, NAN, group->mass};
  return 0;
}

/* Smallest radius of a group [m]; infinite for a plane. */
static double SmallestRadius(const GrGroup *group)
{
  double radius = INFINITY;
  for (int k = 0; k < group->n_beads; k++)
    radius = fmin(radius, GrCaseBeadRadius(&group->bead[k]));
  return radius;
}

/* Smaller radius of the last bead of the previous group and the first bead of this group [m]. */
static double RadiusBefore(const GrGroup *group)
{
  const GrGroup *before = group - 1;
  return fmin(GrCaseBeadRadius(GrCaseGroupBead(before, group->first_id - 1)), GrCaseBeadRadius(&group->bead[0]));
}

/* Whether the group has an end of the chain that is held in place. */
static bool EndsFixed(const GrCase *the_case, int group)
{
  return (group == 0 && the_case->ends[0] == GR_END_FIXED) ||
         (group == the_case->n_groups - 1 && the_case->ends[1] == GR_END_FIXED);
}

PetscErrorCode GrCaseCheckGroups(GrCase *the_case, const GrNode *root)
{
  const GrNode *node = GrNodeGet(root, "particles")->first;
  the_case->n_particles = 0;
  for (int i = 0; i < the_case->n_groups; i++, node = node->next) {
    static const PetscInt64 limit = (PetscInt64)1 << 62;
    GrGroup *group = &the_case->groups[i];
    if (group->count >= limit - the_case->n_particles)
      return GrNodeComplain(GrNodeGet(GrNodeGet(node, "chain"), "count"),
                            "makes 2^62 particles or more in all; write a smaller count");
    group->first_id = the_case->n_particles + 1;
    the_case->n_particles += group->count;
    PetscCall(CheckShape(the_case, node, i));
    group->first_pair_type = i ? group[-1].first_pair_type + 1 + group[-1].n_beads : 0;
    PetscCall(CheckSpacing(GrNodeGet(node, "chain"), &group->between, SmallestRadius(group)));
    PetscCall(CheckSpacing(node, &group->before, i ? RadiusBefore(group) : INFINITY));
    if (GrCaseGroupDriven(group) && EndsFixed(the_case, i))
      return GrNodeComplainKey(GrNodeGet(node, "motion"),
                               "moves a bead that ends: holds in place; remove one of the two keys");
    if ((group->motion.amplitude > 0) != (group->motion.frequency > 0))
      return GrNodeComplainKey(GrNodeGet(GrNodeGet(node, "motion"), "oscillation"),
                               "needs an amplitude and a frequency above 0; write {amplitude: 1 um, frequency: 1 kHz}");
  }
  return 0;
}

PetscErrorCode GrCaseCheckGroupForces(const GrCase *the_case, const GrNode *root)
{
  const GrNode *node = the_case->n_group_forces ? GrNodeGet(root, "forces")->first : NULL;
  for (const GrGroupForce *push = the_case->group_forces; node; push++, node = node->next) {
    const GrGroup *group = the_case->dimension == 1 ? &the_case->groups[push->group] : NULL;
    if (group ? group->fixed : the_case->grains[push->group].fixed)
      return GrNodeComplain(GrNodeGet(node, "group"), "has fixed: true, so no force moves it; remove one of the two");
    if (group && GrCaseGroupDriven(group))
      return GrNodeComplain(GrNodeGet(node, "group"), "has a motion, so no force moves it; remove one of the two");
  }
  return 0;
}

typedef struct {
  GrBeadVelocity velocity;
  const GrNode *node;
} Entry;

static int CompareEntries(const void *a, const void *b)
{
  const Entry *x = a, *y = b;
  if (x->velocity.id != y->velocity.id)
    return x->velocity.id < y->velocity.id ? -1 : 1;
  return (x->node->position > y->node->position) - (x->node->position < y->node->position);
}

/* Goes through the entries in ascending id, and through the groups beside them. */
static PetscErrorCode CheckEntries(const GrCase *the_case, const Entry *entries)
{
  int g = 0;
  for (int i = 0; i < the_case->n_velocities; i++) {
    const GrNode *id = GrNodeGet(entries[i].node, "id");
    PetscInt64 bead = entries[i].velocity.id;
    if (bead > the_case->n_particles)
      return GrNodeComplain(id, "there are %" PetscInt64_FMT " beads; write an id up to this number",
                            the_case->n_particles);
    if (i && bead == entries[i - 1].velocity.id)
      return GrNodeComplain(id, "bead %" PetscInt64_FMT " has two initial velocities; keep one", bead);
    while (bead >= the_case->groups[g].first_id + the_case->groups[g].count)
      g++;
    bool held = (bead == 1 && the_case->ends[0] == GR_END_FIXED) ||
                (bead == the_case->n_particles && the_case->ends[1] == GR_END_FIXED);
    if (entries[i].velocity.velocity != 0.0 && (held || the_case->groups[g].fixed))
      return GrNodeComplain(id, "bead %" PetscInt64_FMT " is held in place; remove its velocity, or set it free", bead);
    if (GrCaseGroupDriven(&the_case->groups[g]))
      return GrNodeComplain(
          id, "bead %" PetscInt64_FMT " moves with its group; remove its velocity, or change the motion", bead);
  }
  return 0;
}

PetscErrorCode GrCaseCheckVelocities(GrCase *the_case, const GrNode *root)
{
  Entry *entries;
  int n = the_case->n_velocities;
  const GrNode *node = n ? GrNodeGet(root, "initial_velocities")->first : NULL;
  if (!n)
    return 0;
  PetscCall(PetscMalloc1(n, &entries));
  for (int i = 0; i < n; i++, node = node->next)
    entries[i] = (Entry){the_case->velocities[i], node};
  qsort(entries, (size_t)n, sizeof *entries, CompareEntries);
  for (int i = 0; i < n; i++)
    the_case->velocities[i] = entries[i].velocity;
  PetscErrorCode code = CheckEntries(the_case, entries);
  PetscCall(PetscFree(entries));
  return code;
}

/* ---- groups in equilibrium ---- */

/* These groups must be adjacent, because one contiguous part of the chain is brought to rest. The beads outside of this
   part are displaced with its ends and keep their distances. A fixed group cannot be displaced, so it must be
   one of these groups. */
static bool TakesPart(const GrCase *the_case, int group)
{
  for (int i = 0; i < the_case->n_balanced; i++)
    if (the_case->balanced[i] == group)
      return true;
  return false;
}

PetscErrorCode GrCaseCheckBalanced(GrCase *the_case, const GrNode *root)
{
  const GrNode *node = GrNodeGet(root, "equilibrium");
  int first = -1, last = -1;
  if (!the_case->n_balanced)
    return 0;
  the_case->balanced_place = node->key_place;
  for (int g = 0; g < the_case->n_groups; g++)
    if (TakesPart(the_case, g)) {
      first = first < 0 ? g : first;
      last = g;
    }
  for (int g = 0; g < the_case->n_groups; g++) {
    const char *name = the_case->groups[g].name;
    if (TakesPart(the_case, g))
      continue;
    if (g > first && g < last)
      return GrNodeComplain(node, "'%s' is between two of these groups but not in the list; add it to the list", name);
    if (the_case->groups[g].fixed || EndsFixed(the_case, g))
      return GrNodeComplain(node, "'%s' is held in place, and what is held takes part; add it to the list", name);
  }
  return 0;
}
