/* Theoretical restitution of impacts: against independent values, printed with 11 digits, and against direct
   integration.
   Labels: law. */
#include "unit.h"

#include "law/card/example.h"
#include "law/common/exact_hysteresis.h"
#include "law_impact.h"
#include "law_values.h"

/* The reference prints 11 significant digits, so it is rounded by up to 5e-11. */
#define PRINTED 5.1e-11
/* The integration of law_impact.h is good to 1e-10; ten times that. */
#define INTEGRATED 1e-9
#define FLOOR NUMBER(1e-4)
typedef GrLawValue Values[GR_LAW_PARAMETERS_MAX];

static Contact Make(const char *law, const GrLawPair *pair, const Values value)
{
  Contact c = {.law = GrLawFind(law)};
  assert_non_null(c.law);
  assert_null(c.law->prepare(pair, value, c.coefficient));
  return c;
}

static double Returned(const char *law, const GrLawPair *pair, const Values value, double mass, double speed)
{
  Contact c = Make(law, pair, value);
  return c.law->restitution(c.coefficient, mass, speed, false);
}

/* Theory against integration, to the overlap d_max or so; `level`: where the law has a corner, if it is met. */
static void CheckImpact(Contact c, double mass, double speed, double level, double d_max)
{
  ContactForce(&c, 1e-12, speed);
  memcpy(c.committed, c.trial, sizeof c.committed); /* the approach speed */
  Impact m = {.contact = &c, .mass = mass, .level = level, .step = d_max / speed / 2e4, .v = speed};
  RunImpact(&m);
  AssertNear(c.law->restitution(c.coefficient, mass, speed, false), -m.v / speed, INTEGRATED);
}

static const GrLawPair unit = {.radius = 0.01, .mass = 1, .modulus = NAN, .yield_stress = NAN};

/* The impact has the given restitution; with another mass than that of the pair, the result of the integration. */
static void TestLinearInSomeVariable(void **state)
{
  for (double e = 0.05; e < 1.01; e += 0.05) {
    double restitution = fmin(e, 1);
    const Values linear = {NUMBER(1), NUMBER(restitution)}, tsuji = {NUMBER(restitution), NUMBER(1)};
    AssertNear(Returned("linear", &unit, linear, 1, 3), restitution, 1e-14); /* roundings of a few functions */
    AssertNear(Returned("tsuji", &unit, tsuji, 1, 3), restitution, 1e-14);
    if (restitution < 0.2) /* there the contact creeps, for which the integration is not meant */
      continue;
    CheckImpact(Make("linear", &unit, linear), 2, 1, 0.01, 1.4);
    CheckImpact(Make("tsuji", &unit, tsuji), 2, 1, 0.01, 1.4);
    CheckImpact(Make("jankowski", &unit, (Values){NUMBER(restitution), WORD(0), NUMBER(1)}), 1, 1, 0.01, 1);
    if (restitution > 0.6)
      CheckImpact(Make("jankowski", &unit, (Values){NUMBER(restitution), WORD(1), NUMBER(1)}), 1, 1, 0.01, 1);
  }
  const Values half = {NUMBER(1), NUMBER(0.5)};
  assert_true(Returned("linear", &unit, half, 1e-6, 1) == 0); /* overdamped */
  assert_true(Returned("hertz", &unit, (Values){NUMBER(1)}, 1, 1) == 1);
}

