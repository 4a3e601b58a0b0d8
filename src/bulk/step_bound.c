/* step_bound: the longest stable and the longest accurate time step of an assembly, estimated before the run.

   Stability (contact/stable_step.c): two loads of a contact are expected for each pair type. They give its overlap d:
     an impact        W(d) = 1/2 m v^2, on a body with 3 contacts
                      v = 2 v_max + v_walls + 2 R_max e + sqrt(2 g H), or time.speed; 1.5 v_seen, if this is more
     a bed at rest    F(d) = m_l g H/R_min + P, or the largest overlap at the start; on a body with 12 contacts
   W work of the law [J];  F normal force [N];  m reduced mass, m_l smaller mass of the pair [kg];  v_max largest
   initial speed of a particle, v_walls largest speed of a wall, v_seen speed of a particle that exceeded v during the
   run [m/s];  e deformation rate of the box [1/s];  g gravity [m/s^2];  H largest fall between the walls (fall/fall.h)
   [m];  R_min, R_max smallest and largest radius [m];  P largest force of a load-controlled wall or of a box with a
   prescribed stress on a particle [N]
   In a bed a contact carries twice the weight of a column of bodies of the height H.
   A wall with the load L presses a particle with P = L (2 R_max)^2/A in space and P = L 2 R_max/l in the plane; A [m^2]
   and l [m] are the area and the length of the box across the load. A servo (a load-controlled wall without mass) has
   its largest speed in v_walls. A free wall (with a mass) has the speed that it reaches when its load and its weight
   accelerate it over the gap to the nearest particle.
   The notes of `granum check` about overlaps use likely loads: impacts at v_max + v_walls + 2 R_max e + sqrt(2 g H'),
   with the fall H' onto the bed that the particles form (fall/fall.h); the weight of the bed at rest, and of a large
   sphere at rest on small ones.
   The smallest and the largest particle of each group represent the group.
   A wall with a mass M has at most N contacts at once, and counts 2 N contacts on the mass M. Two bodies with
   prescribed motion have no limit of stability. The accuracy of their contact is estimated with their own masses.
   Accuracy (contact/accurate_step.c): free impacts of each pair of materials at the speed v; a part of the shortest
   period of the motions of walls (GrWorldLimitMotion).
   Limit: contacts can exceed the expected loads. The stability check stops the run if the step is too long for a single
   contact, or for all contacts of a particle together at the time of a frame. */
#include "bulk/bound.h"
#include "bulk/bulk.h"
#include "bulk/fall/fall.h"
#include "contact/stable_step.h"

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
    least = PetscMin(least, m->share * m->felt);
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

PetscErrorCode GrBulkBoundsCreate(GrWorld w)
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

PetscErrorCode GrBulkBoundsDestroy(GrBulk b)
{
  for (int k = 0; b->bounds && k < PetscMax(1, b->stages.n); k++)
    PetscCall(GrModelDestroy(&b->bounds[k]));
  PetscCall(PetscFree(b->bounds));
  return PetscFree(b->accurate);
}

/* Distance between a wall and the nearest particle of this rank [m]. */
static double GapOfRank(GrWorld w, int wall)
{
  const GrBulk b = w->bulk;
  const GrWallPose pose = b->walls.n_walls ? GrWallsAt(&b->walls, wall, w->clock.committed)
                                           : GrWallAt(&w->the_case->walls[wall], 0); /* before the walls are created */
  double gap = INFINITY, normal[3];

  for (PetscInt i = 0; i < b->store.columns.n; i++)
    gap = PetscMin(gap, GrWallGap(&w->the_case->walls[wall], &pose, b->store.state + GR_STATE * i, normal) -
                            b->store.radius[i]);
  return gap;
}

double GrBulkMeasureSpeed(GrWorld w)
{
  const GrBulk b = w->bulk;
  double fastest = GrBulkInsertLargestSpeed(w);

  for (PetscInt i = 0; i < b->store.columns.n; i++) {
    double v[3];
    GrBulkCellSubtractFlow(b, b->store.state + GR_STATE * i, v);
    fastest = PetscMax(fastest, GrNorm3(v));
  }
  return fastest;
}

