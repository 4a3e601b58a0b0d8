/* step_bound: how long a step a case in space allows, estimated before the run.

   The largest overlap d* expected in contacts of a pair type follows from the energy that can go into it and from the
   weight that may rest on it:
     W(d*) = 1/2 m v^2,  v = 2 v_max + v_walls + sqrt(2 g H);   F(d*) >= m_max g H/(2 R_min)
   m reduced mass, v_max largest initial speed, H extent of the box along gravity; and d* is at least the largest
   overlap at the start. A wall that gives way to a load L presses each particle with L (2 R_max)^2/A, A the face of the
   box across its direction, in dimension 2 with L 2 R_max/l; a servo counts as a wall at its largest speed, a free wall
   as one that falls over the gap to the nearest particle. The step bound is that of contact/model.c at d*. Smallest and
   largest particles of each group stand for all. Limit: a case that drives harder than this is stopped by the guard
   where the step becomes unstable. */
#include "bulk/bulk.h"

#include <math.h>

PetscErrorCode GrBulkBoundsCreate(GrWorld w)
{
  const GrCase *c = w->the_case;
  const GrBulk b = w->bulk;
  const int stages = PetscMax(1, b->stages.n);
  GrParticleType body[GR_PARTICLE_TYPE_MAX];
  int n = 0;

  PetscFunctionBeginUser;
  for (int g = 0; g < c->n_grains && n + 2 + c->n_walls <= GR_PARTICLE_TYPE_MAX; g++) {
    const GrGrains *grains = &c->grains[g];
    const double radius[2] = {b->group_properties[g].radius_min, b->group_properties[g].radius_max};
    for (int k = 0; GrBulkInsertHas(w, g) && k < (radius[0] < radius[1] ? 2 : 1); k++) {
      double mass = grains->mass;
      if (isnan(mass))
        mass = 4.0 / 3.0 * PETSC_PI * radius[k] * radius[k] * radius[k] * c->materials[grains->material].body.density;
      if (isnan(mass)) /* from a file: the lightest and heaviest are not known apart */
        mass = b->lightest;
      body[n++] = (GrParticleType){grains->material, radius[k], grains->fixed ? INFINITY : mass, PETSC_FALSE};
    }
  }
  for (int k = 0; k < c->n_walls; k++)
    body[n++] = GrWallType(&c->walls[k]);
  PetscCall(PetscCalloc1(stages, &b->bounds));
  for (int k = 0; k < stages; k++)
    PetscCall(GrModelCreate(b->stages.n ? &b->stages.of[k] : c, n, body, &b->bounds[k]));
  b->adhesion_reach = b->bounds[b->stages.at].reach;
  PetscFunctionReturn(0);
}

PetscErrorCode GrBulkBoundsDestroy(GrBulk b)
{
  PetscFunctionBeginUser;
  for (int k = 0; b->bounds && k < PetscMax(1, b->stages.n); k++)
    PetscCall(GrModelDestroy(&b->bounds[k]));
  PetscCall(PetscFree(b->bounds));
  PetscFunctionReturn(0);
}

static double NormOf(const double *x)
{
  return sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
}

/* The distance of a wall from the nearest particle of this rank. */
static double GapOfRank(GrWorld w, int wall)
{
  const GrBulk b = w->bulk;
  const GrWallPose pose = b->walls.n_walls ? GrWallsAt(&b->walls, wall, w->committed_time)
                                           : GrWallAt(&w->the_case->walls[wall], 0); /* while the world is made */
  double gap = INFINITY, normal[3];

  for (PetscInt i = 0; i < b->store.columns.n; i++)
    gap = PetscMin(gap, GrWallGap(&w->the_case->walls[wall], &pose, b->store.state + GR_STATE * i, normal) -
                            b->store.radius[i]);
  return gap;
}

