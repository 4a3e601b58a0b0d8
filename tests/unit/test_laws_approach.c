/* Approach speed in the history of laws, coefficients from densities and viscosities, invalid values, and the
   exponential function behind them.
   Labels: base law. */
#include "unit.h"

#include "base/math/exponential.h"
#include "law_impact.h"
#include <stdlib.h>

static const GrLawValue none = {false, -1, NAN}, half = {true, -1, 0.5}, floor_speed = {true, -1, 0.01},
                        stiffness = {true, -1, 1e9}, first = {true, 0, NAN}, second = {true, 1, NAN};
static const GrLawBody unknown = {NAN, NAN, NAN, NAN};

static GrLawPair Pair(GrLawBody a, GrLawBody b)
{
  GrLawPair pair;
  GrLawPairSpheres((const GrLawBody[2]){a, b}, (const double[2]){0.0025, INFINITY}, (const double[2]){1e-3, INFINITY},
                   &pair);
  return pair;
}

/* Recorded where the contact was open, floored, kept while it is closed; the force depends on nothing else of the past.
 */
static void CheckMemory(const char *law, const GrLawValue *value)
{
  Contact c = {.law = GrLawFind(law)};
  GrLawPair pair = Pair(unknown, unknown);
  assert_non_null(c.law);
  assert_int_equal(c.law->n_history, 1);
  assert_string_equal(c.law->history[0].name, "approach_speed");
  assert_null(c.law->prepare(&pair, value, c.coefficient));
  double at_onset = ContactForce(&c, 1e-5, 0.3);
  assert_true(c.trial[0] == 0.3 && c.committed[0] == 0 && c.dashpot > 0);
  c.committed[0] = 0.3;
  assert_true(ContactForce(&c, 1e-5, 0.3) == at_onset);
  for (double v = -0.2; v < 0.5; v += 0.1) {
    ContactForce(&c, 2e-5, v);
    assert_true(c.trial[0] == 0.3);
  }
  c.committed[0] = 0;
  for (double v = -0.2; v < 0.011; v += 0.01) { /* slower than the floor, at rest, separating */
    ContactForce(&c, 1e-5, v);
    assert_true(c.trial[0] == (v > 0.01 ? v : 0.01));
  }
}

static void TestMemory(void **state)
{
  const char *family[] = {"hunt_crossley", "lankarani_nikravesh",     "flores",     "gharib_hurmuzlu",
                          "hu_guo",        "safaeifar_farshidianfar", "zhang_sharf"};
  for (size_t i = 0; i < sizeof family / sizeof *family; i++)
    CheckMemory(family[i], (const GrLawValue[]){half, floor_speed, stiffness, none});
  CheckMemory("lichtensteiger", (const GrLawValue[]){half, floor_speed, stiffness, none, none, none});
  CheckMemory("newtonian_dashpot", (const GrLawValue[]){{true, -1, 100}, first, floor_speed, stiffness, none});
}

/* One v0 for all contacts: neither their own rate nor the floor counts, for force, bound and restitution. */
static void TestGiven(void **state)
{
  const GrLawValue given = {true, -1, 13};
  Contact c = {.law = GrLawFind("zhang_sharf")};
  GrLawPair pair = Pair(unknown, unknown);
  assert_null(c.law->prepare(&pair, (const GrLawValue[]){half, floor_speed, stiffness, given}, c.coefficient));
  double d = 1e-5, spring = 1e9 * pow(d, 1.5), h = c.law->damping(c.coefficient, d) * 13 / spring;
  for (double v = -20; v < 20; v += 3.3) {
    c.committed[0] = 0;
    assert_true(fabs(ContactForce(&c, d, v) / (spring * (1 + h * v / 13)) - 1) < 1e-13);
    assert_true(c.trial[0] == 13);
  }
  /* zhang_sharf returns e at v0 = its speed: there it has e, and the exact relation says what h is. */
  assert_true(fabs(c.law->restitution(c.coefficient, pair.mass, 13, false) - 0.5) < 1e-12);
  assert_true(fabs(h * 1.5 - log((1 + h) / (1 - 0.5 * h))) < 1e-10);
  assert_true(c.law->restitution(c.coefficient, pair.mass, 6.5, false) > 0.6);
  ContactForce(&c, d, NAN);
  assert_true(isnan(c.dashpot));
}