void GrBulkFindWallGaps(GrWorld w)
{
  const int n = w->the_case->n_walls;
  double *gap = w->bulk->wall_motion.gap;
  bool any = false;

  for (int k = 0; k < n; k++) {
    const GrWall *wall = &w->the_case->walls[k];
    const bool falls = GrWallIsLoaded(wall) && wall->mass > 0;
    gap[k] = falls ? GapOfRank(w, k) : INFINITY;
    any = any || falls;
  }
  if (any)
    MPI_Allreduce(MPI_IN_PLACE, gap, n, MPI_DOUBLE, MPI_MIN, w->comm);
}

/* Distance between a wall and the nearest particle, at least 0; without particles the diagonal of the box [m]. */
static double GapTo(const GrBulk b, int wall)
{
  const double gap = b->wall_motion.gap[wall];
  double diagonal = 0;

  for (int a = 0; a < 3 && isinf(gap); a++) /* without particles */
    diagonal += (b->box.upper[a] - b->box.lower[a]) * (b->box.upper[a] - b->box.lower[a]);
  return isinf(gap) ? sqrt(diagonal) : PetscMax(gap, 0);
}

/* Speed at which a load-controlled wall reaches the particles [m/s]: the largest speed of a servo; the speed of a free
   wall after the gap. 0 if the wall is not load-controlled. */
static double SpeedOfTravel(GrWorld w, int k)
{
  const GrWall *wall = &w->the_case->walls[k];
  double direction[3], pull = wall->load;

  if (!GrWallIsLoaded(wall))
    return 0;
  if (!(wall->mass > 0))
    return wall->servo.max_speed;
  GrWallDirection(wall, direction);
  for (int a = 0; a < 3; a++)
    pull += wall->mass * w->the_case->gravity_vector[a] * direction[a];
  return sqrt(2 * PetscMax(pull, 0) / wall->mass * GapTo(w->bulk, k));
}

/* Largest force of a load-controlled wall on one of the largest particles [N]. */
static double PressOfWalls(GrWorld w)
{
  const GrBulk b = w->bulk;
  double press = 0;

  for (int k = 0; k < w->the_case->n_walls; k++) {
    const GrWall *wall = &w->the_case->walls[k];
    double direction[3], face = 0;
    if (!GrWallIsLoaded(wall))
      continue;
    GrWallDirection(wall, direction);
    for (int a = 0; a < w->the_case->dimension; a++) {
      double across = fabs(direction[a]);
      for (int c = 0; c < w->the_case->dimension; c++)
        across *= c == a ? 1 : (b->box.upper[c] - b->box.lower[c]) / (2 * b->particles.largest_radius);
      face += across;
    }
    press = PetscMax(press, fabs(GrWallsLoad(&b->walls, &b->box, k, w->clock.committed)) / PetscMax(face, 1));
  }
  return press;
}

/* Largest force on one of the largest particles from a box with a prescribed stress [N]. */
static double PressOfCell(GrWorld w)
{
  const double side = 2 * w->bulk->particles.largest_radius, face = w->the_case->dimension == 3 ? side * side : side;
  double stress = 0;

  for (int a = 0; a < 3; a++)
    if (w->the_case->domain.cell.servo[a].max_rate > 0)
      stress = PetscMax(stress, w->the_case->domain.cell.servo[a].stress);
  return stress * face;
}

double GrBulkFindLargestSpeed(GrWorld w, double fastest)
{
  const GrCase *c = w->the_case;
  const GrBulk b = w->bulk;
  double walls = 0;

  for (int k = 0; k < c->n_walls; k++) {
    const GrWall *wall = &c->walls[k];
    if (wall->absent)
      continue;
    walls = PetscMax(walls, SpeedOfTravel(w, k) + GrWallFastest(wall, &b->box, c->time.end));
  }
  return 2 * fastest + walls + GrBulkCellFindStrainRate(w) * 2 * b->particles.largest_radius;
}