void GrBulkApproachOfRank(GrWorld w, GrBulkApproach *own)
{
  const GrBulk b = w->bulk;

  *own = (GrBulkApproach){.speed = GrBulkInsertSpeed(w)};
  for (PetscInt i = 0; i < b->store.columns.n; i++) {
    double v[3];
    GrBulkPeculiar(b, b->store.state + GR_STATE * i, v);
    own->speed = PetscMax(own->speed, NormOf(v));
  }
  for (int k = 0; k < GR_PARTICLE_TYPE_MAX; k++) {
    const GrWall *wall = k < w->the_case->n_walls ? &w->the_case->walls[k] : NULL;
    const PetscBool falls = (PetscBool)(wall && !wall->absent && GrWallGivesWay(wall) && wall->mass > 0);
    own->minus_gap[k] = falls ? -GapOfRank(w, k) : -INFINITY;
  }
}

void GrBulkApproachJoin(GrBulkApproach *a, const GrBulkApproach *other)
{
  a->speed = PetscMax(a->speed, other->speed);
  a->overlap = PetscMax(a->overlap, other->overlap);
  for (int k = 0; k < GR_PARTICLE_TYPE_MAX; k++)
    a->minus_gap[k] = PetscMax(a->minus_gap[k], other->minus_gap[k]);
}

/* The distance of a wall from the nearest particle. */
static double GapTo(const GrBulk b, const GrBulkApproach *all, int wall)
{
  const double gap = -all->minus_gap[wall];
  double diagonal = 0;

  for (int a = 0; a < 3 && isinf(gap); a++) /* there are no particles yet */
    diagonal += (b->box.upper[a] - b->box.lower[a]) * (b->box.upper[a] - b->box.lower[a]);
  return isinf(gap) ? sqrt(diagonal) : PetscMax(gap, 0);
}

/* How fast a wall that gives way to a load comes to the particles; 0 of one that does not. */
static double SpeedOfTravel(GrWorld w, const GrBulkApproach *all, int k)
{
  const GrWall *wall = &w->the_case->walls[k];
  double direction[3], pull = wall->load;

  if (!GrWallGivesWay(wall))
    return 0;
  if (!(wall->mass > 0))
    return wall->servo.max_speed;
  GrWallDirection(wall, direction);
  for (int a = 0; a < 3; a++)
    pull += wall->mass * w->the_case->gravity_vector[a] * direction[a];
  return sqrt(2 * PetscMax(pull, 0) / wall->mass * GapTo(w->bulk, all, k));
}

/* What walls that give way to a load press one of the largest particles with, at most [N]. */
static double PressOfWalls(GrWorld w)
{
  const GrBulk b = w->bulk;
  double press = 0;

  for (int k = 0; k < w->the_case->n_walls; k++) {
    const GrWall *wall = &w->the_case->walls[k];
    double direction[3], face = 0;
    if (!GrWallGivesWay(wall))
      continue;
    GrWallDirection(wall, direction);
    for (int a = 0; a < w->the_case->dimension; a++) {
      double across = fabs(direction[a]);
      for (int c = 0; c < w->the_case->dimension; c++)
        across *= c == a ? 1 : (b->box.upper[c] - b->box.lower[c]) / (2 * b->largest_radius);
      face += across;
    }
    press = PetscMax(press, fabs(GrWallsLoad(&b->walls, &b->box, k, w->committed_time)) / PetscMax(face, 1));
  }
  return press;
}

/* And what a box that holds a stress presses it with. */
static double PressOfCell(GrWorld w)
{
  const double side = 2 * w->bulk->largest_radius, face = w->the_case->dimension == 3 ? side * side : side;
  double stress = 0;

  for (int a = 0; a < 3; a++)
    if (w->the_case->domain.cell.servo[a].max_rate > 0)
      stress = PetscMax(stress, w->the_case->domain.cell.servo[a].stress);
  return stress * face;
}

double GrBulkLargestSpeed(GrWorld w, const GrBulkApproach *all)
{
  const GrCase *c = w->the_case;
  const GrBulk b = w->bulk;
  double walls = 0;

  for (int k = 0; k < c->n_walls; k++) {
    const GrWall *wall = &c->walls[k];
    if (wall->absent)
      continue;
    walls = PetscMax(walls, SpeedOfTravel(w, all, k) + GrWallFastest(wall, &b->box, c->time.end));
  }
  return 2 * all->speed + walls + GrBulkCellRate(w) * 2 * b->largest_radius;
}

