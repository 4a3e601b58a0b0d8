/* The laws on Hertz's spring with damping that depends on the approach speed or acts by powers of the overlap, against
   independent values: a high-accuracy integration of the published equations (eighth-order Runge-Kutta, relative
   tolerance 1e-12), printed with 11 digits, and closed relations.
   Labels: law. */
#include "unit.h"

#include "law/common/exact_hysteresis.h"
#include "law_impact.h"
#include "law_values.h"

/* The reference prints 11 significant digits, so it is rounded by up to 5e-11. */
#define PRINTED 5.1e-11
/* The integration of law_impact.h agrees with it to 1e-10; ten times that. */
#define INTEGRATED 1e-9
#define FLOOR NUMBER(1e-4)

/* A law with its parameters on a pair, and the results of a free impact at speed v: largest overlap, largest force,
   separation speed at overlap zero and at force zero (0: not compared). */
typedef struct {
  const char *law;
  GrLawValue value[6];
  double mass, v, d_max, f_max, separation, at_zero_force, d_zero_force;
} Case;

static void MakeContact(const Case *k, Contact *c)
{
  const GrLawPair pair = {.radius = 0.01, .mass = k->mass, .modulus = NAN, .yield_stress = NAN};
  memset(c, 0, sizeof *c);
  c->law = GrLawFind(k->law);
  assert_non_null(c->law);
  assert_null(c->law->prepare(&pair, k->value, c->coefficient));
  c->committed[0] = c->law->n_history ? k->v : 0; /* the approach speed, as an impact that begins at d = 0 has it */
}

static void Run(const Case *k, double d_max, Contact *c, Impact *m)
{
  MakeContact(k, c);
  *m = (Impact){.contact = c, .mass = k->mass, .level = 0.1 * d_max, .step = d_max / k->v / 1e4, .v = k->v};
  RunImpact(m);
}

/* Separation speed where the force is first zero. The change of variable is put at the overlap where that happens, so
   that time steps lead there. */
static double SpeedAtZeroForce(const Case *k)
{
  Contact c;
  MakeContact(k, &c);
  Impact m = {.contact = &c,
              .mass = k->mass,
              .high = INFINITY,
              .step = k->d_max / k->v / 1e4,
              .v = k->v}; /* low = d = 0: no part of the law is left out */
  GoToOverlap(&m, k->d_zero_force);
  double low = 0, high = m.step;
  for (;;) {
    double d = m.d, v = m.v;
    StepInTime(&m, m.step, &d, &v);
    if (v < 0 && ForceAt(&m, d, v) < 0)
      break;
    m.d = d;
    m.v = v;
  }
  for (int i = 0; i < 60; i++) {
    double h = 0.5 * (low + high), d = m.d, v = m.v;
    StepInTime(&m, h, &d, &v);
    if (ForceAt(&m, d, v) < 0)
      high = h;
    else
      low = h;
  }
  StepInTime(&m, low, &m.d, &m.v);
  return -m.v;
}

static void Check(const Case *k)
{
  Contact c;
  Impact m;
  Run(k, k->d_max, &c, &m);
  AssertNear(m.d_max, k->d_max, INTEGRATED);
  AssertNear(m.f_max, k->f_max, INTEGRATED);
  AssertNear(-m.v, k->separation, INTEGRATED);
  if (k->at_zero_force > 0)
    AssertNear(SpeedAtZeroForce(k), k->at_zero_force, INTEGRATED);
}

/* The same from a row: mass, speed, and the five numbers of Case after them. */
static void CheckRow(const char *law, const GrLawValue value[6], const double row[7])
{
  Case k = {law, {NONE}, row[0], row[1], row[2], row[3], row[4], row[5], row[6]};
  memcpy(k.value, value, sizeof k.value);
  Check(&k);
}

/* Exact hysteresis on K = 1, m = 1, v = 1; Hunt and Crossley, Lankarani and Nikravesh, Flores at e = 0.8, 0.02 m/s on
   K = 66017959383, m = 0.26138050878 (W23 section 5); Hunt and Crossley at e = 0.7, 8 m/s on K = 15164835165, m =
   0.13069025439 (W25 Table 1). None of them pulls. */
