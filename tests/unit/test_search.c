/* The pairs found, against all pairs tested one by one; on one rank and on many; in any order in memory. */
#include "contact/search.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum { N_MAX = 1000, RANKS_MAX = 8 };

/* A pair, named without local indices. */
typedef struct {
  PetscInt64 id[2];
  int shift;
} Name;

/* The whole system; a rank's view of it holds copies, in any order. */
typedef struct {
  GrSpheres s;
  double x[3][N_MAX], radius[N_MAX];
  PetscInt64 id[N_MAX];
} System;

static System whole, part;
static GrPairSearch search;

static double Random(void)
{
  return rand() / (RAND_MAX + 1.0);
}

static void Attach(System *p, PetscInt n_owned, PetscInt n_all)
{
  p->s.n_owned = n_owned;
  p->s.n_all = n_all;
  for (int a = 0; a < 3; a++)
    p->s.x[a] = p->x[a];
  p->s.radius = p->radius;
  p->s.id = p->id;
}

/* n spheres at random in a box with these sides, periodic where the bits of `periodic` say so; radii between `smallest`
   and 1; ids at random, far apart. */
static void Fill(PetscInt n, const double side[3], int periodic, double smallest, double reach)
{
  Attach(&whole, n, n);
  whole.s.reach = reach;
  for (int a = 0; a < 3; a++) {
    whole.s.lower[a] = -0.3 * side[a];
    whole.s.upper[a] = 0.7 * side[a];
    whole.s.periodic[a] = (PetscBool)(periodic >> a & 1);
  }
  for (PetscInt i = 0; i < n; i++) {
    whole.radius[i] = i == 0 ? 1 : smallest + (1 - smallest) * Random() * Random();
    whole.id[i] = (PetscInt64)(i * 7919 % N_MAX) * 1000000007 + rand() % 1000;
    for (int a = 0; a < 3; a++)
      whole.x[a][i] = whole.s.lower[a] + Random() * side[a];
  }
}

static void CopySphere(const System *from, PetscInt i, System *to, PetscInt k)
{
  for (int a = 0; a < 3; a++)
    to->x[a][k] = from->x[a][i];
  to->radius[k] = from->radius[i];
  to->id[k] = from->id[i];
}

/* The rule of search.h, written out. */
static int Near(const GrSpheres *s, PetscInt first, PetscInt second, const int shift[3])
{
  double d[3], c = (s->radius[first] + s->radius[second]) + s->reach;
  for (int a = 0; a < 3; a++)
    d[a] = (s->x[a][second] - s->x[a][first]) + shift[a] * (s->upper[a] - s->lower[a]);
  return d[0] * d[0] + d[1] * d[1] + d[2] * d[2] < c * c;
}

static int CompareNames(const void *pa, const void *pb)
{
  const Name *a = pa, *b = pb;
  for (int k = 0; k < 2; k++)
    if (a->id[k] != b->id[k])
      return a->id[k] < b->id[k] ? -1 : 1;
  return a->shift - b->shift;
}

/* All pairs by testing all, sorted by name. */
static Name *AllPairs(const GrSpheres *s, PetscInt *n)
{
  PetscInt capacity = 16;
  Name *name = malloc((size_t)capacity * sizeof(*name));
  *n = 0;
  for (PetscInt i = 0; i < s->n_all; i++)
    for (PetscInt j = 0; j < s->n_all; j++)
      for (int k = 0; k < 27 && s->id[i] <= s->id[j]; k++) {
        const int shift[3] = {k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1};
        int allowed = i != j || k > 13;
        for (int a = 0; a < 3; a++)
          allowed &= shift[a] == 0 || s->periodic[a];
        if (!allowed || !Near(s, i, j, shift))
          continue;
        if (*n == capacity)
          name = realloc(name, (size_t)(capacity *= 2) * sizeof(*name));
        name[(*n)++] = (Name){{s->id[i], s->id[j]}, shift[0] + 3 * shift[1] + 9 * shift[2]};
      }
  qsort(name, (size_t)*n, sizeof(*name), CompareNames);
  return name;
}

static Name NameOf(const GrSpheres *s, const GrPairs *p, PetscInt k)
{
  return (Name){{s->id[p->first[k]], s->id[p->second[k]]}, p->shift[k]};
}

static void AssertSameName(Name a, Name b)
{
  assert_int_equal(CompareNames(&a, &b), 0);
}

