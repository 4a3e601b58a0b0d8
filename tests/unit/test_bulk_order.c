/* Accuracy of complete runs: order of the method with friction, energy balance, momentum.
   Labels: bulk contact input law particle time wall. */
#include "unit.h"

#include "bulk_bench.h"

enum { STACK = 3, NUMBERS = STACK * GR_STATE };

/* Three unequal spheres pressed between a floor and a lid, struck and spun, so that no contact opens or slides. Returns
   the elastic energy at the end. */
static double Stack(const char *rule, double step, double u[NUMBERS])
{
  const double radius[STACK] = {0.01, 0.008, 0.012}, press = 1e-4;
  const Ball ball[STACK] = {
      {.x = {0, 0, 0.01 - press}, .v = {0.02, 0.01, 0.03}, .w = {3, -2, 1}},
      {.x = {0.002, 0, 0.0276}, .v = {-0.01, 0.02, 0}, .w = {-1, 2, 4}},
      {.x = {0.002, 0.003, 0.047}, .v = {0.01, 0.01, -0.02}},
  };
  char path[256];
  GrLedger books;
  List(STACK, ball, radius, path);
  Bench bench = Open("dimension: 3\n"
                     "domain: {lower: [-1, -1, 0], upper: [1, 1, %.17g]}\n"
                     "gravity: [0.3, 0.2, -1]\n"
                     "materials: {m: {density: 2000, youngs_modulus: 1e7, poisson_ratio: 0.3}}\n"
                     "contacts: [{between: '*', %s}]\n"
                     "particles: {spheres: {file: %s, material: m}}\n"
                     "walls: {floor: {side: lower_z, material: m}, lid: {side: upper_z, material: m}}\n"
                     "time: {end: 0.01, step: %.17g}\n",
                     0.047 + 0.012 - press, rule, path, step);
  Run(&bench, NULL, NULL);
  Look(&bench, (Ball *)u, NULL);
  Works(GrRunLedger(bench.run, &books));
  Close(&bench);
  unlink(path);
  return books.elastic;
}

/* log2 of |u(h) - u(h/2)| over |u(h/2) - u(h/4)|, u the state; `energy`: the same of the elastic energy. */
static double Order(const char *rule, double *energy)
{
  double u[3][NUMBERS], elastic[3], difference[2] = {0};
  for (int i = 0; i < 3; i++)
    elastic[i] = Stack(rule, 5e-6 / (1 << i), u[i]);
  for (int i = 0; i < 2; i++)
    for (int k = 0; k < NUMBERS; k++)
      difference[i] += (u[i][k] - u[i + 1][k]) * (u[i][k] - u[i + 1][k]);
  *energy = log2(fabs((elastic[0] - elastic[1]) / (elastic[1] - elastic[2])));
  print_message("  %.4f, energy %.4f: %s\n", log2(difference[0] / difference[1]) / 2, *energy, rule);
  return log2(difference[0] / difference[1]) / 2;
}

static void TestOrder(void **state)
{
  const char *const rule[] = {
      "normal: {law: hertz}, tangential: {law: linear_spring, stiffness: 1e4, friction: 1000}",
      "normal: {law: tsuji, restitution: 0.5}, tangential: {law: mindlin, friction: 1000}",
      "normal: {law: tsuji, restitution: 0.5}, tangential: {law: mindlin, friction: 1000},"
      "rolling: {law: rolling_spring, stiffness: 1e4, friction: 1000, viscosity: 1},"
      "twisting: {law: twisting_spring, stiffness: 1e4, friction: 1000, viscosity: 1}",
  };
  double energy;
  for (size_t i = 0; i < sizeof(rule) / sizeof(*rule); i++) {
    assert_true(fabs(Order(rule[i], &energy) - 2) < 0.05);
    assert_true(fabs(energy - 2) < 0.1);
  }
  assert_int_equal(PetscOptionsSetValue(NULL, "-ts_verlet_velocity", "half"), 0);
  assert_true(fabs(Order(rule[1], &energy) - 1) < 0.1); /* the test is sensitive */
  assert_int_equal(PetscOptionsClearValue(NULL, "-ts_verlet_velocity"), 0);
}