/* Extent of the box along gravity times its size: g H. */
static double FallEnergy(GrWorld w)
{
  double gh = 0;
  for (int a = 0; a < 3; a++)
    gh += fabs(w->the_case->gravity_vector[a]) * (w->bulk->box.upper[a] - w->bulk->box.lower[a]);
  return gh;
}

typedef struct {
  GrBulk bulk;
  double overlap;
} Deepest;

static void KeepDeepest(void *context, GrBatch *t)
{
  Deepest *d = context;
  for (int i = 0; i < t->n; i++)
    d->overlap = PetscMax(d->overlap, t->overlap[i]);
}

static double LargestOverlapOfRank(GrWorld w)
{
  const GrWallParticles particles = GrBulkWallParticles(w);
  Deepest deepest = {w->bulk, 0};
  GrBatch batch;

  GrBulkWalkPairs(w, w->bulk->store.state, &batch, KeepDeepest, &deepest);
  GrWallsWalk(&w->bulk->walls, &w->bulk->model, &particles, w->committed_time, &batch, KeepDeepest, &deepest);
  return deepest.overlap;
}

/* What the bound takes from the particles of all ranks, in one reduction. */
static GrBulkApproach JoinApproaches(GrWorld w)
{
  GrBulkApproach all;

  GrBulkApproachOfRank(w, &all);
  all.overlap = LargestOverlapOfRank(w);
  MPI_Allreduce(MPI_IN_PLACE, &all, sizeof(all) / sizeof(double), MPI_DOUBLE, MPI_MAX, w->comm);
  return all;
}

/* The pair type of the representatives that sets the bound, -1 if nothing can move. */
static PetscInt FindTightest(GrWorld w, const GrBulkApproach *all, double *step, double *overlap)
{
  const GrBulk b = w->bulk;
  const GrModel *m = &b->bounds[b->stages.at];
  const double gh = FallEnergy(w), speed = GrBulkLargestSpeed(w, all) + sqrt(2 * gh), start = all->overlap,
               press = PetscMax(PressOfWalls(w), PressOfCell(w));
  PetscInt tightest = -1;

  *step = INFINITY;
  *overlap = 0;
  for (PetscInt type = 0; type < m->n_fixed; type++) {
    const GrParticleType *one = &m->particle_type[type / m->n_particle_types],
                         *two = &m->particle_type[type % m->n_particle_types];
    const double smaller = PetscMin(one->radius, fabs(two->radius)), lighter = PetscMin(one->mass, two->mass);
    double reduced = isinf(one->mass) || isinf(two->mass) ? lighter : one->mass * two->mass / (one->mass + two->mass);
    double expected = PetscMin(start, smaller);
    if (isinf(m->pair_type[type].mass))
      continue;
    if (speed > 0 || m->adheres)
      expected = PetscMax(expected, GrModelInvert(m, type, GrModelWork, 0.5 * reduced * speed * speed, 0, smaller));
    if (gh > 0 || press > 0)
      expected = PetscMax(expected,
                          GrModelInvert(m, type, GrModelForce, press + lighter * gh / b->smallest_radius, 0, smaller));
    double bound = expected > 0 ? GrModelStep(m, type, expected) : INFINITY;
    if (bound < *step) {
      *step = bound;
      *overlap = expected;
      tightest = type;
    }
  }
  return tightest;
}

static const char *NameOfMaterial(const GrCase *c, const GrParticleType *body)
{
  return c->materials[body->material].name;
}

/* Particles that are too fast for the neighbours they may get: whether auto would let them pass more than a third of
   the skin in a step; then the bound of which it does not. */
