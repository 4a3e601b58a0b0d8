/* Contacts of several rules and sizes next to each other have the same forces as alone.
   Labels: bulk contact input law time wall. */
#include "unit.h"

#include "bulk_bench.h"

enum { KINDS = 4, COLUMNS = 40, N = 2 * COLUMNS };

/* Pairs of spheres above each other, the lower one on the floor; each pair differs in kind from its neighbours.
   `which`: the kinds of pairs in one list of contacts; the upper sphere falls and rotates. */
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

enum { CLUSTER = 24, HELD = 2, DECOYS = 60 };

/* Laws that report the dependence of their coefficients on radius and mass, one of them with rolling and twisting;
   and a rule of laws that do not. */
static const char *const laws[] = {
    "normal: {law: tsuji, restitution: 0.6}, tangential: {law: mindlin, friction: 0.4}",
    "normal: {law: kuwabara_kono, dissipation_time: 20 us}, lever: radius,\n"
    "   tangential: {law: hertz_history, stiffness: 2e6, damping: 1e6, friction: 0.4},\n"
    "   rolling: {law: rolling_spring, stiffness: 1e3, viscosity: 0.1, friction: 0.1},\n"
    "   twisting: {law: twisting_spring, stiffness: 1e3, friction: 0.1}",
    "normal: {law: linear, stiffness: 5e4, viscosity_per_mass: 300}, tangential: {law: hertz_history, stiffness: 4e7, "
    "friction: 0.4}",
    "normal: {law: hunt_crossley, restitution: 0.6}, tangential: {law: mindlin, friction: 0.4},\n"
    "   twisting: {law: marshall, friction: 0.4}"};
enum { LAWS = sizeof(laws) / sizeof(laws[0]), WITHOUT_FACTORS = LAWS - 1 };

/* Final state of a cluster. */
typedef struct {
  Ball end[CLUSTER + HELD];
  int n_own;          /* particles with an individual radius */
  bool families;      /* pairs of two materials have one pair type */
  char message[2048]; /* message that ended the run, or empty */
} Outcome;

/* A cluster of grains with few radii that fall on the floor and on two fixed grains; the decoys, each with another
   radius, are far away. */
static void Cluster(int decoys, const char *rule, const char *step, Outcome *outcome)
{
  static Ball ball[CLUSTER + DECOYS + HELD];
  static double radius[CLUSTER + DECOYS];
  const Ball held[HELD] = {{.x = {0.01, 0.01, 0.002}}, {.x = {0.05, 0.03, 0.002}}};
  const double held_radius[HELD] = {0.008, 0.009};
  const int n = CLUSTER + decoys;
  char path[256], held_path[256];
  for (int i = 0; i < n; i++) {
    const int far = i >= CLUSTER, k = far ? i - CLUSTER : i;
    radius[i] = far ? 0.005 + 1e-5 * k : 0.008 + 0.001 * (i % 3);
    ball[i] = (Ball){.x = {0.02 * (k % 4), 0.02 * (k / 4 % 3), 0.021 + 0.02 * (k / 12)},
                     .v = {0.1 * (i % 5), -0.1 * (i % 7), -0.3},
                     .w = {i, -2 * i, 3}};
    ball[i].x[0] += far ? 1 : 0;
  }
  List(n, ball, radius, path);
  List(HELD, held, held_radius, held_path);
  Bench bench = Open("dimension: 3\n"
                     "domain: {lower: [-1, -1, -1], upper: [5, 1, 1]}\n"
                     "gravity: [0, 0, -9.81]\n"
                     "materials: {m: {density: 2000, youngs_modulus: 1e8, poisson_ratio: 0.3}}\n"
                     "contacts:\n"
                     "  - {between: '*', %s}\n"
                     "particles: {held: {file: %s, material: m, fixed: true}, m: {file: %s, material: m}}\n"
                     "walls: {floor: {point: [0, 0, 0], normal: [0, 0, 1], material: m}}\n"
                     "time: {end: 0.05, step: %s, overlap_limit: 0.5, skin: 1 mm}\n",
                     rule, held_path, path, step);
  const GrStore *store = GrBulkStore(bench.world);
  const GrModel *model = &bench.world->bulk->model;
  *outcome = (Outcome){.n_own = 0};
  for (PetscInt i = 0; i < store->columns.n; i++)
    outcome->n_own += store->id[i] <= CLUSTER + HELD && store->type[i] == GR_PARTICLE_TYPE_OWN;
  if (GrRunSolve(bench.run)) {
    snprintf(outcome->message, sizeof(outcome->message), "%s", GrFailureMessage());
    GrFailureClear();
  }
  outcome->families = model->n_families > 0 && model->family[0].factor;
  Look(&bench, ball, NULL);
  Close(&bench);
  unlink(path);
  unlink(held_path);
  memcpy(outcome->end, ball, sizeof(outcome->end));
}

/* Coefficients of particles with a shared radius and with an individual radius are computed in two ways, with
   motions equal to the last bit. The way depends on the number of different radii, and on the laws. */
static void TestRadii(void **state)
{
  static Outcome shared, own;
  for (int k = 0; k < LAWS; k++) {
    Cluster(0, laws[k], "10 us", &shared);
    Cluster(DECOYS, laws[k], "10 us", &own);
    assert_string_equal(shared.message, "");
    assert_int_equal(shared.n_own, 0);
    assert_int_equal(own.n_own, CLUSTER + HELD);
    assert_int_equal(own.families, k != WITHOUT_FACTORS);
    assert_memory_equal(shared.end, own.end, sizeof(own.end));
  }
}

/* A step that is too long for a contact ends both runs with the same message, except the remedy, which depends on
   the decoys. */
static void TestLimits(void **state)
{
  static Outcome shared, own;
  for (int k = 0; k < LAWS; k++) {
    Cluster(0, laws[k], "400 us", &shared);
    Cluster(DECOYS, laws[k], "400 us", &own);
    assert_non_null(strstr(shared.message, "in this contact"));
    *strstr(shared.message, ": write") = *strstr(own.message, ": write") = '\0';
    assert_string_equal(shared.message, own.message);
  }
}

UNIT_PETSC(CASE(TestRules), CASE(TestRadii), CASE(TestLimits));
