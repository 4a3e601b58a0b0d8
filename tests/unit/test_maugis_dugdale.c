/* The law maugis_dugdale alone: force and contact radius against an independent solution of its two equations, the
   limits jkr and dmt, pull-off, the end of the contact, and the work of a contact.
   Labels: contact law. */
#include "unit.h"

#include "law_impact.h"
#include "law_values.h"

#define PI 3.14159265358979323846

static const double w = 0.06, modulus = 1.8e9, radius = 2.5e-6, mass = 2.7e-13;

enum { FIXED_GRIPS, LARGEST_PULL };

/* Units of force, overlap and contact radius. */
static double Pull(void)
{
  return PI * w * radius;
}

static double Radius(void)
{
  return cbrt(PI * w * radius * radius / (4.0 / 3 * modulus));
}

static double Depth(void)
{
  return Radius() * Radius() / radius;
}

static GrLawPair Pair(void)
{
  return (GrLawPair){.radius = radius, .mass = mass, .modulus = modulus, .yield_stress = NAN};
}

/* The law with this lambda, by the stress that belongs to it. */
static Contact Make(double lambda, int pull_off)
{
  const double k = 4.0 / 3 * modulus, stress = 0.5 * lambda / cbrt(radius / (PI * w * k * k));
  const GrLawValue value[5] = {NUMBER(w), NONE, NUMBER(stress), NUMBER(1), WORD(pull_off)};
  const GrLawPair pair = Pair();
  Contact c = {.law = GrLawFind("maugis_dugdale")};
  assert_non_null(c.law);
  assert_null(c.law->prepare(&pair, value, c.coefficient));
  return c;
}

/* Force at d, committed. */
static double GoTo(Contact *c, double d)
{
  const double force = ContactForce(c, d, 0);
  memcpy(c->committed, c->trial, sizeof c->committed);
  return force;
}

/* Contact radius at d [m]. */
static double RadiusAt(const Contact *c, double d)
{
  const double *coefficient[GR_LAW_COEFFICIENTS_MAX], one = 1, zero = 0, *history = &one;
  double made, *trial = &made, force, dashpot, viscosity, root;
  for (int k = 0; k < GR_LAW_COEFFICIENTS_MAX; k++)
    coefficient[k] = &c->coefficient[k];
  const GrLawBatch batch = {1, &d, &zero, coefficient, &history, &trial, &force, &dashpot, &viscosity, &root};
  c->law->force(&batch);
  return root * sqrt(radius);
}

/* lambda, d, a and F in their units: the two equations of the card solved for a and m with 30 digits, by bracketing m
   from the side of the large contact radius. */
static void TestTable(void **state)
{
  static const double table[][4] = {
      {0.01, -0.05, 0.31692890498775, -1.9695492505547}, {0.01, 0.3, 0.67129634609681, -1.7093955977049},
      {0.01, 5, 2.2700016545448, 9.5570583048749},       {0.01, 2000, 44.724235817182, 89441.68470707},
      {0.1, -0.05, 0.65284672946502, -1.7872614918485},  {0.1, 0.3, 0.88380858190831, -1.4649767041264},
      {0.1, 5, 2.3504157706149, 9.8930727550588},        {0.1, 2000, 44.734424869552, 89441.711457663},
      {0.5, -0.05, 0.9986671460789, -1.5290248935291},   {0.5, 0.3, 1.1739997051302, -1.2145010207172},
      {0.5, 5, 2.5080980510759, 10.050565192452},        {0.5, 2000, 44.758371771839, 89441.716380747},
      {1, -0.05, 1.1589192714852, -1.4406215965532},     {1, 0.3, 1.3222115002759, -1.138247416114},
      {1, 5, 2.6087626107274, 10.084650549684},          {1, 2000, 44.777393723399, 89441.717284534},
      {3, -0.05, 1.3189605153883, -1.3790195492098},     {3, 0.3, 1.4774770278274, -1.0862083573292},
      {3, 5, 2.7357310902585, 10.107211104287},          {3, 2000, 44.815066431948, 89441.717972221},
      {20, -0.05, 1.3612263389226, -1.3667828345256},    {20, 0.3, 1.5200563153733, -1.0758314938573},
      {20, 5, 2.7776718293646, 10.111962503818},         {20, 2000, 44.842235575648, 89441.718184918},
      {300, -0.05, 1.362358755511, -1.3664762778202},    {300, 0.3, 1.5212092423254, -1.0755707097471},
      {300, 5, 2.7788787497713, 10.112084902617},        {300, 2000, 44.843448600234, 89441.718191781}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    const double *t = table[i];
    Contact c = Make(t[0], FIXED_GRIPS);
    GoTo(&c, Depth());
    AssertNear(ContactForce(&c, t[1] * Depth(), 0), t[3] * Pull(), 1e-12);
    AssertNear(RadiusAt(&c, t[1] * Depth()), t[2] * Radius(), 1e-12);
  }
}