static void KeepDeepest(void *context, GrBatch *t)
{
  double *deepest = context;
  for (int i = 0; i < t->n; i++)
    *deepest = PetscMax(*deepest, t->overlap[i]);
}

/* Extreme values of all ranks, from which the limits of the step follow. */
typedef struct {
  double fastest; /* largest speed of a particle [m/s] */
  double overlap; /* largest overlap of two particles, or of a particle and a wall [m] */
  double moved;   /* expected speed of impacts without the speed gained by falling [m/s] */
  double speed;   /* expected speed of impacts [m/s] */
  double likely;  /* speed of impacts that are likely to happen [m/s] */
  GrBulkFall fall;
} Approach;

/* Speed for which a shorter step is planned, divided by the speed that the run has seen [1]. */
static const double ahead = 1.5;

/* Expected speed of impacts [m/s]. After the first plan only a speed that the run has seen makes it larger. */
static double ExpectSpeed(GrWorld w, const Approach *all)
{
  const GrBulkNumbers *n = &w->bulk->numbers;
  const double given = w->the_case->time.speed, estimate = all->moved + sqrt(2 * all->fall.energy);
  const double known = n->expected_speed > 0 ? n->expected_speed : given > 0 ? given : estimate;

  return n->seen_speed > n->expected_speed ? PetscMax(known, ahead * n->seen_speed) : known;
}

/* Finds the extreme values in the current state. Collective: at most four all-reduces, the second only with free walls,
   the others only with gravity. */
static PetscErrorCode JoinApproaches(GrWorld w, Approach *all)
{
  double most[2] = {GrBulkMeasureSpeed(w), 0};

  GrBulkWalkContacts(w, KeepDeepest, &most[1]);
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, most, 2, MPI_DOUBLE, MPI_MAX, w->comm));
  GrBulkFindWallGaps(w);
  *all = (Approach){.fastest = most[0], .overlap = most[1], .moved = GrBulkFindLargestSpeed(w, most[0])};
  PetscCall(GrBulkFindFall(w, all->moved, &all->fall));
  all->speed = ExpectSpeed(w, all);
  all->likely = w->the_case->time.speed > 0
                    ? all->speed
                    : PetscMin(all->speed, all->moved - all->fastest +
                                               sqrt(2 * GrNorm3(w->the_case->gravity_vector) * all->fall.likely));
  return 0;
}

/* Appends the expected speed and its origin to bound->reason. */
static void ExplainSpeed(GrWorld w, const Approach *all, GrStepBound *bound)
{
  const GrBulkNumbers *n = &w->bulk->numbers;
  const GrBulkFall *fall = &all->fall;
  const double others = all->moved - 2 * all->fastest;
  const size_t used = strlen(bound->reason);
  char origin[4 * GR_NAME_MAX] = "", place[GR_NAME_MAX + 32] = "the edge of the domain";
  size_t at = 0;

  if (!(all->speed > 0))
    return;
  if (fall->floor[0])
    snprintf(place, sizeof(place), "wall %s", fall->floor);
  if (fall->energy > 0)
    at += (size_t)snprintf(origin, sizeof(origin), "a fall of %.4g m %sto %s%s", fall->height,
                           fall->lifted ? "from the highest place that particles reach " : "", place,
                           fall->periodic ? " and of a period" : "");
  if (all->fastest > 0)
    at += (size_t)snprintf(origin + at, sizeof(origin) - at, "%stwice the largest speed of a particle, %.4g m/s",
                           at ? ", " : "", all->fastest);
  if (others > 0)
    snprintf(origin + at, sizeof(origin) - at, "%s%.4g m/s of walls and box", at ? ", " : "", others);
  if (n->seen_speed > n->expected_speed)
    snprintf(origin, sizeof(origin), "%g times a speed of the run", ahead);
  else if (n->expected_speed > 0)
    snprintf(origin, sizeof(origin), "planned earlier in the run");
  else if (w->the_case->time.speed > 0)
    snprintf(origin, sizeof(origin), "time.speed");
  snprintf(bound->reason + used, sizeof(bound->reason) - used, "; expected speed %.4g m/s: %s", all->speed, origin);
}