/* The sphere that lists a pair: the owned one, of two the one that stands first in memory. */
static PetscInt Lister(const GrPairs *p, PetscInt k)
{
  return PetscMin(p->first[k], p->second[k]);
}

/* Everything that search.h says about the two lists, apart from which pairs there are. */
static void CheckLists(const GrSpheres *s, const GrPairs *p)
{
  int *seen = calloc((size_t)p->n + 1, sizeof(*seen));
  assert_int_equal(p->listed[0], 0);
  assert_int_equal(p->listed[s->n_owned], p->n);
  for (PetscInt i = 0; i < s->n_owned; i++) {
    for (PetscInt k = p->listed[i]; k < p->listed[i + 1]; k++) {
      assert_int_equal(Lister(p, k), i);
      assert_true(s->id[p->first[k]] < s->id[p->second[k]] || (p->first[k] == p->second[k] && p->shift[k] > 0));
      if (k == p->listed[i])
        continue;
      PetscInt64 before = s->id[p->first[k - 1] + p->second[k - 1] - i], id = s->id[p->first[k] + p->second[k] - i];
      assert_true(before < id || (before == id && p->shift[k - 1] < p->shift[k]));
    }
  }
  assert_int_equal(p->begin[0], 0);
  for (PetscInt i = 0; i < s->n_owned; i++) {
    PetscInt64 last[3] = {-1, 0, 0};
    for (PetscInt c = p->begin[i]; c < p->begin[i + 1]; c++) {
      PetscInt k = GrContactPair(p->contact[c]);
      int sign = GrContactSign(p->contact[c]);
      assert_true(k >= 0 && k < p->n);
      assert_int_equal(sign > 0 ? p->first[k] : p->second[k], i);
      PetscInt64 now[3] = {s->id[sign > 0 ? p->second[k] : p->first[k]], p->shift[k], -sign};
      int a = 0;
      while (a < 2 && last[a] == now[a])
        a++;
      assert_true(last[a] < now[a]);
      memcpy(last, now, sizeof(now));
      seen[k]++;
    }
  }
  for (PetscInt k = 0; k < p->n; k++)
    assert_int_equal(seen[k], 1 + (p->first[k] < s->n_owned && p->second[k] < s->n_owned));
  free(seen);
}

static Name *SortedNames(const GrSpheres *s, const GrPairs *p)
{
  Name *name = malloc((size_t)(p->n + 1) * sizeof(*name));
  for (PetscInt k = 0; k < p->n; k++)
    name[k] = NameOf(s, p, k);
  qsort(name, (size_t)p->n, sizeof(*name), CompareNames);
  return name;
}

/* Searches the whole system on one rank; the number of pairs found. */
static PetscInt CheckWhole(void)
{
  GrPairs pairs = {0};
  PetscInt n;
  Name *expected = AllPairs(&whole.s, &n), *found;
  assert_int_equal(GrPairSearchRun(search, &whole.s, &pairs), 0);
  assert_int_equal(pairs.n, n);
  found = SortedNames(&whole.s, &pairs);
  for (PetscInt k = 0; k < n; k++)
    AssertSameName(found[k], expected[k]);
  CheckLists(&whole.s, &pairs);
  GrPairsDestroy(&pairs);
  free(expected);
  free(found);
  return n;
}

/* The share of one rank: the spheres with owner[i] = rank, in random order, then all others or those `near` an owned
   one. place[k]: the index in the whole of the part's sphere k. */
static void Share(const int *owner, int rank, PetscBool near, PetscInt *place)
{
  PetscInt n_owned = 0, n;
  for (PetscInt i = 0; i < whole.s.n_all; i++)
    if (owner[i] == rank)
      place[n_owned++] = i;
  n = n_owned;
  for (PetscInt i = 0; i < whole.s.n_all; i++) {
    int needed = owner[i] != rank && !near;
    for (PetscInt k = 0; k < n_owned * 27 && owner[i] != rank && !needed; k++) {
      const int shift[3] = {k % 3 - 1, k / 3 % 3 - 1, k / 9 % 3 - 1};
      needed = Near(&whole.s, place[k / 27], i, shift);
    }
    if (needed)
      place[n++] = i;
  }
  for (PetscInt i = n - 1; i > 0; i--) { /* owned among themselves, ghosts among themselves */
    PetscInt first = i < n_owned ? 0 : n_owned, j = first + rand() % (i - first + 1), swap = place[i];
    place[i] = place[j];
    place[j] = swap;
  }
  part.s = whole.s;
  Attach(&part, n_owned, n);
  for (PetscInt k = 0; k < n; k++)
    CopySphere(&whole, place[k], &part, k);
}

