/* pose: where a wall is at a time, and how far it may have come since another.

   With a the axis and s the rate of the angular velocity, A the amplitude, f the frequency and
     o(t) = velocity t + A sin(2 pi f t + phase)                                                 [m]
   (t counts from the time at which the wall had its values) a wall is moved by o(t) and then turned by the angle s t
   about the pivot, which moved as well (Rodrigues' formula, c = cos s t):
     u' = c u + sin(s t) a x u + (1 - c) (a . u) a,   u = normal, or point - pivot
   f t is freed of whole periods, which is exact, before it becomes an angle: a long run loses no accuracy. */
#include "base/elementary.h"
#include "base/sine.h"
#include "wall/vector.h"
#include "wall/wall.h"

/* The offset o(t) and its rate. */
static void TranslateWall(const GrWall *wall, double t, double offset[3], double rate[3])
{
  for (int k = 0; k < 3; k++) {
    offset[k] = wall->velocity[k] * t;
    rate[k] = wall->velocity[k];
  }
  if (!GrWallIsNonzero(wall->amplitude))
    return;
  double periods = wall->frequency * t, pulsation = 2 * GR_PI * wall->frequency, sine, cosine;
  GrSineCosine(2 * GR_PI * (periods - rint(periods)) + wall->phase, &sine, &cosine);
  for (int k = 0; k < 3; k++) {
    offset[k] += wall->amplitude[k] * sine;
    rate[k] += wall->amplitude[k] * pulsation * cosine;
  }
}

/* Turns a vector about a unit axis. */
static void TurnVector(const double axis[3], double sine, double cosine, double u[3])
{
  double side[3], along = (1 - cosine) * GrWallDot(axis, u);
  GrWallCross(axis, u, side);
  for (int k = 0; k < 3; k++)
    u[k] = cosine * u[k] + sine * side[k] + along * axis[k];
}

GrWallPose GrWallAt(const GrWall *wall, double t)
{
  GrWallPose pose = {.turns = GrWallIsNonzero(wall->angular_velocity)};

  t -= wall->since;
  TranslateWall(wall, t, pose.offset, pose.velocity);
  for (int k = 0; k < 3; k++) {
    pose.pivot[k] = wall->pivot[k] + pose.offset[k];
    pose.spin[k] = wall->angular_velocity[k];
  }
  if (!pose.turns)
    return pose;
  const double rate = GrWallNorm(wall->angular_velocity);
  GrSineCosine(rate * t, &pose.sine, &pose.cosine);
  for (int k = 0; k < 3; k++)
    pose.axis[k] = wall->angular_velocity[k] / rate;
  return pose;
}

void GrWallMoveVector(const GrWallPose *pose, double vector[3])
{
  if (pose->turns)
    TurnVector(pose->axis, pose->sine, pose->cosine, vector);
}

void GrWallMovePoint(const GrWall *wall, const GrWallPose *pose, const double start[3], double now[3])
{
  double lever[3];

  for (int k = 0; k < 3; k++) {
    now[k] = start[k] + pose->offset[k];
    lever[k] = start[k] - wall->pivot[k];
  }
  if (!pose->turns)
    return;
  TurnVector(pose->axis, pose->sine, pose->cosine, lever);
  for (int k = 0; k < 3; k++)
    now[k] = pose->pivot[k] + lever[k];
}

/* The largest distance of a place in the box from the axis through the pivot: that of a corner, since the distance is
   convex. */
static double ReachOfBox(const GrBox *box, const double pivot[3], const double axis[3])
{
  double largest = 0;

  for (int corner = 0; corner < 8; corner++) {
    double lever[3], across[3];
    for (int k = 0; k < 3; k++)
      lever[k] = (corner >> k & 1 ? box->upper[k] : box->lower[k]) - pivot[k];
    GrWallCross(axis, lever, across);
    largest = GrLarger(largest, GrWallNorm(across));
  }
  return largest;
}

/* How far a sine may come in `span` [s]: its path, but never more than from one end to the other; NaN if infinitely
 * fast.
 */
static double SwingWithin(const GrWall *wall, double span)
{
  double angle = 2 * GR_PI * fabs(wall->frequency) * span;
  return angle > 2 ? 2 + 0 * angle : angle;
}

/* Seen from the wall, a place x of the box moves by at most |o| + 2 sin(angle/2) |(x - pivot) x a|. */
static double PathOfPlaces(const GrWall *wall, const GrWallSpan *s)
{
  return GrWallNorm(wall->velocity) * s->span + GrWallNorm(wall->amplitude) * s->swing + s->turn * s->reach;
}

double GrWallPath(const GrWall *wall, const GrBox *box, double from, double to)
{
  const double rounding = 1 + 0x1p-40; /* of this function and of the wall's normal, which is a unit vector to 2^-52 */
  const double span = fabs(to - from), rate = GrWallNorm(wall->angular_velocity), angle = rate * span;
  GrWallSpan s = {.span = span, .swing = SwingWithin(wall, span)};
  double offset[3], unused[3];

  if (GrWallIsNonzero(wall->angular_velocity)) {
    s.turn = angle > 2 ? 2 : angle;
    TranslateWall(wall, from - wall->since, offset, unused);
    for (int k = 0; k < 3; k++) {
      s.axis[k] = wall->angular_velocity[k] / rate;
      s.pivot[k] = wall->pivot[k] + offset[k];
    }
    s.reach = ReachOfBox(box, s.pivot, s.axis);
  }
  const double path = (wall->shape->path ? wall->shape->path : PathOfPlaces)(wall, &s) * rounding + 0 * wall->phase;
  return isfinite(path) ? path : INFINITY;
}

int GrWallSide(const GrWall *wall)
{
  return wall->shape->side && !wall->absent ? wall->shape->side(wall) : -1;
}

GrParticleType GrWallType(const GrWall *wall)
{
  const double radius = wall->shape->radius ? wall->shape->radius(wall) : INFINITY;
  return (GrParticleType){.material = wall->material, .radius = radius, .mass = INFINITY, .is_wall = PETSC_TRUE};
}

void GrWallPoint(const GrWall *wall, const GrWallPose *pose, double point[3], double velocity[3])
{
  double lever[3];

  GrWallMovePoint(wall, pose, wall->value[0].number, point);
  for (int k = 0; k < 3; k++)
    lever[k] = point[k] - pose->pivot[k];
  GrWallCross(pose->spin, lever, velocity);
  for (int k = 0; k < 3; k++)
    velocity[k] = pose->velocity[k] + velocity[k];
}

double GrWallGap(const GrWall *wall, const GrWallPose *pose, const double x[3], double normal[3])
{
  GrWallChunk chunk = {.n = 1, .x = {{x[0]}, {x[1]}, {x[2]}}};

  wall->shape->touch(wall, pose, &chunk);
  for (int k = 0; k < 3; k++)
    normal[k] = chunk.normal[k][0];
  return chunk.gap[0];
}

double GrWallRetreat(const GrWall *wall, double end)
{
  const int side = GrWallSide(wall), axis = side % 3;
  const double away = (side < 3 ? -wall->velocity[axis] : wall->velocity[axis]) * (end - wall->since);
  return GrLarger(away, 0) + fabs(wall->amplitude[axis]);
}
