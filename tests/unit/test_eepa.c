/* The law eepa alone: with n = 1 and without adhesion the loop of walton_braun; all branches with free exponents
   against an independent branch by branch evaluation; the work of cycles; impacts; bits of batches with different
   exponents.
   Labels: contact law. */
#include "unit.h"

#include "law_impact.h"
#include "law_values.h"

static const double radius = 1e-3, mass = 2e-6, modulus = 5e7;

typedef GrLawValue Values[GR_LAW_PARAMETERS_MAX];

static Contact Make(const char *law, const Values value)
{
  const GrLawPair pair = {.radius = radius, .mass = mass, .modulus = modulus, .yield_stress = NAN};
  Contact c = {.law = GrLawFind(law)};
  assert_non_null(c.law);
  assert_null(c.law->prepare(&pair, value, c.coefficient));
  return c;
}

/* k1 and k_adh in N/m, scaled with the radius; a negative k1: from the materials. */
static Contact Eepa(double k1, double lambda, double k_adh, double f0, double n, double e)
{
  const Values value = {{k1 > 0, -1, k1}, NUMBER(lambda), NUMBER(k_adh), NUMBER(f0), NUMBER(n), NUMBER(e)};
  return Make("eepa", value);
}

/* Force at d, committed. */
static double GoTo(Contact *c, double d)
{
  const double force = ContactForce(c, d, 0);
  memcpy(c->committed, c->trial, sizeof c->committed);
  return force;
}

static uint64_t seed = 7;

static double Random(void)
{
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return ((double)(seed >> 11) + 0.5) * 0x1p-53;
}

/* walton_braun with k2 = k1/(1 - lambda), while the contact does not open: below d_p the memory of eepa falls. Forces
   and energies are sums of a few terms of the order of the largest ones. */
static void TestWaltonBraun(void **state)
{
  for (double lambda = 0; lambda < 0.95; lambda += 0.1) {
    Contact ours = Eepa(300, lambda, 0, 0, 1, 1);
    Contact known = Make("walton_braun", (Values){NUMBER(300), NUMBER(300 / (1 - lambda)), NUMBER(0)});
    for (int i = 0; i < 400; i++) {
      const double d = fmax(1e-5 * Random(), lambda * ours.committed[0]);
      const double force = GoTo(&ours, d), other = GoTo(&known, d);
      AssertWithin(force, other, 1e-14 * 300e-5 / (1 - lambda));
      AssertWithin(ours.recoverable, known.recoverable, 1e-14 * 300e-10 / (1 - lambda));
      AssertWithin(ours.spent, known.spent, 1e-14 * 300e-10);
    }
    AssertNear(ours.law->restitution(ours.coefficient, mass, 0.3, false), sqrt(1 - lambda), 1e-12);
  }
}

/* Loading to d_m, unloading to a point of the adhesive branch, reloading to beyond the plastic branch. */
static void TestBranches(void **state)
{
  static const double exponents[] = {1, 1.5, 1.3, 2.4};
  for (int i = 0; i < 16; i++) {
    const double n = exponents[i % 4], lambda = 0.2 + 0.25 * (i / 4), f0 = i % 3 ? 2e-4 : 0, beta = 0.4 * (1 + i % 2);
    const double s = i % 5 ? 300 : 4.0 / 3 * modulus * radius, k1 = s * pow(radius, 1 - n), k_adh = beta * k1;
    const double k2 = k1 / (1 - lambda), d_m = 1e-5, x_p = lambda * pow(d_m, n), pull = k_adh * x_p * k2 / (k2 + k_adh);
    const double deepest = pow(x_p * k2 / (k2 + k_adh), 1 / n), left = 0.6 * deepest, scale = k2 * pow(d_m, n);
    Contact c = Eepa(i % 5 ? s : -1, lambda, beta * s, f0, n, 1);
    double least = 0;
    for (int k = 1; k <= 100; k++)
      AssertWithin(GoTo(&c, d_m * k / 100), k1 * pow(d_m * k / 100, n) - f0, 1e-13 * scale);
    for (int k = 0; k <= 1000; k++) {
      const double d = d_m + (left - d_m) * k / 1000, x = pow(d, n), elastic = k2 * (x - x_p);
      AssertWithin(GoTo(&c, d), (d > deepest ? elastic : -k_adh * x) - f0, 1e-12 * scale);
    }
    Contact at = Eepa(i % 5 ? s : -1, lambda, beta * s, f0, n, 1);
    GoTo(&at, d_m);
    least = GoTo(&at, deepest);
    AssertNear(-least, pull + f0, 1e-12);
    const double again = pow((k2 + k_adh) / (lambda * k2), 1 / n) * left; /* d_m of the point of the adhesive branch */
    for (int k = 1; k <= 100; k++) {
      const double d = left + (1.5 * again - left) * k / 100, x = pow(d, n), flat = lambda * pow(again, n);
      AssertWithin(GoTo(&c, d), (d < again ? k2 * (x - flat) : k1 * x) - f0, 1e-12 * scale);
    }
    AssertNear(c.committed[0], 1.5 * again, 1e-15);
  }
}

