/* compliant_dashpot: impacts against an independent integration, the approach speed, the bound on damping. */
#include <stdarg.h>
#include <stddef.h>

#include <setjmp.h>
#include <stdint.h>

#include <cmocka.h>

#include "law_impact.h"

static void AssertNear(double value, double reference, double tolerance)
{
  if (!(fabs(value - reference) <= tolerance))
    fail_msg("%.12g instead of %.12g: %.2g off", value, reference, fabs(value - reference));
}

/* Returns the reduced mass [kg]. Steel ball (R 20 mm, 200 GPa, 0.29, 7800 kg/m^3) in a held aluminium socket (R 20.5
   mm, 65 GPa, 0.33), yield stress 30 MPa; psi 3, eps 13 (W23 section 5). */
static double CompliantDashpot(double e1, double e2, int variant, double slowest, Contact *c)
{
  const GrLawBody body[2] = {{7800, 200e9, 0.29, NAN}, {2700, 65e9, 0.33, 30e6}};
  const GrLawValue value[] = {{true, -1, e1}, {true, -1, e2},     {true, -1, 3},
                              {true, -1, 13}, {true, variant, 0}, {true, -1, slowest}};
  GrLawPair pair;
  const double mass = 4.0 / 3.0 * 3.14159265358979323846 * 0.02 * 0.02 * 0.02 * 7800;
  GrLawPairSpheres(body, (const double[2]){0.02, -0.0205}, (const double[2]){mass, INFINITY}, &pair);
  memset(c, 0, sizeof *c);
  c->law = GrLawFind("compliant_dashpot");
  assert_null(c->law->prepare(&pair, value, c->coefficient));
  return pair.mass;
}

/* Against an eighth-order Runge-Kutta integration with a relative tolerance of 1e-12; law_impact.h agrees with it to
 * 1e-10, ten times that. */
static void TestCompliantDashpotImpacts(void **state)
{
  static const struct {
    double e1, e2, v, separation, d_max, f_max;
    int variant;
  } reference[] = {
      {0.98682834131, 0.6909, 4, 3.1117267022, 9.1552993412e-05, 38199.932444, 1},
      {0.98682834131, 0.6909, 4, 3.1117267022, 9.2784066224e-05, 38193.871654, 0},
      {0.98323111381, 0.6558, 6, 4.5512954272, 0.00013571039577, 57317.604084, 1},
      {0.98323111381, 0.6558, 6, 4.5512954272, 0.0001369456993, 57313.390513, 0},
      {0.8, 0.5, 0.02, 0.016156149098, 1.209319883e-06, 91.406095701, 0}, /* below first yield */
  };
  for (size_t i = 0; i < sizeof reference / sizeof *reference; i++) {
    Contact c;
    double v = reference[i].v, d_max = reference[i].d_max;
    double mass = CompliantDashpot(reference[i].e1, reference[i].e2, reference[i].variant, 1e-4, &c);
    double d_y = c.coefficient[1];
    AssertNear(d_y / 1.5787559534e-06, 1, 5e-11); /* 11 digits given */
    ContactForce(&c, 1e-12, v);
    memcpy(c.committed, c.trial, sizeof c.committed); /* the approach speed is recorded on closing */
    Impact m = {.contact = &c, .mass = mass, .step = d_max / v / 1e4, .v = v};
    m.level = d_max > d_y ? d_y : 0.2 * d_max;
    RunImpact(&m);
    AssertNear(m.d_max / d_max, 1, 1e-9);
    AssertNear(m.f_max / reference[i].f_max, 1, 1e-9);
    AssertNear(-m.v / reference[i].separation, 1, 1e-9);
  }
}

static void TestCompliantDashpotApproachSpeed(void **state)
{
  Contact c;
  CompliantDashpot(0.9, 0.7, 0, 1e-4, &c);
  ContactForce(&c, 1e-6, 1e-5);
  assert_true(c.trial[0] == 1e-4); /* the floor */
  ContactForce(&c, 1e-6, -2);
  assert_true(c.trial[0] == 1e-4);
  ContactForce(&c, 1e-6, 2);
  assert_true(c.trial[0] == 2);
  c.committed[0] = c.trial[0];
  ContactForce(&c, 2e-6, 5);
  assert_true(c.trial[0] == 2); /* kept while closed */
}

static double DampingReached(Contact *c, double d, double slowest, double mass)
{
  ContactForce(c, d, 0);
  c->committed[0] = fmax(slowest, sqrt(2 * c->recoverable / mass));
  ContactForce(c, d, 1);
  return c->dashpot;
}

/* The bound on damping against all smaller overlaps, each with the v0 that reaches it without loss. The sweep steps by
   0.6 %, damping goes with powers of the overlap up to 1.5; it has one more point just above d_y, where the printed law
   jumps. */
static void TestCompliantDashpotDampingBound(void **state)
{
  for (int i = 0; i < 4; i++) {
    Contact c;
    const double slowest = i < 2 ? 1e-4 : 0.1; /* v0 leaves the floor below, above d_y */
    double mass = CompliantDashpot(0.9, 0.7, i % 2, slowest, &c), largest = 0;
    double just_above = nextafter(c.coefficient[1], 1);
    for (double d = 1e-9; d < 1e-3; d *= 1.006) {
      if (d > just_above)
        largest = fmax(largest, DampingReached(&c, just_above, slowest, mass));
      largest = fmax(largest, DampingReached(&c, d, slowest, mass));
      double bound = c.law->damping(c.coefficient, d);
      assert_true(largest <= bound * (1 + 1e-12) && bound <= 1.01 * largest); /* roundings of some operations */
    }
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(TestCompliantDashpotImpacts),
      cmocka_unit_test(TestCompliantDashpotApproachSpeed),
      cmocka_unit_test(TestCompliantDashpotDampingBound),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
