/* Contacts of several rules and sizes next to each other feel what they would feel alone. */
#include <stdarg.h>
#include <stddef.h>

#include <setjmp.h>
#include <stdint.h>

#include <cmocka.h>

#include "bulk_bench.h"

enum { KINDS = 4, COLUMNS = 40, N = 2 * COLUMNS };

/* Pairs of spheres above each other, the lower one on the floor, each pair of another kind than its neighbours: `which`
   kinds of pairs there are, all in one list of contacts; the upper sphere falls and spins. */
static int Columns(unsigned which, Ball *ball, double *radius, int *material, int *column)
{
  int n = 0;
  for (int c = 0; c < COLUMNS; c++)
    for (int level = 0; level < 2 && (which >> c % KINDS & 1); level++) {
      const double r = level ? 0.008 : 0.01;
      ball[n] = (Ball){.x = {0.1 * c, 0.01 * c, level ? 0.028 : 0.01},
                       .v = {0.1 * c / COLUMNS, -0.05, level ? -0.3 : -0.1},
                       .w = {5, 3 + c, -2}};
      radius[n] = r;
      column[n] = c;
      material[n++] = c % KINDS;
    }
  return n;
}

static void Mixture(unsigned which, Ball end[N])
{
  Ball ball[N], group[N], all[N];
  double radius[N], own[N];
  int material[N], column[N], n = Columns(which, ball, radius, material, column), place[N], placed = 0;
  char path[KINDS][256], groups[2048] = "";
  for (int kind = 0; kind < KINDS; kind++) {
    int members = 0;
    for (int i = 0; i < n; i++)
      if (material[i] == kind) {
        group[members] = ball[i];
        own[members++] = radius[i];
        place[placed++] = 2 * column[i] + (radius[i] < 0.01);
      }
    if (!members)
      continue;
    List(members, group, own, path[kind]);
    snprintf(groups + strlen(groups), sizeof(groups) - strlen(groups), "  g%d: {file: %s, material: m%d}\n", kind,
             path[kind], kind);
  }
  Bench bench =
      Open("dimension: 3\n"
           "domain: {lower: [-1, -1, -1], upper: [5, 1, 1]}\n"
           "gravity: [0, 0, -9.81]\n"
           "materials:\n"
           "  m0: {density: 2000, youngs_modulus: 1e7, poisson_ratio: 0.3}\n"
           "  m1: {density: 3000, youngs_modulus: 2e7, poisson_ratio: 0.2, yield_stress: 1e5}\n"
           "  m2: {density: 1000, youngs_modulus: 5e6, poisson_ratio: 0.4}\n"
           "  m3: {density: 1500, youngs_modulus: 5e6, poisson_ratio: 0.4}\n"
           "  floor: {youngs_modulus: 1e8, poisson_ratio: 0.3}\n"
           "contacts:\n"
           "  - {between: '*', normal: {law: tsuji, restitution: 0.6}, tangential: {law: mindlin, friction: 0.4}}\n"
           "  - {between: [m1, m1], normal: {law: walton_braun, k1: 1e5, k2: 2e5},\n"
           "     tangential: {law: linear_spring, stiffness: 3e4, friction: 0.2},\n"
           "     twisting: {law: twisting_spring, stiffness: 1e3, friction: 0.1}}\n"
           "  - {between: [m2, m2], normal: {law: hertz}}\n"
           "  - {between: [m3, m3], normal: {law: linear, stiffness: 2e4, restitution: 0.8},\n"
           "     tangential: {law: linear_spring, stiffness: 1e4, friction: 0.3}, lever: radius,\n"
           "     rolling: {law: rolling_spring, stiffness: 1e3, friction: 0.1}}\n"
           "  - {between: [m3, floor], normal: {law: hertz}, tangential: {law: coulomb_smooth, friction: 0.3, v_lo: 0, "
           "v_hi: "
           "0.01}}\n"
           "particles:\n%s"
           "walls: {floor: {point: [0, 0, 0], normal: [0, 0, 1], material: floor}}\n"
           "time: {end: 20 ms, step: 10 us, overlap_limit: 0.5}\n",
           groups);
  Run(&bench, NULL, NULL);
  Look(&bench, all, NULL);
  Close(&bench);
  for (int i = 0; i < n; i++)
    end[place[i]] = all[i];
  for (int kind = 0; kind < KINDS; kind++)
    if (which >> kind & 1)
      unlink(path[kind]);
}