/* linear: damping given as viscosity or per mass, once; the polynomial of both laws, alpha in alpha sqrt(m k). */
static void TestGivenDamping(void **state)
{
  const GrLaw *linear = GrLawFind("linear"), *tsuji = GrLawFind("tsuji");
  const GrLawPair pair = {.radius = 0.01, .mass = 0.5, .modulus = NAN, .yield_stress = NAN};
  const GrLawPair held = {.radius = 0.01, .mass = INFINITY, .modulus = NAN, .yield_stress = NAN};
  const GrLawValue k = NUMBER(8), e = NUMBER(0.5), none = NONE;
  const double alpha = 0.340740625; /* the polynomial at 0.5, by hand */
  double c[GR_LAW_COEFFICIENTS_MAX];
  assert_null(linear->prepare(&pair, (Values){k, none, WORD(0), NUMBER(3)}, c));
  assert_true(linear->damping(c, 1) == 3);
  assert_null(linear->prepare(&pair, (Values){k, none, WORD(0), none, NUMBER(3)}, c));
  assert_true(linear->damping(c, 1) == 1.5);
  assert_null(linear->prepare(&held, (Values){k, none, WORD(0), none, NUMBER(0)}, c));
  assert_true(linear->damping(c, 1) == 0);
  assert_non_null(linear->prepare(&pair, (Values){k, none, WORD(0)}, c));
  assert_non_null(linear->prepare(&pair, (Values){k, e, WORD(0), NUMBER(3)}, c));
  assert_non_null(linear->prepare(&pair, (Values){k, none, WORD(0), NUMBER(3), NUMBER(3)}, c));
  for (int no_pull = 0; no_pull < 2; no_pull++) { /* wherever the contact ends */
    GrLawPair both = pair;
    both.no_pull = no_pull;
    assert_null(linear->prepare(&both, (Values){k, e, WORD(2)}, c));
    AssertNear(linear->damping(c, 1), alpha * sqrt(0.5 * 8), 1e-14);
    assert_null(tsuji->prepare(&both, (Values){e, k, none, none, WORD(2)}, c));
    AssertNear(tsuji->damping(c, 16), alpha * sqrt(0.5 * 8) * 2, 1e-14);
    assert_null(tsuji->prepare(&both, (Values){e, k, none, none, WORD(3)}, c));
    AssertNear(tsuji->damping(c, 16), sqrt(2) * alpha * sqrt(0.5 * 8) * 2, 1e-14);
  }
}

/* Restitution of a linear oscillator of damping ratio z at the first zero of its force. */
static double AtZeroForce(double z)
{
  double angle = z < 1 ? acos(z) : acosh(z), sine = z < 1 ? sin(angle) : sinh(angle);
  return exp(-2 * z * (angle > 0 ? angle / sine : 1));
}

/* A contact that may not pull has the given restitution too, overdamped below e^-2; as published it has the dashpot
   of a contact that may pull. The bound on damping follows. */
static void TestNoPull(void **state)
{
  static const double all[] = {1, 1 - 1e-12, 0.9, 0.5, 0.2, 0.1353352832366127, 0.1353, 0.05, 1e-3, 1e-10, 1e-100};
  GrLawPair pair = unit;
  pair.no_pull = true;
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    const GrLawValue e = NUMBER(all[i]), one = NUMBER(1), none = NONE, published = WORD(1), exact = WORD(1);
    const Contact linear = Make("linear", &pair, (Values){one, e}), tsuji = Make("tsuji", &pair, (Values){e, one});
    const Contact same = Make("linear", &pair, (Values){one, e, published}),
                  pulls = Make("linear", &unit, (Values){one, e});
    const double damping = linear.law->damping(linear.coefficient, 0.5);
    AssertNear(AtZeroForce(0.5 * damping), all[i], 1e-12); /* some hundred times the rounding of ln e */
    AssertNear(linear.law->restitution(linear.coefficient, 1, 3, true), all[i], 1e-12);
    AssertNear(tsuji.law->restitution(tsuji.coefficient, 1, 3, true), all[i], 1e-12);
    assert_memory_equal(same.coefficient, pulls.coefficient, sizeof same.coefficient);
    assert_true(all[i] == 1 ? damping == 0 : damping > pulls.law->damping(pulls.coefficient, 0.5));
    for (int both = 0; both < 2; both++) {
      const Contact c = Make("jankowski", &pair, (Values){e, WORD(both), one, none, none, exact});
      AssertNear(c.law->restitution(c.coefficient, 1, 3, true), all[i], 1e-12);
    }
  }
}

/* Jankowski on K = 1, m = 1 in both phases; J25 Table 6 in both and on approach only. The oscillator on approach
   becomes overdamped for small e, without a jump. */
static void TestJankowski(void **state)
{
  const GrLawPair table = {.radius = 0.01, .mass = 2.5e-4, .modulus = NAN, .yield_stress = NAN};
  const double k = 9322194570.6;
  AssertNear(Returned("jankowski", &unit, (Values){NUMBER(0.9), WORD(1), NUMBER(1)}, 1, 1), 0.80152569676, PRINTED);
  AssertNear(Returned("jankowski", &unit, (Values){NUMBER(0.7), WORD(1), NUMBER(1)}, 1, 1), 0.4193164199, PRINTED);
  AssertNear(Returned("jankowski", &table, (Values){NUMBER(0.9181), WORD(1), NUMBER(k)}, 2.5e-4, 0.5),
             0.41859788977 / 0.5, PRINTED);
  AssertNear(Returned("jankowski", &table, (Values){NUMBER(0.9181), WORD(0), NUMBER(k)}, 2.5e-4, 0.5),
             0.45895647528 / 0.5, PRINTED);
  double before = 1;
  for (double e = 0.9999; e > 0.1; e -= 1e-4) {
    double now = Returned("jankowski", &unit, (Values){NUMBER(e), WORD(0), NUMBER(1)}, 1, 1);
    assert_true(now < before && now > before - 2e-4); /* its slope is at most 2 */
    before = now;
  }
}