/* The two equations, evaluated at the contact radius and the force that the law gives: m follows from the overlap. */
static void TestEquations(void **state)
{
  for (double lambda = 1e-3; lambda < 1e3; lambda *= 1.21) {
    Contact c = Make(lambda, FIXED_GRIPS);
    const double end = -c.law->reach(c.coefficient) / Depth();
    GoTo(&c, Depth());
    for (double over = 1e-4; over < 1e3; over *= 1.3) {
      const double d = end + over, a = RadiusAt(&c, d * Depth()) / Radius();
      const double t = (a * a - d) / (4.0 / 3 * lambda * a), m = sqrt(1 + t * t), b = atan(t);
      const double first = 0.5 * lambda * a * a * (t + (m * m - 2) * b),
                   f = a * a * a - lambda * a * a * (t + m * m * b);
      const double second = 4.0 / 3 * lambda * lambda * a * (t * b - m + 1);
      if (t < 1e-3)
        continue; /* cancellation of these forms of the equations, not of those of the law */
      AssertNear(first + second, 1, 1e-7);
      AssertWithin(ContactForce(&c, d * Depth(), 0), f * Pull(), 1e-7 * (2 + fabs(f)) * Pull());
    }
  }
}

/* lambda = 1000: jkr, from its end to large overlaps, where its curve differs by less than 1e-3/lambda. lambda = 0.001:
   Hertz's spring with the pull 2 pi w R; the difference goes with the root of lambda. */
static void TestLimits(void **state)
{
  const GrLawPair pair = Pair();
  const GrLawValue value[4] = {NUMBER(w), NUMBER(1), NUMBER(0), WORD(FIXED_GRIPS)};
  Contact large = Make(999, FIXED_GRIPS), small = Make(1.01e-3, FIXED_GRIPS), jkr = {.law = GrLawFind("jkr")};
  assert_null(jkr.law->prepare(&pair, value, jkr.coefficient));
  AssertNear(large.law->reach(large.coefficient), jkr.law->reach(jkr.coefficient), 1e-5);
  GoTo(&jkr, Depth());
  GoTo(&large, Depth());
  GoTo(&small, Depth());
  for (double q = -0.85; q < 100; q += 0.05)
    AssertWithin(ContactForce(&large, q * Depth(), 0), ContactForce(&jkr, q * Depth(), 0), 1e-5 * Pull());
  for (double q = 0.1; q < 3; q += 0.05)
    AssertWithin(ContactForce(&small, q * Depth(), 0), (q * sqrt(q) - 2) * Pull(), 0.15 * Pull());
  AssertNear(large.spent, jkr.spent, 1e-5);
}

