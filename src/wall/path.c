/* path: upper bounds of the displacement of a wall between two times, and of the speeds of the wall and its surface.

   The code follows a point c on the symmetry axis of the surface, and the unit vector s along this axis (GrWallForm).
   It computes bounds of three changes:
     dc  displacement of c [m];   ds  change of s;   dr  rotation of the wall, as the chord 2 sin(angle/2)
   The motions of the wall are applied one after another as in pose.c. Each motion changes the bounds to
     dc + o + q (|(c - p) x a| + dc),   ds + q (|s x a| + ds),   dr + q
     o  change of its offset [m];   q  chord of its rotation;   p, a  point on the rotation axis, and direction of it
   The terms q dc and q ds exist because earlier motions may have moved c and s. A point of the surface at the distance
   r from c moves by at most dc + dr r. If the surface is a surface of revolution about s, it approaches a point by at
   most dc + ds r. r is at most the extent of the surface. Only points in the domain count, so r is also at most the
   largest distance of these points from c. If the surface is infinite along s, a shift along s has no effect, and o is
   the change of the offset perpendicular to s.

   A point of the surface at the distance r from an axis of rotation has the speed w r with the angular velocity w. The
   shape bounds r (GrWallShape.lever); the points in the domain bound it for shapes without end, and for a wall that
   other motions displace from the axis.

   If the shape has a function `path` (GrWallShape) and the wall has only one motion (GrWallOnlyMotion) without
   accelerations, the bound is the result of this function. */
#include "base/math/elementary.h"
#include "base/math/vector.h"
#include "wall/geometry.h"
#include "wall/shaft.h"
#include "wall/shape.h"

/* The point, the axis, and the bounds of their displacements. */
typedef struct {
  double centre[3], axis[3];
  double moved, tilt, turn; /* dc [m], ds, dr */
} Follow;

/* Largest distance of a point of the box from a line, or from a point if there is no axis. A corner has it, since the
   distance is convex. */
static double ReachOfBox(const GrParallelBox *box, const double pivot[3], const double *axis)
{
  double largest = 0;

  for (int corner = 0; corner < 8; corner++) {
    double lever[3], across[3];
    for (int k = 0; k < 3; k++)
      lever[k] = across[k] = (corner >> k & 1 ? box->upper[k] : box->lower[k]) - pivot[k];
    if (axis)
      GrCross3(axis, lever, across);
    largest = GrLarger(largest, GrNorm3(across));
  }
  return largest;
}

static GrWallForm FormOf(const GrWall *wall)
{
  GrWallForm form = {.extent = INFINITY, .axis = {0, 0, 1}};

  for (int k = 0; k < 3; k++)
    form.centre[k] = wall->value[0].number[k];
  if (wall->shape->form)
    wall->shape->form(wall, &form);
  return form;
}

double GrWallLever(const GrWall *wall, const double pivot[3], const double axis[3])
{
  if (wall->shape->lever)
    return wall->shape->lever(wall, pivot, axis);
  const GrWallForm form = FormOf(wall);
  return GrWallFromAxis(form.centre, pivot, axis) + form.extent;
}

/* Largest distance from an axis of the points of the surface that are in the box. stands: whether the wall has its
   position at the beginning of the stage when it turns about the axis; otherwise only the box limits the distance. */
static double LeverAt(const GrWall *wall, const GrParallelBox *box, const double pivot[3], const double axis[3],
                      bool stands)
{
  const double reach = ReachOfBox(box, pivot, axis);
  double point[3], along[3] = {axis[0], axis[1], axis[2]};

  if (!stands)
    return reach;
  GrWallMovePointBack(&wall->stand, pivot, point);
  GrWallMoveVectorBack(&wall->stand, along);
  return fmin(reach, GrWallLever(wall, point, along));
}

