/* cylinder, cone: round walls about an axis, around the particles or among them.

   The profile goes from (r0, -length/2) to (r1, length/2) about the axis through the centre; a cylinder has r0 = r1 and
   may be infinite. An infinite wall pushes to the side of the particles. A wall with open ends is a two-sided shell of
   zero thickness, with a rim at each end. A cylinder with closed ends is a body, or a hollow vessel whose mantle and
   ends each have their own contact.

   Contact laws use the mean of its two curvatures, 1/(2 R): they take the mantle as a sphere of radius 2 R, a hollow
   mantle as one of radius -2 R. To first order in the ratio of the radii, this gives the stiffness of a sphere on a
   cylinder (K. L. Johnson, Contact Mechanics, 4.2: the geometric mean of the relative curvatures). R of a cone is its
   mean radius over the cosine of its slope. Contact laws take closed ends as planes. */
#include "base/math/vector.h"
#include "wall/profile.h"
#include "wall/registry.h"
#include "wall/shape.h"
#include <stddef.h>

enum { CENTRE, AXIS, LENGTH, HOLLOW, ENDS, RADIUS, RADIUS_END };
#define SHARED(length_meaning, length_fallback)                                                                        \
  {.name = "centre",                                                                                                   \
   .kind = GR_WALL_POINT,                                                                                              \
   .meaning = "the point of the axis in the middle; in dimension 2 its z is that of the domain"},                      \
      {.name = "axis", .kind = GR_WALL_AXIS, .meaning = "the direction of the axis, of any length"},                   \
      {.name = "length",                                                                                               \
       .kind = GR_WALL_NUMBER,                                                                                         \
       .meaning = length_meaning,                                                                                      \
       .unit = "m",                                                                                                    \
       .upper = INFINITY,                                                                                              \
       .lower_open = true,                                                                                             \
       .fallback = length_fallback},                                                                                   \
      {.name = "concave",                                                                                              \
       .kind = GR_WALL_FLAG,                                                                                           \
       .meaning = "whether it is hollow and the particles are inside",                                                 \
       .fallback = "false"},                                                                                           \
  {                                                                                                                    \
    .name = "ends", .kind = GR_WALL_WORD, .meaning = "whether discs close its ends", .choices = "open|closed",         \
    .fallback = "open"                                                                                                 \
  }
#define ROUND(key, what, above)                                                                                        \
  {                                                                                                                    \
    .name = key, .kind = GR_WALL_NUMBER, .meaning = what, .unit = "m", .upper = INFINITY, .lower_open = above          \
  }
static const GrWallParameter of_cylinder[] = {
    SHARED("the length; endless, in results not a number, unless given", ""), ROUND("radius", "the radius", true), {0}};
static const GrWallParameter of_cone[] = {SHARED("the length along the axis", NULL),
                                          ROUND("radius_start", "the radius where the axis begins", false),
                                          ROUND("radius_end", "the radius where the axis ends", false),
                                          {0}};

static bool IsEndless(const GrWall *wall)
{
  return isnan(wall->value[LENGTH].number[0]);
}

static bool IsCone(const GrWall *wall)
{
  return wall->shape == &GrWall_cone;
}

static GrWallProfile ProfileOf(const GrWall *wall)
{
  const double half = IsEndless(wall) ? 1 : 0.5 * wall->value[LENGTH].number[0];
  GrWallProfile p = {.kind = IsEndless(wall)            ? GR_WALL_PROFILE_ENDLESS
                             : wall->value[ENDS].choice ? GR_WALL_PROFILE_CLOSED
                                                        : GR_WALL_PROFILE_OPEN,
                     .hollow = wall->value[HOLLOW].choice != 0,
                     .r = {wall->value[RADIUS].number[0], wall->value[RADIUS].number[0]},
                     .z = {-half, half}};

  if (IsCone(wall))
    p.r[1] = wall->value[RADIUS_END].number[0];
  GrCopy3(wall->value[CENTRE].number, p.centre);
  GrCopy3(wall->value[AXIS].number, p.axis);
  return p;
}

