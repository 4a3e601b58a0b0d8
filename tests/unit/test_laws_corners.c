/* Corners of the laws: with any history, a law is smooth between its reported corners and not smooth at them.
   Labels: contact law time. */
#include "unit.h"

#include "law/card/example.h"
#include "law_impact.h"

enum { HISTORIES = 100, SAMPLES = 400, LEGS = 6 };

static uint64_t seed;

/* Even on (0, 1). */
static double Random(void)
{
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return ((double)(seed >> 11) + 0.5) * 0x1p-53;
}

/* Even in the logarithm. */
static double Between(double low, double high)
{
  return low * exp(log(high / low) * Random());
}

/* The corners of one contact; they must not depend on its overlap and rate. */
static void ContactCorners(Contact *c, double *corner)
{
  double d[2] = {Random(), 0}, v[2] = {Random() - 0.5, 0}, found[GR_LAW_CORNERS_MAX][2];
  double coefficients[GR_LAW_COEFFICIENTS_MAX][2], histories[GR_LAW_HISTORY_MAX][2], *corners[GR_LAW_CORNERS_MAX];
  const double *coefficient[GR_LAW_COEFFICIENTS_MAX], *history[GR_LAW_HISTORY_MAX];
  for (int k = 0; k < GR_LAW_COEFFICIENTS_MAX; k++) {
    coefficients[k][0] = coefficients[k][1] = c->coefficient[k];
    coefficient[k] = coefficients[k];
  }
  for (int h = 0; h < GR_LAW_HISTORY_MAX; h++) {
    histories[h][0] = histories[h][1] = c->committed[h];
    history[h] = histories[h];
  }
  for (int k = 0; k < GR_LAW_CORNERS_MAX; k++)
    corners[k] = found[k];
  GrLawBatch batch = {2, d, v, coefficient, history, NULL, NULL, NULL, NULL, NULL};
  if (c->law->corners)
    c->law->corners(&batch, corners);
  for (int k = 0; k < GR_LAW_CORNERS_MAX; k++) {
    corner[k] = k < c->law->n_corners ? found[k][0] : 0;
    assert_true(k >= c->law->n_corners || found[k][0] == found[k][1]);
  }
}

/* The static force, or the dashpot at 1 m/s. */
static double Evaluate(Contact *c, bool dashpot, double d)
{
  double force = ContactForce(c, d, dashpot ? 1 : 0);
  return dashpot ? c->dashpot : force - c->dashpot;
}

/* How far the parabolas through three points on either side of d, at multiples of h, differ at d in value, slope times
   h and curvature times h^2. Falls like h^3 where the law is smooth; at most like h^2 if it jumps in one of the three.
 */
static double Mismatch(Contact *c, bool dashpot, double d, double h)
{
  double f[2][3];
  for (int side = 0; side < 2; side++)
    for (int i = 0; i < 3; i++)
      f[side][i] = Evaluate(c, dashpot, d + (side ? h : -h) * (i + 1));
  double value[2], slope[2], curvature[2];
  for (int side = 0; side < 2; side++) {
    value[side] = 3 * f[side][0] - 3 * f[side][1] + f[side][2];
    slope[side] = (side ? 1 : -1) * (-2.5 * f[side][0] + 4 * f[side][1] - 1.5 * f[side][2]);
    curvature[side] = f[side][0] - 2 * f[side][1] + f[side][2];
  }
  return fabs(value[1] - value[0]) + fabs(slope[1] - slope[0]) + fabs(curvature[1] - curvature[0]);
}

/* Does the law remember an overlap, or the approach speed? */
static bool Remembers(const GrLaw *law, const char *what)
{
  return law->n_history && !strcmp(law->history[0].name, what);
}

/* The largest overlap there was or is, if the law remembers; thornton_ning has its contact radius, a_m^2 = R d_m but
   for adhesion. */
static double LargestOverlap(const Contact *c, double d)
{
  GrLawPair pair;
  GrExamplePair(&pair);
  if (Remembers(c->law, "overlap_max"))
    return fmax(c->committed[0], d);
  return strcmp(c->law->name, "thornton_ning") ? d : fmax(c->committed[1] * c->committed[1] / pair.radius, d);
}