/* A rank's contact lists name the same contacts in the same order as those of the whole. */
static void CheckContacts(const GrPairs *of_whole, const GrPairs *of_part, const PetscInt *place)
{
  for (PetscInt i = 0; i < part.s.n_owned; i++) {
    PetscInt a = of_whole->begin[place[i]], b = of_part->begin[i];
    assert_int_equal(of_part->begin[i + 1] - b, of_whole->begin[place[i] + 1] - a);
    for (; b < of_part->begin[i + 1]; a++, b++) {
      PetscInt ka = GrContactPair(of_whole->contact[a]), kb = GrContactPair(of_part->contact[b]);
      AssertSameName(NameOf(&part.s, of_part, kb), NameOf(&whole.s, of_whole, ka));
      assert_int_equal(GrContactSign(of_part->contact[b]), GrContactSign(of_whole->contact[a]));
    }
  }
}

/* Splits the system by random planes over ranks: each pair is listed by exactly the ranks that own one of the two. */
static void CheckRanks(int planes, PetscBool near)
{
  static int owner[N_MAX];
  static PetscInt place[N_MAX];
  GrPairs all = {0}, own = {0};
  PetscInt listed = 0, expected = 0;

  memset(owner, 0, sizeof(owner));
  for (int k = 0; k < planes; k++) {
    double normal[3], at = Random() - 0.5;
    for (int a = 0; a < 3; a++)
      normal[a] = (Random() - 0.5) / (whole.s.upper[a] - whole.s.lower[a]);
    for (PetscInt i = 0; i < whole.s.n_all; i++) {
      double d = 0;
      for (int a = 0; a < 3; a++)
        d += normal[a] * (whole.x[a][i] - 0.5 * (whole.s.lower[a] + whole.s.upper[a]));
      owner[i] |= (d > 0.3 * at) << k;
    }
  }
  assert_int_equal(GrPairSearchRun(search, &whole.s, &all), 0);
  for (PetscInt k = 0; k < all.n; k++)
    expected += 1 + (owner[all.first[k]] != owner[all.second[k]]);
  for (int rank = 0; rank < 1 << planes; rank++) {
    Share(owner, rank, near, place);
    assert_int_equal(GrPairSearchRun(search, &part.s, &own), 0);
    CheckLists(&part.s, &own);
    CheckContacts(&all, &own, place);
    listed += own.n;
  }
  assert_int_equal(listed, expected);
  GrPairsDestroy(&all);
  GrPairsDestroy(&own);
}

static void test_small(void **state)
{
  const double side[3] = {3, 4, 5}, thin[3] = {1.9, 4, 1.95};
  for (int periodic = 0; periodic < 8; periodic++)
    for (PetscInt n = 0; n <= 4; n++)
      for (int round = 0; round < 20; round++) {
        Fill(n, round % 2 ? side : thin, periodic, 0.5, 0.2);
        CheckWhole();
        CheckRanks(1, PETSC_FALSE);
      }
}

static void test_random(void **state)
{
  const double side[3] = {14, 11, 17};
  for (int periodic = 0; periodic < 8; periodic++) {
    Fill(N_MAX, side, periodic, 0.7, 0.15);
    assert_in_range(CheckWhole(), 3000, 8000); /* about (N^2/2) (4 pi/3) (1.65^3)/V = 3600; it is not empty */
    CheckRanks(1 + periodic % 3, (PetscBool)(periodic & 1));
  }
}

/* Boxes so short that a sphere sees two images of another, or its own. */
static void test_thin(void **state)
{
  const double sides[][3] = {{2.05, 30, 30}, {30, 2.2, 2.2}, {2.05, 2.1, 2.5}, {1.2, 1.5, 40}, {3.9, 3.5, 3.7}};
  for (size_t k = 0; k < sizeof(sides) / sizeof(*sides); k++)
    for (int periodic = 1; periodic < 8; periodic++) {
      PetscInt n = k == 2 || k == 4 ? 30 : 200;
      GrPairs pairs = {0};
      PetscInt self = 0, twice = 0;
      Fill(n, sides[k], periodic, 0.9, 0.3);
      CheckWhole();
      CheckRanks(2, PETSC_FALSE);
      CheckRanks(1, PETSC_TRUE);
      assert_int_equal(GrPairSearchRun(search, &whole.s, &pairs), 0);
      for (PetscInt p = 1; p < pairs.n; p++) {
        self += pairs.first[p] == pairs.second[p];
        twice += pairs.first[p] == pairs.first[p - 1] && pairs.second[p] == pairs.second[p - 1];
      }
      if (periodic == 7) { /* or this test would prove nothing */
        assert_true(twice > 0);
        assert_true(self > 0 || k == 4);
      }
      GrPairsDestroy(&pairs);
    }
}