/* 27 spheres on a lattice in a periodic box, pressed and shaken, Hertz without any loss. */
static void TestEnergy(void **state)
{
  Bench bench =
      Open("dimension: 3\n"
           "domain: {lower: [0, 0, 0], upper: [58 mm, 58 mm, 58 mm], periodic: [true, true, true]}\n"
           "materials: {m: {density: 2000, youngs_modulus: 1e7, poisson_ratio: 0.3}}\n"
           "contacts: [{between: '*', normal: {law: hertz}}]\n"
           "particles:\n"
           "  m: {lattice: {sites: simple_cubic, spacing: 19.3333 mm, count: 27}, radius: 10 mm, material: m,\n"
           "      velocity_deviation: 0.2}\n"
           "time: {end: 1, step: 10 us, overlap_limit: 0.3}\n");
  GrLedger start, end;
  Works(GrRunLedger(bench.run, &start));
  Run(&bench, NULL, NULL);
  Works(GrRunLedger(bench.run, &end));
  Near(end.kinetic + end.elastic, start.kinetic + start.elastic, 1e-4, "energy after 1e5 steps");
  assert_true(end.kinetic < 0.9 * start.kinetic || end.kinetic > 1.1 * start.kinetic); /* it was exchanged */
  Close(&bench);
}

/* Energy put into grains that slide, roll and bounce in a box with a vibrating floor and a rotating lid, in a fluid. */
static double Residual(double step)
{
  Bench bench = Open("dimension: 3\n"
                     "domain: {lower: [0, 0, 0], upper: [50 mm, 50 mm, 50 mm], periodic: [true, true, false]}\n"
                     "gravity: [1, 0, -9.81]\n"
                     "materials: {m: {density: 2000, youngs_modulus: 1e6, poisson_ratio: 0.3}}\n"
                     "contacts:\n"
                     "  - between: '*'\n"
                     "    normal: {law: hunt_crossley, restitution: 0.7}\n"
                     "    tangential: {law: mindlin, friction: 0.3}\n"
                     "    rolling: {law: rolling_spring, stiffness: 500, friction: 0.05}\n"
                     "particles:\n"
                     "  m:\n"
                     "    lattice: {sites: simple_cubic, spacing: 12 mm, jitter: 1 mm, upper: [50 mm, 50 mm, 40 mm]}\n"
                     "    radius: 5 mm\n"
                     "    material: m\n"
                     "    velocity_deviation: 0.5\n"
                     "    spin_deviation: 20\n"
                     "walls:\n"
                     "  floor: {side: lower_z, material: m, oscillation: {amplitude: [1 mm, 0, 1 mm], frequency: 20}}\n"
                     "  lid: {side: upper_z, material: m, velocity: [0.1, 0, -0.02]}\n"
                     "drag: {linear: 1e-4, quadratic: 1e-3, angular: 1e-8, fluid: [0.1, 0, 0], viscosity: 0.01,\n"
                     "  density: 500}\n"
                     "time: {end: 0.1, step: %.17g, overlap_limit: 0.5}\n",
                     step);
  GrLedger start, end;
  Works(GrRunLedger(bench.run, &start));
  Run(&bench, NULL, NULL);
  Works(GrRunLedger(bench.run, &end));
  Close(&bench);
  return end.residual / (start.kinetic + fabs(end.external_work - start.external_work));
}

static void TestBooks(void **state)
{
  double r[4], step = 8e-6;
  for (int i = 0; i < 4; i++, step /= 2) {
    r[i] = fabs(Residual(step));
    print_message("  step %.0e s: residual %.2e of what was put in\n", step, r[i]);
  }
  assert_true(r[3] < 1e-6);
  for (int i = 0; i < 3; i++)
    assert_true(fabs(log2(r[i] / r[i + 1]) - 2) < 0.3);
}

