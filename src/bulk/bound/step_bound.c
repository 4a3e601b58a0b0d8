/* step_bound: the longest stable and the longest accurate time step of an assembly, estimated before the run.

   Stability (contact/stable_step.c): two loads of a contact are expected for each pair type. They give its overlap d:
     an impact        W(d) = 1/2 m v^2, on a body with 3 contacts; v expected speed (fall/speed.c)
     a bed at rest    F(d) = m_l g H/R_min + P, or the largest overlap at the start; on a body with 12 contacts
   W work of the law [J];  F normal force [N];  m reduced mass, m_l smaller mass of the pair [kg];  g gravity [m/s^2];
   H largest fall between the walls (fall/fall.h) [m];  R_min, R_max smallest and largest radius [m];  P largest force
   during the run of a load-controlled wall or of a box with a prescribed stress on a particle [N]
   In a bed a contact carries at most twice the weight of a column of bodies of the height H, and most contacts carry at
   most this weight (contact/stable_step.c).
   A wall with the load L presses a particle with P = L (2 R_max)^2/A in space and P = L 2 R_max/l in the plane; A [m^2]
   and l [m] are the area and the length of the box across the load.
   The notes of `granum check` about overlaps use likely loads: impacts at the likely speed (fall/speed.c); the weight
   of the bed at rest, and of a large sphere at rest on small ones. In a bed of the height H a contact carries at most
   about 3 sqrt(m_1 m_2) g H/(R_1 + R_2): three times the weight of a column of spheres with the geometric mean of the
   masses. Measured largest forces are 2.3 (equal spheres) and 2.7 times (radii 1:2) the weight of this column.
   Larger ratios count as 1:2, because many small spheres share the load of a much larger one.
   The smallest and the largest particle of each group represent the group.
   A wall with a mass M has at most N contacts at once, and counts 2 N contacts on the mass M; a wall with a shaft and
   the moment of inertia I counts with I/l^2, l the largest distance of its surface from the shaft. The contacts that
   such walls have at the start count as they are (walls.c). Two bodies with
   prescribed motion have no limit of stability. The accuracy of their contact is estimated with their own masses.
   Accuracy (contact/accurate_step.c): free impacts of each pair of materials at the speed v; a part of the shortest
   period of the motions of walls, and of their oscillations on springs (GrStepBoundAddMotion).
   Limit: contacts can exceed the expected loads. During the run the contacts of each particle are counted (contacts.c),
   and the step becomes shorter if it is too long for them. The stability check stops the run if the step is too long
   for a single contact, or for all contacts of a particle together at the time of a frame. */
#include "bulk/bound/bound.h"
#include "bulk/bulk.h"
#include "bulk/fall/speed.h"
#include "contact/stable_step.h"
#include "wall/load.h"
#include "wall/shaft.h"

#include "base/math/vector.h"
#include <math.h>
#include <string.h>

/* Least effective mass of a sphere of a clump [kg]: the share of the sphere in the mass of the body, reduced by the
   rotation of the body. radius: of the smallest (largest: 0) or largest sphere of a body of the group [m]. */
static double LeastMassOfSphere(const GrCase *c, const GrGrains *grains, double radius, int largest)
{
  const GrClump *clump = &c->clumps[grains->clump];
  double of = clump->member[0].radius, least = INFINITY;

  for (int k = 0; k < clump->n_spheres; k++) {
    const GrClumpMember *m = &clump->member[k];
    of = largest ? PetscMax(of, m->radius) : PetscMin(of, m->radius);
    least = PetscMin(least, m->share * m->effective_share);
  }
  const double equal = radius / of * clump->body.equal_radius;
  const double density = c->materials[grains->material].body.density;
  return least * (isnan(grains->mass) ? 4.0 / 3.0 * PETSC_PI * equal * equal * equal * density : grains->mass);
}

