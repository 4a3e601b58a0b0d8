/* Lattices: neighbours and densities of the crystals, sites counted separately in boxes with walls, jitter, equal
   bits for any division of the sites, messages.
   Labels: particle. */
#include "unit.h"

#include "particle/fill/lattice.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SITES_MAX = 20000 };

static double position[3 * SITES_MAX];

static double Distance(const GrLattice *l, const double *x, const double *y)
{
  double sum = 0;
  for (int axis = 0; axis < 3; axis++) {
    double d = x[axis] - y[axis], length = l->upper[axis] - l->lower[axis];
    if (l->periodic[axis])
      d -= length * round(d / length);
    sum += d * d;
  }
  return sqrt(sum);
}

/* Rounding of coordinates up to 20 spacings: 20 2^-53 a few times over. */
static const double rounding = 1e-13;

static void AssertNeighbours(const GrLattice *l, int expected)
{
  for (int i = 0; i < l->sites; i++) {
    int touching = 0;
    for (int j = 0; j < l->sites; j++) {
      double d = i == j ? INFINITY : Distance(l, &position[3 * i], &position[3 * j]);
      assert_true(d > l->spacing * (1 - rounding));
      touching += d < l->spacing * (1 + rounding);
    }
    assert_int_equal(touching, expected);
  }
}

/* In a periodic box of whole periods: coordination numbers 6, 12, 12, 4, 6; number density of a^-3 times 1, sqrt2,
   sqrt2 and of a^-2 times 1, 2/sqrt3. */
static void TestCrystals(void **state)
{
  const double a = 1.3e-3, root2 = sqrt(2), root3 = sqrt(3);
  const struct {
    GrLatticeKind kind;
    double edge[3];
    int sites, neighbours;
  } crystal[] = {{GR_LATTICE_SIMPLE_CUBIC, {5, 3, 4}, 60, 6},
                 {GR_LATTICE_FCC, {3 * root2, 4 * root2, 5 * root2}, 240, 12},
                 {GR_LATTICE_HCP, {4, 3 * root3, 3 * 2 * sqrt(2.0 / 3)}, 144, 12},
                 {GR_LATTICE_SQUARE, {5, 7, 0}, 35, 4},
                 {GR_LATTICE_HEXAGONAL, {6, 4 * root3, 0}, 48, 6}};
  for (int k = 0; k < 5; k++) {
    GrLattice l = {.kind = crystal[k].kind, .spacing = a, .lower = {-1e-3, 2e-3, 5e-3}};
    for (int axis = 0; axis < 3; axis++) {
      l.upper[axis] = l.lower[axis] + a * crystal[k].edge[axis];
      l.periodic[axis] = crystal[k].edge[axis] > 0;
    }
    assert_null(GrFillLatticePrepare(&l));
    assert_int_equal(l.sites, crystal[k].sites);
    GrFillLatticePositions(&l, 0, 0, 1, (PetscInt)l.sites, position);
    for (int axis = 0; axis < 3; axis++)
      assert_true(fabs(l.stretch[axis] - 1) < rounding);
    AssertNeighbours(&l, crystal[k].neighbours);
  }
}

/* A periodic box that is no whole number of periods is filled to its last face. */
static void TestStretch(void **state)
{
  GrLattice l = {.kind = GR_LATTICE_HCP, .spacing = 1, .upper = {4.9, 5.5, 4.5}, .periodic = {1, 1, 1}};
  assert_null(GrFillLatticePrepare(&l));
  assert_int_equal(l.sites, 4 * 6 * 4);
  assert_true(l.stretch[0] == 4.9 / 4 && l.stretch[1] > 1.05 && l.stretch[2] > 1.3);
  GrFillLatticePositions(&l, 0, 0, 1, (PetscInt)l.sites, position);
  for (int i = 0; i < l.sites; i++)
    for (int j = 0; j < i; j++)
      assert_true(Distance(&l, &position[3 * i], &position[3 * j]) > 1 - rounding);
}

/* All points of the infinite lattice that keep the clearance, found by trying whole ranges of i, j, k. */
static int CountInside(const GrLattice *l, const double step[3], const double shift[2], int layers)
{
  int inside = 0;
  for (int k = 0; k < layers; k++)
    for (int j = 0; j < 60; j++)
      for (int i = 0; i < 60; i++) {
        double x = i * step[0] + ((j + k) % 2) * shift[0], y = j * step[1] + (k % 2) * shift[1], z = k * step[2];
        double far = 2 * (l->clearance + l->jitter) - rounding;
        inside += x <= l->upper[0] - l->lower[0] - far && y <= l->upper[1] - l->lower[1] - far &&
                  (layers == 1 || z <= l->upper[2] - l->lower[2] - far);
      }
  return inside;
}

