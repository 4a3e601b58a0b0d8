/* Laws of straight lines with plastic memory, luding and walton_braun: impacts against their closed forms, energies on
   random paths.
   Labels: law time. */
#include "unit.h"

#include "law_impact.h"
#include "law_values.h"

/* Two spheres of radius 1.1 mm and density 2000 kg/m^3, k1 100 N/m, k_p 500 N/m, phi_f 0.1 (L15 Fig. 5): eta = 4. */
static const double k1 = 100, k_p = 500, phi_f = 0.1, radius = 0.0011, density = 2000;
static const double d_p = 0.0001375, v_p = 0.58233027014; /* limit overlap [m] and speed [m/s] */

static double Mass(void)
{
  return 2.0 / 3.0 * 3.14159265358979323846 * radius * radius * radius * density; /* half of one sphere */
}

static void Luding(double beta, int interpolation, double limit, double viscosity, Contact *c)
{
  const GrLawValue value[GR_LAW_PARAMETERS_MAX] = {{true, -1, k1},    {true, -1, limit},        {true, -1, beta * k1},
                                                   {true, -1, phi_f}, {true, interpolation, 0}, {true, -1, viscosity}};
  GrLawPair pair = {.radius = 0.5 * radius, .mass = Mass(), .modulus = NAN, .yield_stress = NAN};
  memset(c, 0, sizeof *c);
  c->law = GrLawFind("luding");
  assert_null(c->law->prepare(&pair, value, c->coefficient));
}

static void WaltonBraun(double k2, Contact *c)
{
  const GrLawValue value[GR_LAW_PARAMETERS_MAX] = {{true, -1, k1}, {true, -1, k2}};
  GrLawPair pair = {.radius = 0.5 * radius, .mass = Mass(), .modulus = NAN, .yield_stress = NAN};
  memset(c, 0, sizeof *c);
  c->law = GrLawFind("walton_braun");
  assert_null(c->law->prepare(&pair, value, c->coefficient));
}

typedef struct {
  double e;       /* separation / approach speed; 0 if the contact never opens */
  double turn;    /* smallest overlap at which the rate turned from leaving to approaching [m] */
  double balance; /* largest error of kinetic + recoverable + dissipated energy, over the initial [1] */
  double healed;  /* largest decrease of the dissipated energy in a step, over the initial [1] */
} Collision;

/* A free impact by the velocity Verlet scheme, until the contact opens or for `steps`. The integrator of law_impact.h
   waits for a separation, which contacts that stick never reach. */
static Collision Collide(Contact *c, double v0, double step, long steps)
{
  const double mass = Mass(), start = 0.5 * mass * v0 * v0;
  Collision r = {0, INFINITY, 0, 0};
  double d = 0, v = v0, spent = 0, force = ContactForce(c, 0, v);
  for (long i = 0; i < steps; i++) {
    double before = v, half = v - 0.5 * step * force / mass;
    if (d + step * half <= 0) {
      r.e = sqrt(v * v + force * d / mass) / v0; /* the rest of the way at half the force */
      return r;
    }
    d += step * half;
    force = ContactForce(c, d, half);
    v = half - 0.5 * step * force / mass;
    if (before < 0 && v >= 0)
      r.turn = fmin(r.turn, d);
    r.balance = fmax(r.balance, fabs(0.5 * mass * v * v + c->recoverable + c->spent - start) / start);
    r.healed = fmax(r.healed, (spent - c->spent) / start);
    spent = c->spent;
    memcpy(c->committed, c->trial, sizeof c->committed);
  }
  return r;
}

/* The step is 1/4000 of sqrt(m/k_p): the scheme errs by (1/4000)^2/8 = 8e-9 of the energy on a line, times a few lines.
 */
#define COLLIDED 1e-7

static double Step(double limit)
{
  return sqrt(Mass() / limit) / 4000;
}

static Collision LudingCollision(double beta, double chi)
{
  Contact c;
  Luding(beta, 0, k_p, 0, &c);
  Collision r = Collide(&c, chi * v_p, Step(k_p), 200000);
  AssertWithin(r.balance, 0, COLLIDED);
  AssertWithin(r.healed, 0, 1e-14); /* dissipated energy only increases; its sums round to 1e-16 */
  return r;
}

/* beta, chi and e^2 by L15 eqs. 32 and 33 with alpha = 0; where it is negative also the sticking overlap over d_p, eqs.
   36 and 38. Below, at and above beta* = 1/3. */
