/* rectangle: a flat plate with four edges, without thickness. Both faces push.

   With u = x - c from the centre c to the point x, unit vectors a along the first side and b = N x a along the second,
   and `nearest` the point of the plate nearest to u, gap g [m] and normal N are
     r = u - nearest,   g = |r|,   N = r/|r|;   above the face  g = |u . N|
   A plate without length or width is infinite along a or b: a strip, or a two-sided plane. In dimension 2, b is across
   the plane and the plate is a piece of a line. A load moves it along N; a stress acts on its area, in dimension 2 on
   its length. */
#include "base/math/vector.h"
#include "wall/registry.h"
#include "wall/shape.h"

enum { CENTRE, NORMAL, ALONG, LENGTH, WIDTH };
static const GrWallParameter parameters[] = {
    {.name = "centre", .kind = GR_WALL_POINT, .meaning = "the centre"},
    {GR_WALL_NORMAL},
    {.name = "along",
     .kind = GR_WALL_DIRECTION,
     .meaning = "direction of the length; granum makes it perpendicular to the normal; default: x, or y if the normal "
                "is along x",
     .fallback = "[0, 0, 0]"},
    {GR_WALL_LENGTH("length", "the length; infinite (NaN in results) unless given"), .fallback = ""},
    {GR_WALL_LENGTH("width", "the width, perpendicular to length and normal; infinite (NaN in results) unless given"),
     .fallback = ""},
    {0}};

typedef struct {
  double centre[3], normal[3], side[2][3], half[2];
} Plate;

static Plate PlateOf(const GrWall *wall)
{
  Plate p;

  GrCopy3(wall->value[CENTRE].number, p.centre);
  GrCopy3(wall->value[NORMAL].number, p.normal);
  GrCopy3(wall->value[ALONG].number, p.side[0]);
  GrCross3(p.normal, p.side[0], p.side[1]);
  for (int k = 0; k < 2; k++) {
    const double length = wall->value[LENGTH + k].number[0];
    p.half[k] = isnan(length) ? INFINITY : 0.5 * length;
  }
  return p;
}

static double GapOfPlate(const void *surface, int part, const double x[3], double normal[3])
{
  const Plate *p = surface;
  const double u[3] = {x[0] - p->centre[0], x[1] - p->centre[1], x[2] - p->centre[2]}, height = GrDot3(u, p->normal);
  double beyond[2], square = height * height;

  for (int k = 0; k < 2; k++) {
    const double at = GrDot3(u, p->side[k]);
    beyond[k] = at > p->half[k] ? at - p->half[k] : at < -p->half[k] ? at + p->half[k] : 0;
    square += beyond[k] * beyond[k];
  }
  const bool face = beyond[0] == 0 && beyond[1] == 0;
  const double upwards = height < 0 ? -1 : 1, gap = face ? upwards * height : sqrt(square);
  for (int k = 0; k < 3; k++)
    normal[k] = face ? upwards * p->normal[k]
                     : (height * p->normal[k] + beyond[0] * p->side[0][k] + beyond[1] * p->side[1][k]) / gap;
  return gap;
}

static void TouchRectangle(const GrWall *wall, const GrWallPose *pose, GrWallChunk *chunk)
{
  Plate p = PlateOf(wall);

  GrWallMovePoint(pose, wall->value[CENTRE].number, p.centre);
  GrWallMoveVector(pose, p.normal);
  GrWallMoveVector(pose, p.side[0]);
  GrWallMoveVector(pose, p.side[1]);
  GrWallTouchEach(&p, GapOfPlate, chunk);
}

/* Chooses the direction of the length if it is not given, and makes it a unit vector across the normal. */
static bool MakeSide(GrWall *wall, const GrWallDomain *domain, GrWallComplaint *complaint)
{
  const double *n = wall->value[NORMAL].number;
  double *along = wall->value[ALONG].number;

  if (GrDot3(along, along) == 0) {
    along[0] = domain->dimension == 2 ? -n[1] : fabs(n[0]) < 0.9;
    along[1] = domain->dimension == 2 ? n[0] : !(fabs(n[0]) < 0.9);
  }
  return !GrWallMakeAcross(n, along) &&
         GrWallComplain(complaint, "along", "is along the normal; write the direction of a side, across the normal");
}

static bool CheckRectangle(GrWall *wall, const GrWallDomain *domain, GrWallComplaint *complaint)
{
  const double *endless[2];
  int n = 0;

  if (domain->dimension == 2 && !isnan(wall->value[WIDTH].number[0]))
    return GrWallComplain(complaint, "width",
                          "is across the plane of dimension 2, where the wall has no edges; leave it out");
  if (MakeSide(wall, domain, complaint))
    return true;
  const Plate p = PlateOf(wall);
  for (int k = 0; k < 2; k++)
    if (isinf(p.half[k]))
      endless[n++] = p.side[k];
  return GrWallCheckRepeats(wall, domain, "a rectangle of this length or width", n, endless, complaint);
}

static void FormOfRectangle(const GrWall *wall, GrWallForm *form)
{
  const Plate p = PlateOf(wall);
  form->extent = sqrt(p.half[0] * p.half[0] + p.half[1] * p.half[1]);
}

static double LeverOfRectangle(const GrWall *wall, const double pivot[3], const double axis[3])
{
  const Plate p = PlateOf(wall);
  return GrWallLeverOfCorners(p.centre, 2, p.side, p.half, pivot, axis);
}

static double AreaOfRectangle(const GrWall *wall, const GrWallDomain *domain)
{
  const Plate p = PlateOf(wall);
  const double area = 2 * p.half[0] * (domain->dimension == 2 ? 1 : 2 * p.half[1]);
  return isfinite(area) ? area : 0;
}

const GrWallShape GrWall_rectangle = {.name = "rectangle",
                                      .summary = "a flat plate with four edges, or a strip",
                                      .parameters = parameters,
                                      .touch = TouchRectangle,
                                      .check = CheckRectangle,
                                      .form = FormOfRectangle,
                                      .lever = LeverOfRectangle,
                                      .direction = NORMAL,
                                      .area = AreaOfRectangle};