/* Adds motion k in the time span to the bounds. */
static void FollowMotion(const GrWall *wall, const GrWallForm *form, int k, double from, double to, Follow *f)
{
  const GrWallMove move = GrWallMoveAt(wall, k, from);
  const double angle = move.turns ? GrWallMoveTurn(wall, k, from, to) : 0, chord = angle > 2 ? 2 + 0 * angle : angle;
  GrWallPose pose = {.offset = {0}};
  double lever[3], across[3], shift;

  for (int a = 0; a < 3; a++) {
    pose.base[a] = f->centre[a];
    lever[a] = f->centre[a] - move.pivot[a];
  }
  if (move.turns) {
    GrCross3(lever, move.axis, across);
    f->moved += chord * (GrNorm3(across) + f->moved);
    GrCross3(f->axis, move.axis, across);
    f->tilt += chord * (GrNorm3(across) + f->tilt);
    f->turn += chord;
  }
  GrWallCarry(&move, &pose);
  GrWallMoveVector(&pose, f->axis);
  shift = GrWallMoveSpan(wall, k, from, to, NULL);
  if (form->slides)
    shift = GrWallMoveSpan(wall, k, from, to, f->axis) + shift * (f->tilt > 1 ? 1 : f->tilt);
  f->moved += shift;
  for (int a = 0; a < 3; a++)
    f->centre[a] += pose.offset[a];
}

static double PathOfForm(const GrWall *wall, const GrParallelBox *box, double from, double to)
{
  const GrWallForm form = FormOf(wall);
  Follow f = {.moved = 0};
  double diagonal[3], extent;

  GrWallMovePoint(&wall->stand, form.centre, f.centre);
  for (int k = 0; k < 3; k++) {
    f.axis[k] = form.axis[k];
    diagonal[k] = GrWallIsLoaded(wall) ? box->upper[k] - box->lower[k] : 0;
  }
  GrWallMoveVector(&wall->stand, f.axis);
  for (int k = wall->n_motions; k >= 0; k--)
    FollowMotion(wall, &form, k, from, to, &f);
  const double tilt = form.revolves ? f.tilt : f.turn;
  if (tilt == 0)
    return f.moved;
  extent = ReachOfBox(box, f.centre, NULL) + f.moved + GrNorm3(diagonal);
  return f.moved + (tilt > 2 ? 2 : tilt) * (form.extent < extent ? form.extent : extent);
}

/* Bound of the shape, for the main motion of the wall. */
static double PathOfShape(const GrWall *wall, const GrParallelBox *box, double from, double to)
{
  const GrWallMove move = GrWallMoveAt(wall, 0, from);
  const double span = fabs(to - from), cycle = 2 * GR_PI * fabs(wall->motion.frequency) * span;
  GrWallSpan s = {.span = span, .swing = cycle > 2 ? 2 + 0 * cycle : cycle};

  GrCopy3(wall->motion.velocity, s.velocity);
  GrCopy3(wall->motion.amplitude, s.amplitude);
  if (move.turns) {
    const double angle = GrWallMoveTurn(wall, 0, from, to);
    s.turn = angle > 2 ? 2 + 0 * angle : angle;
    for (int k = 0; k < 3; k++) {
      s.axis[k] = move.axis[k];
      s.pivot[k] = move.pivot[k] + move.offset[k];
    }
    s.reach = ReachOfBox(box, s.pivot, s.axis);
  }
  return wall->shape->path(wall, &s);
}

double GrWallPath(const GrWall *wall, const GrParallelBox *box, double from, double to)
{
  const double rounding = 1 + 0x1p-40; /* of this function, and of the normal: a unit vector up to 2^-52 */
  const int only = GrWallOnlyMotion(wall);
  const GrWallMotion *m = GrWallMotionOf(wall, only < 0 ? 0 : only);
  const bool plain =
      wall->shape->path && only >= 0 && !GrIsNonzero3(m->acceleration) && !GrIsNonzero3(m->angular_acceleration);
  double path = 0 * m->phase;

  if (plain) {
    GrWall alone = *wall;
    alone.motion = *m;
    alone.n_motions = 0;
    GrWallFirstPivot(wall, alone.motion.pivot);
    path += PathOfShape(&alone, box, from, to) * rounding;
  } else {
    path += PathOfForm(wall, box, from, to) * rounding;
  }
  return isfinite(path) ? path : INFINITY;
}

