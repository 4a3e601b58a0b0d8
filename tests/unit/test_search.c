/* The pairs found, against all pairs tested one by one.
   Labels: contact. */
#include "unit.h"

#include "search_system.h"

#include <sys/resource.h>

/* In canonical order, and in any other. */
static PetscInt CheckWhole(void)
{
  PetscInt n = CheckPairs(&whole);
  Order(&whole);
  assert_int_equal(CheckPairs(&whole), n);
  return n;
}

static void test_small(void **state)
{
  const double side[3] = {3, 4, 5}, thin[3] = {1.9, 4, 1.95};
  for (int periodic = 0; periodic < 8; periodic++)
    for (PetscInt n = 0; n <= 20; n++)
      for (int round = 0; round < 10; round++) {
        Fill(n, round % 2 ? side : thin, periodic, 0.5, 0.2);
        CheckWhole();
      }
}

static void test_random(void **state)
{
  const double side[3] = {14, 11, 17};
  for (int periodic = 0; periodic < 8; periodic++) {
    Fill(N_MAX - periodic, side, periodic, 0.7, 0.15);
    assert_in_range(CheckWhole(), 3000, 8000); /* about (N^2/2) (4 pi/3) (1.65^3)/V = 3600; it is not empty */
  }
}

/* Boxes so short that a sphere sees two images of another, or its own. */
static void test_thin(void **state)
{
  const double sides[][3] = {{2.05, 30, 30}, {30, 2.2, 2.2}, {2.05, 2.1, 2.5}, {1.2, 1.5, 40}, {3.9, 3.5, 3.7}};
  for (size_t k = 0; k < sizeof(sides) / sizeof(*sides); k++)
    for (int periodic = 1; periodic < 8; periodic++) {
      GrPairs pairs = {0};
      PetscInt self = 0, twice = 0;
      Fill(k == 2 || k == 4 ? 30 : 200, sides[k], periodic, 0.9, 0.3);
      CheckWhole();
      assert_int_equal(GrPairSearchRun(search, &whole.s, &pairs), 0);
      for (PetscInt p = 1; p < pairs.n; p++) {
        self += pairs.pair[p].first == pairs.pair[p].second;
        twice += pairs.pair[p].first == pairs.pair[p - 1].first && pairs.pair[p].second == pairs.pair[p - 1].second;
      }
      if (periodic == 7) { /* or this test would prove nothing */
        assert_true(twice > 0);
        assert_true(self > 0 || k == 4);
      }
      GrPairsDestroy(&pairs);
    }
}

/* Sizes 1 to 10. */
static void test_sizes(void **state)
{
  const double side[3] = {4.5, 4, 3.5};
  for (int periodic = 0; periodic < 8; periodic += 7) {
    Fill(N_MAX, side, periodic, 0.1, 0.05);
    for (PetscInt i = 1; i < N_MAX; i++)
      whole.radius[i] = i % 50 ? 0.1 : 1;
    assert_true(CheckWhole() > 64 * 20); /* so that large ones have more candidates than one word */
  }
}

/* Pairs at exactly the distance of the rule and a few units in the last place around it, two of three across the
   periodic boundary, where rounding depends on the order of operations. */
static void test_threshold(void **state)
{
  const double side[3] = {7.3, 1e3, 11.1};
  int found[2] = {0, 0};
  for (int round = 0; round < 20000; round++) {
    const int axis = rand() % 3;
    Fill(2, side, 7, 0.5, 0.1);
    double c = whole.radius[0] + whole.radius[1] + whole.s.reach, low = whole.s.box.lower[axis],
           high = whole.s.box.upper[axis];
    for (int a = 0; a < 3; a++)
      whole.x[a][1] = whole.x[a][0];
    whole.x[axis][0] = low + 0.9 * c * Random();
    whole.x[axis][1] = round % 3 ? high - (c - (whole.x[axis][0] - low)) : whole.x[axis][0] + c;
    for (int ulp = rand() % 7 - 3; ulp; ulp += ulp < 0 ? 1 : -1)
      whole.x[axis][1] = nextafter(whole.x[axis][1], ulp < 0 ? low : high);
    found[CheckWhole()]++;
  }
  assert_true(found[0] > 4000 && found[1] > 4000);
}

/* The same for pairs in different leaves: the test of boxes must not miss pairs that the rule includes. Leaves of
   eight spheres at one position each, so that the boxes are the spheres. */