/* From ln[(1 + h)/(1 - r h)] = h (1 + r) solved independently for r, at e = 0.05, 0.1, ..., 1. */
static void TestHysteresis(void **state)
{
  static const struct {
    const char *law;
    double returned[20];
  } family[] = {
      {"hunt_crossley", {0.50144702855, 0.5158326164,  0.5309493277,  0.54685405066, 0.56361007096,
                         0.58128804181, 0.59996714191, 0.61973646608, 0.64069670656, 0.6629622,
                         0.68666343906, 0.71195017958, 0.73899531953, 0.76799978908, 0.79919878219,
                         0.83286979227, 0.86934311035, 0.90901574135, 0.95237015282, 1.0}},
      {"lankarani_nikravesh", {0.66353665172, 0.66526540676, 0.66816479695, 0.67226248896, 0.67759817776,
                               0.68422460575, 0.6922089606,  0.70163472767, 0.7126041031,  0.72524111401,
                               0.73969564887, 0.75614868066, 0.77481908118, 0.79597259537, 0.81993380147,
                               0.84710227979, 0.87797484,    0.91317667781, 0.95350604514, 1.0}},
      {"flores", {0.032894736842, 0.069444225152, 0.11024694111, 0.15554002026, 0.20460905228,
                  0.25620790668,  0.30921934951,  0.36287231851, 0.41669975623, 0.47044477933,
                  0.52398396575,  0.57727601888,  0.63032968488, 0.68318419973, 0.73589749242,
                  0.78853912591,  0.84118614018,  0.89392069266, 0.94682883143, 1.0}},
      {"gharib_hurmuzlu",
       {0.049999999204, 0.099981624753, 0.14945965483, 0.19698024528, 0.24127855794, 0.28187672301, 0.31881911465,
        0.35237866619,  0.38289813257,  0.41071968606, 0.43615766636, 0.45949056616, 0.48096109803, 0.50077934287,
        0.51912679171,  0.53616036018,  0.55201602395, 0.56681197477, 0.58065130387, 0.59362426004}},
      {"hu_guo", {0.035087719298, 0.074073532363, 0.11756334134, 0.16559594779, 0.21711106322,
                  0.27065845856,  0.32508214599,  0.37964638221, 0.4339360309,  0.48774125602,
                  0.54097549404,  0.59362426004,  0.64571457516, 0.69729696806, 0.7484349316,
                  0.79919878219,  0.8496621343,   0.89989994307, 0.94998749798, 1.0}},
      {"safaeifar_farshidianfar", {0.042105263139, 0.088883678122, 0.14082337527, 0.19698024528, 0.25522752638,
                                   0.31375634856,  0.37149739393,  0.42792523359, 0.48282811322, 0.53616036018,
                                   0.58796015203,  0.63830555467,  0.68729132537, 0.73501679424, 0.78157966732,
                                   0.82707301325,  0.87158396618,  0.91519334825, 0.95797577472, 1.0}},
      {"lee_wang", {0.67462448425, 0.68666343906, 0.69909840958, 0.71195017958, 0.72524111401,
                    0.73899531953, 0.75323882554, 0.76799978908, 0.7833087273,  0.79919878219,
                    0.8157060229,  0.83286979227, 0.85073310545, 0.86934311035, 0.8887516214,
                    0.90901574135, 0.93019858867, 0.95237015282, 0.9756083051,  1.0}},
      {"herbert_mcwhannell", {0.48844458148, 0.49069765963, 0.4947282184,  0.50077934287, 0.50910549214,
                              0.51996655494, 0.53361966354, 0.55030863733, 0.57025117632, 0.59362426004,
                              0.62054858635, 0.65107323421, 0.68516196801, 0.72268264909, 0.76340105581,
                              0.80698006618, 0.85298469539, 0.90089298568, 0.95011227957, 1.0}},
      {"gonthier", {0.050125312446, 0.10098977422, 0.15282269216, 0.20460905228, 0.25522752638,
                    0.30422486392,  0.35164896343, 0.39778708633, 0.44301711198, 0.48774125602,
                    0.53236174674,  0.57727601888, 0.62288090982, 0.66958131975, 0.71780165297,
                    0.76799978908,  0.82068418632, 0.87643542386, 0.93593432154, 1.0}},
      {"zhiying_qishao", {0.19691083052, 0.21746934061, 0.24058549775, 0.26641738564, 0.29509175779,
                          0.3266974028,  0.36127988534, 0.39883724909, 0.43931615693, 0.48260802056,
                          0.52854488391, 0.57689510784, 0.62735920953, 0.67956650648, 0.73307347428,
                          0.78736491912, 0.84185914326, 0.89591818639, 0.94886389837, 1.0}},
  };
  for (size_t i = 0; i < sizeof family / sizeof *family; i++)
    for (int j = 0; j < 20; j++)
      AssertNear(Returned(family[i].law, &unit, (Values){NUMBER(0.05 * (j + 1)), FLOOR, NUMBER(1)}, 1, 1),
                 family[i].returned[j], PRINTED);
  for (double e = 0.01; e < 1; e += 0.01)
    AssertNear(Returned("zhang_sharf", &unit, (Values){NUMBER(e), FLOOR, NUMBER(1)}, 1, 1), e, 1e-14);
  /* slower than the floor, the dashpot is that of the floor */
  CheckImpact(Make("flores", &unit, (Values){NUMBER(0.5), NUMBER(2), NUMBER(1)}), 1, 1, 0.1, 1);
  AssertNear(GrExactRestitution(nextafter(0.25, 0)), GrExactRestitution(0.25), 1e-14); /* two ways to solve */
  assert_true(GrExactRestitution(0) == 1);
}