/* Lists the types of the smallest and the largest particles of the groups. Returns their number. */
static int ListGroupTypes(GrWorld w, GrParticleType body[GR_PARTICLE_TYPE_MAX])
{
  const GrCase *c = w->the_case;
  const GrBulk b = w->bulk;
  int n = 0;

  for (int g = 0; g < c->n_grains && n + 2 <= GR_PARTICLE_TYPE_MAX; g++) {
    const GrGrains *grains = &c->grains[g];
    const double radius[2] = {b->particles.group_properties[g].radius_min, b->particles.group_properties[g].radius_max};
    for (int k = 0; GrBulkInsertHasGroup(w, g) && k < (radius[0] < radius[1] ? 2 : 1); k++) {
      double mass = grains->mass;
      if (GrBodiesClumpOf(c, g))
        mass = LeastMassOfSphere(c, grains, radius[k], k);
      else if (isnan(mass))
        mass = 4.0 / 3.0 * PETSC_PI * radius[k] * radius[k] * radius[k] * c->materials[grains->material].body.density;
      if (isnan(mass)) /* masses from a file: only the smallest of all is known */
        mass = b->particles.lightest[grains->fixed];
      body[n++] = (GrParticleType){.material = grains->material,
                                   .radius = radius[k],
                                   .mass = mass,
                                   .motion = !grains->fixed                           ? GR_BODY_FREE
                                             : b->particles.group_properties[g].moves ? GR_BODY_DRIVEN
                                                                                      : GR_BODY_AT_REST};
    }
  }
  return n;
}

PetscErrorCode GrBulkLimitCreate(GrWorld w)
{
  const GrCase *c = w->the_case;
  const GrBulk b = w->bulk;
  const int stages = PetscMax(1, b->stages.n);
  GrParticleType *body;
  int *of_wall;

  PetscCall(PetscMalloc2(GR_PARTICLE_TYPE_MAX + GR_WALL_TYPES * c->n_walls, &body, c->n_walls, &of_wall));
  const int n = ListGroupTypes(w, body);
  PetscCall(PetscCalloc1(stages, &b->bounds));
  PetscCall(PetscCalloc1((size_t)stages * c->n_materials * c->n_materials, &b->accurate));
  for (int k = 0; k < stages; k++) {
    const GrCase *of = b->stages.n ? &b->stages.of[k] : c;
    PetscCall(GrModelCreate(of, GrWallsTypes(c->n_walls, of->walls, n, body, of_wall), body, &b->bounds[k]));
  }
  PetscCall(PetscFree2(body, of_wall));
  b->neighbours.adhesion_reach = b->bounds[b->stages.at].reach;
  return 0;
}

PetscErrorCode GrBulkLimitDestroy(GrBulk b)
{
  for (int k = 0; b->bounds && k < PetscMax(1, b->stages.n); k++)
    PetscCall(GrModelDestroy(&b->bounds[k]));
  PetscCall(PetscFree(b->bounds));
  return PetscFree(b->accurate);
}

/* Largest force of a load-controlled wall on one of the largest particles [N]. */
static double PressOfWalls(GrWorld w)
{
  const GrBulk b = w->bulk;
  double press = 0;

  for (int k = 0; k < w->the_case->n_walls; k++) {
    const GrWall *wall = &w->the_case->walls[k];
    const bool straight = GrWallIsPushed(wall);
    double direction[3], face = 0;
    GrWallDirection(wall, direction);
    for (int a = 0; a < w->the_case->dimension && straight; a++) {
      double across = fabs(direction[a]);
      for (int c = 0; c < w->the_case->dimension; c++)
        across *= c == a ? 1 : (b->box.upper[c] - b->box.lower[c]) / (2 * b->particles.largest_radius);
      face += across;
    }
    press = PetscMax(press, GrWallsLargestLoad(&b->walls, &b->box, k, w->clock.committed) / PetscMax(face, 1));
  }
  return press;
}

/* Largest force on one of the largest particles from a box with a prescribed stress [N]. */
static double PressOfCell(GrWorld w)
{
  const double side = 2 * w->bulk->particles.largest_radius, face = w->the_case->dimension == 3 ? side * side : side;
  double stress = 0;

  for (int k = 0; k < GR_CELL_RATES; k++) {
    const GrCellServo *servo = &w->the_case->domain.cell.servo[k];
    if (GrCellServes(&w->the_case->domain.cell, k))
      stress = PetscMax(stress, GrFunctionLargestOr(servo->stress_of_time, servo->stress));
  }
  return stress * face;
}