double GrWallShaftApproach(const GrWall *wall, const GrParallelBox *box)
{
  const GrWallForm form = FormOf(wall);
  const GrWallShaft *shaft = &wall->drive.shaft;
  double centre[3], axis[3], pivot[3], away[3], across[3];

  GrCopy3(form.axis, axis);
  GrWallMovePoint(&wall->stand, form.centre, centre);
  GrWallMoveVector(&wall->stand, axis);
  GrWallShaftPivot(wall, pivot);
  for (int k = 0; k < 3; k++)
    away[k] = centre[k] - pivot[k];
  const double rounding = 1 + 0x1p-40, far = GrNorm3(away) + form.extent,
               lever = GrWallShaftLever(wall, box) * rounding;
  GrCross3(axis, shaft->axis, across);
  const bool parallel = form.revolves && !GrIsNonzero3(across);
  GrCross3(away, shaft->axis, across);
  if (parallel && !GrIsNonzero3(across))
    return 0;
  return far < lever ? far : lever;
}

double GrWallShaftLever(const GrWall *wall, const GrParallelBox *box)
{
  double pivot[3];

  GrWallShaftPivot(wall, pivot);
  return LeverAt(wall, box, pivot, wall->drive.shaft.axis, !GrWallMoves(wall));
}

double GrWallTravelShare(const GrWall *wall)
{
  const bool across =
      wall->shape->side && !(GrDot3(wall->direction, wall->direction) > 0) && GrWallOnlyMotion(wall) >= 0;
  return GrWallIsLoaded(wall) && !across && GrWallMoves(wall) ? 0.5 : 1;
}

double GrWallFastest(const GrWall *wall, const GrParallelBox *box, double end)
{
  double fastest = 0;

  for (int k = wall->n_motions; k >= 0; k--) {
    double velocity, rate;
    const GrWallMove move = GrWallMoveAt(wall, k, wall->since);
    GrWallMoveFastest(wall, k, end, &velocity, &rate);
    fastest += velocity + (rate == 0 ? 0 : rate * LeverAt(wall, box, move.pivot, move.axis, fastest == 0));
  }
  return fastest;
}

double GrWallSurfaceFastest(const GrWall *wall, const GrParallelBox *box)
{
  const GrWallSurface *s = &wall->drive.surface;
  double velocity[3], spin[3];

  if (!GrWallSurfaceMoves(wall))
    return 0;
  for (int k = 0; k < 3; k++) {
    velocity[k] = GrFunctionLargestOr(s->velocity_of_time[k], s->velocity[k]);
    spin[k] = s->angular_velocity_of_time[k] ? s->angular_velocity_of_time[k]->largest : s->angular_velocity[k];
  }
  const double rate = GrNorm3(spin);
  if (!(rate > 0))
    return GrNorm3(velocity);
  for (int k = 0; k < 3; k++)
    spin[k] /= rate;
  const double lever = GrWallLever(wall, s->pivot, spin);
  return GrNorm3(velocity) + rate * fmin(lever, ReachOfBox(box, s->pivot, spin));
}

/* Largest displacement of motion k along an axis; the sign is its direction. */
static double RetreatOfMotion(const GrWall *wall, int k, int axis, double sign, double end)
{
  const GrWallMotion *m = GrWallMotionOf(wall, k);
  const GrFunction *f = m->velocity_of_time[axis];
  const double time = end - wall->since, varying = f ? GrFunctionBound(f, wall->since, end) * time : 0;
  const double away = sign * (m->velocity[axis] + 0.5 * m->acceleration[axis] * time) * time;

  if (k > 0 && k != GrWallOnlyMotion(wall))
    return GrWallMoveSpan(wall, k, wall->since, end, NULL);
  return GrLarger(away, 0) + fabs(m->amplitude[axis]) + varying;
}

double GrWallRetreat(const GrWall *wall, double end)
{
  const int side = GrWallSide(wall), axis = side % 3;
  double away = 0;

  for (int k = 0; k <= wall->n_motions && side >= 0; k++)
    away += RetreatOfMotion(wall, k, axis, side < 3 ? -1 : 1, end);
  return away;
}