static const struct {
  double beta, chi, e2, sticks;
} luding_impacts[] = {
    {1.0 / 9, 0.05, 0.83050847458, 0},
    {1.0 / 9, 0.34, 0.38848920863, 0},
    {1.0 / 9, 0.69, 0.20780711825, 0},
    {1.0 / 9, 0.95, 0.14027149321, 0},
    {1.0 / 9, 1.1, 0.28135106001, 0},
    {1.0 / 9, 1.37, 0.53670136001, 0},
    {1.0 / 9, 5, 0.9652173913, 0},
    {1.0 / 3, 0.05, 0.82608695652, 0},
    {1.0 / 3, 0.34, 0.32673267327, 0},
    {1.0 / 3, 0.69, 0.1009771987, 0},
    {1.0 / 3, 0.95, 0.012987012987, 0},
    {1.0 / 3, 1.1, 0.17355371901, 0},
    {1.0 / 3, 1.37, 0.46720656402, 0},
    {1.0 / 3, 5, 0.96, 0},
    {1, 0.05, 0.81818181818, 0},
    {1, 0.34, 0.19047619048, 0},
    {1, 0.69, -0.15966386555, 0.27570993161},
    {1, 0.8, -0.23076923077, 0.38430756913},
    {1, 0.95, -0.31034482759, 0.5292317138},
    {1, 1, -0.33333333333, 0.57735026919}, /* the largest, d_p/sqrt(3) */
    {1, 1.1, -0.10192837466, 0.35118845843},
    {1, 1.2, 0.074074074074, 0},
    {1, 1.37, 0.28960875202, 0},
    {1, 5, 0.94666666667, 0},
};

static void TestLudingImpacts(void **state)
{
  for (size_t i = 0; i < sizeof luding_impacts / sizeof *luding_impacts; i++) {
    Collision r = LudingCollision(luding_impacts[i].beta, luding_impacts[i].chi);
    AssertWithin(r.e * r.e, fmax(luding_impacts[i].e2, 0), COLLIDED);
    if (luding_impacts[i].sticks > 0) /* the squares are energies; the turn is met up to v^2/2 of half a step, 1e-8 */
      AssertWithin(r.turn * r.turn / (d_p * d_p), luding_impacts[i].sticks * luding_impacts[i].sticks, COLLIDED);
  }
}

/* Within 1e-5 of the limits the sign of e^2 shows, |e^2| being above 1e-6 there. beta* holds at chi = 1. */
static void TestLudingStickingLimits(void **state)
{
  const double off = 1e-5, chi_b = 0.5, chi_c = 2 / sqrt(3), beta_star = 1.0 / 3;
  assert_true(LudingCollision(1, chi_b * (1 - off)).e > 0 && LudingCollision(1, chi_b * (1 + off)).e == 0);
  assert_true(LudingCollision(1, chi_c * (1 - off)).e == 0 && LudingCollision(1, chi_c * (1 + off)).e > 0);
  assert_true(LudingCollision(beta_star * (1 - off), 1).e > 0 && LudingCollision(beta_star * (1 + off), 1).e == 0);
}

/* eta = 50, beta = 0, k2 growing with the square root: e = 1/sqrt(1 + eta sqrt(chi)). */
static void TestLudingSquareRoot(void **state)
{
  static const struct {
    double chi, e;
  } reference[] = {{0.01, 0.40824829046}, {0.1, 0.24389236797}, {0.5, 0.1658501621}, {1, 0.1400280084}};
  const double limit = 51 * k1, d_limit = 51.0 / 50 * phi_f * radius;
  for (int i = 0; i < 4; i++) {
    Contact c;
    Luding(0, 1, limit, 0, &c);
    Collision r = Collide(&c, reference[i].chi * d_limit * sqrt(k1 / Mass()), Step(limit), 2000000);
    AssertWithin(r.e, reference[i].e, COLLIDED);
    AssertWithin(r.balance, 0, COLLIDED);
  }
}

static void TestLudingDashpot(void **state)
{
  Contact c;
  Luding(1, 0, k_p, 0.02, &c);
  double still = ContactForce(&c, 0.5 * d_p, 0), moving = ContactForce(&c, 0.5 * d_p, -0.3);
  AssertWithin(still, 0.5 * k1 * d_p, 1e-17); /* roundings of 7e-3 N */
  AssertWithin(c.dashpot, -0.006, 1e-17);
  AssertWithin(moving - still, -0.006, 1e-17);
  assert_true(c.law->damping(c.coefficient, 0.5 * d_p) == 0.02);
}