/* marhefka_orin returns its restitution at its reference speed, by the equation of hysteresis damping at any speed, for
   every exponent; against integration. power_law in its two closed cases: those of marhefka_orin and tsuji. */
static void TestFreeExponents(void **state)
{
  const GrLawValue none = NONE;
  for (double n = 1; n < 2.2; n += 0.5) {
    const Values at_speed = {none, NUMBER(0.4), NUMBER(2), NUMBER(n), NUMBER(1)},
                 alpha = {NUMBER(0.7), none, none, NUMBER(n), NUMBER(1)};
    AssertNear(Returned("marhefka_orin", &unit, at_speed, 1, 2), 0.4, 1e-14);
    AssertNear(Returned("marhefka_orin", &unit, alpha, 1, 1.5), GrExactRestitution(1.05), 1e-14);
    const double top = pow(0.5 * (n + 1) * 2.25 * pow(unit.radius, n - 1), 1 / (n + 1));
    CheckImpact(Make("marhefka_orin", &unit, alpha), 1, 1.5, 0.1 * top, top);
    const Values hysteresis = {NUMBER(3), NUMBER(n), NUMBER(2.1), NUMBER(n), NUMBER(1), NUMBER(1), NUMBER(1)};
    AssertNear(Returned("power_law", &unit, hysteresis, 1, 1.5), GrExactRestitution(1.05), 1e-14);
  }
  const double k = 3e6, c = 0.3 * sqrt(k);
  const Values root = {NUMBER(k), NUMBER(1.5), NUMBER(c), NUMBER(0.25), NUMBER(1), NUMBER(1), NUMBER(1)};
  const double z = 0.5 * sqrt(0.8) * 0.3, e = exp(-3.14159265358979323846 * z / sqrt(1 - z * z));
  AssertNear(Returned("power_law", &unit, root, 1, 2), e, 1e-13);
  CheckImpact(Make("power_law", &unit, root), 1, 2, 1e-3, pow(5.0 / k, 0.4));
  const Values scaled = {NUMBER(k * 1e-6), NUMBER(1.5), NUMBER(c * 1e-1 * 4), NUMBER(0.25), NUMBER(1),
                         NUMBER(1e-4),     NUMBER(4)};
  AssertNear(Returned("power_law", &unit, scaled, 1, 2), e, 1e-13); /* the same law from values at 0.1 mm and 4 m/s */
  const Values square = {NUMBER(k), NUMBER(1.5), NUMBER(c), NUMBER(0.25), NUMBER(2), NUMBER(1), NUMBER(1)};
  assert_true(isnan(Returned("power_law", &unit, square, 1, 2)));
}

