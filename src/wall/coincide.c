/* coincide: finds walls of a case that coincide on an area; see wall.h.

   Points x are distributed over the domain, and around the reference point of each wall. c is the point of one wall
   nearest to x. The walls coincide at c if c and points of the first wall around c are on the other wall, and a point
   just above the first wall has the same distance from both. Points inside a closed mesh do not count, because no
   particle is there. */
#include "wall/wall.h"

#include "base/math/vector.h"
#include "mesh/file.h"
#include "mesh/tree.h"

#include <math.h>

/* A wall and its pose at the start. */
typedef struct {
  const GrWall *wall;
  GrWallPose pose;
} Placed;

/* Fraction of k times an irrational number: these points are distributed evenly. */
static double Fraction(int k, double irrational)
{
  const double product = k * irrational;
  return product - floor(product);
}

/* Sample k of a wall: in the domain, or near the reference point of the wall. */
static void SetSample(const GrDomain *domain, const Placed *of, int dimension, int k, double x[3])
{
  const double ratio[3] = {0.8191725133961645, 0.6710436067037893, 0.5497004779019703};
  double point[3], unused[3];

  GrWallPoint(of->wall, &of->pose, point, unused);
  for (int a = 0; a < 3; a++) {
    const double length = domain->upper[a] - domain->lower[a], at = Fraction(k, ratio[a]);
    x[a] = a >= dimension ? domain->lower[a]
           : k % 2        ? domain->lower[a] + at * length
                          : point[a] + 0.02 * (at - 0.5) * length;
  }
}

/* Nearest point of a wall to x, and the normal there. Returns the distance [m]. */
static double NearestPoint(const Placed *of, const double x[3], double point[3], double normal[3])
{
  const double gap = GrWallGap(of->wall, &of->pose, x, normal);

  for (int a = 0; a < 3; a++)
    point[a] = x[a] - gap * normal[a];
  return gap;
}

/* Whether a point is inside a closed mesh. */
static bool IsInMesh(const Placed *of, const double x[3])
{
  const GrMeshQuality *quality = of->wall->mesh ? GrMeshFileQuality(of->wall->mesh) : NULL;
  double y[3], r[3];

  if (!quality || !quality->closed)
    return false;
  GrWallMovePointBack(&of->pose, x, y);
  const int64_t triangle = GrMeshNearest(of->wall->mesh, y, r);
  return GrDot3(r, GrMeshNormal(of->wall->mesh, triangle)) < 0;
}

/* Whether both walls contain the point c and its surroundings of the size `around` [m]. */
static bool CoincideAt(const Placed *one, const Placed *two, int dimension, const double c[3], const double normal[3],
                       double around)
{
  const double tolerance = 1e-6 * around;
  double side[2][3] = {{-normal[1], normal[0], 0}}, near[3], unused[3], above[3];

  if (dimension == 3)
    GrAcross3(normal, side[0]);
  GrCross3(normal, side[0], side[1]);
  for (int k = 0; k < (dimension == 3 ? 4 : 2); k++) {
    double x[3], moved = 0;
    for (int a = 0; a < 3; a++)
      x[a] = c[a] + (k % 2 ? around : -around) * side[k / 2][a];
    NearestPoint(one, x, near, unused);
    for (int a = 0; a < 3; a++)
      moved += (near[a] - x[a]) * (near[a] - x[a]);
    if (!(sqrt(moved) < 0.1 * around) || !(fabs(GrWallGap(two->wall, &two->pose, near, unused)) <= tolerance))
      return false;
  }
  for (int a = 0; a < 3; a++)
    above[a] = c[a] + around * normal[a];
  return fabs(GrWallGap(two->wall, &two->pose, above, unused) - around) <= 0.1 * around && !IsInMesh(one, above) &&
         !IsInMesh(two, above);
}

bool GrWallsCoincide(const GrCase *c, int one, int two, int samples, double point[3])
{
  const Placed wall[2] = {{&c->walls[one], GrWallAt(&c->walls[one], 0)}, {&c->walls[two], GrWallAt(&c->walls[two], 0)}};
  double size = 0, normal[3], unused[3];

  for (int a = 0; a < c->dimension; a++)
    size = PetscMax(size, c->domain.upper[a] - c->domain.lower[a]);
  for (int k = 0; k < 2 * samples; k++) {
    const Placed *first = &wall[k % 2], *second = &wall[1 - k % 2];
    double x[3];
    SetSample(&c->domain, first, c->dimension, k / 2, x);
    NearestPoint(first, x, point, normal);
    if (fabs(GrWallGap(second->wall, &second->pose, point, unused)) <= 1e-9 * size &&
        CoincideAt(first, second, c->dimension, point, normal, 1e-3 * size))
      return true;
  }
  return false;
}