static void KeepDeepest(void *context, GrBatch *t)
{
  double *deepest = context;
  for (int i = 0; i < t->contacts.n; i++)
    *deepest = PetscMax(*deepest, t->geometry.overlap[i]);
}

/* Expected loads of the contacts, the same on all ranks. */
typedef struct {
  /* largest overlap at the start of two particles, or of a particle and a wall [m]; 0 once the run has found contacts
     for which its step was too long (contacts.c), as then it knows their step */
  double overlap;
  double press; /* largest force of a wall or of the box on one of the largest particles [N] */
  GrBulkSpeeds speeds;
} Loads;

/* Finds the loads in the current state. Collective: an all-reduce more than GrBulkSpeedFind. */
static PetscErrorCode FindLoads(GrWorld w, Loads *loads)
{
  double most[2] = {GrBulkSpeedMeasure(w), 0};

  GrBulkWalkContacts(w, KeepDeepest, &most[1]);
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, most, 2, MPI_DOUBLE, MPI_MAX, w->comm));
  loads->overlap = w->bulk->numbers.watch.tightest.inverse > 0 ? 0 : most[1];
  loads->press = PetscMax(PressOfWalls(w), PressOfCell(w));
  return GrBulkSpeedFind(w, most[0], &loads->speeds);
}

/* Overlaps under likely loads: the largest of all pair types, over the smaller radius [1]. */
typedef struct {
  double impact, rest;
  const char *rest_load; /* name of the load at rest */
} Shares;

/* Mass of the lighter particle of a pair type that a bed loads [kg]: of a free particle if there is one. */
static double LighterMass(const GrParticleType *one, const GrParticleType *two)
{
  if (two->is_wall || two->motion)
    return one->mass;
  return one->motion ? two->mass : PetscMin(one->mass, two->mass);
}

/* Stable step of the walls of a pair type that torques turn about a shaft, with contacts of this overlap [m]. A surface
   of revolution transmits only friction to the shaft; its contacts count once they are there (contacts.c). */
static double StepOfShafts(GrWorld w, PetscInt type, double overlap)
{
  const GrModel *m = &w->bulk->bounds[w->bulk->stages.at];
  const GrParticleType *one = &m->particle_type[type / m->n_particle_types],
                       *two = &m->particle_type[type % m->n_particle_types];
  const GrParallelBox *box = &w->bulk->box;
  double step = INFINITY;

  for (int k = 0; k < w->the_case->n_walls; k++) {
    const GrWall *wall = &w->the_case->walls[k];
    if (!GrWallHasShaft(wall) || wall->material != two->material || GrWallShaftApproach(wall, box) == 0)
      continue;
    const double lever = GrWallShaftLever(wall, box), mass = wall->drive.shaft.inertia / (lever * lever);
    step = PetscMin(step, GrModelStepOfWall(m, type, overlap, GrBulkLimitCountOnWall(w, one->radius), mass));
  }
  return step;
}

/* Stable step of a pair type at the overlaps of an impact and of a bed at rest [m], each 0: not expected. A wall with a
   mass or a shaft limits it as well. mean: overlap at the mean force of a bed [m]. */
static GrStableStep FindStableStep(GrWorld w, PetscInt type, double impact, double mean, double bed)
{
  const GrModel *m = &w->bulk->bounds[w->bulk->stages.at];
  const GrParticleType *one = &m->particle_type[type / m->n_particle_types],
                       *two = &m->particle_type[type % m->n_particle_types];
  const GrStableStep found = GrModelStableStep(m, type, impact, mean, bed);
  const double deepest = PetscMax(impact, bed);

  if (!two->is_wall || !(deepest > 0))
    return found;
  const double of_wall = two->motion
                             ? StepOfShafts(w, type, deepest)
                             : GrModelStepOfWall(m, type, deepest, GrBulkLimitCountOnWall(w, one->radius), two->mass);
  if (!(of_wall < found.step))
    return found;
  return (GrStableStep){.type = type, .step = of_wall, .overlap = deepest, .contacts = GR_CONTACTS_BED};
}