/* J25 eq. 24 with phi(v0), Tables 2 and 4 ({v0, e}); and how near it is to the law's impacts. */
static void TestNewtonian(void **state)
{
  static const double alumina[][2] = {{0.1, 0.9674939242}, {0.5, 0.91811889578}, {1, 0.88001972852},
                                      {2, 0.82695019793},  {4, 0.75585721773},   {6, 0.70533097313}};
  static const double seed[][2] = {{0.1, 0.94953572809}, {0.4, 0.88977241833}, {1, 0.82058284799}, {2, 0.74702860148}};
  const GrLawPair pairs[2] = {{.radius = 0.0025, .mass = 2.5e-4, .body = {{.density = 4000}, {.density = 4000}}},
                              {.radius = 0.00192, .mass = 2.8e-5, .body = {{.density = 1020}, {.density = 1020}}}};
  const Values corrected[2] = {{NUMBER(1.5e5), WORD(1), FLOOR, NUMBER(9322194570.6)},
                               {NUMBER(310), WORD(1), FLOOR, NUMBER(4026091.8229)}};
  for (size_t i = 0; i < sizeof alumina / sizeof *alumina; i++)
    AssertNear(Returned("newtonian_dashpot", &pairs[0], corrected[0], 2.5e-4, alumina[i][0]), alumina[i][1], PRINTED);
  for (size_t i = 0; i < sizeof seed / sizeof *seed; i++)
    AssertNear(Returned("newtonian_dashpot", &pairs[1], corrected[1], 2.8e-5, seed[i][0]), seed[i][1], PRINTED);
  /* separation over approach speed of the equation of motion with phi = 1: an estimate within 0.5 % */
  const Values stokes[2] = {{NUMBER(1.5e5), WORD(0), FLOOR, NUMBER(9322194570.6)},
                            {NUMBER(310), WORD(0), FLOOR, NUMBER(4026091.8229)}};
  AssertNear(Returned("newtonian_dashpot", &pairs[0], stokes[0], 2.5e-4, 0.5), 0.45903433132 / 0.5, 5e-3);
  AssertNear(Returned("newtonian_dashpot", &pairs[0], stokes[0], 2.5e-4, 6), 4.2152656129 / 6, 5e-3);
  AssertNear(Returned("newtonian_dashpot", &pairs[1], stokes[1], 2.8e-5, 1), 0.82064914689, 5e-3);
  AssertNear(Returned("newtonian_dashpot", &pairs[1], stokes[1], 2.8e-5, 2), 1.4933848948 / 2, 5e-3);
}

static void TestWaltonBraun(void **state)
{
  assert_true(Returned("walton_braun", &unit, (Values){NUMBER(1), NUMBER(4), NUMBER(0)}, 1, 1) == 0.5);
  assert_true(isnan(Returned("walton_braun", &unit, (Values){NUMBER(1), NUMBER(4), NUMBER(0.1)}, 1, 1)));
}

