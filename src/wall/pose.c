/* pose: where a wall is at a time, and how far it may have come since another.

   With a the axis and s the rate of the angular velocity, A the amplitude, f the frequency and
     o(t) = velocity t + A sin(2 pi f t + phase)                                                 [m]
   a wall is moved by o(t) and then turned by the angle s t about the pivot, which moved as well (Rodrigues' formula,
   c = cos s t):
     u' = c u + sin(s t) a x u + (1 - c) (a . u) a,   u = normal, or point - pivot
   f t is freed of whole periods, which is exact, before it becomes an angle: a long run loses no accuracy. */
#include "base/elementary.h"
#include "base/sine.h"
#include "wall/wall.h"

static double DotProduct(const double a[3], const double b[3])
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static double NormOf(const double a[3])
{
  return sqrt(DotProduct(a, a));
}

static void CrossProduct(const double a[3], const double b[3], double product[3])
{
  product[0] = a[1] * b[2] - a[2] * b[1];
  product[1] = a[2] * b[0] - a[0] * b[2];
  product[2] = a[0] * b[1] - a[1] * b[0];
}

/* Is any component other than zero? Not-a-number is. */
static PetscBool IsAnyNonzero(const double a[3])
{
  return (PetscBool) !(a[0] == 0 && a[1] == 0 && a[2] == 0);
}

/* The offset o(t) and its rate. */
static void TranslateWall(const GrWall *wall, double t, double offset[3], double rate[3])
{
  for (int k = 0; k < 3; k++) {
    offset[k] = wall->velocity[k] * t;
    rate[k] = wall->velocity[k];
  }
  if (!IsAnyNonzero(wall->amplitude))
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
  double side[3], along = (1 - cosine) * DotProduct(axis, u);
  CrossProduct(axis, u, side);
  for (int k = 0; k < 3; k++)
    u[k] = cosine * u[k] + sine * side[k] + along * axis[k];
}

GrWallPose GrWallAt(const GrWall *wall, double t)
{
  GrWallPose pose;
  double offset[3];

  TranslateWall(wall, t, offset, pose.velocity);
  for (int k = 0; k < 3; k++) {
    pose.point[k] = wall->point[k] + offset[k];
    pose.pivot[k] = wall->pivot[k] + offset[k];
    pose.normal[k] = wall->normal[k];
    pose.spin[k] = wall->angular_velocity[k];
  }
  if (!IsAnyNonzero(wall->angular_velocity))
    return pose;
  double rate = NormOf(wall->angular_velocity), sine, cosine, axis[3], arm[3];
  GrSineCosine(rate * t, &sine, &cosine);
  for (int k = 0; k < 3; k++) {
    axis[k] = wall->angular_velocity[k] / rate;
    arm[k] = wall->point[k] - wall->pivot[k];
  }
  TurnVector(axis, sine, cosine, arm);
  TurnVector(axis, sine, cosine, pose.normal);
  for (int k = 0; k < 3; k++)
    pose.point[k] = pose.pivot[k] + arm[k];
  return pose;
}

/* The largest distance of a place in the box from the axis through the pivot: that of a corner, since the distance is
   convex. */
static double ReachOfBox(const GrBox *box, const double pivot[3], const double axis[3])
{
  double largest = 0;

  for (int corner = 0; corner < 8; corner++) {
    double arm[3], across[3];
    for (int k = 0; k < 3; k++)
      arm[k] = (corner >> k & 1 ? box->upper[k] : box->lower[k]) - pivot[k];
    CrossProduct(axis, arm, across);
    largest = GrLarger(largest, NormOf(across));
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

/* Of a wall that turns; n = N . a and m = |N x a| stay the same, and so do offsets along the axis and across it:
   seen from the wall, a place x of the box moves towards it by at most
     |n| |o . a| + m |o x a| + m 2 sin(angle/2) |(x - pivot) x a|. */
static double TurningPath(const GrWall *wall, const GrBox *box, double from, double span)
{
  double rate = NormOf(wall->angular_velocity), swing = SwingWithin(wall, span), axis[3], across[3], offset[3],
         unused[3];
  double pivot[3], angle = rate * span;

  for (int k = 0; k < 3; k++)
    axis[k] = wall->angular_velocity[k] / rate;
  double along = fabs(DotProduct(wall->velocity, axis)) * span + fabs(DotProduct(wall->amplitude, axis)) * swing;
  CrossProduct(wall->velocity, axis, across);
  double aside = NormOf(across) * span;
  CrossProduct(wall->amplitude, axis, across);
  aside += NormOf(across) * swing;
  CrossProduct(wall->normal, axis, across);
  TranslateWall(wall, from, offset, unused);
  for (int k = 0; k < 3; k++)
    pivot[k] = wall->pivot[k] + offset[k];
  return fabs(DotProduct(wall->normal, axis)) * along +
         NormOf(across) * (aside + (angle > 2 ? 2 : angle) * ReachOfBox(box, pivot, axis));
}

double GrWallPath(const GrWall *wall, const GrBox *box, double from, double to)
{
  const double rounding = 1 + 0x1p-40; /* of this function and of the wall's normal, which is a unit vector to 2^-52 */
  double span = fabs(to - from), path;

  if (IsAnyNonzero(wall->angular_velocity))
    path = TurningPath(wall, box, from, span);
  else
    path = fabs(DotProduct(wall->velocity, wall->normal)) * span +
           fabs(DotProduct(wall->amplitude, wall->normal)) * SwingWithin(wall, span);
  path = path * rounding + 0 * (DotProduct(wall->point, wall->normal) + wall->phase);
  return isfinite(path) ? path : INFINITY;
}

int GrWallSide(const GrWall *wall)
{
  int side = -1, others = 0;

  for (int k = 0; k < 3; k++) {
    if (wall->normal[k] == 1)
      side = k;
    else if (wall->normal[k] == -1)
      side = 3 + k;
    else
      others |= wall->normal[k] != 0;
  }
  return others ? -1 : side;
}

double GrWallRetreat(const GrWall *wall, double end)
{
  const double away = -DotProduct(wall->velocity, wall->normal) * end;
  return GrLarger(away, 0) + fabs(DotProduct(wall->amplitude, wall->normal));
}