static void TouchCylinder(const GrWall *wall, const GrWallPose *pose, GrWallChunk *chunk)
{
  const GrWallProfile p = ProfileOf(wall);
  GrWallProfileTouch(&p, pose, chunk);
}

static int PartsOfCylinder(const GrWall *wall, const GrWallPose *pose, const double x[3], double reach, int64_t part[])
{
  const GrWallProfile p = ProfileOf(wall);
  return GrWallProfileParts(&p, pose, x, reach, part);
}

static double RadiusOfCylinder(const GrWall *wall)
{
  const GrWallProfile p = ProfileOf(wall);
  const double rise = p.z[1] - p.z[0], slope = (p.r[1] - p.r[0]) / rise;
  const double radius = (p.r[0] + p.r[1]) * sqrt(1 + slope * slope);
  return p.hollow ? -radius : radius;
}

static bool HasFlatEnds(const GrWall *wall)
{
  return ProfileOf(wall).kind == GR_WALL_PROFILE_CLOSED;
}

/* Dimension 2: a wall whose axis is across the plane is a circle. */
static bool CheckInPlane(GrWall *wall, const GrWallDomain *domain, GrWallComplaint *complaint)
{
  wall->value[CENTRE].number[2] = domain->lower[2];
  if (fabs(wall->value[AXIS].number[2]) != 1)
    return false;
  if (IsCone(wall))
    return GrWallComplain(
        complaint, "axis",
        "is across the plane of dimension 2, where a cone is no shape; write one in the plane, or shape: cylinder");
  if (!IsEndless(wall))
    return GrWallComplain(complaint, "length",
                          "is across the plane of dimension 2, where the wall has no ends; leave it out");
  return false;
}

static bool CheckCylinder(GrWall *wall, const GrWallDomain *domain, GrWallComplaint *complaint)
{
  const double *const axis = wall->value[AXIS].number;
  const int endless = IsEndless(wall);

  if (domain->dimension == 2 && CheckInPlane(wall, domain, complaint))
    return true;
  if (endless && wall->value[ENDS].choice)
    return GrWallComplain(complaint, "ends", "an endless cylinder has none to close; give length, or leave out ends");
  if (IsCone(wall) && wall->value[RADIUS].number[0] == 0 && wall->value[RADIUS_END].number[0] == 0)
    return GrWallComplain(complaint, "radius_end", "is 0, and so is radius_start; write another for one of the two");
  return GrWallCheckRepeats(wall, domain,
                            IsCone(wall) ? "a cone"
                            : endless    ? "a cylinder"
                                         : "a cylinder of a length",
                            endless, &axis, complaint);
}

static void FormOfCylinder(const GrWall *wall, GrWallForm *form)
{
  const GrWallProfile p = ProfileOf(wall);
  const double widest = p.r[0] > p.r[1] ? p.r[0] : p.r[1];

  form->revolves = true;
  form->slides = IsEndless(wall);
  form->extent = IsEndless(wall) ? INFINITY : sqrt(widest * widest + p.z[1] * p.z[1]);
  GrCopy3(p.axis, form->axis);
}

const GrWallShape GrWall_cylinder = {.name = "cylinder",
                                     .summary = "a cylinder around the particles or among them, endless or of a length",
                                     .parameters = of_cylinder,
                                     .touch = TouchCylinder,
                                     .parts = PartsOfCylinder,
                                     .radius = RadiusOfCylinder,
                                     .has_flat_parts = HasFlatEnds,
                                     .check = CheckCylinder,
                                     .form = FormOfCylinder};
const GrWallShape GrWall_cone = {.name = "cone",
                                 .summary = "a cone, or a piece of one, around the particles or among them",
                                 .parameters = of_cone,
                                 .touch = TouchCylinder,
                                 .parts = PartsOfCylinder,
                                 .radius = RadiusOfCylinder,
                                 .has_flat_parts = HasFlatEnds,
                                 .check = CheckCylinder,
                                 .form = FormOfCylinder};