/* The pair type with the shortest stable step. */
typedef struct {
  PetscInt type;       /* -1: no pair type limits the step */
  double step;         /* stable step [s]; infinite if type is -1 */
  double overlap;      /* expected overlap [m] */
  int contacts;        /* number of contacts of a body: GR_CONTACTS_IMPACT or GR_CONTACTS_BED */
  double impact_share; /* largest overlap of an impact over the smaller radius, of all pair types [1] */
  double rest_share;   /* the same of particles at rest under the load `rest_load` [1] */
  const char *rest_load;
} Tightest;

/* Mass of the lighter particle of a pair type that a bed loads [kg]: of a free particle if there is one. */
static double LighterMass(const GrParticleType *one, const GrParticleType *two)
{
  if (two->is_wall || two->motion)
    return one->mass;
  return one->motion ? two->mass : PetscMin(one->mass, two->mass);
}

/* Largest number of particles of this radius that touch a wall at the same time: the particles that fill a
   cross-section of the box, but not more than there are. */
static double CountOnWall(GrWorld w, double radius)
{
  const GrBulk b = w->bulk;
  double most = 1;

  for (int a = 0; a < w->the_case->dimension; a++) {
    double n = 1;
    for (int c = 0; c < w->the_case->dimension; c++)
      n *= c == a ? 1 : PetscMax(1, (b->box.upper[c] - b->box.lower[c]) / (2 * radius));
    most = PetscMax(most, n);
  }
  return b->population.insertion ? most : PetscMin(most, PetscMax(1, (double)b->population.total));
}

/* Stable step of a pair type at the overlaps of an impact and of a bed at rest [m], each 0: not expected. A wall with a
   mass limits it as well. */
