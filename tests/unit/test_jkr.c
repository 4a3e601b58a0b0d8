/* The law jkr alone: its curve against the equations of Johnson, Kendall and Roberts in the contact radius,
   pull-off, energy, first contact and separation, and the normal force for friction.
   Labels: contact law. */
#include "unit.h"

#include "law_impact.h"

#define PI 3.14159265358979323846

static const double w = 0.06, modulus = 1.8e9, radius = 2.5e-6, mass = 2.7e-13;

/* Some roundings each: the curve is evaluated here in the contact radius, in the law in its root. */
static const double rounding = 1e-14;

enum { FIXED_GRIPS, LARGEST_PULL };

static Contact MakeWith(double restitution, int pull_off)
{
  Contact c = {.law = GrLawFind("jkr")};
  const GrLawValue value[GR_LAW_PARAMETERS_MAX] = {
      {true, -1, w}, {true, -1, restitution}, {true, -1, 0}, {true, pull_off, NAN}};
  const GrLawPair pair = {.radius = radius, .mass = mass, .modulus = modulus};
  assert_non_null(c.law);
  assert_null(c.law->prepare(&pair, value, c.coefficient));
  return c;
}

static Contact Make(double restitution)
{
  return MakeWith(restitution, FIXED_GRIPS);
}

static double PullOffRadius(void)
{
  return cbrt(PI * w * radius * radius / (8 * modulus));
}

static double OverlapAt(double a)
{
  return a * a / radius - sqrt(2 * PI * w * a / modulus);
}

static double ForceAtRadius(double a)
{
  return 4 * modulus * a * a * a / (3 * radius) - sqrt(8 * PI * w * modulus * a * a * a);
}

/* Makes a contact and commits it. */
static Contact Touch(double restitution)
{
  Contact c = Make(restitution);
  ContactForce(&c, 1e-12, 0);
  memcpy(c.committed, c.trial, sizeof c.committed);
  return c;
}

/* Force and handed-on contact radius at overlaps from radii between pull-off and 1000 times as much. Next to pull-off
   the radius is a double root, and an ulp of d moves it by the root of the distance. */
static void TestCurve(void **state)
{
  Contact c = Touch(1);
  for (int i = 0; i < 4000; i++) {
    const double ratio = exp(log(1000.0) * (i + 0.5) / 4000), a = PullOffRadius() * ratio;
    const double d = OverlapAt(a), expected = ForceAtRadius(a), force = ContactForce(&c, d, 0);
    const double near = 1 + d / (3 * PullOffRadius() * PullOffRadius() / radius);
    const double scale = fabs(expected) + PI * w * radius * (1 + ratio * sqrt(ratio));
    assert_true(fabs(force - expected) <= rounding * scale * (1 + 1 / sqrt(near)) * (1 + sqrt(ratio)));
    double viscosity, root, overlap = d, still = 0, out, dashpot;
    const double *coefficient[GR_LAW_COEFFICIENTS_MAX], *history[] = {&c.committed[0]};
    double *trial[] = {&c.trial[0]};
    for (int k = 0; k < c.law->n_coefficients; k++)
      coefficient[k] = &c.coefficient[k];
    const GrLawBatch batch = {1, &overlap, &still, coefficient, history, trial, &out, &dashpot, &viscosity, &root};
    c.law->force(&batch);
    assert_true(out == force && viscosity == 0);
    assert_true(fabs(root * sqrt(radius) / a - 1) <= rounding * (1 + 1 / sqrt(near)));
  }
}

/* The largest pull is 3/2 pi w R, at d = 0 8/9 of it, where the contact ends 5/9. */
static void TestPullOff(void **state)
{
  Contact c = Touch(1);
  const double pull = 1.5 * PI * w * radius, reach = c.law->reach(c.coefficient);
  double least = 0;
  assert_true(fabs(reach / (0.75 * cbrt(PI * PI * w * w * radius / (modulus * modulus))) - 1) <= rounding);
  for (int i = 0; i <= 100000; i++)
    least = fmin(least, ContactForce(&c, -reach * i / 100000, 0));
  assert_true(fabs(-least / pull - 1) < 1e-9); /* the parabola at the minimum, 1e-5 of the reach from it */
  assert_true(fabs(-ContactForce(&c, OverlapAt(PullOffRadius() * cbrt(9)), 0) / pull - 1) <= rounding);
  assert_true(fabs(-ContactForce(&c, 0, 0) / pull - 8.0 / 9) <= rounding);
  /* 1e-12 of the reach inside, the force is 1e-6 of the pull from where it ends */
  assert_true(fabs(-ContactForce(&c, -reach * (1 - 1e-12), 0) / pull - 5.0 / 9) < 3e-6);
  assert_true(ContactForce(&c, -reach, 0) == 0 && c.trial[0] == 0);
}

