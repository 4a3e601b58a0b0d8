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
  const GrParallelBox box = {{0, -1, 0}, {2, 1, 1}, {true, true, false}, 0, 0, 1};

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
  const GrParallelBox box = {{0, 0, 0}, {1, 1, 1}, {true, true, true}, 0, 0, 1};

  (void)state;
  Wraps(&box, -DBL_MIN, 1, 0, (const double[]){0, 0, 0}, (const double[]){0, -1, 0});
  Wraps(&box, nextafter(1, 0), 0, 0, (const double[]){nextafter(1, 0), 0, 0}, (const double[]){0, 0, 0});
}

/* The image beyond the upper face of the second axis of the plane is `tilt` along its first axis from the particle. */
static void TestTilt(void **state)
{
  const GrParallelBox box = {{0, 0, 0}, {4, 4, 4}, {true, true, true}, 1, 0, 1};
  GrParallelBox xz = box, yz = box;

  (void)state;
  Wraps(&box, 2, 5, 1, (const double[]){1, 1, 1}, (const double[]){0, -1, 0});
  Wraps(&box, 0, 5, 1, (const double[]){3, 1, 1}, (const double[]){1, -1, 0});
  xz.across = yz.across = 2;
  yz.along = 1;
  Wraps(&xz, 2, 1, 5, (const double[]){1, 1, 1}, (const double[]){0, 0, -1});
  Wraps(&xz, 0, 1, 5, (const double[]){3, 1, 1}, (const double[]){1, 0, -1});
  Wraps(&yz, 1, 2, 5, (const double[]){1, 1, 1}, (const double[]){0, 0, -1});
  Wraps(&yz, 1, 0, 5, (const double[]){1, 3, 1}, (const double[]){0, 1, -1});
}

UNIT(CASE(TestSides), CASE(TestFaces), CASE(TestTilt));