/* Weight with which the heavier particle of a pair type, at rest on smaller ones, loads a contact [N]. The smaller ones
   cover its projected area: with the ratio q of the radii pi/4 q^2 of them, in the plane q, but at least 3 and 2. */
static double FindWeightOnSmaller(GrWorld w, const GrParticleType *one, const GrParticleType *two)
{
  const int dimension = w->the_case->dimension;
  const double gravity = GrNorm3(w->the_case->gravity_vector), ratio = one->radius / two->radius;
  const double q = PetscMax(ratio, 1 / ratio), supports = dimension == 3 ? 0.25 * PETSC_PI * q * q : q;
  const bool first = two->is_wall || one->radius > two->radius;
  const GrParticleType *heavy = first ? one : two;

  if (heavy->motion)
    return 0;
  return heavy->mass * gravity / (two->is_wall ? 1 : PetscMax(supports, dimension));
}

/* Mass of the spheres of the column that loads a pair type in a bed, over the sum of their radii [kg/m]. A small sphere
   between larger ones carries more than the weight of small spheres above it. */
static double ColumnOf(const GrParticleType *one, const GrParticleType *two)
{
  const double most = 2; /* largest ratio of the radii that counts */

  if (two->is_wall || two->motion)
    return one->mass / (2 * one->radius);
  if (one->motion)
    return two->mass / (2 * two->radius);
  const GrParticleType *small = one->radius < two->radius ? one : two, *large = small == one ? two : one;
  const double part = PetscMin(1, most * small->radius / large->radius); /* of the larger radius */
  return sqrt(small->mass * large->mass * part * part * part) / (small->radius + part * large->radius);
}

/* Finds the overlap of a pair type under a likely load at rest, in shares->rest if it is the largest one. */
static void FindRest(GrWorld w, PetscInt type, const Loads *loads, Shares *shares)
{
  const GrModel *m = &w->bulk->bounds[w->bulk->stages.at];
  const GrParticleType *one = &m->particle_type[type / m->n_particle_types],
                       *two = &m->particle_type[type % m->n_particle_types];
  const double smaller = PetscMin(one->radius, fabs(two->radius)), single = FindWeightOnSmaller(w, one, two);
  const double peak = 3; /* largest force of a contact in a bed / weight of the column */
  const double column = peak * ColumnOf(one, two) * GrNorm3(w->the_case->gravity_vector) * loads->speeds.fall.bed;
  const double press = loads->press, load = PetscMax(single, column + press);
  const double rest = load > 0 && isfinite(load) ? GrModelInvert(m, type, GrModelForce, load, 0, smaller) : 0;

  if (!(rest > shares->rest * smaller))
    return;
  shares->rest = rest / smaller;
  shares->rest_load = single > column + press ? "the weight of the largest particles at rest"
                      : press > column        ? "the load of walls or box"
                                              : "the weight of the bed";
}

/* Finds the stable step of the pair type with the shortest one. Sets *shares. */
static GrStableStep FindTightest(GrWorld w, const Loads *loads, Shares *shares)
{
  const GrBulk b = w->bulk;
  const GrModel *m = &b->bounds[b->stages.at];
  const double gh = loads->speeds.fall.energy, speed = loads->speeds.expected, likely = loads->speeds.likely,
               press = loads->press;
  GrStableStep tightest = {.type = -1, .step = INFINITY};

  *shares = (Shares){0};
  for (PetscInt type = 0; type < m->pairs.n_fixed; type++) {
    const GrParticleType *one = &m->particle_type[type / m->n_particle_types],
                         *two = &m->particle_type[type % m->n_particle_types];
    const double smaller = PetscMin(one->radius, fabs(two->radius)), lighter = LighterMass(one, two);
    const double column = lighter * gh / b->particles.smallest_radius;
    double impact = 0, bed = PetscMin(loads->overlap, smaller), mean = bed;
    if (isinf(m->pairs.type[type].mass) || m->pairs.type[type].prescribed)
      continue;
    if (speed > 0 || m->adheres)
      impact = GrModelImpactOverlap(m, type, speed, smaller);
    if (gh > 0 || press > 0) {
      bed = PetscMax(bed, GrModelInvert(m, type, GrModelForce, press + column, 0, smaller));
      mean = PetscMax(mean, GrModelInvert(m, type, GrModelForce, press + column / 2, 0, smaller));
    }
    FindRest(w, type, loads, shares);
    if (likely > 0)
      shares->impact = PetscMax(shares->impact, GrModelImpactOverlap(m, type, likely, smaller) / smaller);
    const GrStableStep own = FindStableStep(w, type, impact, mean, bed);
    tightest = own.step < tightest.step ? own : tightest;
  }
  return tightest;
}