/* Work of separation from overlap 0 to the end of the contact, by the trapezoidal rule in equal steps of the root of
   the contact radius. It equals the closed form, the energy dissipated at first contact, and minus the recoverable
   energy at overlap 0. With largest_pull the contact ends at 3^(1/3)/4 of the characteristic overlap, under its
   largest pull. */
static void TestWorkOfSeparation(void **state)
{
  enum { STEPS = 20000 };
  const double factor[] = {7.0922, 3.5026}, characteristic = cbrt(PI * PI * w * w * radius / (modulus * modulus));
  const double unit = cbrt(pow(w, 5) * pow(radius, 4) / (modulus * modulus));
  const double exact[] = {pow(PI, 5.0 / 3) * (0.6 * cbrt(4) + 0.1), pow(PI, 5.0 / 3) * (0.6 * cbrt(4) - 0.3 * cbrt(3))};
  const double distance[] = {0.75, 0.25 * cbrt(3)},
               last[] = {1 + 1e-6, cbrt(3) + 1e-9}; /* s just before the end, a = a_s s^2 */
  const double pull[] = {5.0 / 6, 1.5};
  for (int ends = FIXED_GRIPS; ends <= LARGEST_PULL; ends++) {
    Contact c = MakeWith(1, ends);
    ContactForce(&c, 1e-12, 0);
    memcpy(c.committed, c.trial, sizeof c.committed);
    const double reach = c.law->reach(c.coefficient), first = cbrt(4), end = last[ends];
    double work = 0, before = ContactForce(&c, 0, 0), at = 0, stored = c.recoverable, spent = c.spent;
    assert_true(fabs(reach / (distance[ends] * characteristic) - 1) <= rounding);
    for (int i = 1; i <= STEPS; i++) {
      const double s = first + (end - first) * i / STEPS, d = OverlapAt(PullOffRadius() * s * s);
      const double force = ContactForce(&c, d, 0);
      assert_true(c.trial[0] == 1);
      work += 0.5 * (force + before) * (d - at);
      before = force;
      at = d;
    }
    assert_true(fabs(work / (exact[ends] * unit) - 1) < 1e-7);
    assert_true(fabs(exact[ends] / factor[ends] - 1) < 1e-5);
    assert_true(fabs(spent / (exact[ends] * unit) - 1) <= rounding);
    assert_true(fabs(stored / -spent - 1) <= rounding);
    assert_true(fabs(-before / (pull[ends] * PI * w * radius) - 1) < 1e-5);
    assert_true(ContactForce(&c, -reach, 0) == 0 && c.trial[0] == 0 && c.recoverable == 0);
  }
  assert_true(fabs(exact[1] / exact[0] - 0.494) < 5e-4);
}

/* No force before first contact; then to -reach and back any number of times; no force after separation. The first
   contact dissipates W = 7.0922 (w^5 R^4/E^2)^(1/3) once, and recoverable + dissipated energy is continuous there. */
static void TestHysteresis(void **state)
{
  Contact c = Make(1);
  const double reach = c.law->reach(c.coefficient);
  const double gain = pow(PI, 5.0 / 3) * (0.6 * cbrt(4) + 0.1) * cbrt(pow(w, 5) * pow(radius, 4) / (modulus * modulus));
  const double path[] = {-0.5, 0, 0.5, -0.9, 2, -0.5, -1.0, -0.5, 0, 1e-9, -2};
  const double made[] = {0, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0};
  for (size_t i = 0; i < sizeof path / sizeof *path; i++) {
    const double force = ContactForce(&c, path[i] * reach, 0);
    assert_true(c.trial[0] == made[i] && (made[i] == 1 || (force == 0 && c.recoverable == 0 && c.spent == 0)));
    assert_true(made[i] == 0 || fabs(c.spent / gain - 1) <= rounding);
    assert_true(ContactForce(&c, path[i] * reach, 0) == force);
    if (path[i] == 1e-9) /* at the touch: the pull times 1e-9 of the reach */
      assert_true(fabs(c.recoverable + c.spent) <= 2e-9 * gain);
    memcpy(c.committed, c.trial, sizeof c.committed);
  }
}