static PetscBool MotionBinds(GrWorld w, const GrBulkApproach *all, double *step, char *reason, size_t length)
{
  const GrTime *time = &w->the_case->time;
  const double speed = GrBulkLargestSpeed(w, all) + sqrt(2 * FallEnergy(w)), third = w->bulk->numbers.skin / 3;
  const double automatic = isinf(*step) ? time->end / 100 : time->safety * *step;

  if (!(automatic * speed > third))
    return PETSC_FALSE;
  *step = third / speed / time->safety;
  snprintf(reason, length,
           "up to %.4g s, of which %g is the time to pass a third of the skin, %.4g m, at a relative speed of %.4g "
           "m/s, expected from the initial state, the motion of walls and gravity",
           *step, time->safety, third, speed);
  return PETSC_TRUE;
}

/* That of the stage at hand. Collective. */
static void FindBound(GrWorld w, double *step, char *reason, size_t length)
{
  const GrModel *m = &w->bulk->bounds[w->bulk->stages.at];
  const GrBulkApproach all = JoinApproaches(w);
  double overlap;
  char laws[4 * GR_NAME_MAX];
  PetscInt type = FindTightest(w, &all, step, &overlap);

  if (MotionBinds(w, &all, step, reason, length))
    return;
  if (type < 0) {
    snprintf(reason, length, "no contact is expected to be loaded");
    return;
  }
  GrModelLaws(GrModelInteraction(m, type), laws, sizeof(laws));
  snprintf(reason, length,
           "stable up to %.4g s: contact %s - %s, %s, at an overlap of %.4g m expected from the initial state, the "
           "motion of walls and gravity",
           *step, NameOfMaterial(w->the_case, &m->particle_type[type / m->n_particle_types]),
           NameOfMaterial(w->the_case, &m->particle_type[type % m->n_particle_types]), laws, overlap);
}

/* That of another stage, whose walls would begin where they are now. */
static void FindBoundOfStage(GrWorld w, int k, double *step, char *reason, size_t length)
{
  const GrBulk b = w->bulk;
  const GrCase *now = w->the_case;
  const PetscInt64 at = b->stages.at;
  GrWall walls[GR_PARTICLE_TYPE_MAX];
  GrCase then = b->stages.of[k];

  for (int i = 0; i < now->n_walls; i++) {
    walls[i] = then.walls[i];
    GrWallsStartAnew(&b->walls, i, w->committed_time, NULL, &walls[i]);
  }
  then.walls = walls;
  w->the_case = &then;
  b->walls.wall = walls;
  b->stages.at = k;
  FindBound(w, step, reason, length);
  b->stages.at = at;
  b->walls.wall = now->walls;
  w->the_case = now;
}

/* The shortest one of the stages to come. */
void GrBulkStepBound(GrWorld w, double *step, char *reason, size_t length)
{
  const GrBulkStages *s = &w->bulk->stages;
  char text[512];
  double other;

  FindBound(w, step, reason, length);
  for (int k = (int)s->at + 1; k < s->n; k++) {
    FindBoundOfStage(w, k, &other, text, sizeof(text));
    if (!(other < *step))
      continue;
    *step = other;
    snprintf(reason, length, "stage %s: %s", s->now.stages[k].name, text);
  }
}

PetscErrorCode GrBulkSetStep(GrWorld w, double step)
{
  PetscFunctionBeginUser;
  PetscCall(GrModelSetStep(&w->bulk->model, step));
  GrBulkMeasureSafe(w, w->bulk->n_all);
  GrBulkFillBodies(w->bulk);
  PetscFunctionReturn(0);
}

void GrBulkScales(GrWorld w, double *length, double *speed, double *energy)
{
  const GrBulk b = w->bulk;
  const GrBulkApproach all = JoinApproaches(w);
  double step, overlap;
  PetscInt type = FindTightest(w, &all, &step, &overlap);

  *speed = GrBulkLargestSpeed(w, &all) + sqrt(2 * FallEnergy(w));
  *length = type >= 0 && overlap > 0 ? overlap : 1e-3 * b->largest_radius;
  if (!(*speed > 0))
    *speed = type >= 0 ? *length / step : *length / w->the_case->time.end;
  *energy = type >= 0 ? 0.5 * b->bounds[b->stages.at].pair_type[type].mass * *speed * *speed : 1;
}