static const char *NameOfMaterial(const GrCase *c, const GrParticleType *body)
{
  return c->materials[body->material].name;
}

/* "glass - steel, tsuji, mindlin" */
static void NamePair(GrWorld w, PetscInt type, size_t length, char *text)
{
  const GrModel *m = &w->bulk->bounds[w->bulk->stages.at];
  char laws[4 * GR_NAME_MAX];

  GrModelLaws(GrModelInteraction(m, type), laws, sizeof(laws));
  snprintf(text, length, "%s - %s, %s", NameOfMaterial(w->the_case, &m->particle_type[type / m->n_particle_types]),
           NameOfMaterial(w->the_case, &m->particle_type[type % m->n_particle_types]), laws);
}

/* Finds the pair type of two materials whose contacts are the shortest at this speed [m/s]. All pair types of two
   materials have the same laws. Returns -1 if there is none, or if bonds hold these bodies together. */
static PetscInt FindFastest(const GrModel *m, int one, int two, double speed)
{
  PetscInt fastest = -1;
  double shortest = INFINITY;

  for (PetscInt type = 0; type < m->pairs.n_fixed; type++) {
    const GrParticleType *a = &m->particle_type[type / m->n_particle_types],
                         *b = &m->particle_type[type % m->n_particle_types];
    const bool meet = (a->material == one && b->material == two) || (a->material == two && b->material == one);
    if (!meet || isinf(m->pairs.type[type].mass) || GrModelInteraction(m, type)->law[GR_ROLE_BOND])
      continue;
    const double smaller = PetscMin(a->radius, fabs(b->radius));
    const double step = GrModelStepAlone(m, type, GrModelImpactOverlap(m, type, speed, smaller));
    fastest = step < shortest ? type : fastest;
    shortest = PetscMin(step, shortest);
  }
  return fastest;
}

/* Limits the step to the step at which the impacts of each two materials are accurate. speed: expected speed [m/s]. */
static PetscErrorCode AddImpacts(GrWorld w, double speed, GrStepBound *bound)
{
  const GrCase *c = w->the_case;
  const GrBulk b = w->bulk;
  const GrModel *m = &b->bounds[b->stages.at];
  GrAccurateStep limit = {.step = INFINITY};
  PetscInt tightest = -1;
  char pair[8 * GR_NAME_MAX];

  for (int one = 0; speed > 0 && one < c->n_materials; one++)
    for (int two = one; two < c->n_materials; two++) {
      const PetscInt type = FindFastest(m, one, two, speed);
      GrBulkAccurate *kept = &b->accurate[(b->stages.at * c->n_materials + one) * c->n_materials + two];
      if (type < 0)
        continue;
      if (kept->speed != speed)
        PetscCall(GrModelAccurateStep(m, type, speed, c->time.accuracy, false, &kept->found));
      kept->speed = speed;
      bound->duration = bound->duration > 0 ? PetscMin(bound->duration, kept->found.duration) : kept->found.duration;
      if (!(kept->found.step < limit.step))
        continue;
      limit = kept->found;
      tightest = type;
    }
  if (tightest < 0)
    return 0;
  NamePair(w, tightest, sizeof(pair), pair);
  GrStepBoundAddImpacts(c->time.accuracy, &limit, speed, pair,
                        "the accuracy of impacts (a larger time.accuracy or softer materials make it longer)", bound);
  return 0;
}

