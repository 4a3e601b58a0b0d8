/* The laws of adhesion alone: force, energy, history and reach on a path of approach, contact, separation within the
   reach, second contact, separation and approach.
   Labels: contact law. */
#include "unit.h"

#include "law_impact.h"

static const double f_a = 0.7, k_a = 3e5; /* no power of two: f_a/k_a is rounded */
#define REACH (f_a / k_a)
#define ENERGY (f_a * f_a / (2 * k_a))

/* One rounding of a product or a sum; results here have at most four. */
static const double rounding = 4 * 2.3e-16;

static Contact Make(const char *name)
{
  Contact c = {.law = GrLawFind(name)};
  const GrLawValue value[2] = {{true, -1, f_a}, {true, -1, k_a}};
  const GrLawPair pair = {.radius = 1e-3, .mass = 1e-6};
  assert_non_null(c.law);
  assert_null(c.law->prepare(&pair, value, c.coefficient));
  return c;
}

static void Commit(Contact *c)
{
  memcpy(c->committed, c->trial, sizeof c->committed);
}

/* L15 eq. 14. */
static double Published(double d)
{
  return d > 0 ? -f_a : d > -REACH ? -k_a * d - f_a : 0;
}

static void TestDescriptor(void **state)
{
  const char *names[] = {"reversible", "jump_in"};
  for (int i = 0; i < 2; i++) {
    Contact c = Make(names[i]);
    assert_int_equal(c.law->kind, GR_LAW_ADHESION);
    assert_int_equal(c.law->n_history, i);
    assert_true(c.law->reach(c.coefficient) == REACH);
    assert_true(c.law->stiffness(c.coefficient, 0) == k_a && c.law->stiffness(c.coefficient, 1) == k_a);
    assert_null(c.law->damping);
    for (const GrLawParameter *p = c.law->parameters; p->name; p++)
      assert_true(p->lower == 0 && p->lower_open && !p->fallback); /* both required and above 0 */
    const GrLawValue wide[2] = {{true, -1, 1e300}, {true, -1, 1e-300}},
                     none[2] = {{true, -1, 1e-300}, {true, -1, 1e300}};
    const GrLawPair pair = {.radius = 1e-3, .mass = 1e-6};
    assert_non_null(c.law->prepare(&pair, wide, c.coefficient));
    assert_non_null(c.law->prepare(&pair, none, c.coefficient));
  }
}

static void TestRegistryWantsReach(void **state)
{
  static GrLaw mine;
  mine = *GrLawFind("reversible");
  mine.name = "my_adhesion";
  mine.reach = NULL;
  assert_int_equal(GrLawRegister(&mine), 1);
  mine.reach = GrLawFind("reversible")->reach;
  assert_int_equal(GrLawRegister(&mine), 0);
}

/* The force of reversible, and of jump_in once touched, is the published one, and the slope of the energy. */
static void TestForceAndEnergy(void **state)
{
  const char *names[] = {"reversible", "jump_in"};
  enum { STEPS = 60 }; /* from -1.5 to 1.5 reaches, with the kinks between points */
  for (int i = 0; i < 2; i++) {
    Contact c = Make(names[i]);
    ContactForce(&c, REACH, 0);
    Commit(&c);
    for (int k = 0; k < STEPS; k++) {
      double d = REACH * (3 * (k + 0.5) / STEPS - 1.5), h = REACH / 64, force = ContactForce(&c, d, 0.1), energy[2];
      assert_true(fabs(force - Published(d)) <= rounding * f_a);
      assert_true(c.dashpot == 0);
      assert_true(ContactForce(&c, d, -3) == force);
      for (int side = 0; side < 2; side++) {
        ContactForce(&c, d + (side ? h : -h), 0);
        energy[side] = c.recoverable;
      }
      /* The energy is at most quadratic between the kinks, so its central difference is exact up to rounding. */
      if (fabs(d) > h && fabs(d + REACH) > h)
        assert_true(fabs((energy[1] - energy[0]) / (2 * h) - force) <= 64 * rounding * f_a);
    }
    ContactForce(&c, 0, 0);
    assert_true(fabs(c.recoverable + ENERGY) <= rounding * ENERGY);
    ContactForce(&c, 2 * REACH, 0);
    assert_true(fabs(c.recoverable + f_a * 2 * REACH + ENERGY) <= 5 * rounding * ENERGY);
    ContactForce(&c, -REACH, 0);
    assert_true(c.recoverable == 0 && c.spent == 0);
  }
}

/* A position on the path and the expected results. */
typedef struct {
  double to, touched, force, recoverable, spent; /* in units of the reach, 1, f_a and f_a^2/(2 k_a) */
} Leg;