static void TestWaltonBraunImpacts(void **state)
{
  for (double ratio = 1; ratio < 20; ratio *= 2) {
    Contact c;
    WaltonBraun(ratio * k1, &c);
    Collision r = Collide(&c, v_p, Step(ratio * k1), 1000000);
    AssertWithin(r.e, 1 / sqrt(ratio), COLLIDED);
    AssertWithin(r.balance, 0, COLLIDED);
    AssertWithin(r.healed, 0, 0);
  }
}

static double Random(uint64_t *seed)
{
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(*seed >> 11) * 0x1p-53;
}

/* Goes to `target` in small steps and returns the work done on the contact, by the trapezium rule. */
static double Work(Contact *c, double from, double target, int steps)
{
  double work = 0, force = ContactForce(c, from, 0);
  for (int i = 1; i <= steps; i++) {
    double before = force;
    force = ContactForce(c, from + (target - from) * i / steps, 0);
    work += 0.5 * (force + before) * (target - from) / steps;
    memcpy(c->committed, c->trial, sizeof c->committed);
  }
  return work;
}

/* Random legs between 0 and 1.5 d_p, each in one step and in many: work is the change of the energies, and the history
   does not depend on the steps. Energies count against 1/2 k_p d_p^2; the trapezium rule errs by 1/steps^2 per kink,
   and by 1/steps^(3/2) where the cohesive branch starts like sqrt(d); the histories by roundings of up to 4000 steps.
 */
static void CheckPaths(Contact *c)
{
  enum { STEPS = 20000 };
  const double scale = 0.5 * k_p * d_p * d_p;
  uint64_t seed = 1;
  double d = 0, cohesive = 0;
  Contact jump = *c;
  for (int leg = 0; leg < 200; leg++) {
    double target = 1.5 * d_p * Random(&seed) * Random(&seed);
    ContactForce(c, d, 0);
    double before = c->recoverable + c->spent, spent = c->spent, work = Work(c, d, target, STEPS);
    double force = ContactForce(c, target, 0);
    AssertWithin((c->recoverable + c->spent - before) / scale, work / scale, 1e-7);
    assert_true(c->spent >= spent - 1e-13 * scale);
    AssertWithin(ContactForce(&jump, target, 0) / (k_p * d_p), force / (k_p * d_p), 1e-12);
    AssertWithin(jump.spent / scale, c->spent / scale, 1e-11);
    AssertWithin(jump.trial[0] / d_p, c->trial[0] / d_p, 1e-12);
    memcpy(jump.committed, jump.trial, sizeof jump.committed);
    cohesive = fmax(cohesive, -force);
    d = target;
  }
  if (!strcmp(c->law->name, "luding"))
    assert_true(cohesive > 0.05 * k1 * d_p); /* the paths do meet the cohesive branch */
}

static void TestEnergyOnRandomPaths(void **state)
{
  Contact c;
  WaltonBraun(k_p, &c);
  CheckPaths(&c);
  for (int interpolation = 0; interpolation < 2; interpolation++) {
    Luding(1, interpolation, k_p, 0, &c);
    CheckPaths(&c);
  }
}

/* A contact that opens in a step (overlap 0, committed history) has dissipated the energy of the whole cycle. */
static void TestLudingSpentOnOpening(void **state)
{
  for (int interpolation = 0; interpolation < 2; interpolation++) {
    Contact c;
    Luding(1, interpolation, k_p, 0, &c);
    double work = Work(&c, 0, 0.7 * d_p, 1);
    assert_true(work > 0);
    double y = interpolation ? sqrt(0.7) : 0.7, q = 4 * y, load = 0.5 * k1 * 0.49 * d_p * d_p;
    ContactForce(&c, 0, 0);
    assert_true(c.recoverable == 0);
    AssertWithin(c.spent / load, q / (1 + q) * (1 + q / (2 + q)), 1e-14);
  }
}

UNIT(CASE(TestLudingImpacts), CASE(TestLudingStickingLimits), CASE(TestLudingSquareRoot), CASE(TestLudingDashpot),
     CASE(TestLudingSpentOnOpening), CASE(TestWaltonBraunImpacts), CASE(TestEnergyOnRandomPaths));
