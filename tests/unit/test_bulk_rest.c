/* Spheres that begin to roll or come to rest, in complete runs, against closed forms.
   Labels: bulk contact input law particle time wall. */
#include "unit.h"

#include "bulk_bench.h"

static const double g = 9.81;
enum { DENSITY = 2000 };

/* Overlap of a sphere on a floor, or of two equal spheres, at which Hertz carries a force [N, m, Pa]. */
static double Depth(double force, double radius, double modulus)
{
  return pow(force / (4.0 / 3 * modulus * sqrt(radius)), 2.0 / 3);
}

/* A sphere of 1 cm on a floor that carries it; moves as `ball` specifies (its position is set) until `time`. */
static Ball OnFloor(Ball ball, const char *rule, double time)
{
  const double radius = 0.01, modulus = 1e7 / (1 - 0.09) / 2;
  char path[256];
  ball.x[2] = radius - Depth(SphereMass(DENSITY, radius) * g, radius, modulus);
  List(1, &ball, &radius, path);
  Bench bench = Open("dimension: 3\n"
                     "domain: {lower: [-1, -1, -1], upper: [1, 1, 1]}\n"
                     "gravity: [0, 0, -%.17g]\n"
                     "materials: {m: {density: %d, youngs_modulus: 1e7, poisson_ratio: 0.3}}\n"
                     "contacts: [{between: '*', normal: {law: tsuji, restitution: 0.3}, %s}]\n"
                     "particles: {spheres: {file: %s, material: m}}\n"
                     "walls: {floor: {point: [0, 0, 0], normal: [0, 0, 1], material: m}}\n"
                     "time: {end: %.17g, step: 10 us}\n",
                     g, DENSITY, rule, path, time);
  Run(&bench, NULL, NULL);
  Look(&bench, &ball, NULL);
  Close(&bench);
  unlink(path);
  return ball;
}

/* A sphere thrown along the floor without spin at u0 decelerates by mu g, and rolls from 2 u0/(7 mu g) on. About the
   point of contact, at a distance l below the centre, no torque acts: the final speed is u0/(1 + 2 R^2/(5 l^2)),
   which is 5/7 u0 for l = R (lever: radius); with lever: contact, l = R - d/2. */
static void TestSlidingToRolling(void **state)
{
  const double u0 = 0.5, mu = 0.5, r = 0.01, roll = 2 * u0 / (7 * mu * g);
  const double modulus = 1e7 / (1 - 0.09) / 2, depth = Depth(SphereMass(DENSITY, r) * g, r, modulus);
  const double arm[2] = {r, r - depth / 2};
  const char *const rule[2] = {"tangential: {law: mindlin, friction: 0.5}, lever: radius",
                               "tangential: {law: mindlin, friction: 0.5}"};
  const Ball start = {.v = {0.6 * u0, 0.8 * u0, 0}};
  for (int lever = 0; lever < 2; lever++) {
    Ball half = OnFloor(start, rule[lever], roll / 2), end = OnFloor(start, rule[lever], 20 * roll);
    const double speed = u0 / (1 + 0.4 * r * r / (arm[lever] * arm[lever]));
    Near(hypot(half.v[0], half.v[1]), u0 - mu * g * roll / 2, 1e-3, "sliding"); /* the spring needs some time to load */
    Near(end.v[0], 0.6 * speed, 1e-6, "rolling along x");
    Near(end.v[1], 0.8 * speed, 1e-6, "rolling along y");
    Near(arm[lever] * end.w[1], end.v[0], 1e-6, "spin about y");
    Near(-arm[lever] * end.w[0], end.v[1], 1e-6, "spin about x");
    assert_true(fabs(end.w[2]) < 1e-9);
  }
}

/* The pseudo-force mu_r N of rolling_spring is a torque mu_r N R. It decelerates a rolling sphere,
   m a = F,  2/5 m R^2 a/R = -F R - mu_r m g R:  a = -5/7 mu_r g,
   and a sphere that rotates without displacement by 5 mu_r g/(2 R). */
static void TestRollingResistance(void **state)
{
  const double mu = 0.02, r = 0.01, u0 = 0.3, time[2] = {0.05, 0.25};
  const char *rolls = "tangential: {law: mindlin, friction: 0.5}, lever: radius,"
                      "rolling: {law: rolling_spring, stiffness: 2e4, friction: 0.02, viscosity: 0.5}";
  const char *spins = "rolling: {law: rolling_spring, stiffness: 2e4, friction: 0.02, viscosity: 0.5}";
  Ball start = {.v = {0.6 * u0, 0.8 * u0, 0}, .w = {-0.8 * u0 / r, 0.6 * u0 / r, 0}}, at[2];
  for (int i = 0; i < 2; i++)
    at[i] = OnFloor(start, rolls, time[i]);
  for (int k = 0; k < 2; k++)
    Near(at[0].v[k] - at[1].v[k], start.v[k] / u0 * 5 / 7 * mu * g * (time[1] - time[0]), 1e-6, "rolling slows");
  for (int i = 0; i < 2; i++)
    at[i] = OnFloor(start, spins, time[i] / 5);
  for (int k = 0; k < 2; k++) {
    Near(at[0].w[k] - at[1].w[k], start.w[k] / (u0 / r) * 5 * mu * g / (2 * r) * (time[1] - time[0]) / 5, 1e-6,
         "spin slows");
    Near(at[1].v[k], start.v[k], 1e-12, "rolling resistance alone exerts no force");
  }
  at[0] = OnFloor(start, rolls, 4);
  assert_true(hypot(at[0].v[0], at[0].v[1]) < 1e-9 && hypot(at[0].w[0], at[0].w[1]) < 1e-7); /* stops and rests */
}

