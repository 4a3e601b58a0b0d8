/* sphere: a ball that stands in the way, or a hollow one with the particles in it.

     r = |x - c|,   g = r - R,  N = (x - c)/r;   hollow: g = R - r,  N = -(x - c)/r
   c centre, R radius. It comes nearer no faster than its centre moves: it may turn in itself. */
#include "base/math/vector.h"
#include "wall/check.h"
#include "wall/registry.h"
#include <stddef.h>

enum { CENTRE, RADIUS, HOLLOW };
static const GrWallParameter parameters[] = {
    {.name = "centre", .kind = GR_WALL_POINT, .meaning = "the centre; in dimension 2 its z is that of the domain"},
    {.name = "radius",
     .kind = GR_WALL_NUMBER,
     .meaning = "the radius of the surface",
     .unit = "m",
     .upper = INFINITY,
     .lower_open = true},
    {.name = "concave",
     .kind = GR_WALL_FLAG,
     .meaning = "whether it is hollow and the particles are inside",
     .fallback = "false"},
    {0}};

static void TouchSphere(const GrWall *wall, const GrWallPose *pose, GrWallChunk *chunk)
{
  const double R = wall->value[RADIUS].number[0], outwards = wall->value[HOLLOW].choice ? -1 : 1;
  double c[3];

  GrWallMovePoint(pose, wall->value[CENTRE].number, c);
  for (int i = 0; i < chunk->n; i++) {
    const double u[3] = {chunk->x[0][i] - c[0], chunk->x[1][i] - c[1], chunk->x[2][i] - c[2]}, r = GrNorm3(u);
    chunk->gap[i] = outwards * (r - R);
    for (int k = 0; k < 3; k++)
      chunk->normal[k][i] = outwards * (r > 0 ? u[k] / r : k == 0);
  }
}

static double RadiusOfSphere(const GrWall *wall)
{
  return wall->value[HOLLOW].choice ? -wall->value[RADIUS].number[0] : wall->value[RADIUS].number[0];
}

/* A particle at the far end of a periodic side would not see it. */
static bool CheckSphere(GrWall *wall, const GrWallDomain *domain, GrWallComplaint *complaint)
{
  if (domain->dimension == 2)
    wall->value[CENTRE].number[2] = domain->lower[2];
  return GrWallCheckRepeats(wall, domain, "a sphere", 0, NULL, complaint);
}

/* Any turn about the centre leaves it: as one of no extent. */
static void FormOfSphere(const GrWall *wall, GrWallForm *form)
{
  form->extent = 0;
}

const GrWallShape GrWall_sphere = {.name = "sphere",
                                   .summary = "a ball, or a hollow one around the particles",
                                   .parameters = parameters,
                                   .touch = TouchSphere,
                                   .radius = RadiusOfSphere,
                                   .check = CheckSphere,
                                   .form = FormOfSphere};