static void test_threshold_of_boxes(void **state)
{
  const double side[3] = {7.3, 1e3, 11.1};
  int found[2] = {0, 0};
  for (int round = 0; round < 4000; round++) {
    double direction[3], length = 0, c;
    Fill(16, side, 7, 0.5, 0.1);
    for (PetscInt i = 0; i < 16; i++)
      whole.radius[i] = whole.radius[1];
    c = whole.radius[0] + whole.radius[1] + whole.s.reach;
    for (int a = 0; a < 3; a++) {
      direction[a] = Random() - 0.5;
      length += direction[a] * direction[a];
    }
    for (int a = 0; a < 3; a++) {
      double x = whole.x[a][0] + c * direction[a] / sqrt(length);
      x += x < whole.s.box.lower[a] ? side[a] : x > whole.s.box.upper[a] ? -side[a] : 0;
      for (PetscInt i = 0; i < 16; i++)
        whole.x[a][i] = i < 8 ? whole.x[a][0] : x;
    }
    found[CheckPairs(&whole) > 2 * 8 * 7 / 2]++;
  }
  assert_true(found[0] > 800 && found[1] > 800);
}

/* Spheres on the faces of the box and beyond its open sides; some that are nowhere; one far away. */
static void test_odd_places(void **state)
{
  const double side[3] = {10, 6, 8};
  Fill(400, side, 3, 0.6, 0.2);
  for (PetscInt i = 0; i < 100; i++) {
    int axis = i % 3;
    whole.x[axis][i] = i % 2 ? whole.s.box.lower[axis] : whole.s.box.upper[axis];
    if (i % 7 == 0)
      whole.x[2][i] = whole.s.box.upper[2] + 2 * Random();
  }
  CheckWhole();
  whole.x[2][7] = 1e9;
  whole.x[1][8] = NAN;
  whole.x[2][9] = INFINITY;
  whole.x[2][10] = whole.x[2][11] = -INFINITY;
  CheckWhole();
  for (PetscInt i = 0; i < 400; i++)
    whole.x[0][i] = NAN;
  assert_int_equal(CheckWhole(), 0);
}

static double MemoryPeak(void)
{
  struct rusage usage;
  assert_int_equal(getrusage(RUSAGE_SELF, &usage), 0);
  return 1024.0 * (double)usage.ru_maxrss; /* [B] */
}

/* A crowd in the corner of a box a million times its size, in one place, and without size. */
static void test_crowds(void **state)
{
  const double huge[3] = {1e7, 1e7, 1e7}, side[3] = {5, 5, 5};
  const double peak = MemoryPeak();
  for (int periodic = 0; periodic < 8; periodic += 7) {
    Fill(300, huge, periodic, 0.9, 0.1);
    for (PetscInt i = 0; i < 290; i++)
      for (int a = 0; a < 3; a++)
        whole.x[a][i] = whole.s.box.lower[a] + 10 * Random();
    CheckWhole();
    Fill(100, side, periodic, 0.9, 0.1);
    for (PetscInt i = 0; i < 100; i++)
      for (int a = 0; a < 3; a++)
        whole.x[a][i] = 0.25;
    assert_int_equal(CheckWhole(), 100 * 99 / 2);
    memset(whole.radius, 0, sizeof(whole.radius));
    whole.s.reach = 0;
    assert_int_equal(CheckWhole(), 0);
  }
  assert_true(MemoryPeak() - peak < 64e6); /* memory depends on spheres and pairs only */
}

/* Lists of all sizes in the same memory; an equal or smaller search moves nothing. */
static void test_reuse(void **state)
{
  const double side[3] = {14, 11, 17};
  const PetscInt sizes[] = {1000, 0, 1, 2, 500, 1000, 0};
  GrPairs pairs = {0};
  const void *kept = NULL;
  for (size_t k = 0; k < sizeof(sizes) / sizeof(*sizes); k++) {
    Names expected;
    srand(5);
    Fill(sizes[k], side, 7, 0.7, 0.15);
    Order(&whole);
    expected = AllPairs(&whole.s);
    assert_int_equal(GrPairSearchRun(search, &whole.s, &pairs), 0);
    CheckNames(&whole, &pairs, &expected);
    free(expected.name);
    if (k == 0)
      kept = pairs.pair;
    assert_ptr_equal(kept, pairs.pair);
  }
  GrPairsDestroy(&pairs);
  GrPairsDestroy(&pairs);
}

static void test_shift(void **state)
{
  for (int k = -13; k <= 13; k++) {
    int sum = 0;
    for (int a = 0, unit = 1; a < 3; a++, unit *= 3) {
      assert_in_range(GrShiftAxis(k, a) + 1, 0, 2);
      assert_int_equal(GrShiftAxis(-k, a), -GrShiftAxis(k, a));
      sum += unit * GrShiftAxis(k, a);
    }
    assert_int_equal(sum, k);
  }
}

UNIT_PETSC(BEFORE(StartSearch), CASE(test_small), CASE(test_random), CASE(test_thin), CASE(test_sizes),
           CASE(test_threshold), CASE(test_threshold_of_boxes), CASE(test_crowds), CASE(test_odd_places),
           CASE(test_reuse), CASE(test_shift), AFTER(EndSearch));