/* Momentum, and angular momentum about the origin; `scale`: the sums of the sizes of their terms. */
static void Add(const Bench *bench, double momentum[3], double angular[3], double scale[2])
{
  const GrStore *store = GrBulkStore(bench->world);
  const int n = (int)store->columns.n;
  Ball *ball = calloc((size_t)n, sizeof(*ball));
  Look(bench, ball, NULL);
  memset(momentum, 0, 3 * sizeof(double));
  memset(angular, 0, 3 * sizeof(double));
  memset(scale, 0, 2 * sizeof(double));
  for (PetscInt i = 0; i < n; i++) {
    const Ball *b = &ball[store->id[i] - 1];
    const double m = store->mass[i], inertia = 0.4 * m * store->radius[i] * store->radius[i];
    double orbit[3];
    Cross(b->x, b->v, orbit);
    for (int k = 0; k < 3; k++) {
      momentum[k] += m * b->v[k];
      angular[k] += m * orbit[k] + inertia * b->w[k];
      scale[0] += m * fabs(b->v[k]);
      scale[1] += m * fabs(orbit[k]) + inertia * fabs(b->w[k]);
    }
  }
  free(ball);
}

/* Grains that collide with friction; the sides of the box are periodic, or open and far away. `angular`: largest
   change of the angular momentum. */
static void CheckMomentum(const char *lever, bool periodic, double angular)
{
  const double size = periodic ? 0.05 : 1;
  double p[2][3], l[2][3], scale[2][2];
  Bench bench = Open("dimension: 3\n"
                     "domain: {lower: [%g, %g, %g], upper: [%g, %g, %g], periodic: [%s, %s, %s]}\n"
                     "materials: {m: {density: 2000, youngs_modulus: 1e7, poisson_ratio: 0.3}}\n"
                     "contacts:\n"
                     "  - between: '*'\n"
                     "    normal: {law: tsuji, restitution: 0.7}\n"
                     "    tangential: {law: mindlin, friction: 0.3}\n"
                     "    rolling: {law: rolling_spring, stiffness: 500, friction: 0.05}\n"
                     "    twisting: {law: twisting_spring, stiffness: 500, friction: 0.05}\n"
                     "    lever: %s\n"
                     "particles:\n"
                     "  m:\n"
                     "    lattice: {sites: simple_cubic, spacing: 11 mm, count: 64, lower: [0, 0, 0],\n"
                     "              upper: [50 mm, 50 mm, 50 mm]}\n"
                     "    radius: {distribution: uniform, from: 3 mm, to: 5.4 mm}\n"
                     "    material: m\n"
                     "    velocity_deviation: 0.5\n"
                     "    spin_deviation: 100\n"
                     "time: {end: 20 ms, step: 5 us, overlap_limit: 0.5}\n",
                     periodic ? 0 : -size, periodic ? 0 : -size, periodic ? 0 : -size, size, size, size,
                     periodic ? "true" : "false", periodic ? "true" : "false", periodic ? "true" : "false", lever);
  Add(&bench, p[0], l[0], scale[0]);
  Run(&bench, NULL, NULL);
  Add(&bench, p[1], l[1], scale[1]);
  Close(&bench);
  for (int k = 0; k < 3; k++) {
    assert_true(fabs(p[1][k] - p[0][k]) < 1e-13 * scale[0][0]);
    if (!periodic)
      assert_true(fabs(l[1][k] - l[0][k]) < angular * scale[0][1]);
  }
}

/* lever: contact and mixed conserve the angular momentum, because the two lever arms add up to the distance of the
   centres. With lever: radius they are longer by the overlap d, and the tangential forces reduce the angular
   momentum in proportion to d. */
static void TestMomentum(void **state)
{
  CheckMomentum("contact", true, 0);
  CheckMomentum("contact", false, 1e-13);
  CheckMomentum("mixed", false, 1e-13);
  CheckMomentum("radius", false, 1e-3);
}

UNIT_PETSC(CASE(TestOrder), CASE(TestEnergy), CASE(TestBooks), CASE(TestMomentum));