/* The force is the slope of the energy, at both signs of the overlap. */
static void TestEnergy(void **state)
{
  Contact c = Touch(1);
  const double reach = c.law->reach(c.coefficient);
  for (int i = 1; i < 600; i++) {
    const double d = reach * (-0.99 + 0.01 * i), h = 1e-5 * reach, force = ContactForce(&c, d, 0);
    double energy[2];
    for (int side = 0; side < 2; side++) {
      ContactForce(&c, d + (side ? h : -h), 0);
      energy[side] = c.recoverable;
    }
    /* truncation 1e-10/6 F''' reach^2, which is large next to pull-off; rounding 1e-16/1e-5 of the energy */
    assert_true(fabs((energy[1] - energy[0]) / (2 * h) - force) <= 1e-6 * PI * w * radius);
  }
  ContactForce(&c, -reach * (1 - 1e-14), 0);
  assert_true(c.recoverable <= 0 && c.recoverable >= -1e-13 * c.spent);
}

/* For w towards 0 it equals tsuji, including the dashpot. */
static void TestWithoutAdhesion(void **state)
{
  Contact jkr = {.law = GrLawFind("jkr")}, tsuji = {.law = GrLawFind("tsuji")};
  const GrLawPair pair = {.radius = radius, .mass = mass, .modulus = modulus};
  const GrLawValue little[GR_LAW_PARAMETERS_MAX] = {{true, -1, 1e-30}, {true, -1, 0.7}}, none = {false, -1, NAN};
  const GrLawValue value[5] = {{true, -1, 0.7}, none, none, none, {true, 0, NAN}};
  assert_null(jkr.law->prepare(&pair, little, jkr.coefficient));
  assert_null(tsuji.law->prepare(&pair, value, tsuji.coefficient));
  for (double d = 1e-12; d < 1e-6; d *= 3) {
    double expected = ContactForce(&tsuji, d, 0.3), force = ContactForce(&jkr, d, 0.3);
    assert_true(fabs(force / expected - 1) <= 1e-12);
    assert_true(fabs(jkr.dashpot / tsuji.dashpot - 1) <= 1e-12);
  }
}

static void TestRefused(void **state)
{
  const GrLaw *law = GrLawFind("jkr");
  const GrLawPair pair = {.radius = radius, .mass = mass, .modulus = modulus};
  const GrLawValue wide[GR_LAW_PARAMETERS_MAX] = {{true, -1, 1e4}, {true, -1, 1}};
  const GrLawValue none[GR_LAW_PARAMETERS_MAX] = {{true, -1, 1e-320}, {true, -1, 1}};
  const GrLawValue both[GR_LAW_PARAMETERS_MAX] = {{true, -1, w}, {true, -1, 0.5}, {true, -1, 1e9}};
  double coefficient[GR_LAW_COEFFICIENTS_MAX];
  assert_non_null(law->prepare(&pair, wide, coefficient));
  assert_non_null(law->prepare(&pair, none, coefficient));
  assert_non_null(strstr(law->prepare(&pair, both, coefficient), "restitution and damping"));
}

/* damping: gamma m a v, from the touch to pull-off. */
static void TestDampingByMass(void **state)
{
  const double gamma = 1e9, v = 0.2, a_s = PullOffRadius();
  const GrLawValue value[GR_LAW_PARAMETERS_MAX] = {{true, -1, w}, {true, -1, 1}, {true, -1, gamma}};
  const GrLawPair pair = {.radius = radius, .mass = mass, .modulus = modulus};
  Contact c = Touch(1);
  assert_null(c.law->prepare(&pair, value, c.coefficient));
  for (double a = 1.1 * a_s; a < 100 * a_s; a *= 1.5) {
    ContactForce(&c, OverlapAt(a), v);
    assert_true(fabs(c.dashpot / (gamma * mass * a * v) - 1) < 1e-13);
    assert_true(fabs(c.law->damping(c.coefficient, OverlapAt(a)) / (gamma * mass * a) - 1) < 1e-13);
  }
  memset(c.committed, 0, sizeof c.committed);
  ContactForce(&c, -0.5 * c.law->reach(c.coefficient), v);
  assert_true(c.dashpot == 0); /* not touched yet */
}

UNIT(CASE(TestCurve), CASE(TestPullOff), CASE(TestHysteresis), CASE(TestEnergy), CASE(TestRefused),
     CASE(TestWithoutAdhesion), CASE(TestDampingByMass), CASE(TestWorkOfSeparation));