static void test_sizes(void **state)
{
  const double side[3] = {4.5, 4, 3.5};
  for (int periodic = 0; periodic < 8; periodic += 7) {
    GrPairs pairs = {0};
    PetscInt most = 0;
    Fill(N_MAX, side, periodic, 0.1, 0.05);
    for (PetscInt i = 1; i < N_MAX; i++)
      whole.radius[i] = i % 50 ? 0.1 : 1;
    CheckWhole();
    assert_int_equal(GrPairSearchRun(search, &whole.s, &pairs), 0);
    for (PetscInt i = 0; i < N_MAX; i++)
      most = PetscMax(most, pairs.begin[i + 1] - pairs.begin[i]);
    assert_true(most > 64); /* so that both ways of sorting are used */
    GrPairsDestroy(&pairs);
    CheckRanks(3, (PetscBool)(periodic > 0));
  }
}

/* Pairs at exactly the distance of the rule and a few units in the last place around it, two of three across the
   periodic boundary, where rounding depends on the order of operations. */
static void test_threshold(void **state)
{
  const double side[3] = {7.3, 1e3, 11.1};
  int found[2] = {0, 0};
  for (int round = 0; round < 6000; round++) {
    const int axis = rand() % 3;
    Fill(2, side, 7, 0.5, 0.1);
    double c = whole.radius[0] + whole.radius[1] + whole.s.reach, low = whole.s.lower[axis], high = whole.s.upper[axis];
    for (int a = 0; a < 3; a++)
      whole.x[a][1] = whole.x[a][0];
    whole.x[axis][0] = low + 0.9 * c * Random();
    whole.x[axis][1] = round % 3 ? high - (c - (whole.x[axis][0] - low)) : whole.x[axis][0] + c;
    for (int ulp = rand() % 7 - 3; ulp; ulp += ulp < 0 ? 1 : -1)
      whole.x[axis][1] = nextafter(whole.x[axis][1], ulp < 0 ? low : high);
    found[CheckWhole()]++;
    CheckRanks(1, PETSC_FALSE);
  }
  assert_true(found[0] > 1000 && found[1] > 1000);
}