/* L15 eqs. 32 and 33 with alpha = 0, eta = 4, and with the sqrt, eta = 50; chi is the speed over the limit speed. */
static void TestLuding(void **state)
{
  static const double chi[16] = {0.01, 0.05, 0.1, 0.2, 0.34, 0.5, 0.69, 0.8, 0.95, 1, 1.1, 1.2, 1.37, 2, 5, 10};
  static const struct {
    double beta, e[16];
  } reference[] = {
      {1.0 / 9,
       {0.98050495225, 0.91132237687, 0.84016805042, 0.73135745086, 0.62328902496, 0.53452248382, 0.45585866039,
        0.41863794854, 0.37452836103, 0.36115755926, 0.53042535762, 0.62939277538, 0.73259904451, 0.88465173693,
        0.98245477825, 0.9956426808}},
      {1.0 / 3,
       {0.98039025319, 0.90889325915, 0.83205029434, 0.70710678119, 0.57160534748, 0.4472135955, 0.31776909651,
        0.24253562504, 0.11396057646, 0.0, 0.41659779045, 0.55277079839, 0.68352510123, 0.86602540378, 0.97979589711,
        0.99498743711}},
      {1,
       {0.98019605882, 0.90453403373, 0.81649658093, 0.65465367071, 0.43643578047, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
        0.27216552698, 0.53815309348, 0.81649658093, 0.97296796796, 0.99331096172}},
  };
  static const double root[][2] = {{0.01, 0.40824829046}, {0.1, 0.24389236797}, {0.5, 0.1658501621}, {1, 0.1400280084}};
  const double k1 = 100, phi_f = 0.1, radius = 0.0011, mass = 5.5752797626e-6;
  const GrLawPair pair = {.radius = 0.5 * radius, .mass = mass, .modulus = NAN, .yield_stress = NAN};
  const double v_p = 1.25 * phi_f * radius * sqrt(k1 / mass), v_root = 1.02 * phi_f * radius * sqrt(k1 / mass);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 16; j++) {
      const Values value = {NUMBER(k1), NUMBER(5 * k1), NUMBER(reference[i].beta * k1), NUMBER(phi_f), WORD(0)};
      double e = Returned("luding", &pair, value, mass, chi[j] * v_p), expected = reference[i].e[j];
      assert_true(fabs(e * e - expected * expected) < 1.1e-10); /* e^2 vanishes where sticking begins; 11 digits of e */
    }
  for (int i = 0; i < 4; i++) {
    const Values value = {NUMBER(k1), NUMBER(51 * k1), NUMBER(0), NUMBER(phi_f), WORD(1)};
    AssertNear(Returned("luding", &pair, value, mass, root[i][0] * v_root), root[i][1], PRINTED);
  }
  const Values viscous = {NUMBER(k1), NUMBER(5 * k1), NUMBER(0), NUMBER(phi_f), WORD(0), NUMBER(0.01)};
  assert_true(isnan(Returned("luding", &pair, viscous, mass, 0.1)));
}

/* The ball in a socket of W23 section 5. */
static void BallInSocket(GrLawPair *pair)
{
  const GrLawBody body[2] = {{7800, 200e9, 0.29, NAN}, {2700, 65e9, 0.33, 30e6}};
  double mass = 4.0 / 3.0 * 3.14159265358979323846 * 0.02 * 0.02 * 0.02 * 7800;
  GrLawPairSpheres(body, (const double[2]){0.02, -0.0205}, (const double[2]){mass, INFINITY}, pair);
}

/* kelvin_voigt_elastoplastic on the steel spheres of W25 Table 1, by eighth-order Runge-Kutta integration. */
static void TestKelvinVoigt(void **state)
{
  static const struct {
    double e1, e2, v, separation[2]; /* continuous, printed */
  } reference[] = {
      {0.95, 0.90, 0.05, {0.045017700564, 0.045017700564}}, /* below first yield */
      {0.86, 0.70, 8, {5.5886117665, 5.6432626154}},
      {0.84, 0.65, 25, {16.237468401, 16.302494016}},
  };
  GrLawPair pair;
  GrExamplePair(&pair);
  for (int i = 0; i < 6; i++) {
    const double v = reference[i / 2].v;
    const Values value = {NUMBER(reference[i / 2].e1), NUMBER(reference[i / 2].e2), NUMBER(3), NUMBER(13), WORD(i % 2)};
    double e = Returned("kelvin_voigt_elastoplastic", &pair, value, pair.mass, v);
    AssertNear(e, reference[i / 2].separation[i % 2] / v, PRINTED);
  }
  const Values overdamped = {NUMBER(0.3), NUMBER(0.7), NUMBER(3), NUMBER(13), WORD(0)};
  assert_true(isnan(Returned("kelvin_voigt_elastoplastic", &pair, overdamped, pair.mass, 8)));
}

/* Against integration, from just below to far above first yield, and with another mass than that of the pair. */
static void TestKelvinVoigtImpacts(void **state)
{
  GrLawPair pair;
  GrExamplePair(&pair);
  const double d_y = GrExampleYield(&pair), line = 163834231.25, k = 15164835165.0, mass = 1.5 * pair.mass;
  const double v_y = sqrt(0.8 * k * pow(d_y, 2.5) / mass);
  for (int i = 0; i < 18; i++) {
    const double e1 = 1 - 0.15 * (i % 3), e2 = 1 - 0.2 * (i % 4), v = v_y * pow(4, i / 6) * 0.9;
    const double d_max = v < v_y ? 0.9 * d_y : v * sqrt(mass / line);
    const Values value = {NUMBER(e1), NUMBER(e2), NUMBER(3), NUMBER(13), WORD(i % 2)};
    Contact c = Make("kelvin_voigt_elastoplastic", &pair, value);
    CheckImpact(c, mass, v, v < v_y ? 0.2 * d_max : c.coefficient[1], d_max);
  }
}

