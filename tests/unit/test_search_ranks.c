/* Owned spheres and ghosts: the list of each of several ranks against that of one rank which owns all; and the
   canonical order on which both depend.
   Labels: contact parallel. */
#include "unit.h"

#include "search_system.h"

static System part;

/* Whether sphere i of all has an image within reach of a sphere that the rank owns. */
static int Needed(const int *owner, int rank, PetscInt i)
{
  for (PetscInt j = 0; j < whole.s.n; j++)
    for (int shift = -13; shift <= 13 && owner[j] == rank; shift++)
      if (Near(&whole.s, i, j, shift) || Near(&whole.s, j, i, -shift))
        return 1;
  return 0;
}

/* The spheres of one rank and, as ghosts, all others or the needed ones; renumbered at random, and sorted into
   canonical order with the data of this rank. */
static void Share(const int *owner, int rank, bool all)
{
  PetscInt place[N_MAX], number[N_MAX], n = 0, n_owned = 0;
  for (int ghosts = 0; ghosts < 2; ghosts++) {
    for (PetscInt i = 0; i < whole.s.n; i++)
      if ((owner[i] != rank) == ghosts && (!ghosts || all || Needed(owner, rank, i)))
        place[n++] = i;
    n_owned = ghosts ? n_owned : n;
  }
  part.s = whole.s;
  Copy(&whole, n, place, &part);
  Shuffle(n_owned, number);
  Shuffle(n - n_owned, number + n_owned);
  for (PetscInt k = 0; k < n; k++)
    part.index[k] = number[k] + (k < n_owned ? 0 : n_owned);
  Attach(&part, n, n_owned);
  Order(&part);
}

/* Splits the system by random planes over ranks; each lists the pairs of its spheres in the order of the whole. */
static void CheckRanks(int planes, bool all)
{
  static int owner[N_MAX], owner_of_index[N_MAX];
  GrPairs of_whole = {0}, of_part = {0};

  Order(&whole);
  memset(owner, 0, sizeof(owner));
  for (int k = 0; k < planes; k++) {
    double normal[3], at = 0.3 * (Random() - 0.5);
    for (int a = 0; a < 3; a++)
      normal[a] = (Random() - 0.5) / (whole.s.box.upper[a] - whole.s.box.lower[a]);
    for (PetscInt i = 0; i < whole.s.n; i++) {
      double d = 0;
      for (int a = 0; a < 3; a++)
        d += normal[a] * (whole.x[a][i] - 0.5 * (whole.s.box.lower[a] + whole.s.box.upper[a]));
      owner[i] |= (d > at) << k;
    }
  }
  for (PetscInt i = 0; i < whole.s.n; i++)
    owner_of_index[whole.index[i]] = owner[i];
  assert_int_equal(GrPairSearchRun(search, &whole.s, &of_whole), 0);
  for (int rank = 0; rank < 1 << planes; rank++) {
    Names expected = {0};
    for (PetscInt k = 0; k < of_whole.n; k++)
      if (owner_of_index[of_whole.pair[k].first] == rank || owner_of_index[of_whole.pair[k].second] == rank)
        Append(&expected, NameOf(&whole, &of_whole, k));
    Share(owner, rank, all);
    assert_int_equal(GrPairSearchRun(search, &part.s, &of_part), 0);
    CheckNames(&part, &of_part, &expected);
    free(expected.name);
  }
  GrPairsDestroy(&of_whole);
  GrPairsDestroy(&of_part);
}

static void test_small(void **state)
{
  const double side[3] = {3, 4, 5}, thin[3] = {1.9, 4, 1.95};
  for (int periodic = 0; periodic < 8; periodic++)
    for (PetscInt n = 0; n <= 12; n++)
      for (int round = 0; round < 20; round++) {
        Fill(n, round % 2 ? side : thin, periodic, 0.5, 0.2);
        CheckRanks(1, round % 3 == 0);
      }
}

static void test_random(void **state)
{
  const double side[3] = {14, 11, 17};
  for (int periodic = 0; periodic < 8; periodic++) {
    Fill(500, side, periodic, 0.7, 0.15);
    CheckRanks(1 + periodic % 3, periodic & 1);
  }
}

static void test_thin(void **state)
{
  const double sides[][3] = {{2.05, 30, 30}, {30, 2.2, 2.2}, {2.05, 2.1, 2.5}, {1.2, 1.5, 40}, {3.9, 3.5, 3.7}};
  for (size_t k = 0; k < sizeof(sides) / sizeof(*sides); k++)
    for (int periodic = 1; periodic < 8; periodic++) {
      Fill(k == 2 || k == 4 ? 30 : 200, sides[k], periodic, 0.9, 0.3);
      CheckRanks(2, true);
      CheckRanks(1, false);
    }
}

static void test_sizes(void **state)
{
  const double side[3] = {4.5, 4, 3.5};
  for (int periodic = 0; periodic < 8; periodic += 7) {
    Fill(400, side, periodic, 0.1, 0.05);
    for (PetscInt i = 1; i < 400; i++)
      whole.radius[i] = i % 50 ? 0.1 : 1;
    CheckRanks(3, periodic > 0);
  }
}

/* Many at one position: only their ids distinguish them. */
static void test_ties(void **state)
{
  const double side[3] = {14, 11, 17};
  for (int crowd = 5; crowd <= 80; crowd *= 4) {
    Fill(400, side, 7, 0.7, 0.1);
    for (PetscInt i = 0; i < 400; i++)
      for (int a = 0; a < 3; a++)
        whole.x[a][i] = whole.x[a][i - i % crowd];
    CheckRanks(2, false);
    for (PetscInt k = 1; k < 400; k++)
      if (whole.x[0][k] == whole.x[0][k - 1])
        assert_true(whole.id[k - 1] < whole.id[k]);
  }
}