/* Spheres on the faces of the box and beyond its open sides; one that is nowhere; one far away; the empty box. */
static void test_odd_places(void **state)
{
  const double side[3] = {10, 6, 8};
  Fill(400, side, 3, 0.6, 0.2);
  for (PetscInt i = 0; i < 100; i++) {
    int axis = i % 3;
    whole.x[axis][i] = i % 2 ? whole.s.lower[axis] : whole.s.upper[axis];
    if (i % 7 == 0)
      whole.x[2][i] = whole.s.upper[2] + 2 * Random();
  }
  CheckWhole();
  CheckRanks(2, PETSC_TRUE);
  whole.x[2][7] = 1e9;
  whole.x[1][8] = NAN;
  whole.x[2][9] = INFINITY;
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

/* A crowd in the corner of a box a million times its size, in one place, and without size. As many cells as fit into
   the box would be 1e20. */
static void test_crowds(void **state)
{
  const double peak = MemoryPeak();
  const double huge[3] = {1e7, 1e7, 1e7}, side[3] = {5, 5, 5};
  for (int periodic = 0; periodic < 8; periodic += 7) {
    Fill(300, huge, periodic, 0.9, 0.1);
    for (PetscInt i = 0; i < 290; i++)
      for (int a = 0; a < 3; a++)
        whole.x[a][i] = whole.s.lower[a] + 10 * Random();
    CheckWhole();
    CheckRanks(2, PETSC_FALSE);
    Fill(100, side, periodic, 0.9, 0.1);
    for (PetscInt i = 0; i < 100; i++)
      for (int a = 0; a < 3; a++)
        whole.x[a][i] = 0.25;
    assert_int_equal(CheckWhole(), 100 * 99 / 2);
    memset(whole.radius, 0, sizeof(whole.radius));
    whole.s.reach = 0;
    assert_int_equal(CheckWhole(), 0);
  }
  assert_true(MemoryPeak() - peak < 64e6); /* a few MB are used; cells up to the limit of integers would take 2 GB */
}

/* Lists of all sizes in the same memory; an equal or smaller search moves nothing. */
static void test_reuse(void **state)
{
  const double side[3] = {14, 11, 17};
  const PetscInt sizes[] = {1000, 0, 1, 2, 500, 1000, 0};
  GrPairs pairs = {0};
  const void *kept[4];
  for (size_t k = 0; k < sizeof(sizes) / sizeof(*sizes); k++) {
    srand(5);
    Fill(sizes[k], side, 7, 0.7, 0.15);
    assert_int_equal(GrPairSearchRun(search, &whole.s, &pairs), 0);
    CheckLists(&whole.s, &pairs);
    const void *now[4] = {pairs.first, pairs.contact, pairs.listed, pairs.begin};
    if (k == 0)
      memcpy(kept, now, sizeof(now));
    assert_memory_equal(kept, now, sizeof(now));
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

/* One sphere in each cell of a grid of 8 x 8 x 8: the curve goes from cell to neighbouring cell through all of them,
   whatever the order before. */
static void test_order(void **state)
{
  const double side[3] = {16, 16, 16};
  PetscInt order[512], seen[512] = {0};
  Fill(512, side, 0, 1, 0);
  for (PetscInt i = 0; i < 512; i++) {
    const PetscInt at[3] = {i % 8, i / 8 % 8, i / 64};
    for (int a = 0; a < 3; a++)
      whole.x[a][i] = whole.s.lower[a] + 2 * (double)at[a] + 1.8 * Random() + 0.1;
  }
  assert_int_equal(GrSpaceOrder(search, &whole.s, order), 0);
  for (PetscInt k = 0; k < 512; k++) {
    assert_in_range(order[k], 0, 511);
    assert_int_equal(seen[order[k]]++, 0);
    if (k == 0)
      continue;
    PetscInt a = order[k - 1], b = order[k];
    assert_int_equal(labs((long)(a % 8 - b % 8)) + labs((long)(a / 8 % 8 - b / 8 % 8)) + labs((long)(a / 64 - b / 64)),
                     1);
  }
}

static void test_order_ties(void **state)
{
  const double side[3] = {14, 11, 17};
  static PetscInt order[N_MAX], again[N_MAX], place[N_MAX];
  static int owner[N_MAX];
  Fill(N_MAX, side, 7, 0.7, 0.1);
  for (PetscInt i = 0; i < N_MAX; i++)
    for (int a = 0; a < 3 && i % 5; a++)
      whole.x[a][i] = whole.x[a][i - i % 5]; /* five in each place */
  assert_int_equal(GrSpaceOrder(search, &whole.s, order), 0);
  for (PetscInt k = 1; k < N_MAX; k++)
    if (order[k] / 5 == order[k - 1] / 5)
      assert_true(whole.id[order[k - 1]] < whole.id[order[k]]);
  Share(owner, 0, PETSC_FALSE, place); /* all, shuffled */
  assert_int_equal(GrSpaceOrder(search, &part.s, again), 0);
  for (PetscInt k = 0; k < N_MAX; k++)
    assert_int_equal(place[again[k]], order[k]);
  whole.s.n_owned = 0;
  assert_int_equal(GrSpaceOrder(search, &whole.s, order), 0);
}

static int Start(void **state)
{
  srand(11);
  return PetscInitializeNoArguments() || GrPairSearchCreate(&search);
}

static int End(void **state)
{
  return GrPairSearchDestroy(&search) || GrPairSearchDestroy(&search) || PetscFinalize();
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_small),  cmocka_unit_test(test_random),     cmocka_unit_test(test_thin),
      cmocka_unit_test(test_sizes),  cmocka_unit_test(test_threshold),  cmocka_unit_test(test_odd_places),
      cmocka_unit_test(test_crowds), cmocka_unit_test(test_reuse),      cmocka_unit_test(test_shift),
      cmocka_unit_test(test_order),  cmocka_unit_test(test_order_ties),
  };
  return cmocka_run_group_tests(tests, Start, End);
}