/* Moves from position to position and commits at each. */
static void Walk(const char *name, const Leg *leg, int n)
{
  Contact c = Make(name);
  for (int i = 0; i < n; i++) {
    double committed = c.committed[0], force = ContactForce(&c, leg[i].to * REACH, 0);
    assert_true(c.committed[0] == committed);
    assert_true(c.law->n_history == 0 || c.trial[0] == leg[i].touched);
    assert_true(fabs(force - leg[i].force * f_a) <= rounding * f_a);
    assert_true(fabs(c.recoverable - leg[i].recoverable * ENERGY) <= 8 * rounding * ENERGY);
    assert_true(fabs(c.spent - leg[i].spent * ENERGY) <= rounding * ENERGY);
    assert_true(ContactForce(&c, leg[i].to * REACH, 0) == force); /* a second evaluation changes nothing */
    Commit(&c);
  }
}

static void TestPaths(void **state)
{
  const Leg jump_in[] = {
      {-2, 0, 0, 0, 0},          {-0.5, 0, 0, 0, 0},
      {0, 0, 0, 0, 0}, /* no touch yet */
      {1, 1, -1, -3, 1},         {0, 1, -1, -1, 1},
      {-0.5, 1, -0.5, -0.25, 1}, {-0.75, 1, -0.25, -0.0625, 1}, /* held */
      {-0.5, 1, -0.5, -0.25, 1}, {0.5, 1, -1, -2, 1}, /* a second contact without separation dissipates nothing */
      {-0.5, 1, -0.5, -0.25, 1}, {-1, 0, 0, 0, 0},
      {-0.5, 0, 0, 0, 0}, /* separated: no force during approach */
      {0.5, 1, -1, -2, 1},       {-3, 0, 0, 0, 0},
  };
  const Leg reversible[] = {
      {-2, 0, 0, 0, 0},  {-1, 0, 0, 0, 0},          {-0.5, 0, -0.5, -0.25, 0}, {0, 0, -1, -1, 0},
      {1, 0, -1, -3, 0}, {-0.5, 0, -0.5, -0.25, 0}, {-1, 0, 0, 0, 0},          {-0.5, 0, -0.5, -0.25, 0},
  };
  Walk("jump_in", jump_in, sizeof jump_in / sizeof *jump_in);
  Walk("reversible", reversible, sizeof reversible / sizeof *reversible);
  /* At first contact recoverable + dissipated energy is continuous, and therefore kinetic energy as well. */
  Contact c = Make("jump_in");
  ContactForce(&c, 1e-9 * REACH, 0);
  assert_true(fabs(c.recoverable + c.spent) <= 2.1e-9 * ENERGY); /* f_a d = 2e-9 of it */
}

/* A batch gives the results of its single contacts, and nan is propagated. */
static void TestBlock(void **state)
{
  enum { N = 37 };
  const char *names[] = {"reversible", "jump_in"};
  for (int law = 0; law < 2; law++) {
    double overlap[N], rate[N] = {0}, touched[N], trial[N], force[N], dashpot[N], columns[3][N];
    const double *coefficient[] = {columns[0], columns[1], columns[2]}, *history[] = {touched};
    double *trials[] = {trial};
    Contact c = Make(names[law]);
    for (int i = 0; i < N; i++) {
      overlap[i] = REACH * (0.1 * i - 1.8);
      touched[i] = i % 3 == 0;
      for (int k = 0; k < 3; k++)
        columns[k][i] = c.coefficient[k];
    }
    GrLawBatch batch = {N, overlap, rate, coefficient, history, trials, force, dashpot, NULL, NULL};
    c.law->force(&batch);
    for (int i = 0; i < N; i++) {
      c.committed[0] = touched[i];
      assert_true(ContactForce(&c, overlap[i], rate[i]) == force[i]);
      assert_true(law == 0 || c.trial[0] == trial[i]);
    }
    assert_true(isnan(ContactForce(&c, NAN, 0)) && isnan(ContactForce(&c, 1e-6, NAN)));
  }
}

/* dmt is the line of reversible with f_a = 2 pi w R that ends at its range. */
static void TestDmt(void **state)
{
  const double w = 0.05, radius = 1e-3, range = 3e-9, pull = 2 * 3.14159265358979323846 * w * radius;
  const GrLawValue value[2] = {{true, -1, w}, {true, -1, range}},
                   line[2] = {{true, -1, pull}, {true, -1, pull / range}};
  const GrLawPair pair = {.radius = radius, .mass = 1e-6};
  Contact c = {.law = GrLawFind("dmt")}, same = {.law = GrLawFind("reversible")};
  assert_null(c.law->prepare(&pair, value, c.coefficient));
  assert_null(same.law->prepare(&pair, line, same.coefficient));
  assert_true(fabs(c.law->reach(c.coefficient) / range - 1) <= rounding);
  assert_true(fabs(ContactForce(&c, 1e-9, 0) / -pull - 1) <= rounding);
  for (double d = -1.2 * range; d < range; d += 0.1 * range) {
    double force = ContactForce(&same, d, 0);
    assert_true(fabs(ContactForce(&c, d, 0) - force) <= rounding * pull);
    assert_true(fabs(c.recoverable - same.recoverable) <= 2 * rounding * pull * range && c.spent == 0);
  }
}