/* Pull-off for both ends, from lambda = 0.01 (near dmt) to 100 (jkr), as printed on the card. */
static void TestPullOff(void **state)
{
  static const double table[][2] = {{0.01, 1.99828778}, {0.1, 1.95059489}, {0.3, 1.81555583},
                                    {1, 1.60073491},    {5, 1.50634997},   {100, 1.5000164}};
  for (int i = 0; i < 12; i++) {
    const double lambda = table[i / 2][0], pull = table[i / 2][1] * Pull();
    Contact c = Make(lambda, i % 2);
    const double reach = c.law->reach(c.coefficient);
    double least = 0, last = 0;
    GoTo(&c, Depth());
    for (int k = 0; k < 20000; k++)
      least = fmin(least, last = GoTo(&c, -reach * k / 20000));
    AssertNear(-least, pull, 1e-6);
    assert_true(c.committed[0] == 1 && GoTo(&c, -reach * 1.000001) == 0 && c.committed[0] == 0);
    if (i % 2)
      AssertNear(last, least, 1e-4);
  }
}

/* The work of a contact by the trapezoidal rule in equal steps of the root of the distance to the end is the energy
   that a touch releases, and that counts as consumed. Pulling down to the end leaves no recoverable energy. */
static void TestWork(void **state)
{
  enum { STEPS = 40000 };
  for (int i = 0; i < 10; i++) {
    Contact c = Make(pow(10, 0.5 * (i / 2) - 1), i % 2);
    const double reach = c.law->reach(c.coefficient), top = 3 * Depth() + reach;
    double work = 0, before = GoTo(&c, top - reach), stored = c.recoverable;
    for (int k = 1; k < STEPS; k++) {
      const double root = 1 - (double)k / STEPS, gap = 1 - (double)(k - 1) / STEPS,
                   force = GoTo(&c, top * root * root - reach);
      work += 0.5 * (force + before) * top * (gap * gap - root * root);
      before = force;
    }
    AssertWithin(work, stored, 1e-6 * (fabs(stored) + Pull() * Depth()));
    AssertWithin(c.recoverable, 0, 1e-6 * Pull() * Depth());
    const double e = c.law->restitution(c.coefficient, mass, 3 * sqrt(2 * c.spent / mass), false);
    AssertNear(e, sqrt(1 - 1.0 / 9), 1e-12);
  }
}

/* equilibrium_distance gives the stress 16/(9 sqrt(3)) w/z; the message outside of the range of lambda. */
static void TestDistance(void **state)
{
  GrLawPair pair = Pair();
  double by_stress[GR_LAW_COEFFICIENTS_MAX], by_distance[GR_LAW_COEFFICIENTS_MAX];
  const GrLaw *law = GrLawFind("maugis_dugdale");
  const GrLawValue stress[5] = {NUMBER(w), NONE, NUMBER(1.0264 * w / 4e-10), NUMBER(0.5), WORD(0)};
  const GrLawValue distance[5] = {NUMBER(w), NUMBER(4e-10), NONE, NUMBER(0.5), WORD(0)};
  const GrLawValue both[5] = {NUMBER(w), NUMBER(4e-10), NUMBER(1e8), NUMBER(1), WORD(0)};
  const GrLawValue weak[5] = {NUMBER(w), NONE, NUMBER(1e3), NUMBER(1), WORD(0)};
  const GrLawValue strong[5] = {NUMBER(w), NUMBER(1e-14), NONE, NUMBER(1), WORD(0)};
  assert_null(law->prepare(&pair, stress, by_stress));
  assert_null(law->prepare(&pair, distance, by_distance));
  for (int k = 0; k < 7; k++)
    AssertNear(by_distance[k], by_stress[k], 1e-4);
  assert_non_null(strstr(law->prepare(&pair, both, by_stress), "given once"));
  assert_non_null(strstr(law->prepare(&pair, weak, by_stress), "dmt"));
  assert_non_null(strstr(law->prepare(&pair, strong, by_stress), "jkr"));
}

UNIT(CASE(TestTable), CASE(TestEquations), CASE(TestLimits), CASE(TestPullOff), CASE(TestWork), CASE(TestDistance));