/* The exponent with which the mismatch falls, from h to h/2; infinite if it is rounding: 12 values weighted with up to
   4, their parts being rounded to 1e-16 of the largest force there was or is; of thornton_ning to ten times that, as
   they go with the sixth power of a root. */
static double Order(Contact *c, bool dashpot, double d, double h)
{
  double coarse = Mismatch(c, dashpot, d, h), fine = Mismatch(c, dashpot, d, 0.5 * h);
  double largest = LargestOverlap(c, d);
  double scale = dashpot ? Evaluate(c, true, d + 3 * h) : largest * c->law->stiffness(c->coefficient, largest);
  double rounding = strcmp(c->law->name, "thornton_ning") ? 1e-14 : 1e-13;
  return fine > rounding * scale ? log2(coarse / fine) : INFINITY;
}

/* Distance to the nearest corner but for the one left out. */
static double Clearance(const double *corner, double d, int without)
{
  double nearest = INFINITY;
  for (int k = 0; k < GR_LAW_CORNERS_MAX; k++)
    if (corner[k] > 0 && k != without)
      nearest = fmin(nearest, fabs(corner[k] - d));
  return nearest;
}

/* The law with this history. The steps are 1e-3 of the overlap: at ten of them from a corner, the next term of the
   mismatch changes its exponent by a tenth of itself. The exponents 3 for a smooth law and at most 2.5 otherwise, for
   the power 3/2 with which unloading begins, leave the threshold 2.75. */
static void CheckHistory(Contact *c, double scale)
{
  double corner[GR_LAW_CORNERS_MAX];
  ContactCorners(c, corner);
  for (int k = 0; k < c->law->n_corners; k++) {
    double d = corner[k], h = 1e-3 * d;
    if (d > 0 && Clearance(corner, d, k) > 10 * h)
      assert_true(fmin(Order(c, false, d, h), Order(c, true, d, h)) < 2.6);
  }
  for (int i = 0; i < SAMPLES; i++) {
    double d = Between(1e-3, 3) * scale, h = 1e-3 * d;
    if (Clearance(corner, d, -1) > 10 * h)
      assert_true(fmin(Order(c, false, d, h), Order(c, true, d, h)) > 2.75);
  }
}

/* Random histories: legs to random overlaps of the order of `scale`, from an open contact; and from a virgin one. */
static void CheckLaw(Contact *c, double scale)
{
  seed = 1;
  for (int n = 0; n < HISTORIES; n++) {
    memset(c->committed, 0, sizeof c->committed);
    for (int leg = n % LEGS; leg >= 0; leg--) {
      ContactForce(c, Between(1e-2, 2) * scale, Between(0.1, 10));
      if (n >= LEGS)
        memcpy(c->committed, c->trial, sizeof c->committed);
    }
    if (n < LEGS && Remembers(c->law, "approach_speed"))
      c->committed[0] = 1; /* these laws are not smooth in the rate at which they close, nor need be */
    CheckHistory(c, scale);
  }
}

/* Every law of the registry at the card's example, around first yield, around full plasticity, far below. */
static void TestEveryLaw(void **state)
{
  const GrLaw *law;
  for (int i = 0; (law = GrLawAt(i)); i++) {
    const GrLawParameter *words = GrExampleWords(law);
    int n = words ? GrChoicesCount(words->choices) : 1;
    for (int choice = 0; choice < n && law->kind == GR_LAW_NORMAL; choice++) {
      Contact c = {.law = law};
      print_message("  %s, choice %d\n", law->name, choice);
      assert_null(GrExampleCoefficients(law, choice, c.coefficient));
      CheckLaw(&c, 5e-6);
      CheckLaw(&c, 4e-4);
    }
  }
}

static void TestWaltonBraun(void **state)
{
  for (double ratio = 1; ratio < 20; ratio *= 2) {
    const GrLawValue value[GR_LAW_PARAMETERS_MAX] = {{true, -1, 100}, {true, -1, 100 * ratio}, {true, -1, 0.1}};
    const GrLawPair pair = {.radius = 1e-3, .mass = 1e-5, .modulus = NAN, .yield_stress = NAN};
    Contact c = {.law = GrLawFind("walton_braun")};
    assert_null(c.law->prepare(&pair, value, c.coefficient));
    CheckLaw(&c, 1e-4);
  }
}

