/* plane: an infinite plane that pushes particles out along its normal.

     g = N . (x - p)      N normal, p point of the plane
   A rotation about the axis a leaves n = N . a and m = |N x a| unchanged. A displacement o and a rotation by an angle
   about the axis through the pivot move the plane towards a point x by at most
     |n| |o . a| + m |o x a| + m 2 sin(angle/2) |(x - pivot) x a|
   which is 0 for motions within the plane.

   A load moves the plane along N, so its other motions must be across N. A plane along a side of the domain has an
   area: the product of the lengths of the domain across N, in dimension 2 one length. */
#include "base/math/vector.h"
#include "wall/geometry.h"
#include "wall/registry.h"
#include "wall/shape.h"
#include <stddef.h>

enum { POINT, NORMAL };
static const GrWallParameter parameters[] = {
    {.name = "point", .kind = GR_WALL_POINT, .meaning = "a point of the plane"},
    {.name = "normal", .kind = GR_WALL_DIRECTION, .meaning = "the direction into which the wall pushes, of any length"},
    {0}};

static void TouchPlane(const GrWall *wall, const GrWallPose *pose, GrWallChunk *chunk)
{
  double p[3], normal[3];

  GrWallMovePoint(pose, wall->value[POINT].number, p);
  GrCopy3(wall->value[NORMAL].number, normal);
  GrWallMoveVector(pose, normal);
  for (int i = 0; i < chunk->n; i++) {
    chunk->gap[i] =
        normal[0] * (chunk->x[0][i] - p[0]) + normal[1] * (chunk->x[1][i] - p[1]) + normal[2] * (chunk->x[2][i] - p[2]);
    for (int k = 0; k < 3; k++)
      chunk->normal[k][i] = normal[k];
  }
}

/* Checks that a load-controlled plane keeps its normal and has no other motion along it. */
static bool CheckAcross(const GrWall *wall, GrWallComplaint *complaint)
{
  const double *normal = wall->value[NORMAL].number, least = 1e-12;
  const char *load = wall->mass > 0 ? "mass" : "servo";
  const struct {
    const char *key;
    const double *vector;
  } motions[] = {{"velocity", wall->motion.velocity},
                 {"acceleration", wall->motion.acceleration},
                 {"oscillation.amplitude", wall->motion.amplitude}};

  for (size_t k = 0; k < sizeof motions / sizeof *motions; k++)
    if (fabs(GrDot3(motions[k].vector, normal)) > least * GrNorm3(motions[k].vector))
      return GrWallComplain(
          complaint, motions[k].key,
          "moves the wall along its normal, where its load moves it; write one across the normal, or leave out %s",
          load);
  for (int k = 0; k < 3; k++)
    if (wall->motion.velocity_of_time[k] && fabs(normal[k]) > least)
      return GrWallComplain(
          complaint, "velocity",
          "moves the wall along its normal, where its load moves it; write one across the normal, or leave out %s",
          load);
  if (GrWallTurnsAlong(wall, normal))
    return false;
  const bool own = GrWallHasRotation(wall);
  return GrWallComplain(
      complaint, GrWallTurnKey(wall),
      "%s the normal, along which the load moves the wall; write %s along the normal, or leave out %s",
      own ? "turns" : "turn", own ? "one" : "turns", load);
}

/* Checks that the plane cuts no periodic side: it must be along that axis, and may only rotate about it or in itself.
   */
static bool CheckPlane(GrWall *wall, const GrWallDomain *domain, GrWallComplaint *complaint)
{
  const double *normal = wall->value[NORMAL].number;

  for (int axis = 0; axis < 3; axis++) {
    const double along[3] = {axis == 0, axis == 1, axis == 2};
    const char name = "xyz"[axis];
    if (domain->periodic[axis] && normal[axis] != 0) {
      complaint->component = axis;
      return GrWallComplain(
          complaint, "normal",
          "makes the wall cut the periodic side along %c; write 0, or false in domain.periodic for %c", name, name);
    }
    if (domain->periodic[axis] && !GrWallTurnsAlong(wall, along) && !GrWallTurnsAlong(wall, normal))
      return GrWallComplain(complaint, GrWallTurnKey(wall),
                            "%s the wall into the periodic side along %c; write one along %c or along the normal, "
                            "or false in domain.periodic for %c",
                            GrWallHasRotation(wall) ? "turns" : "turn", name, name, name);
  }
  return GrWallIsPushed(wall) && !(GrDot3(wall->direction, wall->direction) > 0) && CheckAcross(wall, complaint);
}

/* Plane through a corner of the domain that pushes inwards from this side. */
static void StandAtSide(const GrWallDomain *domain, int side, GrWallValue value[])
{
  for (int k = 0; k < 3; k++) {
    value[POINT].number[k] = side < 3 ? domain->lower[k] : domain->upper[k];
    value[NORMAL].number[k] = k != side % 3 ? 0 : side < 3 ? 1 : -1;
  }
}

/* Normal when the current motion begins. */
static void NormalOf(const GrWall *wall, double normal[3])
{
  GrCopy3(wall->value[NORMAL].number, normal);
  GrWallMoveVector(&wall->stand, normal);
}

/* The side of the domain that is parallel to the plane, if the plane pushes away from it. */
static int SideOfPlane(const GrWall *wall)
{
  double normal[3];
  int side = -1, others = 0;

  NormalOf(wall, normal);
  for (int k = 0; k < 3; k++) {
    if (normal[k] == 1)
      side = k;
    else if (normal[k] == -1)
      side = 3 + k;
    else
      others |= normal[k] != 0;
  }
  return others ? -1 : side;
}

static void FormOfPlane(const GrWall *wall, GrWallForm *form)
{
  form->revolves = true;
  GrCopy3(wall->value[NORMAL].number, form->axis);
}

static double PathOfPlane(const GrWall *wall, const GrWallSpan *s)
{
  double across[3], normal[3];

  NormalOf(wall, normal);
  const double place = 0 * GrDot3(wall->value[POINT].number, normal);
  if (s->turn == 0)
    return fabs(GrDot3(s->velocity, normal)) * s->span + fabs(GrDot3(s->amplitude, normal)) * s->swing + place;
  double along = fabs(GrDot3(s->velocity, s->axis)) * s->span + fabs(GrDot3(s->amplitude, s->axis)) * s->swing;
  GrCross3(s->velocity, s->axis, across);
  double aside = GrNorm3(across) * s->span;
  GrCross3(s->amplitude, s->axis, across);
  aside += GrNorm3(across) * s->swing;
  GrCross3(normal, s->axis, across);
  return fabs(GrDot3(normal, s->axis)) * along + GrNorm3(across) * (aside + s->turn * s->reach) + place;
}

static double AreaOfPlane(const GrWall *wall, const GrWallDomain *domain)
{
  const int side = SideOfPlane(wall);
  double area = 1;

  for (int k = 0; k < domain->dimension; k++)
    if (k != side % 3)
      area *= fmax(domain->upper[k] - domain->lower[k], 0);
  return side < 0 ? 0 : area;
}

const GrWallShape GrWall_plane = {.name = "plane",
                                  .summary = "an unbounded plane",
                                  .parameters = parameters,
                                  .touch = TouchPlane,
                                  .flat = true,
                                  .check = CheckPlane,
                                  .stand = StandAtSide,
                                  .side = SideOfPlane,
                                  .form = FormOfPlane,
                                  .path = PathOfPlane,
                                  .direction = NORMAL,
                                  .area = AreaOfPlane};
