/* Random packs: no overlap, inside the box, exact counts, radii by id, the statistics of random sequential addition,
   and the same bits on 1, 2 and all ranks; a search of all ranks together. */
#include "particle/fill/random/placer.h"
#include "particle/fill/random/random.h"
#include "radius_of.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <granum/error.h>
#include <math.h>
#include <string.h>

static GrDistribution equal = {.kind = GR_RADII_CONSTANT, .mean = 1e-3};
static GrDistribution spread = {.kind = GR_RADII_UNIFORM, .from = 0.5e-3, .to = 1.5e-3};
static GrDistribution two = {.kind = GR_RADII_LIST, .n_entries = 2, .radius = {2e-3, 0.5e-3}, .fraction = {0.02, 0.98}};

/* Box and requested spheres in millimetres. Eight regions; one; several sizes; large spheres first; one layer;
   hardly any spheres; one region along two axes; largest possible density. */
static const struct {
  double lower[3], upper[3];
  bool periodic[3];
  GrDistribution *radii;
  double gap, fraction;
  PetscInt64 count;
} samples[] = {{{-20, -20, -20}, {20, 20, 20}, {1, 1, 1}, &equal, 0, 0.28, 0},
               {{0, 0, 0}, {12, 13, 14}, {0, 0, 0}, &equal, 0.05, 0.2, 0},
               {{0, 0, 0}, {80, 50, 24}, {0, 1, 0}, &spread, 0, 0.25, 0},
               {{1, 2, 3}, {150, 36, 21}, {1, 1, 0}, &two, 0.01, 0.1, 0},
               {{0, 0, 0}, {60, 60, 2}, {1, 1, 0}, &equal, 0, 0.2, 0},
               {{0, 0, 0}, {50, 50, 50}, {1, 0, 0}, &spread, 0, 0, 5},
               {{0, 0, 0}, {200, 8, 8}, {0, 1, 1}, &equal, 0, 0, 800},
               {{0, 0, 0}, {17, 17, 17}, {1, 1, 1}, &equal, 0, 0.35, 0}};
enum { N_SAMPLES = sizeof samples / sizeof *samples };

static GrPackCase Sample(int k)
{
  GrPackCase c = {.origin = "case.yaml:3:5: particles.grains",
                  .gap = 1e-3 * samples[k].gap,
                  .radii = samples[k].radii,
                  .seed = 40 + (uint64_t)k,
                  .first_id = 1001,
                  .count = samples[k].count,
                  .solid_fraction = samples[k].fraction};
  for (int axis = 0; axis < 3; axis++) {
    c.lower[axis] = 1e-3 * samples[k].lower[axis];
    c.upper[axis] = 1e-3 * samples[k].upper[axis];
    c.periodic[axis] = samples[k].periodic[axis];
  }
  assert_null(GrPackPrepare(&c));
  return c;
}

/* Distance of two spheres' surfaces less the gap, every pair tried. Rounding of sums and squares of coordinates up to
   0.2 m takes a few times 0.2 2^-53 = 2e-17 m. */
static void AssertApart(const GrPackCase *c, const GrPack *p)
{
  for (PetscInt64 i = 0; i < p->rows.count; i++)
    for (PetscInt64 j = 0; j < i; j++) {
      double square = 0;
      for (int axis = 0; axis < 3; axis++) {
        double d = p->x[3 * i + axis] - p->x[3 * j + axis], length = c->upper[axis] - c->lower[axis];
        d -= c->periodic[axis] ? length * round(d / length) : 0;
        square += d * d;
      }
      assert_true(sqrt(square) > p->radius[i] + p->radius[j] + c->gap - 1e-16);
    }
}

static void AssertInside(const GrPackCase *c, const GrPack *p)
{
  for (PetscInt64 i = 0; i < p->rows.count; i++) {
    assert_true(p->radius[i] == RadiusOf(c->radii, c->seed, c->first_id + i));
    for (int axis = 0; axis < 3; axis++) {
      double x = p->x[3 * i + axis], keep = c->periodic[axis] ? 0 : p->radius[i] + c->gap;
      assert_true(x >= c->lower[axis] + keep && x <= c->upper[axis] - keep);
      assert_true(!c->periodic[axis] || x < c->upper[axis]);
    }
  }
}

