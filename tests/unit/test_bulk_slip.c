/* Oblique impacts with linear springs through the whole engine: tests 5 to 8 of Y. C. Chung and J. Y. Ooi,
   Benchmark tests for verifying discrete element modelling codes at particle impact level, Granular Matter 13 (2011)
   643, against two closed forms.

   Sliding throughout, for any law, the tangential impulse is mu times the normal one, so with
   the slip s (of the surfaces) and the approach v
     m dv_t = -mu (1 + e) m v,   R dw = 5/2 mu (1 + e) v       (sphere and plane; two spheres: m the reduced mass);
   sticking throughout, linear springs with k_t = 2/7 k_n swing across and along the normal with the same period, the
   tangential force keeps the ratio 2/7 s/v to the normal one, and after half a period the slip is -s: a superball.
   Springs store the tangential motion, so the end of rigid-body theory (slip 0, 5/7 v_t) is not where an impact that
   sticks ends; it is where sliding on a plane does, see test_bulk_rest. Between the two the contact sticks in part.
   Labels: bulk contact input law time wall. */
#include "unit.h"

#include "bulk_bench.h"

/* A pair of spheres, the lower one thrown up at the upper, or a sphere thrown down at a plane; linear springs. */
typedef struct {
  double radius[2]; /* the second 0: a plane */
  double slip;      /* before the impact, over 2 mu v */
  double share;     /* of the slip that is velocity; the rest is spin, of both spheres alike */
  bool swap;        /* the upper sphere has the lower id */
} Case;

enum { DENSITY = 2500 };
static const double friction = 0.4, approach = 0.2, direction[2] = {0.6, 0.8}; /* of the slip */

static double Reduced(const Case *c)
{
  const double m = SphereMass(DENSITY, c->radius[0]);
  return c->radius[1] > 0 ? 1 / (1 / m + 1 / SphereMass(DENSITY, c->radius[1])) : m;
}

/* With n along z from the first body to the second: v1 - v2 across, and spins w with sum R w x n, make the slip. */
static void Throw(const Case *c, Ball ball[2])
{
  const double slip = c->slip * 2 * friction * approach, r0 = c->radius[0], r1 = c->radius[1];
  const double way = r1 > 0 ? 1 : -1; /* n = (0, 0, way) */
  memset(ball, 0, 2 * sizeof(Ball));
  ball[0].x[2] = r0;
  ball[1].x[2] = 2 * r0 + r1;
  for (int a = 0; a < 2; a++)
    ball[0].v[a] = c->share * slip * direction[a];
  ball[0].v[2] = way * approach;
  for (int b = 0; b < 2; b++) { /* (R w) x n = (w_y way, -w_x way) R */
    ball[b].w[0] = -way * (1 - c->share) * slip * direction[1] / (r0 + r1);
    ball[b].w[1] = way * (1 - c->share) * slip * direction[0] / (r0 + r1);
  }
}

/* Slip of the first body relative to the second. */
static void SlipOf(const Case *c, const Ball *ball, double slip[2])
{
  const double way = c->radius[1] > 0 ? 1 : -1, *r = c->radius;
  const double wx = r[0] * ball[0].w[0] + r[1] * ball[1].w[0], wy = r[0] * ball[0].w[1] + r[1] * ball[1].w[1];
  slip[0] = ball[0].v[0] - ball[1].v[0] + way * wy;
  slip[1] = ball[0].v[1] - ball[1].v[1] - way * wx;
}

static void Collide(const Case *c, const Ball before[2], Ball after[2])
{
  const int n = c->radius[1] > 0 ? 2 : 1, swap = c->swap;
  const double k = 1e15, time = pi * sqrt(Reduced(c) / k);
  const Ball list[2] = {before[swap], before[!swap]};
  const double radius[2] = {c->radius[swap], c->radius[!swap]};
  Ball end[2] = {0};
  char path[256];
  List(n, list, radius, path);
  Bench bench = Open("dimension: 3\n"
                     "domain: {lower: [-1, -1, -1], upper: [1, 1, 1]}\n"
                     "materials: {m: {density: %d}}\n"
                     "contacts:\n"
                     "  - between: '*'\n"
                     "    normal: {law: linear, stiffness: %.17g, restitution: 1}\n"
                     "    tangential: {law: linear_spring, stiffness: %.17g, friction: %.17g, damping: 0}\n"
                     "    lever: radius\n"
                     "    tension: allow\n"
                     "particles: {spheres: {file: %s, material: m}}\n"
                     "%s"
                     "time: {end: %.17g, step: %.17g}\n",
                     DENSITY, k, 2 * k / 7, friction, path,
                     n == 1 ? "walls: {floor: {point: [0, 0, 0], normal: [0, 0, 1], material: m}}\n" : "", 1.3 * time,
                     time / 4000);
  Run(&bench, NULL, NULL);
  Look(&bench, end, NULL);
  Close(&bench);
  unlink(path);
  after[swap] = end[0];
  after[!swap] = end[1];
}