/* Hysteresis damping at several approach speeds: K d^(3/2) h v/v0, and a bound that uses the speed of a free impact or
   the floor. */
static void TestBoundOfDamping(void **state)
{
  Contact c = {.law = GrLawFind("hunt_crossley")};
  GrLawPair pair = Pair(unknown, unknown);
  assert_null(c.law->prepare(&pair, (const GrLawValue[]){half, floor_speed, stiffness, none}, c.coefficient));
  for (double v0 = 0.02; v0 < 3; v0 *= 1.5) {
    double d = pow(1.25 * pair.mass * v0 * v0 / 1e9, 0.4), expected = 1e9 * pow(d, 1.5) * 0.75 / v0;
    /* powers and quotients: a few roundings */
    assert_true(fabs(c.law->damping(c.coefficient, d) / expected - 1) < 1e-14);
    c.committed[0] = v0;
    ContactForce(&c, d, 1);
    assert_true(fabs(c.dashpot / expected - 1) < 1e-14);
  }
  double d = 1e-7, expected = 1e9 * pow(d, 1.5) * 0.75 / 0.01; /* its free impact has 0.0016 m/s, below the floor */
  assert_true(fabs(c.law->damping(c.coefficient, d) / expected - 1) < 1e-14);
}

/* Restitution estimated by J25 eq. 24 with D = 6 pi mu phi(v0) of the law, against values computed from the paper alone
   (K; mu; m; rho; R; v0; e), to the 11 digits of the reference; Tables 2 and 4. */
static void TestDragCorrection(void **state)
{
  static const double reference[][7] = {
      {9322194570.6, 1.5e5, 2.5e-4, 4000, 0.0025, 0.5, 0.91811889578},
      {9322194570.6, 1.5e5, 2.5e-4, 4000, 0.0025, 6, 0.70533097313},
      {4026091.8229, 310, 2.8e-5, 1020, 0.00192, 1, 0.82058284799},
  };
  const double a = 0.35373658745; /* integral of x (1 - x^2.5)^(1/2) from 0 to 1 */
  for (int i = 0; i < 3; i++) {
    const double *r = reference[i], k = r[0], v = r[5];
    Contact c = {.law = GrLawFind("newtonian_dashpot"), .committed = {v}};
    GrLawPair pair = {.radius = r[4], .mass = r[2], .modulus = NAN};
    pair.body[0].density = pair.body[1].density = r[3];
    const GrLawValue value[] = {{true, -1, r[1]}, second, floor_speed, {true, -1, k}, none};
    assert_null(c.law->prepare(&pair, value, c.coefficient));
    ContactForce(&c, 1, 1);
    double drag = c.dashpot, low = 0, high = 1e-3;
    for (int j = 0; j < 200; j++) { /* largest overlap by the balance of energy, eq. 22 */
      double d = 0.5 * (low + high);
      if (0.4 * k * pow(d, 2.5) + a * drag * v * d * d > 0.5 * r[2] * v * v)
        high = d;
      else
        low = d;
    }
    double loss = 5 * a * drag * v, e = 1 - loss / (2 * k * sqrt(low) + loss);
    assert_true(fabs(e / r[6] - 1) < 5.1e-11);
  }
}

/* A of two materials, computed apart from the law: 70 GPa, 0.33 and 200 GPa, 0.25; eta_s 2e5, eta_b 1e5 Pa s. */
static void TestViscosities(void **state)
{
  const GrLawBody aluminium = {2700, 70e9, 0.33, NAN}, steel = {7800, 200e9, 0.25, NAN};
  const GrLawPair pair = Pair(aluminium, steel), swapped = Pair(steel, aluminium);
  const GrLawValue value[] = {first, {true, -1, 2e5}, {true, -1, 1e5}, stiffness, none};
  Contact c = {.law = GrLawFind("kuwabara_kono")}, d = c;
  assert_null(c.law->prepare(&pair, value, c.coefficient));
  assert_null(d.law->prepare(&swapped, value, d.coefficient));
  ContactForce(&c, 1e-6, 0.1);
  ContactForce(&d, 1e-6, 0.1);
  double expected = 1.5 * 5.08657217358e-06 * 1e9 * 1e-3 * 0.1; /* 12 digits of A */
  assert_true(fabs(c.dashpot / expected - 1) < 1e-11 && fabs(d.dashpot / c.dashpot - 1) < 1e-15);
}

