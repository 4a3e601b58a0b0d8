/* ma_liu: its history, its viscosity (and that of walton_braun), and what theory says an impact returns.
   Labels: law. */
#include "unit.h"

#include "law_sweep.h"
#include "law_values.h"

/* The reference prints 11 significant digits, so it is rounded by up to 5e-11. */
#define PRINTED 5.1e-11

/* Two steel spheres of W25 Table 1. */
static GrLawPair SteelSpheres(void)
{
  GrLawPair pair;
  GrExamplePair(&pair);
  return pair;
}

/* The ball in a socket of W23 section 5. */
static GrLawPair BallInSocket(void)
{
  const GrLawBody body[2] = {{7800, 200e9, 0.29, NAN}, {2700, 65e9, 0.33, 30e6}};
  double mass = 4.0 / 3.0 * 3.14159265358979323846 * 0.02 * 0.02 * 0.02 * 7800;
  GrLawPair pair;
  GrLawPairSpheres(body, (const double[2]){0.02, -0.0205}, (const double[2]){mass, INFINITY}, &pair);
  return pair;
}

static Contact MaLiu(const GrLawPair *pair, double hardness_ratio, double conformity, int unloading, double viscosity)
{
  const GrLawValue value[GR_LAW_PARAMETERS_MAX] = {{true, -1, hardness_ratio},
                                                   {true, -1, conformity},
                                                   {true, unloading, NAN},
                                                   {false, -1, NAN},
                                                   {true, -1, viscosity}};
  Contact c = {.law = GrLawFind("ma_liu")};
  assert_null(c.law->prepare(pair, value, c.coefficient));
  return c;
}

static double Returned(Contact c, double mass, double speed)
{
  return c.law->restitution(c.coefficient, mass, speed, false);
}

/* The trial history is the largest overlap, which determines the dissipation; reloading follows the unloading curve. */
static void TestHistory(void **state)
{
  const GrLawPair pair = SteelSpheres();
  Contact c = MaLiu(&pair, 3, 13, 0, 0);
  double largest = 0;
  for (int i = 0; i < SWEEP; i++) {
    double d = SweepAt((int)(i * 7919LL % SWEEP)), committed = c.committed[0];
    ContactForce(&c, d, 0);
    largest = fmax(largest, d);
    assert_true(c.committed[0] == committed && c.trial[0] == largest);
    c.committed[0] = c.trial[0];
  }
  c.committed[0] = 3e-4;
  double top = StaticForce(&c, 3e-4), spent = c.spent;
  double below = StaticForce(&c, 3e-4 * (1 - 1e-9));
  assert_true(spent > 0 && c.spent == spent && c.trial[0] == 3e-4);
  assert_true(fabs(below / top - 1) < 1e-8); /* unloading starts where loading ended; its slope is below 10 F/d */
  assert_true(StaticForce(&c, 1e-5) == 0);   /* the surfaces are separated, at about 1.3e-4 m */
  c.committed[0] = 2e-4;
  assert_true(StaticForce(&c, 3e-4) == top); /* a smaller overlap in the past does not matter */
}

/* The viscosity of walton_braun and ma_liu: added to the static force on loading and unloading, also with separated
   surfaces, and entirely a dashpot. */
static void TestViscosity(void **state)
{
  const GrLawBody steel[2] = {{7800, 207e9, 0.3, 1030e6}, {7800, 207e9, 0.3, 1030e6}};
  const GrLawValue walton_braun[GR_LAW_PARAMETERS_MAX] = {{true, -1, 1e7}, {true, -1, 2e7}, {true, -1, 30}},
                   ma_liu[GR_LAW_PARAMETERS_MAX] = {
                       {true, -1, 3}, {true, -1, 13}, {true, 0, NAN}, {false, -1, NAN}, {true, -1, 30}};
  const char *name[] = {"walton_braun", "ma_liu"};
  GrLawPair pair;
  GrLawPairSpheres(steel, (const double[2]){0.02, 0.02}, (const double[2]){1, 1}, &pair);
  for (int law = 0; law < 2; law++) {
    GrLawValue value[GR_LAW_PARAMETERS_MAX];
    Contact c = {.law = GrLawFind(name[law])}, still = c;
    memcpy(value, law ? ma_liu : walton_braun, sizeof value);
    assert_null(c.law->prepare(&pair, value, c.coefficient));
    value[law ? 4 : 2].number = 0;
    assert_null(c.law->prepare(&pair, value, still.coefficient));
    assert_true(c.law->damping(c.coefficient, 1e-4) == 30 && c.law->damping(still.coefficient, 1e-4) == 0);
    for (int i = 1; i < 40; i++) {
      double d = 1e-5 * (i < 20 ? i : 40 - i), v = i < 20 ? 0.5 : -0.5;
      double force = ContactForce(&c, d, v), without = ContactForce(&still, d, v);
      assert_true(c.dashpot == 30 * v && still.dashpot == 0 && force == without + c.dashpot);
      assert_true(c.recoverable == still.recoverable && c.spent == still.spent && c.trial[0] == still.trial[0]);
      memcpy(c.committed, c.trial, sizeof c.committed);
      memcpy(still.committed, still.trial, sizeof still.committed);
    }
  }
}

static void TestRestitution(void **state)
{
  static const double steel[][2] = {{0.05, 1}, {8, 0.73251631265}, {25, 0.62842731547}};
  static const double socket[][2] = {{1.2, 0.81029554449}, {4, 0.69091424067}, {6, 0.65581999457}};
  const GrLawPair spheres = SteelSpheres(), ball = BallInSocket();
  for (int i = 0; i < 3; i++) {
    AssertNear(Returned(MaLiu(&spheres, 3, 13, 0, 0), spheres.mass, steel[i][0]), steel[i][1], PRINTED);
    AssertNear(Returned(MaLiu(&ball, 3, 13, 0, 0), ball.mass, socket[i][0]), socket[i][1], PRINTED);
  }
  assert_true(isnan(Returned(MaLiu(&ball, 3, 13, 0, 1), ball.mass, 4)));
}

/* To the last bits: loaded to any overlap from far below d_y to 1000 d_p, the law reports the returned part of its
   work, for loading curves from a straight one to the steepest allowed. */
static void TestRestitutionToLastBits(void **state)
{
  static const double shape[][2] = {{0.82, 2.34}, {1.5, 5}, {3, 13}, {2.6, 20}, {10, 100}};
  const GrLawPair pair = SteelSpheres();
  for (int i = 0; i < 10; i++) {
    const double *s = shape[i / 2];
    Contact c = MaLiu(&pair, s[0], s[1], i % 2, 0);
    double d_p = c.coefficient[2];
    for (double d = 1e-5 * d_p; d < 1e3 * d_p; d *= 1.07) {
      ContactForce(&c, d, 0);
      double work = c.recoverable + c.spent, speed = sqrt(2 * work / pair.mass);
      /* roundings of 1e-16 in some fifty operations, the overlap being found from the work */
      AssertNear(Returned(c, pair.mass, speed), sqrt(c.recoverable / work), 1e-14);
    }
  }
}

UNIT(CASE(TestHistory), CASE(TestViscosity), CASE(TestRestitution), CASE(TestRestitutionToLastBits));