/* The contacts of a batch follow five rules in turn; alone, one or two. */
static void TestRules(void **state)
{
  static Ball mixed[N], alone[N];
  Mixture((1 << KINDS) - 1, mixed);
  for (int kind = 0; kind < KINDS; kind++)
    Mixture(1u << kind, alone);
  assert_memory_equal(mixed, alone, sizeof(mixed));
  for (int c = 1; c < KINDS; c++) /* and the kinds differ */
    assert_true(mixed[2 * c].v[2] != mixed[0].v[2]);
}

enum { CLUSTER = 24, DECOYS = 60 };

/* A cluster of grains of few radii that fall on the floor; the decoys, each of another radius, stand far away. */
static void Cluster(int decoys, Ball end[CLUSTER], int *n_own)
{
  static Ball ball[CLUSTER + DECOYS];
  static double radius[CLUSTER + DECOYS];
  const int n = CLUSTER + decoys;
  char path[256];
  for (int i = 0; i < n; i++) {
    const int far = i >= CLUSTER, k = far ? i - CLUSTER : i;
    radius[i] = far ? 0.005 + 1e-5 * k : 0.008 + 0.001 * (i % 3);
    ball[i] = (Ball){.x = {0.02 * (k % 4), 0.02 * (k / 4 % 3), 0.011 + 0.02 * (k / 12)},
                     .v = {0.1 * (i % 5), -0.1 * (i % 7), -0.3},
                     .w = {i, -2 * i, 3}};
    ball[i].x[0] += far ? 1 : 0;
  }
  List(n, ball, radius, path);
  Bench bench = Open("dimension: 3\n"
                     "domain: {lower: [-1, -1, -1], upper: [5, 1, 1]}\n"
                     "gravity: [0, 0, -9.81]\n"
                     "materials: {m: {density: 2000, youngs_modulus: 1e7, poisson_ratio: 0.3}}\n"
                     "contacts:\n"
                     "  - between: '*'\n"
                     "    normal: {law: tsuji, restitution: 0.6}\n"
                     "    tangential: {law: mindlin, friction: 0.4}\n"
                     "particles: {m: {file: %s, material: m}}\n"
                     "walls: {floor: {point: [0, 0, 0], normal: [0, 0, 1], material: m}}\n"
                     "time: {end: 0.05, step: 10 us, overlap_limit: 0.5}\n",
                     path);
  const GrStore *store = GrBulkStore(bench.world);
  *n_own = 0;
  for (PetscInt i = 0; i < store->columns.n; i++)
    *n_own += store->id[i] <= CLUSTER && store->type[i] == GR_PARTICLE_TYPE_OWN;
  Run(&bench, NULL, NULL);
  Look(&bench, ball, NULL);
  Close(&bench);
  unlink(path);
  memcpy(end, ball, CLUSTER * sizeof(*end));
}

/* Particles of radii that many share and particles of a radius of their own take different ways to their coefficients,
   and move alike to the last bit. Which way is taken follows from how many radii there are in all. */
static void TestRadii(void **state)
{
  static Ball shared[CLUSTER], own[CLUSTER];
  int n_shared, n_own;
  Cluster(0, shared, &n_shared);
  Cluster(DECOYS, own, &n_own);
  assert_int_equal(n_shared, 0);
  assert_int_equal(n_own, CLUSTER);
  assert_memory_equal(shared, own, sizeof(own));
}

int main(int argc, char **argv)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(TestRules), cmocka_unit_test(TestRadii)};
  if (PetscInitialize(&argc, &argv, NULL, NULL))
    return 1;
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  PetscFinalize();
  return failed;
}