static Tightest FindStableStep(GrWorld w, PetscInt type, double impact, double bed)
{
  const GrModel *m = &w->bulk->bounds[w->bulk->stages.at];
  const GrParticleType *one = &m->particle_type[type / m->n_particle_types],
                       *two = &m->particle_type[type % m->n_particle_types];
  const double step_impact = impact > 0 ? GrModelStep(m, type, impact, GR_CONTACTS_IMPACT) : INFINITY;
  const double step_bed = bed > 0 ? GrModelStep(m, type, bed, GR_CONTACTS_BED) : INFINITY;
  const double deepest = PetscMax(impact, bed);
  const Tightest found = {.type = type,
                          .step = PetscMin(step_impact, step_bed),
                          .overlap = step_impact < step_bed ? impact : bed,
                          .contacts = step_impact < step_bed ? GR_CONTACTS_IMPACT : GR_CONTACTS_BED};

  if (!two->is_wall || two->motion || !(deepest > 0))
    return found;
  const double of_wall = GrModelStepOfWall(m, type, deepest, CountOnWall(w, one->radius), two->mass);
  if (!(of_wall < found.step))
    return found;
  return (Tightest){.type = type, .step = of_wall, .overlap = deepest, .contacts = GR_CONTACTS_BED};
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

/* Finds the overlap of a pair type under a likely load at rest, in found->rest_share if it is the largest one. press:
   force of walls or of the box [N]. */
static void FindRest(GrWorld w, PetscInt type, const Approach *all, double press, Tightest *found)
{
  const GrModel *m = &w->bulk->bounds[w->bulk->stages.at];
  const GrParticleType *one = &m->particle_type[type / m->n_particle_types],
                       *two = &m->particle_type[type % m->n_particle_types];
  const double smaller = PetscMin(one->radius, fabs(two->radius)), single = FindWeightOnSmaller(w, one, two);
  const double column = LighterMass(one, two) * GrNorm3(w->the_case->gravity_vector) * all->fall.bed / (2 * smaller);
  const double load = PetscMax(single, column + press);
  const double rest = load > 0 && isfinite(load) ? GrModelInvert(m, type, GrModelForce, load, 0, smaller) : 0;

  if (!(rest > found->rest_share * smaller))
    return;
  found->rest_share = rest / smaller;
  found->rest_load = single > column + press ? "the weight of the largest particles at rest"
                     : press > column        ? "the load of walls or box"
                                             : "the weight of the bed";
}

/* Overlap of an impact at this speed [m/s] over the smaller radius [m]. */
static double FindImpactShare(const GrModel *m, PetscInt type, double speed, double smaller)
{
  const double energy = 0.5 * m->pair_type[type].mass * speed * speed;

  return speed > 0 ? GrModelInvert(m, type, GrModelWork, energy, 0, smaller) / smaller : 0;
}

/* Finds the pair type with the shortest stable step. */
static Tightest FindTightest(GrWorld w, const Approach *all)
{
  const GrBulk b = w->bulk;
  const GrModel *m = &b->bounds[b->stages.at];
  const double gh = all->fall.energy, speed = all->speed, press = PetscMax(PressOfWalls(w), PressOfCell(w));
  Tightest found = {.type = -1, .step = INFINITY}, most = {0};

  for (PetscInt type = 0; type < m->n_fixed; type++) {
    const GrParticleType *one = &m->particle_type[type / m->n_particle_types],
                         *two = &m->particle_type[type % m->n_particle_types];
    const double smaller = PetscMin(one->radius, fabs(two->radius)), lighter = LighterMass(one, two);
    double impact = 0, bed = PetscMin(all->overlap, smaller);
    if (isinf(m->pair_type[type].mass) || m->pair_type[type].prescribed)
      continue;
    if (speed > 0 || m->adheres)
      impact = GrModelInvert(m, type, GrModelWork, 0.5 * m->pair_type[type].mass * speed * speed, 0, smaller);
    if (gh > 0 || press > 0)
      bed = PetscMax(
          bed, GrModelInvert(m, type, GrModelForce, press + lighter * gh / b->particles.smallest_radius, 0, smaller));
    FindRest(w, type, all, press, &most);
    most.impact_share = PetscMax(most.impact_share, FindImpactShare(m, type, all->likely, smaller));
    const Tightest own = FindStableStep(w, type, impact, bed);
    found = own.step < found.step ? own : found;
  }
  found.impact_share = most.impact_share;
  found.rest_share = most.rest_share;
  found.rest_load = most.rest_load;
  return found;
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

  for (PetscInt type = 0; type < m->n_fixed; type++) {
    const GrParticleType *a = &m->particle_type[type / m->n_particle_types],
                         *b = &m->particle_type[type % m->n_particle_types];
    const bool meet = (a->material == one && b->material == two) || (a->material == two && b->material == one);
    if (!meet || isinf(m->pair_type[type].mass) || GrModelInteraction(m, type)->law[GR_ROLE_BOND])
      continue;
    const double smaller = PetscMin(a->radius, fabs(b->radius));
    const double step = GrModelStepAlone(
        m, type, GrModelInvert(m, type, GrModelWork, 0.5 * m->pair_type[type].mass * speed * speed, 0, smaller));
    fastest = step < shortest ? type : fastest;
    shortest = PetscMin(step, shortest);
  }
  return fastest;
}

/* Finds the step within time.accuracy, the pair type that sets it, and its result. tightest: -1 if nothing collides. */
static PetscErrorCode FindAccurate(GrWorld w, double speed, GrStepBound *bound, PetscInt *tightest,
                                   GrAccurateStep *limit)
{
  const GrCase *c = w->the_case;
  const GrBulk b = w->bulk;
  const GrModel *m = &b->bounds[b->stages.at];

  *tightest = -1;
  for (int one = 0; speed > 0 && one < c->n_materials; one++)
    for (int two = one; two < c->n_materials; two++) {
      const PetscInt type = FindFastest(m, one, two, speed);
      GrBulkAccurate *kept = &b->accurate[(b->stages.at * c->n_materials + one) * c->n_materials + two];
      if (type < 0)
        continue;
      if (kept->speed != speed)
        PetscCall(GrModelAccurateStep(m, type, speed, c->time.accuracy, false, &kept->found));
      kept->speed = speed;
      const GrAccurateStep found = kept->found;
      bound->duration = bound->duration > 0 ? PetscMin(bound->duration, found.duration) : found.duration;
      if (!(found.step < bound->accurate))
        continue;
      bound->accurate = found.step;
      bound->error = found.error;
      *limit = found;
      *tightest = type;
    }
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

/* Limits the step so that a particle at the speed `speed` [m/s] travels at most a third of the skin in a step. Returns
   whether this shortens the automatic step. */
static bool LimitDisplacement(GrWorld w, double speed, GrStepBound *bound)
{
  const double third = w->bulk->numbers.skin / 3;
  size_t used = strlen(bound->reason);

  if (!(GrWorldAutomaticStep(bound, &w->the_case->time) * speed > third))
    return false;
  bound->accurate = third / speed;
  snprintf(bound->reason + used, sizeof(bound->reason) - used,
           "; up to %.4g s, in which a particle travels a third of the skin, %.4g m, at %.4g m/s", bound->accurate,
           third, speed);
  return true;
}

/* Appends the limit of the automatic step to bound->reason: the displacement in a step, the motion of a wall, the
   accuracy of impacts, or a spring or dashpot of the pair type with the shortest stable step; and what makes the step
   longer. */
static void NameLimit(GrWorld w, const Tightest *tightest, bool displacement, GrStepBound *bound)
{
  const size_t used = strlen(bound->reason);
  const char *known = displacement
                          ? "the displacement of a particle in a step (a larger time.skin makes it longer)"
                          : "the accuracy of impacts (a larger time.accuracy or softer materials make it longer)";
  char limit[4 * GR_NAME_MAX];

  if (isinf(bound->stable) && isinf(bound->accurate))
    return;
  if (!displacement && !(bound->accurate < w->the_case->time.safety * bound->stable)) {
    GrModelDescribeLimit(&w->bulk->bounds[w->bulk->stages.at], tightest->type, tightest->overlap, tightest->contacts,
                         true, sizeof(limit), limit);
    known = limit;
  } else if (!displacement && bound->accurate == bound->motion) {
    GrWorldNameMotion(bound, sizeof(limit), limit);
    known = limit;
  }
  snprintf(bound->reason + used, sizeof(bound->reason) - used, "; limit: %s", known);
}

/* Limits the step by the motions of the walls. */
static void LimitByWalls(GrWorld w, GrStepBound *bound)
{
  const GrCase *c = w->the_case;

  for (int i = 0; i < c->n_walls; i++)
    for (int k = 0; k <= c->walls[i].n_motions && !c->walls[i].absent; k++)
      GrWorldLimitMotion(bound, c->time.accuracy, GrWallMoveFrequency(&c->walls[i], k, c->time.end), c->walls[i].name);
  GrWorldExplainMotion(bound);
}

/* Finds the limits of the current stage. Collective. */
static PetscErrorCode FindBound(GrWorld w, GrStepBound *bound)
{
  char pair[8 * GR_NAME_MAX], speeds[64];
  GrAccurateStep limit;
  PetscInt type;
  Approach all;

  PetscCall(JoinApproaches(w, &all));
  const Tightest tightest = FindTightest(w, &all);
  *bound = (GrStepBound){.stable = tightest.step,
                         .accurate = INFINITY,
                         .motion = INFINITY,
                         .speed = all.speed,
                         .impact_share = tightest.impact_share,
                         .rest_share = tightest.rest_share,
                         .rest_load = tightest.rest_load,
                         .rayleigh = RayleighTime(w),
                         .reason = "no contact is expected to be loaded"};
  if (tightest.type >= 0) {
    NamePair(w, tightest.type, sizeof(pair), pair);
    snprintf(bound->reason, sizeof(bound->reason), "stable up to %.4g s (%s, expected overlap %.4g m)", bound->stable,
             pair, tightest.overlap);
  }
  PetscCall(FindAccurate(w, all.speed, bound, &type, &limit));
  if (type >= 0) {
    const size_t used = isinf(bound->stable) ? 0 : strlen(bound->reason);
    NamePair(w, type, sizeof(pair), pair);
    GrModelDescribeSpeeds(&limit, all.speed, sizeof(speeds), speeds);
    snprintf(bound->reason + used, sizeof(bound->reason) - used, "%saccurate to %.3g %% up to %.4g s (%s, impacts %s)",
             used ? "; " : "", 100 * PetscMax(bound->error, w->the_case->time.accuracy), bound->accurate, pair, speeds);
  }
  LimitByWalls(w, bound);
  const bool displacement = LimitDisplacement(w, all.speed, bound);
  ExplainSpeed(w, &all, bound);
  NameLimit(w, &tightest, displacement, bound);
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
  PetscCall(FindBound(w, bound));
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
PetscErrorCode GrBulkFindStepBound(GrWorld w, GrStepBound *bound)
{
  const GrBulkStages *s = &w->bulk->stages;
  const GrTime *time = &w->the_case->time;

  PetscCall(FindBound(w, bound));
  for (int k = (int)s->at + 1; k < s->n; k++) {
    GrStepBound other;
    PetscCall(FindBoundOfStage(w, k, &other));
    const bool shorter = GrWorldAutomaticStep(&other, time) < GrWorldAutomaticStep(bound, time);
    const GrStepBound before = *bound;
    if (shorter) {
      *bound = other;
      snprintf(bound->reason, sizeof(bound->reason), "stage %s: %.*s", s->now.stages[k].name,
               (int)sizeof(other.reason) - GR_NAME_MAX - 16, other.reason);
    }
    JoinStages(shorter ? &before : &other, bound);
  }
  return 0;
}

bool GrBulkSpeedExceeds(GrWorld w, double *seen, double *expected)
{
  const GrBulkNumbers *n = &w->bulk->numbers;

  *seen = n->seen_speed;
  *expected = n->expected_speed;
  return n->expected_speed > 0 && n->seen_speed > n->expected_speed;
}

void GrBulkExpectSpeed(GrWorld w, double speed)
{
  w->bulk->numbers.expected_speed = speed;
}

void GrBulkSetStep(GrWorld w, double step)
{
  GrModelSetStep(&w->bulk->model, step);
  GrBulkComputeSafeOverlaps(w, w->bulk->neighbours.n_all);
  GrBulkFillFamilyBodies(w->bulk);
}

/* Speed after a fall through the whole domain [m/s]. */
static double SpeedThroughDomain(GrWorld w)
{
  double energy = 0;

  for (int a = 0; a < 3; a++)
    energy += fabs(w->the_case->gravity_vector[a]) * (w->bulk->box.upper[a] - w->bulk->box.lower[a]);
  return sqrt(2 * energy);
}

void GrBulkFindScales(GrWorld w, double *length, double *speed, double *energy)
{
  const GrBulk b = w->bulk;
  Approach all;

  PetscCallAbort(w->comm, JoinApproaches(w, &all));
  all.speed = all.moved + SpeedThroughDomain(w); /* unlike the fall between moving walls, independent of time.end */
  const Tightest tightest = FindTightest(w, &all);
  const PetscInt type = tightest.type;
  *speed = all.speed;
  /* spheres that just touch overlap by rounding, up to about 1e-12 of a radius; that is no length of the case */
  *length = 1e-3 * b->particles.largest_radius;
  if (type >= 0 && tightest.overlap > 1e-12 * b->particles.largest_radius)
    *length = tightest.overlap;
  if (!(*speed > 0))
    *speed = type >= 0 ? *length / tightest.step : *length / w->the_case->time.end;
  *energy = type >= 0 ? 0.5 * b->bounds[b->stages.at].pair_type[type].mass * *speed * *speed : 1;
}