static void TestHysteresisImpacts(void **state)
{
  static const struct {
    const char *law;
    double e, k, impact[7];
  } cases[] = {
      {"zhang_sharf", 0.9, 1, {1, 1, 1.0488221457, 1.0851869618, 0.9}},
      {"zhang_sharf", 0.7, 1, {1, 1, 0.95397712476, 1.0333219889, 0.7}},
      {"zhang_sharf", 0.5, 1, {1, 1, 0.84799291298, 1.0628707219, 0.5}},
      {"zhang_sharf", 0.3, 1, {1, 1, 0.72041656494, 1.1900242942, 0.3}},
      {"hunt_crossley", 0.8, 66017959383.0, {0.26138050878, 0.02, 1.2234538744e-06, 92.061822674, 0.016657395845}},
      {"lankarani_nikravesh",
       0.8,
       66017959383.0,
       {0.26138050878, 0.02, 1.2314119808e-06, 92.486417615, 0.016942045596}},
      {"flores", 0.8, 66017959383.0, {0.26138050878, 0.02, 1.1983450168e-06, 90.980957378, 0.015770782518}},
      {"hunt_crossley", 0.7, 15164835165.0, {0.13069025439, 8, 0.00019545525137, 44001.176379, 6.1439983126}},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const GrLawValue value[6] = {NUMBER(cases[i].e), FLOOR, NUMBER(cases[i].k)};
    CheckRow(cases[i].law, value, cases[i].impact);
  }
}

/* The restitution that each law returns for e = 0.1, 0.3, 0.5, 0.7, 0.9, from ln[(1 + h)/(1 - r h)] = h (1 + r) solved
   independently for r; and that relation for the h the law applies and the r that it returns here. */
static void TestHysteresisRestitutions(void **state)
{
  static const struct {
    const char *law;
    double returned[5];
  } family[] = {
      {"hunt_crossley", {0.5158326164, 0.58128804181, 0.6629622, 0.76799978908, 0.90901574135}},
      {"lankarani_nikravesh", {0.66526540676, 0.68422460575, 0.72524111401, 0.79597259537, 0.91317667781}},
      {"flores", {0.069444225152, 0.25620790668, 0.47044477933, 0.68318419973, 0.89392069266}},
      {"gharib_hurmuzlu", {0.099981624753, 0.28187672301, 0.41071968606, 0.50077934287, 0.56681197477}},
      {"hu_guo", {0.074073532363, 0.27065845856, 0.48774125602, 0.69729696806, 0.89989994307}},
      {"safaeifar_farshidianfar", {0.088883678122, 0.31375634856, 0.53616036018, 0.73501679424, 0.91519334825}},
      {"zhang_sharf", {0.1, 0.3, 0.5, 0.7, 0.9}},
  };
  for (size_t i = 0; i < sizeof family / sizeof *family; i++)
    for (int j = 0; j < 5; j++) {
      Case k = {family[i].law, {NUMBER(0.1 + 0.2 * j), FLOOR, NUMBER(1)}, .mass = 1, .v = 1};
      Contact c;
      Impact m;
      Run(&k, 1, &c, &m);
      double returned = -m.v, spring = ContactForce(&c, 1, 0), h = ContactForce(&c, 1, 1) / spring - 1;
      AssertNear(returned, family[i].returned[j], 1e-8);
      /* 1 - r h loses digits for small e: at 0.1 it is 1.8e-4 */
      assert_true(fabs(log((1 + h) / (1 - returned * h)) - h * (1 + returned)) < 1e-8 / (1 - returned * h));
    }
}

static void TestExactHysteresis(void **state)
{
  static const double reference[][2] = {
      {0.05, 19.999999682},  {0.1, 9.9981593975},  {0.2, 4.9191667158},    {0.5, 1.4327505333},   {0.8, 0.37314620337},
      {0.85, 0.26400940608}, {0.9, 0.16648195069}, {0.95, 0.078926605287}, {0.99, 0.01515136211},
  };
  for (size_t i = 0; i < sizeof reference / sizeof *reference; i++)
    AssertNear(GrExactHysteresis(reference[i][0]), reference[i][1], PRINTED);
  AssertNear(GrExactHysteresis(1e-6), 1e6, 1e-12); /* 1/e but for e^(-1/e) */
  for (double x = 1e-3; x > 1e-9; x *= 0.1) {      /* second order in 1 - e: 3/2 (1 - e)/(1 - e + e^2) */
    double e = 1 - x, estimate = 1.5 * (1 - e) / (1 - e + e * e);
    AssertNear(GrExactHysteresis(e), estimate, 0.2 * x + 1e-15 / x);
  }
  assert_true(GrExactHysteresis(1) == 0);
  assert_true(fabs(GrExactHysteresis(0.9) / GrExactHysteresis(nextafter(0.9, 1)) - 1) < 1e-12); /* two ways to solve */
}

