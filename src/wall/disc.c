/* disc, ring: flat round plates without thickness. Both faces push.

   Their profile is the line from (r0, 0) to (r1, 0) about the axis N through the centre; r0 = 0 for a disc. In
   dimension 2 a disc is a piece of a line, a ring two pieces. A load moves them along N; a stress acts on the area
   pi (r1^2 - r0^2), in dimension 2 on the length 2 (r1 - r0). */
#include "base/math/elementary.h"
#include "base/math/vector.h"
#include "wall/profile.h"
#include "wall/registry.h"
#include "wall/shape.h"

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
  GrCopy3(wall->value[CENTRE].number, p.centre);
  GrCopy3(wall->value[NORMAL].number, p.axis);
  return p;
}

static void TouchDisc(const GrWall *wall, const GrWallPose *pose, GrWallChunk *chunk)
{
  const GrWallProfile p = ProfileOf(wall);
  GrWallProfileTouch(&p, pose, chunk);
}

static bool CheckDisc(GrWall *wall, const GrWallDomain *domain, GrWallComplaint *complaint)
{
  if (domain->dimension == 2)
    wall->value[CENTRE].number[2] = domain->lower[2];
  if (IsRing(wall) && !(wall->value[INNER].number[0] < wall->value[OUTER].number[0]))
    return GrWallComplain(complaint, "inner_radius",
                          "is not below outer_radius, %g m; write a smaller one, or shape: disc without a hole",
                          wall->value[OUTER].number[0]);
  return GrWallCheckRepeats(wall, domain, IsRing(wall) ? "a ring" : "a disc", 0, NULL, complaint);
}

static void FormOfDisc(const GrWall *wall, GrWallForm *form)
{
  form->revolves = true;
  form->extent = ProfileOf(wall).r[1];
  GrCopy3(wall->value[NORMAL].number, form->axis);
}

static double AreaOfDisc(const GrWall *wall, const GrWallDomain *domain)
{
  const GrWallProfile p = ProfileOf(wall);
  return domain->dimension == 2 ? 2 * (p.r[1] - p.r[0]) : GR_PI * (p.r[1] * p.r[1] - p.r[0] * p.r[0]);
}

const GrWallShape GrWall_disc = {.name = "disc",
                                 .summary = "a round plate",
                                 .parameters = of_disc,
                                 .touch = TouchDisc,
                                 .check = CheckDisc,
                                 .form = FormOfDisc,
                                 .direction = NORMAL,
                                 .area = AreaOfDisc};
const GrWallShape GrWall_ring = {.name = "ring",
                                 .summary = "a round plate with a round hole",
                                 .parameters = of_ring,
                                 .touch = TouchDisc,
                                 .check = CheckDisc,
                                 .form = FormOfDisc,
                                 .direction = NORMAL,
                                 .area = AreaOfDisc};