/* Three spheres above each other: each contact carries the weight above it. */
static void TestStack(void **state)
{
  enum { N = 3 };
  const double r = 0.01, radius[N] = {r, r, r}, modulus = 1e7 / (1 - 0.09) / 2, weight = SphereMass(DENSITY, r) * g;
  Ball ball[N] = {0};
  char path[256];
  for (int i = 0; i < N; i++)
    ball[i].x[2] = r + 2 * r * i;
  List(N, ball, radius, path);
  Bench bench = Open("dimension: 3\n"
                     "domain: {lower: [-1, -1, -1], upper: [1, 1, 1]}\n"
                     "gravity: [0, 0, -%.17g]\n"
                     "materials: {m: {density: %d, youngs_modulus: 1e7, poisson_ratio: 0.3}}\n"
                     "contacts:\n"
                     "  - between: '*'\n"
                     "    normal: {law: tsuji, restitution: 0.1}\n"
                     "    tangential: {law: mindlin, friction: 0.5}\n"
                     "particles: {spheres: {file: %s, material: m}}\n"
                     "walls: {floor: {point: [0, 0, 0], normal: [0, 0, 1], material: m}}\n"
                     "time: {end: 0.5, step: 20 us}\n",
                     g, DENSITY, path);
  Run(&bench, NULL, NULL);
  Look(&bench, ball, NULL);
  Close(&bench);
  unlink(path);
  Near(r - ball[0].x[2], Depth(3 * weight, r, modulus), 1e-9, "floor");
  for (int i = 1; i < N; i++)
    Near(2 * r - (ball[i].x[2] - ball[i - 1].x[2]), Depth((N - i) * weight, r / 2, modulus), 1e-9, "pair");
}

typedef struct {
  Bench *bench;
  int n, samples;
  double from, largest; /* [s]; of the speeds from then on [m/s] */
} Calm;

static PetscErrorCode WatchSpeed(TS ts, PetscInt step, PetscReal time, Vec u, void *context)
{
  Calm *c = context;
  if (time < c->from || step % 16)
    return 0;
  static Ball ball[1024];
  Look(c->bench, ball, NULL);
  for (int i = 0; i < c->n; i++)
    c->largest = fmax(c->largest, sqrt(Dot(ball[i].v, ball[i].v)));
  c->samples++;
  return 0;
}

/* Grains of radii 1 to 4 mm fall on a floor between periodic sides, and come to rest as a heap without creep. */
static void TestSediment(void **state)
{
  Bench bench = Open("dimension: 3\n"
                     "domain: {lower: [0, 0, 0], upper: [20 mm, 20 mm, 80 mm], periodic: [true, true, false]}\n"
                     "gravity: [0, 0, -%.17g]\n"
                     "materials: {m: {density: %d, youngs_modulus: 2e6, poisson_ratio: 0.3}}\n"
                     "contacts:\n"
                     "  - between: '*'\n"
                     "    normal: {law: tsuji, restitution: 0.2, coefficient: published}\n"
                     "    tangential: {law: mindlin, friction: 0.6}\n"
                     "    rolling: {law: rolling_spring, stiffness: 500, friction: 0.05, damping: 0.2}\n"
                     "    twisting: {law: twisting_spring, stiffness: 500, friction: 0.05, damping: 0.2}\n"
                     "particles:\n"
                     "  grains:\n"
                     "    random: {solid_fraction: 0.33, upper: [20 mm, 20 mm, 60 mm]}\n"
                     "    radius: {distribution: uniform, from: 1 mm, to: 4 mm}\n"
                     "    material: m\n"
                     "walls: {floor: {side: lower_z, material: m}}\n"
                     "time: {end: 2.0, step: 10 us, overlap_limit: 0.5}\n",
                     g, DENSITY);
  Calm calm = {&bench, (int)GrWorldTotal(bench.world), 0, 1.9, 0};
  GrLedger books;
  Run(&bench, WatchSpeed, &calm);
  Works(GrRunLedger(bench.run, &books));
  print_message("  %d grains, largest speed %.1e m/s, kinetic energy %.1e J\n", calm.n, calm.largest, books.kinetic);
  assert_true(calm.samples > 100 && calm.largest < 1e-6 && books.kinetic < 1e-12 * fabs(books.external_work));
  assert_true(fabs(books.residual) < 1e-3 * fabs(books.external_work));
  Close(&bench);
}

UNIT_PETSC(CASE(TestSlidingToRolling), CASE(TestRollingResistance), CASE(TestStack), CASE(TestSediment));
