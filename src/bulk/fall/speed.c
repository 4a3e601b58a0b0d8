/* speed: the speed that is expected of the impacts in an assembly, and its origin; see speed.h.

     v = 2 v_max + v_walls + 2 R_max e + sqrt(2 g H), or time.speed; 1.5 v_seen, if this is more
   v_max largest initial speed of a particle, v_walls largest speed of a wall, v_seen speed of a particle that exceeded
   v during the run [m/s];  e deformation rate of the box [1/s];  R_max largest radius [m];  g gravity [m/s^2];  H
   largest fall between the walls (fall.h) [m]
   A servo has its largest speed in v_walls. A wall with a mass has the speed that it reaches when its load and its
   weight accelerate it over the gap to the nearest particle (GrWallLoadKind.reach_speed).
   Impacts that are likely to happen have the speed v_max + v_walls + 2 R_max e + sqrt(2 g H'). H' is the fall onto the
   bed that the particles form. */
#include "bulk/fall/speed.h"

#include "base/math/vector.h"
#include "bulk/bulk.h"
#include "wall/load.h"
#include <math.h>

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

double GrBulkSpeedMeasure(GrWorld w)
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

void GrBulkSpeedFindGaps(GrWorld w)
{
  const int n = w->the_case->n_walls;
  double *gap = w->bulk->wall_motion.gap;
  bool any = false;

  for (int k = 0; k < n; k++) {
    const GrWall *wall = &w->the_case->walls[k];
    const bool falls = isfinite(GrWallLeastMass(wall));
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

/* Speed at which a load-controlled wall reaches the particles [m/s]; 0: the wall is not load-controlled. */
static double SpeedOfTravel(GrWorld w, int k)
{
  const GrWall *wall = &w->the_case->walls[k];

  if (!GrWallIsLoaded(wall))
    return 0;
  const GrWallTravel own = GrWallsStateOf(&w->bulk->walls, k, wall);
  const double gap = isfinite(GrWallLeastMass(wall)) ? GapTo(w->bulk, k) : 0;
  return own.kind->reach_speed(w->the_case, wall, &own, &w->bulk->box, gap);
}

double GrBulkSpeedOfMotions(GrWorld w, double fastest)
{
  const GrCase *c = w->the_case;
  const GrBulk b = w->bulk;
  double walls = 0;

  for (int k = 0; k < c->n_walls; k++) {
    const GrWall *wall = &c->walls[k];
    if (wall->absent)
      continue;
    walls = PetscMax(walls, SpeedOfTravel(w, k) + GrWallFastest(wall, &b->box, c->time.end) +
                                GrWallSurfaceFastest(wall, &b->box));
  }
  return 2 * fastest + walls + GrBulkCellFindStrainRate(w) * 2 * b->particles.largest_radius;
}

/* Speed for which a shorter step is planned, divided by the speed that the run has seen [1]. */
static const double ahead = 1.5;

/* Expected speed of impacts [m/s]. After the first plan only a speed that the run has seen makes it larger. */
static double ExpectSpeed(GrWorld w, const GrBulkSpeeds *all)
{
  const GrBulkNumbers *n = &w->bulk->numbers;
  const double given = w->the_case->time.speed, estimate = all->moved + sqrt(2 * all->fall.energy);
  const double known = n->expected_speed > 0 ? n->expected_speed : given > 0 ? given : estimate;

  return n->seen_speed > n->expected_speed ? PetscMax(known, ahead * n->seen_speed) : known;
}

PetscErrorCode GrBulkSpeedFind(GrWorld w, double fastest, GrBulkSpeeds *all)
{
  GrBulkSpeedFindGaps(w);
  *all = (GrBulkSpeeds){.fastest = fastest, .moved = GrBulkSpeedOfMotions(w, fastest)};
  PetscCall(GrBulkFindFall(w, all->moved, &all->fall));
  all->expected = ExpectSpeed(w, all);
  all->likely = w->the_case->time.speed > 0
                    ? all->expected
                    : PetscMin(all->expected, all->moved - all->fastest +
                                                  sqrt(2 * GrNorm3(w->the_case->gravity_vector) * all->fall.likely));
  return 0;
}

void GrBulkSpeedExplain(GrWorld w, const GrBulkSpeeds *all, size_t length, char *text)
{
  const GrBulkNumbers *n = &w->bulk->numbers;
  const GrBulkFall *fall = &all->fall;
  const double others = all->moved - 2 * all->fastest;
  char origin[4 * GR_NAME_MAX] = "", place[GR_NAME_MAX + 32] = "the edge of the domain";
  size_t at = 0;

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
  snprintf(text, length, "expected speed %.4g m/s: %s", all->expected, origin);
}

bool GrBulkSpeedExceeds(GrWorld w, double *seen, double *expected)
{
  const GrBulkNumbers *n = &w->bulk->numbers;

  *seen = n->seen_speed;
  *expected = n->expected_speed;
  return n->expected_speed > 0 && n->seen_speed > n->expected_speed;
}

void GrBulkSpeedExpect(GrWorld w, double speed)
{
  w->bulk->numbers.expected_speed = speed;
}

double GrBulkSpeedThroughDomain(GrWorld w)
{
  double energy = 0;

  for (int a = 0; a < 3; a++)
    energy += fabs(w->the_case->gravity_vector[a]) * (w->bulk->box.upper[a] - w->bulk->box.lower[a]);
  return sqrt(2 * energy);
}