/* compliant_dashpot: W23's impacts, by eighth-order Runge-Kutta integration, in both variants. */
static void TestCompliantDashpot(void **state)
{
  static const double reference[][4] = {{0.98682834131, 0.6909, 4, 0.77793167555},
                                        {0.98323111381, 0.6558, 6, 0.75854923787},
                                        {0.8, 0.5, 0.02, 0.80780745489}}; /* the last below first yield */
  GrLawPair pair;
  BallInSocket(&pair);
  for (int i = 0; i < 6; i++) {
    const double *r = reference[i / 2];
    const Values value = {NUMBER(r[0]), NUMBER(r[1]), NUMBER(3), NUMBER(13), WORD(i % 2), FLOOR, NONE};
    AssertNear(Returned("compliant_dashpot", &pair, value, pair.mass, r[2]), r[3], PRINTED);
  }
}

/* The same against integration for many parameters: below first yield, around it, far above; slower than the floor;
   with restitutions derived from v0. */
static void TestCompliantDashpotImpacts(void **state)
{
  const double d_y = 1.5787559534e-6, k = 66017959383.0, line = 391293406.67;
  GrLawPair pair;
  BallInSocket(&pair);
  const double v_y = sqrt(0.8 * k * pow(d_y, 2.5) / pair.mass);
  for (int i = 0; i < 36; i++) {
    const double e1 = 0.95 - 0.25 * (i % 3), e2 = 0.9 - 0.3 * (i / 3 % 3), v = v_y * pow(10, i / 9 - 0.7);
    const double d_max = v < v_y ? pow(v / v_y, 0.8) * d_y : v * sqrt(pair.mass / line);
    Values value = {NUMBER(e1), NUMBER(e2), NUMBER(3), NUMBER(13), WORD(i % 2), NUMBER(i % 5 ? 1e-4 : 2 * v), NONE};
    if (i % 9 >= 7)
      value[0] = value[1] = (GrLawValue)WORD(0);
    Contact c = Make("compliant_dashpot", &pair, value);
    CheckImpact(c, pair.mass, v, v < v_y ? 0.2 * d_max : c.coefficient[1], d_max);
  }
}

/* restitution: newtonian is that law's estimate at the impact speed: J25 Table 6 takes 0.9181 from it for the others.
 */
static void TestDerived(void **state)
{
  const GrLawBody ball = {4000, 370e9, 0.22, NAN}, plane = {4000, 200e9, 0.29, NAN};
  const double radius[2] = {2.5e-3, INFINITY}, mass[2] = {2.5e-4, INFINITY};
  const GrLawValue word = WORD(0), mu = NUMBER(1.5e5), speed = NUMBER(0.5), none = NONE;
  GrLawPair pair;
  GrLawPairSpheres((const GrLawBody[2]){ball, plane}, radius, mass, &pair);
  const Values tsuji = {word, none, mu, speed}, jankowski = {word, WORD(0), none, mu, speed};
  const Values dashpot = {mu, WORD(1), FLOOR, none}, without = {word, none, mu, none}, beside = {NUMBER(0.9), none, mu};
  double e = Returned("tsuji", &pair, tsuji, mass[0], 2), unused[GR_LAW_COEFFICIENTS_MAX];
  AssertNear(e, 0.9181, 5e-5);
  AssertNear(e, Returned("newtonian_dashpot", &pair, dashpot, mass[0], 0.5), 1e-14);
  AssertNear(Returned("jankowski", &pair, jankowski, mass[0], 2), e, 4e-3); /* its own approximation */
  assert_non_null(strstr(GrLawFind("tsuji")->prepare(&pair, without, unused), "impact_speed; give both"));
  assert_non_null(strstr(GrLawFind("tsuji")->prepare(&pair, beside, unused), "remove them"));
}

UNIT(CASE(TestDerived), CASE(TestLinearInSomeVariable), CASE(TestGivenDamping), CASE(TestNoPull), CASE(TestJankowski),
     CASE(TestHysteresis), CASE(TestFreeExponents), CASE(TestNewtonian), CASE(TestWaltonBraun), CASE(TestLuding),
     CASE(TestKelvinVoigt), CASE(TestKelvinVoigtImpacts), CASE(TestCompliantDashpot),
     CASE(TestCompliantDashpotImpacts));
