/* Points are moved into a periodic box, also if rounding puts them on a face, and if the box is tilted.
   Labels: parallel. */
#include "unit.h"

#include "parallel/box.h"
#include <float.h>
#include <math.h>

static void Wraps(const GrParallelBox *box, double x, double y, double z, const double to[3], const double sides[3])
{
  double point[3] = {x, y, z}, moved[3];

  GrParallelBoxWrap(box, point, moved);
  for (int a = 0; a < 3; a++) {
    assert_true(point[a] == to[a] || (isnan(point[a]) && isnan(to[a])));
    assert_true(moved[a] == sides[a] || isnan(to[a]));
  }
}

static void TestSides(void **state)
{
  const GrParallelBox box = {{0, -1, 0}, {2, 1, 1}, {true, true, false}, {0}};

  (void)state;
  Wraps(&box, 0.5, 0.25, 7, (const double[]){0.5, 0.25, 7}, (const double[]){0, 0, 0}); /* z has walls */
  Wraps(&box, 2.5, -1.25, 0.5, (const double[]){0.5, 0.75, 0.5}, (const double[]){-1, 1, 0});
  Wraps(&box, -5.5, 0, 0.5, (const double[]){0.5, 0, 0.5}, (const double[]){3, 0, 0});
  Wraps(&box, NAN, 0, 0.5, (const double[]){NAN, 0, 0.5}, (const double[]){NAN, 0, 0});
}

/* A point just below the lower face would be rounded to the upper face. It is moved to the lower face instead, and its
   image does not change. The upper face is the lower face of the next image. */
static void TestFaces(void **state)
{
  const GrParallelBox box = {{0, 0, 0}, {1, 1, 1}, {true, true, true}, {0}};

  (void)state;
  Wraps(&box, -DBL_MIN, 1, 0, (const double[]){0, 0, 0}, (const double[]){0, -1, 0});
  Wraps(&box, nextafter(1, 0), 0, 0, (const double[]){nextafter(1, 0), 0, 0}, (const double[]){0, 0, 0});
}

/* The image beyond the upper face of the second axis of the plane is `tilt` along its first axis from the particle. */
static void TestTilt(void **state)
{
  const GrParallelBox box = {{0, 0, 0}, {4, 4, 4}, {true, true, true}, {1}};
  GrParallelBox xz = box, yz = box;

  (void)state;
  Wraps(&box, 2, 5, 1, (const double[]){1, 1, 1}, (const double[]){0, -1, 0});
  Wraps(&box, 0, 5, 1, (const double[]){3, 1, 1}, (const double[]){1, -1, 0});
  xz.tilt[GR_PLANE_XY] = yz.tilt[GR_PLANE_XY] = 0;
  xz.tilt[GR_PLANE_XZ] = yz.tilt[GR_PLANE_YZ] = 1;
  Wraps(&xz, 2, 1, 5, (const double[]){1, 1, 1}, (const double[]){0, 0, -1});
  Wraps(&xz, 0, 1, 5, (const double[]){3, 1, 1}, (const double[]){1, 0, -1});
  Wraps(&yz, 1, 2, 5, (const double[]){1, 1, 1}, (const double[]){0, 0, -1});
  Wraps(&yz, 1, 0, 5, (const double[]){1, 3, 1}, (const double[]){0, 1, -1});
}

/* A box tilted in all planes: any point gets an image in the box, displaced by the edge vectors; opposite sides are as
   far apart as their slope says. */
static void TestAllTilts(void **state)
{
  const GrParallelBox box = {{0, 0, 0}, {4, 3, 5}, {true, true, true}, {1.5, -2, 1.25}};
  const double edge[3][3] = {{4, 0, 0}, {1.5, 3, 0}, {-2, 1.25, 5}};
  const double volume = 4 * 3 * 5;

  (void)state;
  for (int k = 0; k < 200; k++) {
    double x[3] = {17 * sin(3 * k), 13 * sin(5 * k), 11 * sin(7 * k)}, to[3] = {x[0], x[1], x[2]}, sides[3];
    GrParallelBoxWrap(&box, to, sides);
    for (int a = 0; a < 3; a++) {
      const double at = GrParallelBoxCoordinate(&box, a, to);
      const double moved = sides[0] * edge[0][a] + sides[1] * edge[1][a] + sides[2] * edge[2][a];
      assert_true(at >= box.lower[a] - 1e-12 && at <= box.upper[a] + 1e-12);
      assert_true(fabs(x[a] + moved - to[a]) < 1e-12 && fabs(GrParallelBoxShift(&box, a, sides) - moved) < 1e-12);
    }
  }
  for (int a = 0; a < 3; a++) {
    const double *p = edge[(a + 1) % 3], *q = edge[(a + 2) % 3],
                 across[3] = {p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]};
    const double area = sqrt(across[0] * across[0] + across[1] * across[1] + across[2] * across[2]);
    const double length = box.upper[a] - box.lower[a];
    assert_true(fabs(length / sqrt(1 + GrParallelBoxSlope(&box, a)) - volume / area) < 1e-12);
  }
}

UNIT(CASE(TestSides), CASE(TestFaces), CASE(TestTilt), CASE(TestAllTilts));
