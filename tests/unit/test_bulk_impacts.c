/* Impacts of single spheres in complete runs: tests 1 to 4 of Y. C. Chung and J. Y. Ooi, Benchmark tests for
   verifying discrete element modelling codes at particle impact level, Granular Matter 13 (2011) 643, against closed
   forms.
   Labels: bulk contact input law time wall. */
#include "unit.h"

#include "bulk_bench.h"

typedef struct {
  Bench *bench;
  const double *radius;
  double overlap, force, last[2], before[2]; /* largest; the last two samples of both */
} Peak;

/* The largest value of a parabola through three samples at equal distances. */
static double Top(double a, double b, double c)
{
  double s = 0.5 * (a - c) / (a - 2 * b + c);
  return b - 0.25 * (a - c) * s;
}

/* Overlap of the first sphere with the second, or with a floor at 0 below it, and the force on it. */
static PetscErrorCode WatchPeak(TS ts, PetscInt step, PetscReal time, Vec u, void *context)
{
  Peak *p = context;
  Ball ball[2] = {0};
  double force[2][GR_RATES], now[2];
  bool floor = p->radius[1] == 0;
  Look(p->bench, ball, force);
  now[0] = p->radius[0] + p->radius[1] - (floor ? ball[0].x[2] : ball[1].x[2] - ball[0].x[2]);
  now[1] = fabs(force[0][2]);
  if (p->last[0] > now[0] && p->last[0] > p->before[0]) {
    p->overlap = Top(p->before[0], p->last[0], now[0]);
    p->force = Top(p->before[1], p->last[1], now[1]);
  }
  memcpy(p->before, p->last, sizeof(now));
  memcpy(p->last, now, sizeof(now));
  return 0;
}

typedef struct {
  const char *name;
  double modulus, poisson, density, force, overlap; /* Pa, 1, kg/m^3, and as published: N, m */
} Published;

/* Test 1: two equal spheres of 10 mm meet at 10 m/s each. Test 2: a sphere of 0.1 m meets a rigid plane at 0.2 m/s; the
   plane is a material whose modulus is 1e15 times larger. K d^(5/2) = 5/4 m v^2, F = K d^(3/2). */
static void CheckElastic(const Published *p, bool plane)
{
  const double radius[2] = {plane ? 0.1 : 0.01, plane ? 0 : 0.01}, v = plane ? 0.2 : 20;
  const double mass = SphereMass(p->density, radius[0]) / (plane ? 1 : 2);
  const double modulus = p->modulus / (1 - p->poisson * p->poisson) / (plane ? 1 : 2);
  const double k = 4.0 / 3 * modulus * sqrt(plane ? radius[0] : radius[0] / 2);
  const double overlap = pow(1.25 * mass * v * v / k, 0.4), force = k * pow(overlap, 1.5), time = 2.94 * overlap / v;
  const Ball ball[2] = {{.x = {0, 0, radius[0]}, .v = {0, 0, plane ? -v : v / 2}},
                        {.x = {0, 0, 3 * radius[0]}, .v = {0, 0, -v / 2}}};
  Ball end[2];
  char path[256];
  Peak peak = {.radius = radius};
  List(plane ? 1 : 2, ball, radius, path);
  Bench bench = Open("dimension: 3\n"
                     "domain: {lower: [-1, -1, -1], upper: [1, 1, 1]}\n"
                     "materials:\n"
                     "  m: {density: %.17g, youngs_modulus: %.17g, poisson_ratio: %.17g}\n"
                     "  rigid: {youngs_modulus: %.17g, poisson_ratio: 0}\n"
                     "contacts: [{between: '*', normal: {law: hertz}}]\n"
                     "particles: {spheres: {file: %s, material: m}}\n"
                     "%s"
                     "time: {end: %.17g, step: %.17g}\n",
                     p->density, p->modulus, p->poisson, 1e15 * p->modulus, path,
                     plane ? "walls: {floor: {point: [0, 0, 0], normal: [0, 0, 1], material: rigid}}\n" : "",
                     1.2 * time, time / 2000);
  peak.bench = &bench;
  Run(&bench, WatchPeak, &peak);
  Look(&bench, end, NULL);
  Close(&bench);
  unlink(path);
  Near(force, p->force, 1e-5, p->name);
  Near(overlap, p->overlap, 1e-5, p->name);
  Near(peak.force, force, 1e-6, p->name);
  Near(peak.overlap, overlap, 1e-6, p->name);
  Near(end[0].v[2], plane ? v : -v / 2, 1e-9, p->name); /* the full velocity is restored */
}

static void TestElastic(void **state)
{
  const Published pair[] = {{"glass", 48e9, 0.2, 2800, 10696.9, 274.113e-6},
                            {"limestone", 20e9, 0.25, 2500, 7108.24, 368.304e-6}};
  const Published plane[] = {{"aluminium", 70e9, 0.3, 2699, 11369.9, 49.717e-6},
                             {"magnesium", 40e9, 0.35, 1800, 7232.68, 52.123e-6}};
  for (int i = 0; i < 2; i++) {
    CheckElastic(&pair[i], false);
    CheckElastic(&plane[i], true);
  }
}

