/* disc, ring: flat round plates without a thickness, which push to both of their sides.

   About the axis s = N through the centre their profile is the line from (r0, 0) to (r1, 0), r0 = 0 for a disc. In the
   plane a disc is a piece of a straight line, a ring two. They give way to a load along N, on the area
   pi (r1^2 - r0^2), in dimension 2 on the length 2 (r1 - r0). */
#include "base/math/elementary.h"
#include "base/math/vector.h"
#include "wall/check.h"
#include "wall/profile.h"
#include "wall/registry.h"

#include <stdio.h>

enum { CENTRE, NORMAL, RADIUS, INNER = RADIUS, OUTER };
#define CENTRE_AND_NORMAL                                                                                              \
  {.name = "centre", .kind = GR_WALL_POINT, .meaning = "the centre; in dimension 2 its z is that of the domain"},      \
  {                                                                                                                    \
    .name = "normal", .kind = GR_WALL_DIRECTION, .meaning = "the direction across it, of any length"                   \
  }
#define LENGTH(key, what)                                                                                              \
  {                                                                                                                    \
    .name = key, .kind = GR_WALL_NUMBER, .meaning = what, .unit = "m", .upper = INFINITY, .lower_open = true           \
  }
static const GrWallParameter of_disc[] = {CENTRE_AND_NORMAL, LENGTH("radius", "the radius of its edge"), {0}};
static const GrWallParameter of_ring[] = {CENTRE_AND_NORMAL,
                                          LENGTH("inner_radius", "the radius of its inner edge"),
                                          LENGTH("outer_radius", "the radius of its outer edge"),
                                          {0}};

static bool IsRing(const GrWall *wall)
{
  return wall->shape == &GrWall_ring;
}

static GrWallProfile ProfileOf(const GrWall *wall)
{
  GrWallProfile p = {.kind = GR_WALL_PROFILE_OPEN, .r = {0, wall->value[RADIUS].number[0]}};

  if (IsRing(wall)) {
    p.r[0] = wall->value[INNER].number[0];
    p.r[1] = wall->value[OUTER].number[0];
  }
  for (int k = 0; k < 3; k++) {
    p.centre[k] = wall->value[CENTRE].number[k];
    p.axis[k] = wall->value[NORMAL].number[k];
  }
  return p;
}

static void TouchDisc(const GrWall *wall, const GrWallPose *pose, GrWallChunk *chunk)
{
  GrWallProfile p = ProfileOf(wall);

  GrWallProfileMove(pose, &p);
  GrWallProfileTouch(&p, chunk);
}

static bool CheckDisc(GrWall *wall, const GrWallDomain *domain, GrWallComplaint *complaint)
{
  if (domain->dimension == 2)
    wall->value[CENTRE].number[2] = domain->lower[2];
  if (IsRing(wall) && !(wall->value[INNER].number[0] < wall->value[OUTER].number[0])) {
    complaint->key = "inner_radius";
    snprintf(complaint->sentence, sizeof complaint->sentence,
             "is not below outer_radius, %g m; write a smaller one, or shape: disc without a hole",
             wall->value[OUTER].number[0]);
    return true;
  }
  return GrWallCheckRepeats(wall, domain, IsRing(wall) ? "a ring" : "a disc", 0, NULL, complaint);
}

static void FormOfDisc(const GrWall *wall, GrWallForm *form)
{
  form->revolves = true;
  form->extent = ProfileOf(wall).r[1];
  for (int k = 0; k < 3; k++)
    form->axis[k] = wall->value[NORMAL].number[k];
}

static void DirectionOfDisc(const GrWall *wall, double direction[3])
{
  for (int k = 0; k < 3; k++)
    direction[k] = wall->value[NORMAL].number[k];
  GrWallMoveVector(&wall->stand, direction);
}

static double AreaOfDisc(const GrWall *wall, const GrWallDomain *room)
{
  const GrWallProfile p = ProfileOf(wall);
  return room->dimension == 2 ? 2 * (p.r[1] - p.r[0]) : GR_PI * (p.r[1] * p.r[1] - p.r[0] * p.r[0]);
}

const GrWallShape GrWall_disc = {.name = "disc",
                                 .summary = "a round plate",
                                 .parameters = of_disc,
                                 .touch = TouchDisc,
                                 .check = CheckDisc,
                                 .form = FormOfDisc,
                                 .direction = DirectionOfDisc,
                                 .area = AreaOfDisc};
const GrWallShape GrWall_ring = {.name = "ring",
                                 .summary = "a round plate with a round hole",
                                 .parameters = of_ring,
                                 .touch = TouchDisc,
                                 .check = CheckDisc,
                                 .form = FormOfDisc,
                                 .direction = DirectionOfDisc,
                                 .area = AreaOfDisc};
