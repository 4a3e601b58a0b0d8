/* The law thornton_ning alone: loading against the slope that the paper prints, unloading and pull-off with the larger
   radius, the work of a cycle, and surfaces that part above overlap 0 and touch again.
   Labels: law. */
#include "unit.h"

#include "law_impact.h"

#define PI 3.14159265358979323846

static const double w = 0.06, modulus = 1.8e9, radius = 2.5e-6, mass = 2.7e-13, p_y = 1e8;

enum { FIXED_GRIPS, LARGEST_PULL };

static Contact MakeWith(double pressure, int pull_off)
{
  Contact c = {.law = GrLawFind("thornton_ning")};
  const GrLawValue value[4] = {{true, -1, w}, {true, -1, pressure}, {true, -1, 1}, {true, pull_off, NAN}};
  const GrLawPair pair = {.radius = radius, .mass = mass, .modulus = modulus};
  assert_non_null(c.law);
  assert_null(c.law->prepare(&pair, value, c.coefficient));
  return c;
}

static Contact Make(double pressure)
{
  return MakeWith(pressure, FIXED_GRIPS);
}

/* Force at d, committed. */
static double GoTo(Contact *c, double d)
{
  const double force = ContactForce(c, d, 0);
  memcpy(c->committed, c->trial, sizeof c->committed);
  return force;
}

static double OverlapAt(double a, double r)
{
  return a * a / r - sqrt(2 * PI * w * a / modulus);
}

static double ForceAtRadius(double a, double r)
{
  return 4 * modulus * a * a * a / (3 * r) - sqrt(8 * PI * w * modulus * a * a * a);
}

/* Contact radius at yield, by halving. */
static double YieldRadius(void)
{
  double low = 1e-9, high = radius;
  for (int i = 0; i < 100; i++) {
    const double a = 0.5 * (low + high);
    if (2 * modulus * a / (PI * radius) - sqrt(2 * w * modulus / (PI * a)) < p_y)
      low = a;
    else
      high = a;
  }
  return low;
}

/* The printed slope dF/dd beyond yield, at contact radius a. */
static double PrintedSlope(double a, double a_y)
{
  const double f_1 = 4 * modulus * a * a * a / (3 * radius), f_c = 1.5 * PI * w * radius;
  return (3 * PI * radius * p_y * sqrt(f_1) - 2 * modulus * a_y * sqrt(f_c)) / (3 * sqrt(f_1) - sqrt(f_c));
}

/* As jkr up to yield; beyond, the printed slope by central differences, whose error is 1e-8/6 of the third derivative,
   small as the curve is nearly straight. */
static void TestLoading(void **state)
{
  Contact c = Make(p_y);
  const double a_y = YieldRadius();
  for (int i = 1; i < 400; i++) {
    const double a = a_y * (0.6 + 0.01 * i), d = OverlapAt(a, radius), h = 1e-4 * d;
    memset(c.committed, 0, sizeof c.committed);
    if (a < a_y) {
      assert_true(fabs(ContactForce(&c, d, 0) / ForceAtRadius(a, radius) - 1) < 1e-11);
    } else if (a > 1.001 * a_y) {
      const double slope = (ContactForce(&c, d + h, 0) - ContactForce(&c, d - h, 0)) / (2 * h);
      assert_true(fabs(slope / PrintedSlope(a, a_y) - 1) < 1e-7);
    }
  }
}

/* From several a_m: the curve of jkr with R_p through the end of loading, its pull-off, and where it ends. */
static void TestUnloading(void **state)
{
  const double a_y = YieldRadius();
  for (double ratio = 1.05; ratio < 8; ratio *= 1.3) {
    Contact c = Make(p_y);
    const double a_m = ratio * a_y, d_m = OverlapAt(a_m, radius), f_m = GoTo(&c, d_m);
    const double flat = 4 * modulus * a_m * a_m * a_m / (3 * (f_m + sqrt(8 * PI * w * modulus * a_m * a_m * a_m)));
    const double d_p = a_m * a_m * (1 / radius - 1 / flat), a_s = cbrt(PI * w * flat * flat / (8 * modulus));
    const double end = d_p - 3 * a_s * a_s / flat, pull = 1.5 * PI * w * flat;
    double least = 0;
    assert_true(flat > radius);
    for (int i = 0; i < 1000; i++) {
      const double a = a_s + (a_m - a_s) * (i + 0.5) / 1000, d = d_p + OverlapAt(a, flat);
      assert_true(fabs(ContactForce(&c, d, 0) - ForceAtRadius(a, flat)) < 1e-9 * f_m);
      assert_true(c.trial[0] == 1 && fabs(c.trial[1] / a_m - 1) < 1e-12);
    }
    for (int i = 0; i < 100000; i++)
      least = fmin(least, ContactForce(&c, end + (d_p - end) * i / 100000, 0));
    assert_true(fabs(-least / pull - 1) < 1e-7);
    assert_true(ContactForce(&c, end - 1e-6 * (d_p - end), 0) == 0 && c.trial[0] == 0);
  }
}