static void TestPlaces(void **state)
{
  for (int k = 0; k < N_SAMPLES; k++) {
    GrPackCase c = Sample(k);
    GrPack p;
    double volume = 1, solid = 0, cubes = 0;
    assert_int_equal(GrPackGenerate(PETSC_COMM_SELF, &c, &p), 0);
    assert_true(p.rows.total == c.count && p.rows.first == 0 && p.rows.count == c.count);
    assert_true(samples[k].count == 0 || c.count == samples[k].count);
    AssertApart(&c, &p);
    AssertInside(&c, &p);
    for (int axis = 0; axis < 3; axis++)
      volume *= c.upper[axis] - c.lower[axis];
    for (PetscInt64 i = 0; i < p.rows.count; i++) {
      double cube = pow(p.radius[i], 3);
      solid += 4 * M_PI / 3 * cube;
      cubes += cube * cube;
    }
    /* the sum of n volumes has a deviation below sqrt(sum of squares), within four; half a sphere from the count */
    double bound = 4 * M_PI / 3 * (4 * sqrt(cubes) + 0.5 * c.radii->mean_cube) / volume;
    assert_true(fabs(solid / volume - c.solid_fraction) <= bound);
    assert_true(samples[k].count || fabs(c.solid_fraction - samples[k].fraction) <= bound);
    assert_int_equal(GrPackDestroy(&p), 0);
  }
}

/* The ranks of comm together make the pieces that one rank makes alone. */
static void AssertSame(MPI_Comm comm, const GrPackCase *c, const GrPack *alone)
{
  GrPack p;
  PetscInt64 sum, first = 0;
  int size;
  assert_int_equal(GrPackGenerate(comm, c, &p), 0);
  MPI_Allreduce(&p.rows.count, &sum, 1, MPIU_INT64, MPI_SUM, comm);
  MPI_Scan(&p.rows.count, &first, 1, MPIU_INT64, MPI_SUM, comm);
  assert_true(sum == c->count && p.rows.total == c->count && p.rows.first == first - p.rows.count);
  MPI_Comm_size(comm, &size);
  assert_true(size == 1 || c->count < 2000 || p.rows.count < c->count); /* more than one region */
  size_t n = (size_t)p.rows.count, at = (size_t)p.rows.first;
  assert_memory_equal(p.x, alone->x + 3 * at, 3 * n * sizeof(double));
  assert_memory_equal(p.radius, alone->radius + at, n * sizeof(double));
  assert_true(p.rounds == alone->rounds && p.tries == alone->tries);
  assert_int_equal(GrPackDestroy(&p), 0);
}

static void TestSameOnAnyRanks(void **state)
{
  int rank;
  MPI_Comm pair;
  MPI_Comm_rank(PETSC_COMM_WORLD, &rank);
  MPI_Comm_split(PETSC_COMM_WORLD, rank / 2, 0, &pair);
  for (int k = 0; k < N_SAMPLES; k++) {
    GrPackCase c = Sample(k), other = c;
    GrPack alone, another;
    assert_int_equal(GrPackGenerate(PETSC_COMM_SELF, &c, &alone), 0);
    AssertSame(PETSC_COMM_WORLD, &c, &alone);
    AssertSame(pair, &c, &alone);
    other.seed++;
    assert_int_equal(GrPackGenerate(PETSC_COMM_SELF, &other, &another), 0);
    assert_memory_not_equal(another.x, alone.x, 3 * sizeof(double));
    assert_int_equal(GrPackDestroy(&alone), 0);
    assert_int_equal(GrPackDestroy(&another), 0);
  }
  MPI_Comm_free(&pair);
}