/* Rayleigh time [s]: pi R sqrt(rho/G)/(0.1631 nu + 0.8766), the time in which a Rayleigh wave travels half the
   circumference of a particle. Returns the minimum over the smallest particles of all groups; 0 if it is not known. */
static double RayleighTime(GrWorld w)
{
  const GrCase *c = w->the_case;
  double shortest = INFINITY;

  for (int g = 0; g < c->n_grains; g++) {
    const GrLawBody *body = &c->materials[c->grains[g].material].body;
    const double shear = body->youngs_modulus / (2 * (1 + body->poisson_ratio));
    const double time = PETSC_PI * w->bulk->particles.group_properties[g].radius_min * sqrt(body->density / shear) /
                        (0.1631 * body->poisson_ratio + 0.8766);
    shortest = time < shortest ? time : shortest;
  }
  return isinf(shortest) ? 0 : shortest;
}

/* Limits the step so that a particle at the speed `speed` [m/s] travels at most a third of the skin in a step. */
static void LimitDisplacement(GrWorld w, double speed, GrStepBound *bound)
{
  const double third = w->bulk->numbers.skin / 3;
  const size_t used = strlen(bound->reason);

  if (!(GrWorldAutomaticStep(bound, &w->the_case->time) * speed > third))
    return;
  bound->accurate = third / speed;
  snprintf(bound->limit, sizeof(bound->limit),
           "the displacement of a particle in a step (a larger time.skin makes it longer)");
  snprintf(bound->reason + used, sizeof(bound->reason) - used,
           "; up to %.4g s, in which a particle travels a third of the skin, %.4g m, at %.4g m/s", bound->accurate,
           third, speed);
}

/* Limits the step by the motions of the walls, and by their oscillation on springs. */
static void LimitByWalls(GrWorld w, GrStepBound *bound)
{
  const GrCase *c = w->the_case;

  for (int i = 0; i < c->n_walls; i++) {
    const GrWall *wall = &c->walls[i];
    for (int k = 0; k <= wall->n_motions && !wall->absent; k++)
      GrStepBoundAddMotion(c->time.accuracy, GrWallMoveFrequency(wall, k, c->time.end), wall->name, bound);
    if (!GrWallIsLoaded(wall))
      continue;
    const GrWallTravel state = GrWallsStateOf(&w->bulk->walls, i, wall);
    GrStepBoundAddMotion(c->time.accuracy, GrBulkLimitWallFrequency(wall, &state), wall->name, bound);
  }
  GrStepBoundExplainMotion(bound);
}

/* Finds the limits of the current stage. of_walls: longest stable step of the walls with their present contacts [s].
   Collective. */
static PetscErrorCode FindBound(GrWorld w, double of_walls, GrStepBound *bound)
{
  char text[12 * GR_NAME_MAX];
  Loads loads;
  Shares shares;

  PetscCall(FindLoads(w, &loads));
  const double speed = loads.speeds.expected;
  GrStableStep tightest = FindTightest(w, &loads, &shares);
  GrBulkLimitByContacts(w, &tightest);
  if (of_walls < tightest.step) {
    tightest.step = of_walls;
    tightest.cause = "the contacts and springs of a wall that forces accelerate (a heavier wall makes it longer)";
  }
  if (tightest.type >= 0)
    NamePair(w, tightest.type, sizeof(text), text);
  GrStepBoundBegin(&tightest, text, bound);
  bound->speed = speed;
  bound->impact_share = shares.impact;
  bound->rest_share = shares.rest;
  bound->rest_load = shares.rest_load;
  bound->rayleigh = RayleighTime(w);
  PetscCall(AddImpacts(w, speed, bound));
  LimitByWalls(w, bound);
  LimitDisplacement(w, speed, bound);
  if (speed > 0) {
    const size_t used = strlen(bound->reason);
    GrBulkSpeedExplain(w, &loads.speeds, sizeof(text), text);
    snprintf(bound->reason + used, sizeof(bound->reason) - used, "; %s", text);
  }
  GrStepBoundNameLimit(&w->bulk->bounds[w->bulk->stages.at], &tightest, w->the_case->time.safety, bound);
  return 0;
}