/* zhang_sharf returns its restitution whatever K, m and v. */
static void TestExactRestitution(void **state)
{
  for (double e = 0.05; e < 1.05; e += 0.05) {
    double restitution = fmin(e, 1), v = 0.3 + e, mass = 0.01, stiffness = 1e9;
    Case k = {"zhang_sharf", {NUMBER(restitution), FLOOR, NUMBER(stiffness)}, .mass = mass, .v = v};
    Contact c;
    Impact m;
    Run(&k, pow(1.25 * mass * v * v / stiffness, 0.4), &c, &m);
    assert_true(fabs(-m.v / v - restitution) < 1e-8);
  }
}

/* g2 on K = 1, m = 1, v = 1 in both phases; and J25 Table 6 (e = 0.9181, 0.5 m/s, K = 9322194570.6, m = 2.5e-4) in
   both and on approach only, where the force is first zero at the end. */
static void TestJankowskiImpacts(void **state)
{
  const double k6 = 9322194570.6, m6 = 2.5e-4;
  const GrLawValue value[][6] = {
      {NUMBER(0.9), WORD(1), NUMBER(1)},
      {NUMBER(0.7), WORD(1), NUMBER(1)},
      {NUMBER(0.9181), WORD(1), NUMBER(k6)},
      {NUMBER(0.9181), WORD(0), NUMBER(k6)},
  };
  const double impacts[][7] = {
      {1, 1, 1.0047341965, 1.0154384051, 0.80152569676, 0.80950203834, 0.192075},
      {1, 1, 0.81982929119, 0.83739744998, 0.4193164199, 0.48685380015, 0.371743},
      {m6, 0.5, 2.1854956412e-06, 30.279834588, 0.41859788977, 0.42128209239, 3.56521e-07},
      {m6, 0.5, 2.1854956412e-06, 30.279834588, 0.45895647528, 0, 0},
  };
  for (size_t i = 0; i < sizeof impacts / sizeof *impacts; i++)
    CheckRow("jankowski", value[i], impacts[i]);
}

/* J25 Table 6 as above; Kuwabara and Kono with A = 1e-6 s. */
static void TestViscousImpacts(void **state)
{
  const GrLawValue lichtensteiger[6] = {NUMBER(0.9181), FLOOR, NUMBER(9322194570.6)},
                   kuwabara_kono[6] = {NUMBER(1e-6), NONE, NONE, NUMBER(9322194570.6)};
  const double impacts[][7] = {
      {2.5e-4, 0.5, 2.2939280742e-06, 32.432525023, 0.47530491119, 0.4753049451, 7.1501e-09},
      {2.5e-4, 0.5, 2.0239126795e-06, 27.923046119, 0.3378181157, 0.34330499936, 5.14957e-07},
  };
  CheckRow("lichtensteiger", lichtensteiger, impacts[0]);
  CheckRow("kuwabara_kono", kuwabara_kono, impacts[1]);
}

/* J25 Table 2 (aluminium oxide, mu = 1.5e5 Pa s, K = 9322194570.6) and Table 4 (rapeseed, mu = 310 Pa s, K =
   4026091.8229), phi = 1. */
static void TestNewtonianImpacts(void **state)
{
  const GrLawValue alumina[6] = {NUMBER(1.5e5), WORD(0), FLOOR, NUMBER(9322194570.6)},
                   seed[6] = {NUMBER(310), WORD(0), FLOOR, NUMBER(4026091.8229)};
  const double impacts[][7] = {
      {2.5e-4, 0.5, 2.2628643171e-06, 31.855969968, 0.45903433132, 0.45903475626, 1.93838e-08},
      {2.5e-4, 6, 1.4952374654e-05, 573.90452136, 4.2152656129, 4.2182940553, 1.6369e-06},
      {2.8e-5, 1, 3.4866056228e-05, 0.84598551901, 0.82064914689, 0.82069115379, 1.41879e-06},
      {2.8e-5, 2, 5.8624264446e-05, 1.8879055857, 1.4933848948, 1.4938459208, 4.70078e-06},
  };
  for (size_t i = 0; i < sizeof impacts / sizeof *impacts; i++)
    CheckRow("newtonian_dashpot", i < 2 ? alumina : seed, impacts[i]);
}

UNIT(CASE(TestHysteresisImpacts), CASE(TestHysteresisRestitutions), CASE(TestExactHysteresis),
     CASE(TestExactRestitution), CASE(TestJankowskiImpacts), CASE(TestViscousImpacts), CASE(TestNewtonianImpacts));