/* Test 3: the restitution of the impact is the given one, from 0.1 to 1. */
static void CheckRestitution(const char *law, double e)
{
  char path[256];
  const double radius = 0.1, v = 0.2;
  const Ball ball = {.x = {0, 0, radius}, .v = {0, 0, -v}};
  Ball end;
  List(1, &ball, &radius, path);
  Bench bench = Open("dimension: 3\n"
                     "domain: {lower: [-1, -1, -1], upper: [1, 1, 1]}\n"
                     "materials: {m: {density: 2699, youngs_modulus: 70e9, poisson_ratio: 0.3}}\n"
                     "contacts: [{between: '*', normal: {law: %s, restitution: %.17g}, tension: allow}]\n"
                     "particles: {spheres: {file: %s, material: m}}\n"
                     "walls: {floor: {point: [0, 0, 0], normal: [0, 0, 1], material: m}}\n"
                     "time: {end: 3 ms, step: 0.1 us}\n",
                     law, e, path);
  Run(&bench, NULL, NULL);
  Look(&bench, &end, NULL);
  Close(&bench);
  unlink(path);
  Near(end.v[2], e * v, 1e-3, law); /* the force of the linear dashpot jumps at first contact */
}

static void TestRestitution(void **state)
{
  for (int i = 1; i <= 10; i++) {
    CheckRestitution("tsuji", 0.1 * i);
    CheckRestitution("linear, stiffness: 1e9", 0.1 * i);
  }
}

/* Test 4: an alumina sphere hits an aluminium plate at 3.9 m/s, at angles from the normal; measured by K. D. Kharaz, D.
   A. Gorham and A. D. Salman, Powder Technol. 120 (2001) 281. From 40 degrees on it slides. 0.1 %: the impulse of a
   contact that pulls at its end is not quite (1 + e) m v, and its end sticks. */
static void TestOblique(void **state)
{
  enum { N = 18, SIXTY = 12, TWENTY = 4 };
  const double e = 0.98, mu = 0.092, speed = 3.9, r = 2.5e-3;
  Ball ball[N] = {0}, end[N];
  double radius[N];
  char path[256];
  for (int i = 0; i < N; i++) {
    radius[i] = r;
    ball[i].x[0] = 0.02 * i;
    ball[i].x[2] = r;
    ball[i].v[1] = speed * sin(i * pi / 36);
    ball[i].v[2] = -speed * cos(i * pi / 36);
  }
  List(N, ball, radius, path);
  Bench bench = Open("dimension: 3\n"
                     "domain: {lower: [-1, -1, -1], upper: [1, 1, 1]}\n"
                     "materials:\n"
                     "  alumina: {density: 4000, youngs_modulus: 380e9, poisson_ratio: 0.23}\n"
                     "  aluminium: {density: 2700, youngs_modulus: 70e9, poisson_ratio: 0.33}\n"
                     "contacts:\n"
                     "  - between: '*'\n"
                     "    normal: {law: tsuji, restitution: 0.98}\n"
                     "    tangential: {law: mindlin, friction: 0.092}\n"
                     "    lever: radius\n"
                     "particles: {spheres: {file: %s, material: alumina}}\n"
                     "walls: {plate: {point: [0, 0, 0], normal: [0, 0, 1], material: aluminium}}\n"
                     "time: {end: 40 us, step: 5 ns}\n",
                     path);
  Run(&bench, NULL, NULL);
  Look(&bench, end, NULL);
  Close(&bench);
  unlink(path);
  for (int i = 8; i < N; i++) {
    const double change = -mu * (1 + e) * ball[i].v[2];
    Near(end[i].v[2], -e * ball[i].v[2], 1e-3, "rebound");
    Near(end[i].v[1], ball[i].v[1] - change, 1e-3, "tangential velocity");
    Near(end[i].w[0], -2.5 * change / r, 1e-3, "spin");
    assert_true(end[i].v[0] == 0 && end[i].w[1] == 0 && end[i].w[2] == 0);
  }
  const Ball *sixty = &end[SIXTY];
  Near(sixty->v[1] / ball[SIXTY].v[1], 0.8948, 1e-3, "tangential restitution at 60 degrees");
  Near(sixty->w[0], -355.2, 1e-3, "spin at 60 degrees");
  Near(atan((sixty->v[1] + r * sixty->w[0]) / sixty->v[2]) * 180 / pi, 48.16, 1e-3, "rebound angle at 60 degrees");
  assert_true(end[TWENTY].v[1] > 1.01 * (ball[TWENTY].v[1] + mu * (1 + e) * ball[TWENTY].v[2])); /* sticks */
}

UNIT_PETSC(CASE(TestElastic), CASE(TestRestitution), CASE(TestOblique));