static void TestWalls(void **state)
{
  const double root2 = sqrt(2), root3 = sqrt(3);
  const double step[5][3] = {
      {1, 1, 1}, {root2, 1 / root2, 1 / root2}, {1, root3 / 2, sqrt(2.0 / 3)}, {1, 1, 0}, {1, root3 / 2, 0}};
  const double shift[5][2] = {{0, 0}, {1 / root2, 0}, {0.5, 0.5 / root3}, {0, 0}, {0.5, 0}};
  for (int round = 0; round < 40; round++)
    for (int k = 0; k < 5; k++) {
      GrLattice l = {.kind = (GrLatticeKind)k, .spacing = 1, .lower = {1, -2, 0.5}, .clearance = 0.5, .jitter = 0.02};
      for (int axis = 0; axis < 3; axis++)
        l.upper[axis] = l.lower[axis] + 1.05 + 0.173 * ((round * (axis + 3)) % 41);
      assert_null(GrFillLatticePrepare(&l));
      assert_int_equal(l.sites, CountInside(&l, step[k], shift[k], k >= 3 ? 1 : 60));
      GrFillLatticePositions(&l, 9, 0, 1, (PetscInt)l.sites, position);
      for (int i = 0; i < l.sites; i++) {
        for (int axis = 0; axis < (k >= 3 ? 2 : 3); axis++)
          assert_true(position[3 * i + axis] >= l.lower[axis] + 0.5 - rounding &&
                      position[3 * i + axis] <= l.upper[axis] - 0.5 + rounding);
        for (int j = 0; j < i; j++)
          assert_true(Distance(&l, &position[3 * i], &position[3 * j]) > 1 - 2 * root3 * 0.02);
      }
    }
}

/* A box of ten spacings holds ten along a periodic axis and eleven between faces, whatever its decimals round to. */
static void TestDecimals(void **state)
{
  for (int i = 1; i < 200; i++) {
    GrLattice l = {.kind = GR_LATTICE_SQUARE, .spacing = 0.001 * i, .upper = {0.01 * i, 0.01 * i, 1}};
    l.periodic[0] = true;
    assert_null(GrFillLatticePrepare(&l));
    assert_int_equal(l.sites, 10 * 11);
  }
}

/* Jitter is uniform within its range, keyed by id, wrapped at periodic faces, and does not depend on the split. */
static void TestJitter(void **state)
{
  GrLattice l = {.kind = GR_LATTICE_FCC, .spacing = 1, .upper = {17, 17, 17}, .periodic = {1, 1, 0}, .jitter = 0.1};
  double plain[3], alone[3], sum[3] = {0}, square[3] = {0};
  int wrapped = 0;
  assert_null(GrFillLatticePrepare(&l));
  int n = (int)l.sites;
  assert_true(n < SITES_MAX && n > 5000);
  GrFillLatticePositions(&l, 4, 0, 101, n, position);
  for (int i = 0; i < n; i++) {
    GrFillLatticeSite(&l, i, plain);
    GrFillLatticePositions(&l, 4, i, 101 + i, 1, alone);
    assert_memory_equal(alone, &position[3 * i], sizeof alone);
    for (int axis = 0; axis < 3; axis++) {
      double moved = alone[axis] - plain[axis];
      if (fabs(moved) > 1) {
        moved += moved > 0 ? -17 : 17;
        wrapped++;
      }
      assert_true(alone[axis] >= 0 && alone[axis] < 17 && fabs(moved) <= 0.1 + rounding);
      sum[axis] += moved, square[axis] += moved * moved;
    }
  }
  assert_true(wrapped > 100);
  for (int axis = 0; axis < 3; axis++) {
    /* a uniform number within +-h has variance h^2/3, its square deviation 2 h^2/sqrt(45): four standard errors */
    assert_true(fabs(sum[axis] / n) < 4 * 0.1 / sqrt(3.0 * n));
    assert_true(fabs(square[axis] / n - 0.01 / 3) < 4 * 0.02 / sqrt(45.0 * n));
  }
}

/* Site numbers far beyond 32 bits. */
static void TestLarge(void **state)
{
  GrLattice l = {.kind = GR_LATTICE_SIMPLE_CUBIC, .spacing = 1, .upper = {999999, 999999, 999999}};
  double x[3];
  assert_null(GrFillLatticePrepare(&l));
  assert_true(l.sites == (PetscInt64)1000000000000000000);
  GrFillLatticeSite(&l, (PetscInt64)123456 * 1000000000000 + (PetscInt64)654321 * 1000000 + 777777, x);
  assert_true(x[0] == 777777 && x[1] == 654321 && x[2] == 123456);
}

static void AssertRefused(GrLattice l, const char *part)
{
  const char *message = GrFillLatticePrepare(&l);
  assert_non_null(message);
  assert_non_null(strstr(message, part));
}

static void TestRefused(void **state)
{
  const GrLattice good = {.kind = GR_LATTICE_FCC, .spacing = 1, .upper = {5, 5, 5}};
  GrLattice l = good;
  l.spacing = 0;
  AssertRefused(l, "spacing must be positive");
  l = good, l.upper[1] = -1;
  AssertRefused(l, "the box is empty");
  l = good, l.clearance = 2.6;
  AssertRefused(l, "no site fits");
  l = good, l.jitter = -1;
  AssertRefused(l, "cannot be negative");
  l = good, l.upper[2] = 1.2, l.periodic[2] = true;
  AssertRefused(l, "shorter than one period");
  l = good, l.spacing = 1e-12;
  AssertRefused(l, "more than 2^31 sites along an axis");
  l = good, l.spacing = 4e-9;
  AssertRefused(l, "more than 2^60 sites");
}

UNIT(CASE(TestCrystals), CASE(TestStretch), CASE(TestWalls), CASE(TestDecimals), CASE(TestJitter), CASE(TestLarge),
     CASE(TestRefused));