/* The impulse along the slip, e = 1: 2 mu m v sliding; 4/7 m s sticking. */
static void CheckImpulse(const Case *c, bool slides, double tolerance)
{
  const int n = c->radius[1] > 0 ? 2 : 1;
  const double way = n == 2 ? 1 : -1, m = Reduced(c);
  const double along = m * friction * 2 * approach * (slides ? 1 : 4.0 / 7 * c->slip);
  Ball before[2], after[2];
  double slip[2];
  Throw(c, before);
  Collide(c, before, after);
  for (int b = 0; b < n; b++) {
    const double mass = SphereMass(DENSITY, c->radius[b]), speed = along / mass, sign = b ? -1 : 1;
    for (int a = 0; a < 2; a++) {
      const double d = direction[a],
                   turn = -2.5 * along / (mass * c->radius[b]) * way * (a ? -direction[0] : direction[1]);
      assert_true(fabs(after[b].v[a] - before[b].v[a] + sign * speed * d) < tolerance * speed);
      assert_true(fabs(after[b].w[a] - before[b].w[a] + turn) < tolerance * fabs(speed / c->radius[b]));
    }
    assert_true(fabs(after[b].w[2]) < 1e-12);
  }
  SlipOf(c, after, slip);
  if (!slides)
    assert_true(fabs(slip[0] * direction[0] + slip[1] * direction[1] + c->slip * 2 * friction * approach) <
                tolerance * c->slip);
}

/* Tests 5 (velocity), 6 (spin) on a plane, 7 on two equal spheres, 8 on unequal ones. */
static void TestSlipping(void **state)
{
  const double radius[3][2] = {{0.1, 0}, {0.1, 0.1}, {0.1, 0.04}};
  for (int kind = 0; kind < 3; kind++)
    for (int spin = 0; spin < 2; spin++)
      for (int swap = 0; swap < (kind ? 2 : 1); swap++) {
        Case c = {{radius[kind][0], radius[kind][1]}, 0, spin ? 0 : 1, swap};
        for (c.slip = 0.25; c.slip < 1.75; c.slip += 0.25)
          CheckImpulse(&c, false, 1e-4);
        for (c.slip = 4; c.slip < 20; c.slip += 4)
          CheckImpulse(&c, true, 1e-4);
      }
}

/* Test 7: surfaces without slip have no tangential force. Opposite spins of two equal spheres; a sphere that reaches
   a plane in rolling motion, with a radius that is a power of 2, so that R w is exact. */
static void TestNoSlip(void **state)
{
  const Case pair = {{0.1, 0.1}, 0, 1, false}, plane = {{0.125, 0}, 0, 1, false};
  Ball plain[2], spun[2], end[2][2];
  Throw(&pair, plain);
  Throw(&pair, spun);
  for (int k = 0; k < 2; k++) {
    spun[0].w[k] = 24.3 - k;
    spun[1].w[k] = -spun[0].w[k];
  }
  Collide(&pair, plain, end[0]);
  Collide(&pair, spun, end[1]);
  for (int b = 0; b < 2; b++) {
    assert_memory_equal(end[0][b].x, end[1][b].x, sizeof(end[0][b].x) + sizeof(end[0][b].v));
    assert_memory_equal(end[1][b].w, spun[b].w, sizeof(spun[b].w));
    assert_true(fabs(end[1][b].v[2] - (b ? approach : 0)) < 1e-6);
  }
  Throw(&plane, spun);
  spun[0].v[0] = 0.125 * 24.3;
  spun[0].w[1] = 24.3;
  Collide(&plane, spun, end[1]);
  assert_true(end[1][0].v[0] == spun[0].v[0] && end[1][0].v[1] == 0);
  assert_memory_equal(end[1][0].w, spun[0].w, sizeof(spun[0].w));
}

UNIT_PETSC(CASE(TestSlipping), CASE(TestNoSlip));
