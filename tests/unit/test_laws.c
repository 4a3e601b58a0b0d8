/* Properties of every law in the registry, with every word of its first parameter of words: the static force is the
   derivative of the energies, results do not depend on the batch, energy is conserved.
   Labels: contact law. */
#include "unit.h"

#include "law_sweep.h"

static void CheckLoading(Contact *c, int choice)
{
  for (int i = 0; i < SWEEP; i++) {
    double d = SweepAt(i), force = StaticForce(c, d), slope = EnergySlope(c, d);
    assert_true(fabs(slope - force) <= difference_error * force);
  }
}

static void TestForceIsSlopeOfEnergyOnLoading(void **state)
{
  ForEachLaw(CheckLoading);
}

/* From several largest overlaps; near the end of an unloading curve the force is small, so errors count against its
   top. */
static void CheckUnloading(Contact *c, int choice)
{
  for (int top = 100; top < SWEEP; top += 100) {
    double d_max = SweepAt(top), top_force = (memset(c->committed, 0, sizeof c->committed), StaticForce(c, d_max));
    memcpy(c->committed, c->trial, sizeof c->committed);
    for (int i = 0; i < 200; i++) {
      double d = d_max * (i + 0.5) / 200.5, force = StaticForce(c, d);
      if (d * (1 + difference) < d_max)
        assert_true(fabs(EnergySlope(c, d) - force) <= 10 * difference_error * top_force);
    }
  }
}

static void TestForceIsSlopeOfEnergyOnUnloading(void **state)
{
  ForEachLaw(CheckUnloading);
}

/* The force consists of a static part, which does not depend on the rate, and a dashpot, which vanishes at rate 0. */
static void CheckSplit(Contact *c, int choice)
{
  for (int i = 0; i < SWEEP; i += 10) {
    double d = SweepAt(i), still = ContactForce(c, d, 0);
    assert_true(c->dashpot == 0);
    for (double v = -3; v < 4; v += 1.5) {
      double force = ContactForce(c, d, v);
      /* one rounding of the sum */
      assert_true(fabs(force - c->dashpot - still) <= 2.3e-16 * (fabs(force) + fabs(c->dashpot)));
      assert_true(c->dashpot * v >= 0);
    }
  }
}

static void TestForceSplits(void **state)
{
  ForEachLaw(CheckSplit);
}

/* Bits must not depend on the position of a contact in a batch, nor on the other contacts, which here are of another
   pair type. */
static void CheckBlocks(Contact *c, int choice)
{
  enum { N = 1000 };
  static double d[N], v[N], coefficient[GR_LAW_COEFFICIENTS_MAX][N], history[GR_LAW_HISTORY_MAX][N];
  static double trial[GR_LAW_HISTORY_MAX][N], force[N], dashpot[N], recoverable[N], spent[N];
  const double *coefficients[GR_LAW_COEFFICIENTS_MAX], *histories[GR_LAW_HISTORY_MAX];
  double *trials[GR_LAW_HISTORY_MAX];
  for (int i = 0; i < N; i++) {
    d[i] = SweepAt((7 * i) % SWEEP);
    v[i] = (i % 11 - 5) * 0.1;
    for (int k = 0; k < c->law->n_coefficients; k++)
      coefficient[k][i] = c->coefficient[k] * (i % 5 ? 1 : 1.25);
    for (int h = 0; h < c->law->n_history; h++)
      history[h][i] = i % 3 ? SweepAt((13 * i) % SWEEP) : 0;
  }
  for (int k = 0; k < GR_LAW_COEFFICIENTS_MAX; k++)
    coefficients[k] = coefficient[k];
  for (int h = 0; h < GR_LAW_HISTORY_MAX; h++) {
    histories[h] = history[h];
    trials[h] = trial[h];
  }
  GrLawBatch batch = {N, d, v, coefficients, histories, trials, force, dashpot, NULL, NULL};
  c->law->force(&batch);
  c->law->energy(&batch, recoverable, spent);
  for (int i = 0; i < N; i++) {
    for (int h = 0; h < c->law->n_history; h++)
      c->committed[h] = history[h][i];
    for (int k = 0; k < c->law->n_coefficients; k++)
      c->coefficient[k] = coefficient[k][i];
    double alone = ContactForce(c, d[i], v[i]);
    assert_true(alone == force[i] && c->dashpot == dashpot[i]);
    assert_true(c->recoverable == recoverable[i] && c->spent == spent[i]);
    for (int h = 0; h < c->law->n_history; h++)
      assert_true(c->trial[h] == trial[h][i] && c->committed[h] == history[h][i]);
  }
}

static void TestBlocks(void **state)
{
  ForEachLaw(CheckBlocks);
}

static void CheckNotANumber(Contact *c, int choice)
{
  for (int i = 0; i < SWEEP; i += 50) {
    assert_true(isnan(ContactForce(c, NAN, 1)) && isnan(ContactForce(c, SweepAt(i), NAN)));
    for (int h = 0; h < c->law->n_history; h++) {
      c->committed[h] = NAN;
      assert_true(isnan(ContactForce(c, SweepAt(i), 1)) && isnan(c->trial[h]));
      c->committed[h] = 0;
    }
  }
}

static void TestNotANumber(void **state)
{
  ForEachLaw(CheckNotANumber);
}

/* No contact returns more energy than it received, except ma_liu as published: up to 1.45 % of the energy, as stated
   on its card. */
static void CheckPassivity(Contact *c, int choice)
{
  bool published = !strcmp(c->law->name, "ma_liu") && choice == 1;
  double gain = 0, before = 0;
  for (int i = 0; i < SWEEP; i++) {
    ContactForce(c, SweepAt(i), 0);
    gain = fmax(gain, -c->spent / (c->recoverable + c->spent));
    assert_true(c->recoverable >= 0 && (published || c->spent >= before * (1 - 1e-12)));
    before = c->spent;
  }
  assert_true(published ? gain > 0.0144 && gain < 0.0146 : gain <= 0);
}

static void TestPassivity(void **state)
{
  ForEachLaw(CheckPassivity);
}

UNIT(CASE(TestForceIsSlopeOfEnergyOnLoading), CASE(TestForceIsSlopeOfEnergyOnUnloading), CASE(TestForceSplits),
     CASE(TestBlocks), CASE(TestNotANumber), CASE(TestPassivity));
