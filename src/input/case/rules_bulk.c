/* Checks that the contact rules cover all pairs of particles and walls in dimension 2 and 3.

   Any two particles may touch, also two particles of one group. Walls touch particles only. For each pair of groups
   the laws compute their coefficients for the smallest and the largest radii, so that errors are reported as input
   errors. If a file gives the radii or masses, the check uses a sphere of 1 km radius and, without a density, of
   2500 kg/m^3. Errors about small spheres are then reported when the file is read. Two fixed groups, or a fixed group
   and a wall without a mass, touch only if they move relative to each other; the check requires a rule for them, but
   does not call its laws. */
#include "input/case/checks.h"
#include "particle/fill/distribution.h"
#include "wall/wall.h"
#include <math.h>

/* A group or a wall as a law sees it. */
typedef struct {
  int material;
  double radius[2], mass[2]; /* smallest, largest */
  double reach;              /* largest distance of a surface from the centre of mass */
  bool known;                /* whether the radii are known */
  bool prescribed;           /* whether the input prescribes the motion */
  char name[GR_NAME_MAX + 16];
} Body;

/* Replaces the radii of the spheres of equal volume by the radii of the smallest and largest spheres of the clump. */
static void UseClump(const GrClump *clump, Body *body)
{
  double least = INFINITY, most = 0;
  for (int i = 0; i < clump->n_spheres; i++) {
    least = fmin(least, clump->spheres[i].radius);
    most = fmax(most, clump->spheres[i].radius);
  }
  body->reach = body->radius[1] * clump->body.reach / clump->body.equal_radius;
  body->radius[0] *= least / clump->body.equal_radius;
  body->radius[1] *= most / clump->body.equal_radius;
}

static void SphereOf(const GrCase *the_case, const GrGrains *grains, Body *body)
{
  const double density = the_case->materials[grains->material].body.density;
  GrDistribution radii;
  *body = (Body){.material = grains->material, .radius = {1e3, 1e3}};
  body->known = !(grains->radii.kind == GR_RADII_CONSTANT && isnan(grains->radii.mean));
  if (body->known) {
    (void)GrFillDistributionOf(&grains->radii, 1, &radii); /* checked when it was read */
    body->radius[0] = radii.smallest;
    body->radius[1] = radii.largest;
  }
  for (int i = 0; i < 2; i++) {
    double r = body->radius[i], from_density = 4.0 / 3.0 * PETSC_PI * r * r * r * (isnan(density) ? 2500.0 : density);
    body->mass[i] = isnan(grains->mass) ? from_density : grains->mass;
  }
  body->prescribed = grains->fixed;
  body->reach = body->radius[1];
  if (grains->clump >= 0)
    UseClump(&the_case->clumps[grains->clump], body);
  snprintf(body->name, sizeof body->name, "'%s'", grains->name);
}

/* Reach of bonds or adhesion [m]. The law has accepted the same pair before. */
static double ReachOf(const GrContactRule *rule, const GrLawPair *pair)
{
  const GrLaw *law = rule->law->reach ? rule->law : rule->adhesion;
  double coefficient[GR_LAW_COEFFICIENTS_MAX];
  if (rule->bond)
    return rule->bond->prepare(pair, rule->bond_value, coefficient) ? 0.0 : rule->bond->reach(coefficient);
  if (!law || law->prepare(pair, law == rule->law ? rule->value : rule->adhesion_value, coefficient))
    return 0.0;
  return law->reach(coefficient);
}

static PetscErrorCode CheckBodies(const GrCase *the_case, const GrNode *root, const Body *a, const Body *b,
                                  double *reach)
{
  const GrLawBody body[2] = {the_case->materials[a->material].body, the_case->materials[b->material].body};
  char who[2 * sizeof a->name + 32];
  GrLawPair pair;
  PetscCall(GrCaseCheckRule(the_case, root, a->material, b->material));
  if (a->prescribed && b->prescribed)
    return 0;
  const GrContactRule *rule = GrCaseRule(the_case, a->material, b->material);
  snprintf(who, sizeof who, "particles of %s and %s", a->name, b->name);
  for (int i = 0; i < 4; i++) {
    const double radius[2] = {a->radius[i / 2], b->radius[i % 2]};
    const double mass[2] = {a->prescribed ? INFINITY : a->mass[i / 2], b->prescribed ? INFINITY : b->mass[i % 2]};
    GrCaseRulePair(rule, body, radius, mass, &pair);
    PetscCall(GrCaseCheckLaws(the_case, root, rule, &pair, who));
    if (a->known && b->known)
      *reach = fmax(*reach, ReachOf(rule, &pair));
  }
  return 0;
}