/* Finds the limits of stage k, with its walls at their current positions: replaces the case, walls and stage of the
   world for the call and restores them. Collective. */
static PetscErrorCode FindBoundOfStage(GrWorld w, int k, GrStepBound *bound)
{
  const GrBulk b = w->bulk;
  const GrCase *now = w->the_case;
  const PetscInt64 at = b->stages.at;
  GrCase then = b->stages.of[k];
  GrWall *walls;

  PetscCall(PetscMalloc1(now->n_walls, &walls));
  for (int i = 0; i < now->n_walls; i++) {
    walls[i] = then.walls[i];
    GrWallsRestartMotion(&b->walls, i, w->clock.committed, NULL, &walls[i]);
  }
  then.walls = walls;
  w->the_case = &then;
  b->walls.wall = walls;
  GrWallsClassify(&b->walls);
  b->stages.at = k;
  PetscCall(FindBound(w, INFINITY, bound));
  b->stages.at = at;
  b->walls.wall = now->walls;
  GrWallsClassify(&b->walls);
  w->the_case = now;
  return PetscFree(walls);
}

/* Includes the largest speed and the largest overlaps of another stage. */
static void JoinStages(const GrStepBound *other, GrStepBound *bound)
{
  bound->speed = PetscMax(bound->speed, other->speed);
  bound->impact_share = PetscMax(bound->impact_share, other->impact_share);
  if (other->rest_share > bound->rest_share) {
    bound->rest_share = other->rest_share;
    bound->rest_load = other->rest_load;
  }
}

/* Finds the limits of the current or later stage with the shortest automatic step. Collective. */
PetscErrorCode GrBulkLimitFind(GrWorld w, GrStepBound *bound)
{
  const GrBulkStages *s = &w->bulk->stages;
  const GrTime *time = &w->the_case->time;
  double of_walls;

  PetscCall(GrBulkLimitFindWallStep(w, &of_walls));
  PetscCall(FindBound(w, of_walls, bound));
  for (int k = (int)s->at + 1; k < s->n; k++) {
    GrStepBound other;
    PetscCall(FindBoundOfStage(w, k, &other));
    const bool shorter = GrWorldAutomaticStep(&other, time) < GrWorldAutomaticStep(bound, time);
    const GrStepBound before = *bound;
    if (shorter) {
      *bound = other;
      snprintf(bound->reason, sizeof(bound->reason), "stage %s: ", s->now.stages[k].name);
      const size_t used = strlen(bound->reason);
      snprintf(bound->reason + used, sizeof(bound->reason) - used, "%s", other.reason);
      bound->named += other.named ? used : 0;
    }
    JoinStages(shorter ? &before : &other, bound);
  }
  return 0;
}

void GrBulkLimitSetStep(GrWorld w, double step)
{
  GrModelSetStep(&w->bulk->model, step);
  GrBulkComputeSafeOverlaps(w, w->bulk->neighbours.n_all);
  GrBulkFillFamilyBodies(w->bulk);
}

void GrBulkLimitFindScales(GrWorld w, double *length, double *speed, double *energy)
{
  const GrBulk b = w->bulk;
  Loads loads;
  Shares unused;

  PetscCallAbort(w->comm, FindLoads(w, &loads));
  /* unlike the fall between moving walls, independent of time.end */
  loads.speeds.expected = loads.speeds.moved + GrBulkSpeedThroughDomain(w);
  const GrStableStep tightest = FindTightest(w, &loads, &unused);
  const PetscInt type = tightest.type;
  *speed = loads.speeds.expected;
  /* spheres that just touch overlap by rounding, up to about 1e-12 of a radius; that is no length of the case */
  *length = 1e-3 * b->particles.largest_radius;
  if (type >= 0 && tightest.overlap > 1e-12 * b->particles.largest_radius)
    *length = tightest.overlap;
  if (!(*speed > 0))
    *speed = type >= 0 ? *length / tightest.step : *length / w->the_case->time.end;
  *energy = type >= 0 ? 0.5 * b->bounds[b->stages.at].pairs.type[type].mass * *speed * *speed : 1;
}
