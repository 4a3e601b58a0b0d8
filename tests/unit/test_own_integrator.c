/* An integrator that a program defines by one rule moves spheres, rigid bodies and a deforming box
   (granum/integrator.h). The rule is the semi-implicit Euler method, whose steps have a closed form:
     v' = v + h a,   x' = x + h v'
   Labels: bulk input law run time. */
#include "unit.h"

#include <granum/case.h>
#include <granum/error.h>
#include <granum/integrator.h>
#include <granum/run.h>
#include <math.h>
#include <string.h>

/* A linear decay of the velocity is not used here. */
static GrStepWeights Weigh(double h, double rate, const double phi[2])
{
  return (GrStepWeights){.start = h, .drift = h};
}
static const GrStepRule rule = {Weigh, GR_VELOCITY_AT_END};
static const GrIntegrator euler = {
    .name = "own_euler", .summary = "semi-implicit Euler", .fixed_step = true, .rule = &rule};

enum { STEPS = 100, SPHERES = 4 };
static const double h = 1e-4, gravity = -9.81, rate = 40;

/* Spheres 1 and 2 are a rigid body, which turns about the z axis. */
static const char text[] =
    "dimension: 3\n"
    "domain: {lower: [-0.1, -0.1, -0.1], upper: [0.1, 0.1, 0.1], periodic: [true, true, true]}\n"
    "materials: {steel: {density: 7800, youngs_modulus: 193e9, poisson_ratio: 0.3}}\n"
    "contacts: [{between: '*', normal: {law: hertz}}]\n"
    "clumps: {pair: {spheres: [{centre: [-3 mm, 0, 0], radius: 5 mm}, {centre: [3 mm, 0, 0], radius: 5 mm}]}}\n"
    "particles:\n"
    "  body: {at: [{position: [10 mm, 40 mm, 0]}], orientation: fixed, clump: pair, material: steel, spin: [0, 0, "
    "10]}\n"
    "  one: {at: [{position: [20 mm, 0, 0]}], material: steel, radius: 5 mm, spin: [0, 7, 0]}\n"
    "  two: {at: [{position: [-40 mm, 0, 0]}], material: steel, radius: 5 mm}\n"
    "time: {integrator: own_euler, end: 10 ms, step: 0.1 ms}\n";

/* Runs the case with one more key. Sets x[] to the positions after STEPS steps, and v[] to the velocities. */
static void Solve(const char *set, double x[3 * SPHERES], double v[3 * SPHERES])
{
  double by_row[2][3 * SPHERES];
  PetscInt64 id[SPHERES];
  GrCase *c;
  GrWorld world;
  GrRun run;

  FACT(!GrCaseParse("euler.yaml", text, 1, &set, &c) && !GrWorldCreate(PETSC_COMM_SELF, c, &world) &&
           !GrRunCreate(world, NULL, NULL, &run) && !GrRunSolve(run),
       "%s", GrFailureMessage());
  assert_int_equal(GrRunCount(run), SPHERES);
  GrRunIds(run, id);
  assert_int_equal(GrRunRead(run, GR_READ_POSITION, by_row[0]), 0);
  assert_int_equal(GrRunRead(run, GR_READ_VELOCITY, by_row[1]), 0);
  for (int i = 0; i < SPHERES; i++)
    for (int k = 0; k < 3; k++) {
      x[3 * (id[i] - 1) + k] = by_row[0][3 * i + k];
      v[3 * (id[i] - 1) + k] = by_row[1][3 * i + k];
    }
  assert_int_equal(GrRunDestroy(&run), 0);
  assert_int_equal(GrWorldDestroy(&world), 0);
  assert_int_equal(GrCaseDestroy(&c), 0);
}

static void AssertNear(double found, double right, double scale)
{
  FACT(fabs(found - right) <= 1e-12 * scale, "%.17g, not %.17g", found, right);
}

/* The body has its centre at `centre` [m] and has turned; a step turns it with an error of third order. */
static void AssertBody(const double x[3 * SPHERES], const double centre[3])
{
  const double turn = 10 * h * STEPS;

  for (int i = 0; i < 2; i++) {
    const double side = i ? 3e-3 : -3e-3;
    AssertNear(x[3 * i], centre[0] + side * cos(turn), 100);
    AssertNear(x[3 * i + 1], centre[1] + side * sin(turn), 100);
    AssertNear(x[3 * i + 2], centre[2], 0.04);
  }
}

static void TestFall(void **state)
{
  const double fall = gravity * h * h * STEPS * (STEPS + 1) / 2;
  double x[3 * SPHERES], v[3 * SPHERES];

  Solve("gravity=[0, 0, -9.81]", x, v);
  AssertBody(x, (const double[3]){0.01, 0.04, fall});
  for (int i = 0; i < SPHERES; i++) {
    AssertNear(x[3 * i + 2], fall, fabs(fall));
    AssertNear(v[3 * i + 2], gravity * h * STEPS, 1);
  }
}

/* A box that stretches along x, and particles that follow it. */
static void TestBox(void **state)
{
  double x[3 * SPHERES], v[3 * SPHERES], stretch = 1, speed = rate;

  Solve("domain.cell={rate: {xx: 40 1/s}}", x, v);
  for (int k = 0; k < STEPS; k++) {
    speed += h * rate * rate * stretch;
    stretch += h * speed;
  }
  AssertBody(x, (const double[3]){0.01 * stretch, 0.04, 0});
  AssertNear(x[3 * 2], 0.02 * stretch, 0.02);
  AssertNear(v[3 * 2], 0.02 * speed, 0.02 * rate);
  AssertNear(x[3 * 3], -0.04 * stretch, 0.04);
}

/* Without decay `predict` and `back` must be equal. */
static GrStepWeights WeighUnequal(double h, double rate, const double phi[2])
{
  return (GrStepWeights){.start = h, .drift = h, .back = h};
}
static const GrStepRule unequal = {WeighUnequal, GR_VELOCITY_AT_END};

/* Refused: a rule without fixed steps, a rule with wrong weights, an integrator without rule and TS, and
   time.velocity: half without a rule for it. */
static void TestRefused(void **state)
{
  const char *const half = "time.velocity=half";
  GrIntegrator wrong = euler;
  GrCase *c;

  assert_int_equal(GrIntegratorRegister(&euler), 1); /* the name is taken */
  wrong.name = "other";
  wrong.fixed_step = false;
  assert_int_equal(GrIntegratorRegister(&wrong), 1);
  wrong.fixed_step = true;
  wrong.rule = &unequal;
  assert_int_equal(GrIntegratorRegister(&wrong), 1);
  wrong.rule = NULL;
  assert_int_equal(GrIntegratorRegister(&wrong), 1);
  assert_int_not_equal(GrCaseParse("euler.yaml", text, 1, &half, &c), 0);
  assert_non_null(strstr(GrFailureMessage(), "does not go with time.integrator: own_euler"));
  GrFailureClear();
}

static int Register(void **state)
{
  return GrIntegratorRegister(&euler);
}

UNIT_PETSC(BEFORE(Register), CASE(TestFall), CASE(TestBox), CASE(TestRefused));
