/* Inserted particles: sizes that are right after any number of insertions, and positions completely inside a region.
   Labels: particle. */
#include "unit.h"

#include "particle/fill/apportion.h"
#include "particle/fill/region.h"
#include "particle/fill/within.h"

#include <math.h>

static const GrDistribution samples[] = {
    {.kind = GR_RADII_CONSTANT, .mean = 2e-3},
    {.kind = GR_RADII_UNIFORM, .from = 1e-3, .to = 3e-3},
    {.kind = GR_RADII_NORMAL, .mean = 2e-3, .deviation = 4e-4, .from = 1e-3, .to = 2.5e-3},
    {.kind = GR_RADII_LOGNORMAL, .by = GR_BY_MASS, .mean = 1e-3, .deviation = 5e-4, .from = 2e-4, .to = 4e-3},
    {.kind = GR_RADII_WEIBULL, .by = GR_BY_MASS, .scale = 1e-3, .shape = 1.5, .from = 3e-4, .to = 3e-3},
    {.kind = GR_RADII_LIST, .n_entries = 3, .radius = {2e-3, 1e-3, 5e-3}, .fraction = {0.25, 0.7, 0.05}},
    {.kind = GR_RADII_LIST,
     .by = GR_BY_MASS,
     .n_entries = 3,
     .radius = {2e-3, 1e-3, 5e-3},
     .fraction = {0.3, 0.3, 0.4}},
    {.kind = GR_RADII_SIEVE, .n_entries = 4, .radius = {1e-3, 2e-3, 2.5e-3, 4e-3}, .passing = {0, 0.3, 0.3, 1}},
    {.kind = GR_RADII_SIEVE,
     .by = GR_BY_MASS,
     .n_entries = 5,
     .radius = {1e-3, 2e-3, 2.5e-3, 3.1e-3, 4e-3},
     .passing = {0, 0.05, 0.6, 0.7, 1}}};
enum { SAMPLES = sizeof samples / sizeof *samples, MANY = 20000 };

static GrDistribution Prepared(int k)
{
  GrDistribution d = samples[k];
  assert_null(GrFillDistributionPrepare(&d));
  return d;
}

/* The bound of Tijdeman's theorem, and what 20 000 products of a share and a number may be off by rounding. */
static double FarthestLag(const GrApportion *a, int n)
{
  double farthest = 0;
  for (int k = 0; k < a->n; k++)
    farthest = fmax(farthest, fabs(a->share[k] * n - (double)a->had[k]));
  return farthest;
}

static void test_every_class_has_its_share_at_any_time(void **state)
{
  for (int k = 0; k < SAMPLES; k++) {
    const GrDistribution d = Prepared(k);
    GrApportion a;
    GrFillApportionInit(&d, 7, &a);
    const double bound = a.n > 1 ? 1 - 1.0 / (2 * a.n - 2) + 1e-9 : 1e-9;
    for (int n = 1; n <= MANY; n++) {
      const double r = GrFillApportionNext(&d, &a);
      assert_true(r >= d.smallest && r <= d.largest);
      FACT(!(FarthestLag(&a, n) > bound), "sample %d: a class is %g particles off after %d", k, FarthestLag(&a, n), n);
    }
    assert_int_equal(GrFillApportionTotal(&a), MANY);
  }
}

/* By radius, not by the classes that were chosen: counts of entries and between sieves. */
static void test_radii_are_those_of_their_classes(void **state)
{
  const GrDistribution list = Prepared(5), sieve = Prepared(8);
  GrApportion a;
  PetscInt64 small = 0, below[5] = {0};

  GrFillApportionInit(&list, 1, &a);
  for (int n = 0; n < MANY; n++)
    small += GrFillApportionNext(&list, &a) == 1e-3;
  assert_true(llabs(small - (long long)(0.7 * MANY)) <= 1);
  GrFillApportionInit(&sieve, 1, &a);
  for (int n = 0; n < MANY; n++) {
    const double r = GrFillApportionNext(&sieve, &a);
    for (int k = 0; k < 5; k++)
      below[k] += r < sieve.radius[k];
  }
  for (int k = 1; k < 5; k++)
    assert_true(fabs((double)below[k] - sieve.classes.cumulative[k] * MANY) <= k); /* one a class */
}