/* The energy loss of a cycle, by the trapezoidal rule in equal steps of the contact radius, equals the dissipation.
   After a separation above overlap 0 and a new contact at d_p, the dissipation of the second contact is added. */
static void TestCycle(void **state)
{
  enum { STEPS = 400000 };
  for (int ends = FIXED_GRIPS; ends <= LARGEST_PULL; ends++) {
    Contact c = MakeWith(p_y, ends);
    const double d_m = OverlapAt(3 * YieldRadius(), radius);
    double work = 0, before = GoTo(&c, 1e-9 * d_m), at = 1e-9 * d_m, first, parted = 0;
    for (int i = 1; i <= STEPS; i++) {
      const double d = d_m * i / STEPS, force = GoTo(&c, d);
      work += 0.5 * (force + before) * (d - at);
      before = force;
      at = d;
    }
    assert_true(fabs((c.recoverable + c.spent) / work - 1) < 1e-6);
    for (int i = 1; i <= STEPS && c.committed[0] != 0; i++) {
      const double d = d_m * (STEPS - i) / STEPS, force = GoTo(&c, d);
      work += 0.5 * (force + before) * (d - at);
      before = force;
      parted = at = d;
    }
    first = c.spent;
    assert_true(parted > 0 && c.recoverable == 0 && fabs(first / work - 1) < 1e-5);
    GoTo(&c, parted * 1.0001);
    assert_true(c.committed[0] == 0 && c.spent == first);
    while (c.committed[0] == 0)
      GoTo(&c, parted *= 1.001);
    assert_true(c.spent > first && fabs((c.recoverable + c.spent - first)) < 0.05 * (c.spent - first));
    GoTo(&c, 0);
    assert_true(c.committed[0] == 0 && c.committed[1] > 0);
    GoTo(&c, -1e-12);
    assert_true(c.committed[1] == 0 && c.committed[2] == 0 && c.spent == 0); /* forgotten */
  }
}

/* Work of separation from where the flattened surfaces touch, d_p, to the end of the contact: the closed form of jkr
   with R_p, for both ends. With largest_pull the last pull is the largest, 3/2 pi w R_p. */
static void TestWorkOfSeparation(void **state)
{
  enum { STEPS = 20000 };
  const double factor[] = {7.0922, 3.5026}, last[] = {1 + 1e-6, cbrt(3) + 1e-9},
               pull[] = {5.0 / 6, 1.5}; /* last: s, just before the end */
  for (int ends = FIXED_GRIPS; ends <= LARGEST_PULL; ends++) {
    Contact c = MakeWith(p_y, ends);
    const double a_m = 3 * YieldRadius(), f_m = GoTo(&c, OverlapAt(a_m, radius));
    const double flat = 4 * modulus * a_m * a_m * a_m / (3 * (f_m + sqrt(8 * PI * w * modulus * a_m * a_m * a_m)));
    const double d_p = a_m * a_m * (1 / radius - 1 / flat), a_s = cbrt(PI * w * flat * flat / (8 * modulus));
    const double expected = factor[ends] * cbrt(pow(w, 5) * pow(flat, 4) / (modulus * modulus));
    double work = 0, before = ContactForce(&c, d_p, 0), at = d_p;
    assert_true(fabs(-c.recoverable / expected - 1) < 1e-5);
    for (int i = 1; i <= STEPS; i++) {
      const double s = cbrt(4) + (last[ends] - cbrt(4)) * i / STEPS;
      const double d = d_p + OverlapAt(a_s * s * s, flat), force = ContactForce(&c, d, 0);
      assert_true(c.trial[0] == 1);
      work += 0.5 * (force + before) * (d - at);
      before = force;
      at = d;
    }
    assert_true(fabs(work / expected - 1) < 1e-5);
    assert_true(fabs(-before / (pull[ends] * PI * w * flat) - 1) < 1e-5);
    assert_true(ContactForce(&c, at - 1e-6 * d_p, 0) == 0 && c.trial[0] == 0);
  }
}

static void TestRefused(void **state)
{
  const GrLaw *law = GrLawFind("thornton_ning");
  const GrLawPair pair = {.radius = radius, .mass = mass, .modulus = modulus, .yield_stress = NAN};
  const GrLawValue unknown[4] = {{true, -1, w}, {false, -1, NAN}, {true, -1, 1}, {true, 0, NAN}};
  const GrLawValue soft[4] = {{true, -1, w}, {true, -1, 1e5}, {true, -1, 1}, {true, 0, NAN}};
  double coefficient[GR_LAW_COEFFICIENTS_MAX];
  assert_non_null(law->prepare(&pair, unknown, coefficient));
  assert_non_null(law->prepare(&pair, soft, coefficient));
}

UNIT(CASE(TestLoading), CASE(TestUnloading), CASE(TestCycle), CASE(TestWorkOfSeparation), CASE(TestRefused));