/* A random position is free with probability P = 1 - 8 f + 17 f^2 + O(f^3) at the solid fraction f: the excluded
   volume of one sphere, and the common part of two. (17 = 12 times the integral of (8 - 6 r + r^3/2) r^2 from 1 to
   2: pairs of spheres at r diameters, whose excluded spheres share that part.) Thus N equal spheres need N/f times
   the integral of 1/P tries, 1.2484 N at f = 0.05. The next term is of the order of 20 f^3/4 = 0.0006. A geometric
   number with mean 1.25 has a deviation of 0.56, so that of N = 95493 has 0.0018; the tolerance is four of them and
   the next term. */
static void TestTries(void **state)
{
  GrPackCase c = {.upper = {0.2, 0.2, 0.2}, .periodic = {1, 1, 1}, .radii = &equal, .seed = 1, .solid_fraction = 0.05};
  GrPack p;
  assert_null(GrPackPrepare(&c));
  assert_int_equal(c.count, 95493);
  assert_int_equal(GrPackGenerate(PETSC_COMM_WORLD, &c, &p), 0);
  double each = (double)p.tries / (double)c.count;
  assert_true(fabs(each - 1.2484) < 4 * 0.0018 + 0.0006);
  assert_int_equal(GrPackDestroy(&p), 0);
}

/* Places are spread evenly: the mean coordinate of N spheres is that of the box to within four times the deviation of a
   uniform number, L/sqrt(12 N), and so is the mean distance from the middle, L/4, with deviation L/sqrt(48 N). */
static void TestEven(void **state)
{
  GrPackCase c = Sample(0);
  GrPack p;
  assert_int_equal(GrPackGenerate(PETSC_COMM_SELF, &c, &p), 0);
  double n = (double)c.count, length = c.upper[0] - c.lower[0];
  for (int axis = 0; axis < 3; axis++) {
    double sum = 0, far = 0;
    for (PetscInt64 i = 0; i < c.count; i++) {
      sum += p.x[3 * i + axis];
      far += fabs(p.x[3 * i + axis]);
    }
    assert_true(fabs(sum / n) < 4 * length / sqrt(12 * n));
    assert_true(fabs(far / n - length / 4) < 4 * length / sqrt(48 * n));
  }
  assert_int_equal(GrPackDestroy(&p), 0);
}

/* All ranks together search places for 400 spheres among 300 existing ones, of which each rank knows its share: the
   same places on one rank and on all ranks. The last spheres find no place. */
static PetscInt PlaceTogether(MPI_Comm comm, double *x)
{
  static const GrWithin ball = {.shape = GR_WITHIN_SPHERE, .sphere = {{0, 0, 0}, 13e-3}};
  const GrCase space = {.dimension = 3, .domain = {.lower = {-0.02, -0.02, -0.02}, .upper = {0.02, 0.02, 0.02}}};
  GrPackCase there = Sample(0), c = there;
  GrPack pack;
  GrRegion region;
  GrPlacer p;
  double radius[400];
  PetscInt n;
  int rank, size;

  there.count = 300;
  assert_int_equal(GrPackGenerate(PETSC_COMM_SELF, &there, &pack), 0);
  GrFillRegionPrepare(&space, &ball, &region);
  c.region = &region;
  c.tries = 40;
  c.gap = 1e-4;
  c.radii = &spread;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  assert_int_equal(GrPlacerCreate(comm, &c, &p), 0);
  for (int i = rank; i < 300; i += size)
    assert_int_equal(GrPlacerAdd(&p, &pack.x[3 * i], pack.radius[i]), 0);
  for (int i = 0; i < 400; i++)
    radius[i] = RadiusOf(&spread, 5, i + 1);
  const GrPlacerSpheres spheres = {.n = 400, .radius = radius, .x = x};
  assert_int_equal(GrPlacerPlace(&p, &spheres, &n), 0);
  assert_int_equal(GrPlacerDestroy(&p), 0);
  for (PetscInt i = 0; i < n; i++) {
    assert_true(sqrt(x[3 * i] * x[3 * i] + x[3 * i + 1] * x[3 * i + 1] + x[3 * i + 2] * x[3 * i + 2]) <=
                13e-3 - radius[i] + 1e-15);
    for (PetscInt j = 0; j < 300 + i; j++) {
      const double *y = j < 300 ? &pack.x[3 * j] : &x[3 * (j - 300)], least = j < 300 ? 1e-3 : radius[j - 300];
      double square = 0;
      for (int axis = 0; axis < 3; axis++) {
        const double d = x[3 * i + axis] - y[axis], length = 0.04;
        square += (d - length * round(d / length)) * (d - length * round(d / length));
      }
      assert_true(sqrt(square) > radius[i] + least + 1e-4 - 1e-16);
    }
  }
  assert_int_equal(GrPackDestroy(&pack), 0);
  return n;
}