/* The mean cube of 20 000 particles agrees with the distribution better than for random sampling, whose error would
   be some 1e-2. */
static void test_moments_are_right(void **state)
{
  for (int k = 0; k < SAMPLES; k++) {
    const GrDistribution d = Prepared(k);
    GrApportion a;
    double cube = 0;
    GrFillApportionInit(&d, 3, &a);
    for (int n = 0; n < MANY; n++)
      cube += pow(GrFillApportionNext(&d, &a), 3) / MANY;
    assert_true(fabs(cube / d.mean_cube - 1) < 1e-3);
  }
}

/* The next particles follow from the counts. */
static void test_goes_on_from_its_counts(void **state)
{
  const GrDistribution d = Prepared(8);
  GrApportion a, b;

  GrFillApportionInit(&d, 5, &a);
  for (int n = 0; n < 321; n++)
    GrFillApportionNext(&d, &a);
  GrFillApportionInit(&d, 5, &b);
  for (int k = 0; k < a.n; k++)
    b.had[k] = a.had[k];
  for (int n = 0; n < 100; n++)
    assert_true(GrFillApportionNext(&d, &a) == GrFillApportionNext(&d, &b));
}

static void test_seeds_differ(void **state)
{
  const GrDistribution d = Prepared(1);
  GrApportion a, b;
  int same = 0;

  GrFillApportionInit(&d, 5, &a);
  GrFillApportionInit(&d, 6, &b);
  for (int n = 0; n < 100; n++)
    same += GrFillApportionNext(&d, &a) == GrFillApportionNext(&d, &b);
  assert_true(same < 5);
}

static const GrWithin shapes[] = {{.shape = GR_WITHIN_BOX, .box = {{-1, 0, 2}, {1, 3, 2.5}}},
                                  {.shape = GR_WITHIN_CYLINDER, .cylinder = {{0, 1, 2}, {2, 2, 3}, 0.75}},
                                  {.shape = GR_WITHIN_SPHERE, .sphere = {{0, 1, 2}, 0.5}},
                                  {.shape = GR_WITHIN_DISC, .disc = {{0, 1, 2}, {0, 3, 4}, 0.5}}};
enum { SHAPES = sizeof shapes / sizeof *shapes, TRIES = 10 };

/* The distance of a place from the nearest end or surface of a shape; of a disc, from its rim. */
static double DepthOf(const GrRegion *r, const double x[3])
{
  const GrWithin *w = r->shape;
  double from[3], along = 0, square = 0, depth = INFINITY;

  for (int k = 0; k < 3; k++) {
    from[k] = x[k] - r->centre[k];
    along += from[k] * r->axis[k];
    square += from[k] * from[k];
    if (w->shape == GR_WITHIN_BOX)
      depth = fmin(depth, fmin(x[k] - w->box.lower[k], w->box.upper[k] - x[k]));
  }
  const double off = sqrt(fmax(0, square - along * along));
  if (w->shape == GR_WITHIN_CYLINDER)
    return fmin(w->cylinder.radius - off, 0.5 * r->length - fabs(along));
  if (w->shape == GR_WITHIN_DISC)
    return fabs(along) < 1e-12 ? w->disc.radius - off : -1;
  return w->shape == GR_WITHIN_SPHERE ? w->sphere.radius - sqrt(square) : depth;
}

/* A place is in the box of places and not outside; another point is not further outside than its distance from it. */
static void CheckOutside(const GrRegion *r, double radius, const double place[3], int n)
{
  double lower[3], upper[3], x[3], square = 0;

  GrFillRegionPlaces(r, radius, lower, upper);
  assert_true(GrFillRegionOutside(r, radius, place) < 1e-12);
  for (int k = 0; k < 3; k++) {
    assert_true(place[k] > lower[k] - 1e-12 && place[k] < upper[k] + 1e-12);
    x[k] = place[k] + 0.6 * (GrRandomUniform((GrRandom){3, GR_RANDOM_PACK}, n, (uint32_t)k) - 0.5);
    square += (x[k] - place[k]) * (x[k] - place[k]);
  }
  assert_true(GrFillRegionOutside(r, radius, x) <= sqrt(square) + 1e-12);
  if (r->shape->shape != GR_WITHIN_DISC)
    assert_true(GrFillRegionOutside(r, radius, x) >= radius - DepthOf(r, x) - 1e-12);
}