/* eta = 4, d_p = 1.25e-4 m; without, with, with strong cohesion. */
static Contact Luding(int interpolation, double beta)
{
  const GrLawValue value[GR_LAW_PARAMETERS_MAX] = {{true, -1, 100}, {true, -1, 500},          {true, -1, 100 * beta},
                                                   {true, -1, 0.1}, {true, interpolation, 0}, {true, -1, 0.1},
                                                   {false, -1, NAN}};
  const GrLawPair pair = {.radius = 5e-4, .mass = 1e-5, .modulus = NAN, .yield_stress = NAN};
  Contact c = {.law = GrLawFind("luding")};
  assert_null(c.law->prepare(&pair, value, c.coefficient));
  return c;
}

static void TestLuding(void **state)
{
  static const double betas[] = {0, 0.2, 1, 10};
  for (int i = 0; i < 8; i++) {
    Contact c = Luding(i % 2, betas[i / 2]);
    CheckLaw(&c, 1.25e-4);
  }
}

/* On the cohesive branch the contact is at its corner, within the 1e-13 of the integrators. */
static void TestCohesiveCornerIsHere(void **state)
{
  seed = 1;
  for (int i = 0; i < 1000; i++) {
    Contact c = Luding(i % 2, Between(0.1, 10));
    double corner[GR_LAW_CORNERS_MAX], d = Between(1e-6, 1e-5);
    ContactForce(&c, 1e-4, 0);
    memcpy(c.committed, c.trial, sizeof c.committed);
    bool cohesive = ContactForce(&c, d, 0) < 0 && c.trial[0] < c.committed[0];
    memcpy(c.committed, c.trial, sizeof c.committed);
    ContactCorners(&c, corner);
    assert_true(cohesive && fabs(corner[2] / d - 1) < 1e-13);
  }
}

/* Bits must not depend on the position of a contact in a batch. */
static void TestBlocks(void **state)
{
  enum { N = 333 };
  static double coefficient[GR_LAW_COEFFICIENTS_MAX][N], history[GR_LAW_HISTORY_MAX][N], found[GR_LAW_CORNERS_MAX][N];
  const double *coefficients[GR_LAW_COEFFICIENTS_MAX], *histories[GR_LAW_HISTORY_MAX];
  double *corners[GR_LAW_CORNERS_MAX], zero[N] = {0};
  const GrLaw *law;
  seed = 1;
  for (int i = 0; (law = GrLawAt(i)); i++) {
    Contact c = {.law = law};
    if (!law->corners || law->kind != GR_LAW_NORMAL)
      continue;
    assert_true(law->n_corners > 0 && law->n_corners <= GR_LAW_CORNERS_MAX);
    assert_null(GrExampleCoefficients(law, 0, c.coefficient));
    for (int k = 0; k < GR_LAW_COEFFICIENTS_MAX; coefficients[k] = coefficient[k], k++)
      for (int j = 0; j < N; j++)
        coefficient[k][j] = c.coefficient[k] * (j % 5 ? 1 : 1.25);
    for (int h = 0; h < GR_LAW_HISTORY_MAX; histories[h] = history[h], h++)
      for (int j = 0; j < N; j++)
        history[h][j] = j % 3 ? Between(1e-6, 1e-3) : 0;
    for (int k = 0; k < GR_LAW_CORNERS_MAX; k++)
      corners[k] = found[k];
    law->corners(&(GrLawBatch){N, zero, zero, coefficients, histories, NULL, NULL, NULL, NULL, NULL}, corners);
    for (int j = 0; j < N; j++) {
      double alone[GR_LAW_CORNERS_MAX];
      for (int k = 0; k < law->n_coefficients; k++)
        c.coefficient[k] = coefficient[k][j];
      for (int h = 0; h < law->n_history; h++)
        c.committed[h] = history[h][j];
      ContactCorners(&c, alone);
      for (int k = 0; k < law->n_corners; k++)
        assert_true(alone[k] == found[k][j]);
    }
  }
}

UNIT(CASE(TestEveryLaw), CASE(TestWaltonBraun), CASE(TestLuding), CASE(TestCohesiveCornerIsHere), CASE(TestBlocks));