static void TestTogether(void **state)
{
  double alone[1200], together[1200];
  const PetscInt n = PlaceTogether(PETSC_COMM_SELF, alone);

  assert_true(n > 20 && n < 400);
  assert_int_equal(PlaceTogether(PETSC_COMM_WORLD, together), n);
  assert_memory_equal(alone, together, 3 * (size_t)n * sizeof(double));
}

static void AssertRefused(GrPackCase c, const char *part)
{
  const char *message = GrPackPrepare(&c);
  assert_non_null(message);
  assert_non_null(strstr(message, part));
  assert_non_null(strstr(message, "; "));
}

static void TestRefused(void **state)
{
  const GrPackCase good = {.upper = {0.02, 0.02, 0.02}, .radii = &equal, .solid_fraction = 0.2};
  GrPackCase c = good;
  c.gap = -1;
  AssertRefused(c, "gap cannot be negative");
  c = good, c.upper[1] = 0;
  AssertRefused(c, "the box is empty");
  c = good, c.upper[1] = 1.9e-3;
  AssertRefused(c, "does not fit between the walls");
  c = good, c.upper[1] = 3.9e-3, c.periodic[1] = true;
  AssertRefused(c, "two of the largest diameters");
  c = good, c.solid_fraction = 1e-6;
  AssertRefused(c, "not a single sphere");
  c = good, c.solid_fraction = 0;
  AssertRefused(c, "between 0 and 1");
  c = good, c.solid_fraction = 0.4;
  AssertRefused(c, "settle to reach more");
  c = good, c.count = 100000;
  AssertRefused(c, "settle to reach more");
}

/* More than fit, against the advice of GrPackPrepare: one message on all ranks, in bounded time. */
static void TestNoPlace(void **state)
{
  GrPackCase c = Sample(1);
  GrPack p;
  c.count = 350;
  assert_int_equal(GrErrorHandlerInstall(), 0);
  assert_int_not_equal(GrPackGenerate(PETSC_COMM_WORLD, &c, &p), 0);
  assert_int_equal(GrFailureCode(), GR_EXIT_INPUT);
  assert_ptr_equal(strstr(GrFailureMessage(), "case.yaml:3:5: particles.grains: "), GrFailureMessage());
  assert_non_null(strstr(GrFailureMessage(), "of 350 spheres did not fit at a solid fraction of"));
  const char *advice = strstr(GrFailureMessage(), "; write count: ");
  assert_non_null(advice);
  c.count = strtol(advice + strlen("; write count: "), NULL, 10);
  GrFailureClear();
  PetscPopErrorHandler();
  assert_true(c.count > 0);
  assert_int_equal(GrPackGenerate(PETSC_COMM_WORLD, &c, &p), 0); /* the advised number fits */
  assert_int_equal(GrPackDestroy(&p), 0);
}

int main(int argc, char **argv)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(TestPlaces),   cmocka_unit_test(TestSameOnAnyRanks),
                                     cmocka_unit_test(TestTries),    cmocka_unit_test(TestEven),
                                     cmocka_unit_test(TestTogether), cmocka_unit_test(TestRefused),
                                     cmocka_unit_test(TestNoPlace)};
  if (PetscInitialize(&argc, &argv, NULL, NULL))
    return 1;
  if (GrFillDistributionPrepare(&equal) || GrFillDistributionPrepare(&spread) || GrFillDistributionPrepare(&two))
    return 1;
  int failed = cmocka_run_group_tests(tests, NULL, NULL), any = 1;
  MPI_Allreduce(&failed, &any, 1, MPI_INT, MPI_MAX, PETSC_COMM_WORLD);
  return PetscFinalize() || any;
}