/* One sphere in each cell of a grid of 8 x 8 x 8: the curve goes from cell to neighbouring cell through all of them. */
static void test_curve(void **state)
{
  const double lower[3] = {-3, -4, 5}, upper[3] = {13, 12, 21};
  static double x[512][3];
  uint64_t key[512];
  PetscInt64 id[512];
  PetscInt order[512];
  for (PetscInt i = 0; i < 512; i++) {
    const PetscInt at[3] = {i % 8, i / 8 % 8, i / 64};
    id[i] = i;
    for (int a = 0; a < 3; a++)
      x[i][a] = lower[a] + 2 * (double)at[a] + 1.8 * Random() + 0.1;
  }
  assert_int_equal(GrCurveKeys(lower, upper, 2, 512, x[0], 3, key), 0);
  assert_int_equal(GrCurveOrder(0, 512, key, id, order), 0);
  for (PetscInt k = 0; k < 512; k++) {
    PetscInt a = order[k ? k - 1 : k], b = order[k];
    assert_int_equal(key[b], k);
    assert_int_equal(labs((long)(a % 8 - b % 8)) + labs((long)(a / 8 % 8 - b / 8 % 8)) + labs((long)(a / 64 - b / 64)),
                     k > 0);
  }
}

/* Spheres of which the first are in order already: the same order as without that knowledge, with many equal keys. */
static void test_merge(void **state)
{
  enum { N = 300 };
  uint64_t key[N], sorted[N];
  PetscInt64 id[N], sorted_id[N];
  PetscInt order[N], merged[N];

  for (PetscInt first = 0; first <= N; first += 50) {
    for (PetscInt i = 0; i < N; i++) {
      key[i] = (uint64_t)(rand() % 97) << 20;
      id[i] = 1 + i * 7919 % 10007;
    }
    assert_int_equal(GrCurveOrder(0, first, key, id, order), 0);
    for (PetscInt k = 0; k < N; k++) {
      sorted[k] = key[k < first ? order[k] : k];
      sorted_id[k] = id[k < first ? order[k] : k];
    }
    assert_int_equal(GrCurveOrder(0, N, sorted, sorted_id, order), 0);
    assert_int_equal(GrCurveOrder(first, N, sorted, sorted_id, merged), 0);
    assert_memory_equal(order, merged, sizeof(order));
  }
}

/* Cells of any size; keys of one sphere alone and among others are the same; what lies outside or nowhere has one. */
static void test_keys(void **state)
{
  const double lower[3] = {0, 0, 0}, upper[3] = {10, 4, 1};
  const double odd[][3] = {{-1, 11, 0.5}, {0, 10, 0.5}, {NAN, 2, 0.5}, {0, 2, 0.5}, {INFINITY, 2, 0.5}, {10, 2, 0.5}};
  double x[100][5];
  uint64_t key[100], again;
  for (int i = 0; i < 100; i++)
    for (int a = 0; a < 5; a++)
      x[i][a] = Random();
  for (double edge = 20; edge > 1e-9; edge /= 3) {
    uint64_t largest = 0;
    assert_int_equal(GrCurveKeys(lower, upper, edge, 100, x[0], 5, key), 0);
    for (int i = 0; i < 100; i++) {
      assert_int_equal(GrCurveKeys(lower, upper, edge, 1, x[i], 1, &again), 0);
      assert_int_equal(key[i], again);
      largest = key[i] > largest ? key[i] : largest;
    }
    assert_true(largest < UINT64_C(1) << 63);
  }
  assert_int_equal(GrCurveKeys(lower, upper, 0, 100, x[0], 5, key), 0);
  assert_int_equal(GrCurveKeys(lower, upper, 1, 6, odd[0], 3, key), 0);
  for (int i = 0; i < 6; i += 2)
    assert_int_equal(key[i], key[i + 1]);
  assert_int_equal(GrCurveKeys(lower, upper, 1, 0, NULL, 3, NULL), 0);
  assert_int_equal(GrCurveOrder(0, 0, NULL, NULL, NULL), 0);
}

/* Size classes come after all positions, larger ones later: radii from 4^c to just below 4^(c+1) of the smallest. */
static void test_classes(void **state)
{
  enum { N = 8, TOP = 60 };
  const double least = 0.3, radius[N] = {0.3, 1.19999, 1.20001, 4.79999, 4.80001, 29.9, 1e300, 0.29999};
  const uint64_t expected[N] = {0, 0, 1, 1, 2, 3, 15, 0};
  const double lower[3] = {0, 0, 0}, upper[3] = {1, 1, 1};
  double x[N][3];
  uint64_t key[N], place[N];
  for (int i = 0; i < N; i++)
    for (int a = 0; a < 3; a++)
      x[i][a] = i == 0 ? 1 : Random(); /* one in the outermost cell */
  assert_int_equal(GrCurveKeys(lower, upper, 0, N, x[0], 3, place), 0);
  assert_int_equal(GrCurveKeys(lower, upper, 0, N, x[0], 3, key), 0);
  GrCurveClassify(N, radius, least, key);
  for (int i = 0; i < N; i++) {
    assert_int_equal(place[i] >> TOP, 0);
    assert_int_equal(key[i], place[i] | expected[i] << TOP);
  }
}

UNIT_PETSC(BEFORE(StartSearch), CASE(test_small), CASE(test_random), CASE(test_thin), CASE(test_sizes), CASE(test_ties),
           CASE(test_curve), CASE(test_merge), CASE(test_keys), CASE(test_classes), AFTER(EndSearch));