/* A rule with bonds must not apply to a wall, because bonds hold particles. */
static PetscErrorCode CheckWallRule(const GrCase *the_case, const GrNode *root, int group, int wall)
{
  const GrContactRule *rule = GrCaseRule(the_case, the_case->grains[group].material, the_case->walls[wall].material);
  const GrNode *contact = GrNodeAt(GrNodeGet(root, "contacts"), (int)(rule - the_case->rules));
  if (!rule->bond)
    return 0;
  return GrNodeComplainKey(
      GrNodeGet(contact, "bond"),
      "the rule is for the wall '%s' as well, but bonds act only between particles; give the wall another "
      "material, and that material a rule without bond",
      the_case->walls[wall].name);
}

static PetscErrorCode CheckGroup(const GrCase *the_case, const GrNode *root, int group, double *reach)
{
  const GrGrains *grains = &the_case->grains[group];
  Body self, other;
  SphereOf(the_case, grains, &self);
  for (int i = grains->count == 1 ? group + 1 : group; i < the_case->n_grains; i++) {
    SphereOf(the_case, &the_case->grains[i], &other);
    PetscCall(CheckBodies(the_case, root, &self, &other, reach));
  }
  for (int i = 0; i < the_case->n_walls; i++) {
    double unused = 0.0;
    GrParticleType type[GR_WALL_TYPES];
    const int n = GrWallTypes(&the_case->walls[i], type);
    for (int k = 0; k < n; k++) {
      const double r = type[k].radius, m = type[k].mass;
      other = (Body){.material = type[k].material, .radius = {r, r}, .mass = {m, m}, .prescribed = type[k].motion};
      snprintf(other.name, sizeof other.name, "the wall '%s'", the_case->walls[i].name);
      PetscCall(CheckBodies(the_case, root, &self, &other, &unused));
    }
    PetscCall(CheckWallRule(the_case, root, group, i));
  }
  return 0;
}

/* A list of bonds and form: list go together; bonds count on how velocity Verlet steps. */
static PetscErrorCode CheckBond(const GrCase *the_case, const GrNode *root, int i)
{
  const GrContactRule *rule = &the_case->rules[i];
  const GrNode *contact = GrNodeAt(GrNodeGet(root, "contacts"), i);
  const bool listed = rule->bond && rule->bond_value[GR_BOND_FORM].choice == GR_BOND_IN_LIST;
  if (rule->bond_list && !listed)
    return GrNodeComplainKey(GrNodeGet(contact, "bond_list"),
                             "is for a bond with form: list; write that in its bond, or remove the list");
  if (listed && !rule->bond_list)
    return GrNodeComplainMissing(contact, "bond_list",
                                 "is missing, and the bond has form: list; give the name of a file of "
                                 "pairs of ids");
  if (rule->bond && (rule->adhesion || rule->law->reach))
    return GrNodeComplainKey(GrNodeGet(contact, "bond"), "is for contacts without adhesion; remove one of the two");
  if (rule->bond && rule->lever != GR_LEVER_CONTACT)
    return GrNodeComplain(GrNodeGet(contact, "lever"),
                          "is for contacts without bonds; write contact, or remove the bond");
  if (rule->bond && !the_case->time.integrator->fixed_step)
    return GrNodeComplain(GrNodeGet(GrNodeGet(root, "time"), "integrator"),
                          "bonds are held by velocity Verlet alone; write verlet, or remove the bond of contacts.%d",
                          i);
  return 0;
}

/* Checks that no particle can touch its own periodic image. diameter: of the largest particle [m]; reach: largest range
   of adhesion or bonds [m]. */
static PetscErrorCode CheckPeriodic(const GrCase *the_case, const GrNode *root, double diameter, double reach)
{
  const GrDomain *domain = &the_case->domain;
  for (int axis = 0; axis < the_case->dimension; axis++) {
    if (domain->periodic[axis] && !(domain->upper[axis] - domain->lower[axis] > diameter + reach))
      return GrNodeComplain(GrNodeAt(GrNodeGet(GrNodeGet(root, "domain"), "upper"), axis),
                            "makes a periodic side along %c so short that a particle would touch itself; write a side "
                            "longer than %.15g m",
                            "xyz"[axis], diameter + reach);
  }
  return 0;
}

PetscErrorCode GrCaseCheckBulkContacts(const GrCase *the_case, const GrNode *root)
{
  double diameter = 0.0, reach = 0.0;
  Body body;
  PetscCall(GrCaseCheckRules(the_case, root));
  for (int i = 0; i < the_case->n_rules; i++)
    PetscCall(CheckBond(the_case, root, i));
  for (int i = 0; i < the_case->n_grains; i++) {
    PetscCall(CheckGroup(the_case, root, i, &reach));
    SphereOf(the_case, &the_case->grains[i], &body);
    diameter = fmax(diameter, body.known ? 2.0 * body.reach : 0.0);
  }
  return CheckPeriodic(the_case, root, diameter, diameter > 0.0 ? reach : 0.0);
}