/* Half of the places are on each side of the centre, within 5 standard deviations. */
static void test_places_are_inside(void **state)
{
  const GrCase space = {.dimension = 3, .domain = {.lower = {-9, -9, -9}, .upper = {9, 9, 9}}};
  const GrRandom seed = {11, GR_RANDOM_INSERT};
  const double radius = 0.2;

  for (int s = 0; s < SHAPES; s++) {
    GrRegion r;
    int above[3] = {0};
    GrFillRegionPrepare(&space, &shapes[s], &r);
    for (int n = 1; n <= MANY; n++) {
      double x[3], again[3];
      const double u = GrFillRegionDraw(&r, radius, seed, n / TRIES, n % TRIES, x);
      assert_true(GrFillRegionDraw(&r, radius, seed, n / TRIES, n % TRIES, again) == u);
      assert_true(DepthOf(&r, x) >= radius - 1e-12 && u >= 0 && u < 1);
      CheckOutside(&r, radius, x, n);
      for (int k = 0; k < 3; k++) {
        assert_true(x[k] == again[k]);
        above[k] += x[k] > r.centre[k];
      }
    }
    for (int k = 0; k < 3; k++)
      if (!(s == 3 && k == 0 && above[k] == 0)) /* a disc may have no width along an axis */
        assert_true(fabs(above[k] - 0.5 * MANY) < 5 * 0.5 * sqrt(MANY));
  }
}

/* Volume from the count of random points in the box around the shape. */
static void test_room_and_box(void **state)
{
  const GrCase space = {.dimension = 3, .domain = {.lower = {-9, -9, -9}, .upper = {9, 9, 9}}};

  for (int s = 0; s < SHAPES - 1; s++) {
    double lower[3], upper[3], x[3], volume = 1;
    int dimensions, n = 0;
    GrRegion r;
    GrFillRegionPrepare(&space, &shapes[s], &r);
    GrFillRegionBox(&r, lower, upper);
    for (int i = 0; i < 8 * MANY; i++) {
      for (int k = 0; k < 3; k++)
        x[k] = lower[k] + (upper[k] - lower[k]) * GrRandomUniform((GrRandom){1, GR_RANDOM_PACK}, i, (uint32_t)k);
      n += GrFillWithinHas(r.shape, r.dimension, x);
    }
    for (int k = 0; k < 3; k++)
      volume *= upper[k] - lower[k];
    assert_true(fabs(n / (8.0 * MANY) * volume / GrFillRegionVolume(&r, &dimensions) - 1) <
                0.02); /* some 5 deviations */
    assert_int_equal(dimensions, 3);
  }
}

static void test_in_the_plane(void **state)
{
  const GrCase plane = {.dimension = 2, .domain = {.lower = {-9, -9, 0.5}, .upper = {9, 9, 9}}};
  const GrWithin line = {.shape = GR_WITHIN_DISC, .disc = {{0, 1, 7}, {1, 1, 5}, 0.5}};
  GrRegion r;
  int dimensions;
  double x[3];

  GrFillRegionPrepare(&plane, &line, &r);
  assert_true(fabs(GrFillRegionVolume(&r, &dimensions) - 1) < 1e-15 && dimensions == 1);
  for (int n = 1; n <= 1000; n++) {
    (void)GrFillRegionDraw(&r, 0.1, (GrRandom){2, GR_RANDOM_INSERT}, n, 0, x);
    assert_true(fabs(x[0] + (x[1] - 1)) < 1e-12 && hypot(x[0], x[1] - 1) <= 0.4 + 1e-12);
    assert_true(x[2] == 0.5);
  }
}

UNIT(CASE(test_every_class_has_its_share_at_any_time), CASE(test_radii_are_those_of_their_classes),
     CASE(test_moments_are_right), CASE(test_goes_on_from_its_counts), CASE(test_seeds_differ),
     CASE(test_places_are_inside), CASE(test_room_and_box), CASE(test_in_the_plane));