/* Without a range it pulls in contact only, and has no energy at a distance. */
static void TestDmtInContact(void **state)
{
  const double w = 0.05, radius = 1e-3, pull = 2 * 3.14159265358979323846 * w * radius;
  const GrLawValue value[2] = {{true, -1, w}, {false, -1, NAN}};
  const GrLawPair pair = {.radius = radius, .mass = 1e-6};
  Contact c = {.law = GrLawFind("dmt")};
  assert_null(c.law->prepare(&pair, value, c.coefficient));
  assert_true(c.law->reach(c.coefficient) == 0 && c.law->stiffness(c.coefficient, 1e-6) == 0);
  for (double d = -3e-9; d < 4e-9; d += 1e-9) {
    assert_true(fabs(ContactForce(&c, d, 0.1) + (d > 0 ? pull : 0)) <= rounding * pull && c.dashpot == 0);
    assert_true(fabs(c.recoverable + (d > 0 ? pull * d : 0)) <= rounding * pull * 4e-9 && c.spent == 0);
  }
}

static Contact MakeBridge(double angle, double volume)
{
  Contact c = {.law = GrLawFind("capillary_bridge")};
  const GrLawValue value[4] = {{true, -1, 0.07}, {true, -1, angle}, {true, -1, volume}, {false, -1, NAN}};
  const GrLawPair pair = {.radius = 1e-3, .mass = 1e-6};
  assert_null(c.law->prepare(&pair, value, c.coefficient));
  return c;
}

/* Rabinovich's force in his own variables, d_sp; rupture; energy dissipated by a bridge, by Simpson's rule. */
static void TestBridge(void **state)
{
  enum { STEPS = 20000 };
  const double angle = 0.4, volume = 2e-13, r = 2e-3, pi = 3.14159265358979323846;
  const double full = 2 * pi * r * 0.07 * cos(angle), end = (1 + angle / 2) * cbrt(volume);
  Contact c = MakeBridge(angle, volume);
  double work = 0;
  assert_true(fabs(c.law->reach(c.coefficient) / end - 1) <= rounding);
  assert_true(ContactForce(&c, -0.1 * end, 0) == 0 && ContactForce(&c, 0, 0) == 0 && c.recoverable == 0);
  assert_true(fabs(ContactForce(&c, 1e-12, 0) / -full - 1) <= rounding);
  const double gain = c.spent;
  assert_true(fabs(c.recoverable + c.spent) <= 1.1e-12 * full);
  Commit(&c);
  for (int i = 1; i <= STEPS; i++) {
    const double h = end * (i - 1e-9) / STEPS, d_sp = h / 2 * (sqrt(1 + 2 * volume / (pi * r * h * h)) - 1);
    const double force = ContactForce(&c, -h, 0);
    assert_true(fabs(force + full / (1 + h / (2 * d_sp))) <= 1e-11 * full); /* d_sp cancels */
    assert_true(c.spent == gain);
    work -= force * (i == STEPS ? 1 : i % 2 ? 4 : 2) * end / STEPS / 3;
  }
  work += full * end / STEPS / 3;
  assert_true(fabs(work / gain - 1) < 1e-8);
  assert_true(fabs(c.recoverable) < 1e-8 * gain);
  Commit(&c);
  assert_true(ContactForce(&c, -end * 1.000001, 0) == 0 && c.trial[0] == 0 && c.spent == 0); /* broken */
  Commit(&c);
  assert_true(ContactForce(&c, -0.5 * end, 0) == 0);
}

/* Volume as a part of the spheres' volume, and invalid values. */
static void TestBridgeVolume(void **state)
{
  const GrLawPair pair = {.radius = 1e-3, .mass = 1e-6};
  const GrLaw *law = GrLawFind("capillary_bridge");
  const double sphere = 4.0 / 3 * 3.14159265358979323846 * 8e-9;
  GrLawValue value[4] = {{true, -1, 0.07}, {true, -1, 0}, {false, -1, NAN}, {true, -1, 0.002}};
  double coefficient[GR_LAW_COEFFICIENTS_MAX];
  Contact same = MakeBridge(0, 0.002 * sphere);
  assert_null(law->prepare(&pair, value, coefficient));
  assert_true(fabs(law->reach(coefficient) / same.law->reach(same.coefficient) - 1) <= rounding);
  value[2] = (GrLawValue){true, -1, 1e-13};
  assert_non_null(law->prepare(&pair, value, coefficient)); /* both */
  value[3].given = false;
  assert_null(law->prepare(&pair, value, coefficient));
  value[2].number = 1e-6;
  assert_non_null(law->prepare(&pair, value, coefficient)); /* more than the spheres */
}

UNIT(CASE(TestDescriptor), CASE(TestRegistryWantsReach), CASE(TestForceAndEnergy), CASE(TestPaths), CASE(TestBlock),
     CASE(TestDmt), CASE(TestDmtInContact), CASE(TestBridge), CASE(TestBridgeVolume));
