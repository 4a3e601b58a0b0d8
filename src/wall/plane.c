/* plane: an unbounded plane that pushes particles out along its normal.

     g = N . (x - p),   N normal, p point of the plane
   Seen from a plane that turns, n = N . a and m = |N x a| stay the same, a the axis, and so do offsets along the axis
   and across it: a place x moves towards it by at most
     |n| |o . a| + m |o x a| + m 2 sin(angle/2) |(x - pivot) x a|
   so that one that moves within itself comes no nearer.

   It gives way to a load along N, so whatever else it does is across N. Along a side of the domain it has an area: the
   product of the lengths of the room across N, in dimension 2 the one length. */
#include "base/math/vector.h"
#include "wall/check.h"
#include "wall/registry.h"
#include <stddef.h>
#include <stdio.h>

enum { POINT, NORMAL };
static const GrWallParameter parameters[] = {
    {.name = "point", .kind = GR_WALL_POINT, .meaning = "a point of the plane"},
    {.name = "normal", .kind = GR_WALL_DIRECTION, .meaning = "the direction into which the wall pushes, of any length"},
    {0}};

static void TouchPlane(const GrWall *wall, const GrWallPose *pose, GrWallChunk *chunk)
{
  const double *n = wall->value[NORMAL].number;
  double p[3], normal[3] = {n[0], n[1], n[2]};

  GrWallMovePoint(pose, wall->value[POINT].number, p);
  GrWallMoveVector(pose, normal);
  for (int i = 0; i < chunk->n; i++) {
    chunk->gap[i] =
        normal[0] * (chunk->x[0][i] - p[0]) + normal[1] * (chunk->x[1][i] - p[1]) + normal[2] * (chunk->x[2][i] - p[2]);
    for (int k = 0; k < 3; k++)
      chunk->normal[k][i] = normal[k];
  }
}

/* Whether a plane that gives way to a load keeps its normal, and nothing else moves it along that. */
static bool CheckAcross(const GrWall *wall, GrWallComplaint *complaint)
{
  const double *normal = wall->value[NORMAL].number, least = 1e-12;
  const struct {
    const char *key;
    const double *vector;
  } motions[] = {{"velocity", wall->motion.velocity},
                 {"acceleration", wall->motion.acceleration},
                 {"oscillation.amplitude", wall->motion.amplitude}};

  for (size_t k = 0; k < sizeof motions / sizeof *motions; k++)
    if (fabs(GrDot3(motions[k].vector, normal)) > least * GrNorm3(motions[k].vector)) {
      complaint->key = motions[k].key;
      snprintf(complaint->sentence, sizeof complaint->sentence,
               "moves the wall along its normal, where its load moves it; write one across the normal, or leave out %s",
               wall->mass > 0 ? "mass" : "servo");
      return true;
    }
  if (!GrWallTurnsAlong(wall, normal)) {
    const bool spins = GrIsNonzero3(wall->motion.angular_velocity);
    const bool own = spins || GrIsNonzero3(wall->motion.angular_acceleration);
    complaint->key = spins ? "rotation.angular_velocity" : own ? "rotation.angular_acceleration" : "motions";
    snprintf(complaint->sentence, sizeof complaint->sentence,
             "%s the normal, along which the load moves the wall; write %s along the normal, or leave out %s",
             own ? "turns" : "turn", own ? "one" : "turns", wall->mass > 0 ? "mass" : "servo");
    return true;
  }
  return false;
}

/* No plane cuts a periodic side: at rest it is along it, and it stays so if it turns about that axis or in itself. */
static bool CheckPlane(GrWall *wall, const GrWallDomain *domain, GrWallComplaint *complaint)
{
  const double *normal = wall->value[NORMAL].number;
  char *sentence = complaint->sentence;

  for (int axis = 0; axis < 3; axis++) {
    const double along[3] = {axis == 0, axis == 1, axis == 2};
    const char name = "xyz"[axis];
    if (domain->periodic[axis] && normal[axis] != 0) {
      snprintf(sentence, sizeof complaint->sentence,
               "makes the wall cut the periodic side along %c; write 0, or false in domain.periodic for %c", name,
               name);
      complaint->key = "normal";
      complaint->component = axis;
      return true;
    }
    if (domain->periodic[axis] && !GrWallTurnsAlong(wall, along) && !GrWallTurnsAlong(wall, normal)) {
      snprintf(sentence, sizeof complaint->sentence,
               "turns the wall into the periodic side along %c; write one along %c or along the normal, or false in "
               "domain.periodic for %c",
               name, name, name);
      complaint->key = GrIsNonzero3(wall->motion.angular_velocity) ? "rotation.angular_velocity" : "motions";
      return true;
    }
  }
  return GrWallGivesWay(wall) && !(GrDot3(wall->direction, wall->direction) > 0) && CheckAcross(wall, complaint);
}

/* At the corner of the domain, pushing inwards. */
static void StandAtSide(const GrWallDomain *domain, int side, GrWallValue value[])
{
  for (int k = 0; k < 3; k++) {
    value[POINT].number[k] = side < 3 ? domain->lower[k] : domain->upper[k];
    value[NORMAL].number[k] = k != side % 3 ? 0 : side < 3 ? 1 : -1;
  }
}

/* As the wall stands when its motion begins. */
static void NormalOf(const GrWall *wall, double normal[3])
{
  for (int k = 0; k < 3; k++)
    normal[k] = wall->value[NORMAL].number[k];
  GrWallMoveVector(&wall->stand, normal);
}

/* The side that it is parallel to and pushes away from. */
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
  for (int k = 0; k < 3; k++)
    form->axis[k] = wall->value[NORMAL].number[k];
}

static double PathOfPlane(const GrWall *wall, const GrWallSpan *s)
{
  double across[3], normal[3];

  NormalOf(wall, normal);
  const double place = 0 * GrDot3(wall->value[POINT].number, normal);
  if (s->turn == 0)
    return fabs(GrDot3(wall->motion.velocity, normal)) * s->span +
           fabs(GrDot3(wall->motion.amplitude, normal)) * s->swing + place;
  double along =
      fabs(GrDot3(wall->motion.velocity, s->axis)) * s->span + fabs(GrDot3(wall->motion.amplitude, s->axis)) * s->swing;
  GrCross3(wall->motion.velocity, s->axis, across);
  double aside = GrNorm3(across) * s->span;
  GrCross3(wall->motion.amplitude, s->axis, across);
  aside += GrNorm3(across) * s->swing;
  GrCross3(normal, s->axis, across);
  return fabs(GrDot3(normal, s->axis)) * along + GrNorm3(across) * (aside + s->turn * s->reach) + place;
}

static void DirectionOfPlane(const GrWall *wall, double direction[3])
{
  NormalOf(wall, direction);
}

static double AreaOfPlane(const GrWall *wall, const GrWallDomain *room)
{
  const int side = SideOfPlane(wall);
  double area = 1;

  for (int k = 0; k < room->dimension; k++)
    if (k != side % 3)
      area *= fmax(room->upper[k] - room->lower[k], 0);
  return side < 0 ? 0 : area;
}

const GrWallShape GrWall_plane = {.name = "plane",
                                  .summary = "an unbounded plane",
                                  .parameters = parameters,
                                  .touch = TouchPlane,
                                  .check = CheckPlane,
                                  .stand = StandAtSide,
                                  .side = SideOfPlane,
                                  .form = FormOfPlane,
                                  .path = PathOfPlane,
                                  .direction = DirectionOfPlane,
                                  .area = AreaOfPlane};
