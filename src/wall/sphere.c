/* sphere: a solid or hollow ball.

     r = |x - c|,   g = r - R,  N = (x - c)/r;   hollow: g = R - r,  N = -(x - c)/r
   x point [m];  c centre, R radius [m];  g gap [m];  N normal. Rotations about the centre do not change the surface. */
#include "base/math/vector.h"
#include "wall/registry.h"
#include "wall/shape.h"
#include <stddef.h>

enum { CENTRE, RADIUS, HOLLOW };
static const GrWallParameter parameters[] = {
    {GR_WALL_CENTRE}, {GR_WALL_LENGTH("radius", "the radius of the surface")}, {GR_WALL_HOLLOW}, {0}};

typedef struct {
  double centre[3], radius, outwards;
} Ball;

static double GapOfBall(const void *surface, int part, const double x[3], double normal[3])
{
  const Ball *b = surface;
  const double u[3] = {x[0] - b->centre[0], x[1] - b->centre[1], x[2] - b->centre[2]}, r = GrNorm3(u);

  for (int k = 0; k < 3; k++)
    normal[k] = b->outwards * (r > 0 ? u[k] / r : k == 0);
  return b->outwards * (r - b->radius);
}

static void TouchSphere(const GrWall *wall, const GrWallPose *pose, GrWallChunk *chunk)
{
  Ball b = {.radius = wall->value[RADIUS].number[0], .outwards = wall->value[HOLLOW].flag ? -1 : 1};

  GrWallMovePoint(pose, wall->value[CENTRE].number, b.centre);
  GrWallTouchEach(&b, GapOfBall, chunk);
}

static double RadiusOfSphere(const GrWall *wall)
{
  return wall->value[HOLLOW].flag ? -wall->value[RADIUS].number[0] : wall->value[RADIUS].number[0];
}

static bool CheckSphere(GrWall *wall, const GrWallDomain *domain, GrWallComplaint *complaint)
{
  if (domain->dimension == 2)
    wall->value[CENTRE].number[2] = domain->lower[2];
  return GrWallCheckRepeats(wall, domain, "a sphere", 0, NULL, complaint);
}

/* Rotations about the centre do not matter, as for a surface without extent. */
static void FormOfSphere(const GrWall *wall, GrWallForm *form)
{
  form->extent = 0;
}

static double LeverOfSphere(const GrWall *wall, const double pivot[3], const double axis[3])
{
  return GrWallFromAxis(wall->value[CENTRE].number, pivot, axis) + wall->value[RADIUS].number[0];
}

const GrWallShape GrWall_sphere = {.name = "sphere",
                                   .summary = "a ball, or a hollow one around the particles",
                                   .parameters = parameters,
                                   .touch = TouchSphere,
                                   .radius = RadiusOfSphere,
                                   .check = CheckSphere,
                                   .form = FormOfSphere,
                                   .lever = LeverOfSphere};