/* The work of loading, unloading to the adhesive branch, and beyond until the contact opens, by the trapezoidal rule:
   error 1e-5^2. The constant pull does no work. */
static void TestCycle(void **state)
{
  enum { STEPS = 100000 };
  for (int i = 0; i < 4; i++) {
    Contact c = Eepa(300, 0.7, 150 * (i % 2), 1e-4 * (i / 2), i ? 1.5 : 1, 1);
    double before = -1e-4 * (i / 2), work = 0;
    for (int k = 1; k <= STEPS; k++) {
      const double force = GoTo(&c, 1e-5 * k / STEPS);
      work += 0.5 * (force + before) * 1e-5 / STEPS;
      before = force;
    }
    AssertNear(c.recoverable + c.spent, work, 1e-8);
    for (int k = STEPS - 1; k >= 0; k--) {
      const double d = k ? 1e-5 * k / STEPS : 1e-5 * 1e-9, force = GoTo(&c, d);
      work -= 0.5 * (force + before) * 1e-5 / STEPS;
      before = force;
    }
    AssertNear(c.spent, work, 1e-7);
  }
}

/* Impacts by integration of the equation of motion against the closed form: with a constant pull, which only changes
   the largest overlap, and with the dashpot alone, which returns e for every exponent. */
static void TestImpacts(void **state)
{
  static const double exponents[] = {1, 1.5, 1.8};
  for (int i = 0; i < 6; i++) {
    const double n = exponents[i % 3], f0 = i / 3 ? 2e-5 : 0, v = 0.05;
    Contact c = Eepa(300, 0.5, 60, f0, n, 1), damped = Eepa(300, 0, 0, 0, n, 0.6);
    const double e = c.law->restitution(c.coefficient, mass, v, false);
    const double top = pow((n + 1) / 2 * mass * v * v / (300 * pow(radius, 1 - n)), 1 / (n + 1));
    Impact m = {.contact = &damped, .mass = mass, .level = 0.1 * top, .step = 1e-4 * top / v, .v = v};
    RunImpact(&m);
    AssertNear(-m.v / v, 0.6, n == 1.8 ? 1e-4 : 1e-8); /* the impact of unit tests is integrated in d^(1/4) */
    double kinetic = 0.5 * mass * v * v, d = 0, step = 1e-5 * top, before = -f0;
    bool falls = false;
    while (d >= 0 && kinetic > 0) {
      const double next = falls ? d - step : d + step, force = next > 0 ? GoTo(&c, next) : before;
      const double after = kinetic - (falls ? -1 : 1) * 0.5 * (force + before) * step;
      if (!falls && after < 0)
        falls = true; /* within 1e-5 of the turning point, where the work is of second order */
      else
        kinetic = after, d = next, before = force;
    }
    AssertNear(e, sqrt(kinetic / (0.5 * mass * v * v)), 2e-4);
  }
}

/* A batch of contacts with the exponents 1, 3/2 and 2 has the bits of its contacts alone. */
static void TestMixedExponents(void **state)
{
  enum { N = 60 };
  static double coefficient[GR_LAW_COEFFICIENTS_MAX][N], history[2][N], trial[2][N], d[N], v[N], force[N], dashpot[N];
  double stored[N], spent[N];
  const double *coefficients[GR_LAW_COEFFICIENTS_MAX], *histories[2] = {history[0], history[1]};
  double *trials[2] = {trial[0], trial[1]};
  Contact c[3] = {Eepa(300, 0.6, 90, 1e-4, 1, 0.8), Eepa(300, 0.6, 90, 1e-4, 1.5, 0.8), Eepa(300, 0.6, 90, 0, 2, 0.8)};
  for (int k = 0; k < GR_LAW_COEFFICIENTS_MAX; coefficients[k] = coefficient[k], k++)
    for (int i = 0; i < N; i++)
      coefficient[k][i] = c[i % 3].coefficient[k];
  for (int i = 0; i < N; i++) {
    d[i] = 1e-5 * Random();
    v[i] = Random() - 0.5;
    history[0][i] = i % 2 ? 2e-5 * Random() : 0;
  }
  GrLawBatch batch = {N, d, v, coefficients, histories, trials, force, dashpot, NULL, NULL};
  c[0].law->force(&batch);
  c[0].law->energy(&batch, stored, spent);
  for (int i = 0; i < N; i++) {
    Contact alone = c[i % 3];
    alone.committed[0] = history[0][i];
    assert_true(ContactForce(&alone, d[i], v[i]) == force[i] && alone.dashpot == dashpot[i]);
    assert_true(alone.trial[0] == trial[0][i] && alone.trial[1] == trial[1][i]);
    assert_true(alone.recoverable == stored[i] && alone.spent == spent[i]);
  }
}

UNIT(CASE(TestWaltonBraun), CASE(TestBranches), CASE(TestCycle), CASE(TestImpacts), CASE(TestMixedExponents));