/* damping: m gamma sqrt(R d), none of two held bodies. */
static void TestDampingByMass(void **state)
{
  const double gamma = 3e5, d = 1e-6;
  const GrLawValue value[] = {none, none, none, stiffness, {true, -1, gamma}};
  const GrLawValue nil[] = {none, none, none, stiffness, {true, -1, 0}};
  GrLawPair pair = Pair(unknown, unknown);
  Contact c = {.law = GrLawFind("kuwabara_kono")};
  assert_null(c.law->prepare(&pair, value, c.coefficient));
  ContactForce(&c, d, 0.1);
  assert_true(fabs(c.dashpot / (pair.mass * gamma * sqrt(pair.radius * d) * 0.1) - 1) < 1e-14);
  pair.mass = INFINITY;
  assert_null(c.law->prepare(&pair, nil, c.coefficient));
  ContactForce(&c, d, 0.1);
  assert_true(c.dashpot == 0);
}

static void Refuses(const char *law, GrLawPair pair, const GrLawValue *value, const char *key)
{
  double coefficient[GR_LAW_COEFFICIENTS_MAX];
  const char *wrong = GrLawFind(law)->prepare(&pair, value, coefficient);
  assert_non_null(wrong);
  assert_non_null(strstr(wrong, key));
  assert_true(strchr(wrong, ';') && !strchr(wrong, '\n'));
}

static void TestRefusals(void **state)
{
  GrLawPair blank = Pair(unknown, unknown), half_known = Pair((GrLawBody){1000, 1e9, 0.3, NAN}, unknown);
  const char *family[] = {"flores", "lichtensteiger", "zhang_sharf"};
  for (int i = 0; i < 3; i++)
    Refuses(family[i], blank, (const GrLawValue[]){half, floor_speed, none, none, none}, "or stiffness");
  Refuses("jankowski", blank, (const GrLawValue[]){half, first, none, none, none}, "or stiffness");
  Refuses("newtonian_dashpot", blank, (const GrLawValue[]){half, first, floor_speed, none, none}, "or stiffness");
  Refuses("newtonian_dashpot", half_known, (const GrLawValue[]){half, second, floor_speed, stiffness, none}, "density");
  Refuses("kuwabara_kono", half_known, (const GrLawValue[]){first, half, half, stiffness, none}, "youngs_modulus");
  Refuses("kuwabara_kono", blank, (const GrLawValue[]){first, half, none, stiffness, none}, "eta_bulk");
  Refuses("kuwabara_kono", blank, (const GrLawValue[]){half, half, none, stiffness, none}, "leave the viscosities out");
  Refuses("kuwabara_kono", blank, (const GrLawValue[]){none, none, none, stiffness, none}, "either dissipation_time");
  Refuses("kuwabara_kono", blank, (const GrLawValue[]){half, none, none, stiffness, half}, "either dissipation_time");
}

/* Against the C library in long double; the header says below 1 ulp and (2 + |y ln x|) 2.3e-16. */
static void TestExponential(void **state)
{
  for (int i = 0; i < 100000; i++) {
    double x = 700 * (2.0 * rand() / RAND_MAX - 1) / (i % 2 ? 1 : 1000), value = GrExp(x);
    assert_true(fabsl(value - expl(x)) <= nextafter(value, INFINITY) - value);
    double base = exp(x / 20), y = 2.0 * rand() / RAND_MAX - 1, power = GrPower(base, y);
    long double reference = powl(base, y);
    assert_true(fabsl(power / reference - 1) <= (2 + fabs(y * log(base))) * 2.3e-16);
  }
  assert_true(GrExp(0) == 1 && GrExp(-1e300) == 0 && isinf(GrExp(1e300)) && isnan(GrExp(NAN)));
}

UNIT(CASE(TestMemory), CASE(TestGiven), CASE(TestBoundOfDamping), CASE(TestDragCorrection), CASE(TestViscosities),
     CASE(TestDampingByMass), CASE(TestRefusals), CASE(TestExponential));
