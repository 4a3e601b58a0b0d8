/* Laws that report the dependence of their coefficients on R and m give the coefficients that they prepare, to the
   last bit. */
#include <stdarg.h>
#include <stddef.h>

#include <setjmp.h>
#include <stdint.h>

#include <cmocka.h>

#include "law/card/example.h"
#include <math.h>
#include <string.h>

enum { PAIRS = 200 };

/* Evenly in the logarithm. */
static double NumberBetween(double low, double high, int k)
{
  return low * pow(high / low, fmod(0.6180339887498949 * k, 1));
}

/* Coefficients of pairs over nine orders of magnitude, and the bounds they lead to where R and m grow. */
static void CheckPairs(const GrLaw *law, GrLawPair *pair, const GrLawValue *value, const GrLawFactor *factor)
{
  for (int i = 0; i < PAIRS; i++) {
    double prepared[GR_LAW_COEFFICIENTS_MAX], scaled[GR_LAW_COEFFICIENTS_MAX], larger[GR_LAW_COEFFICIENTS_MAX];
    const double grown = NumberBetween(1, 10, 3 * i), d = 1e-3 * pair->radius;
    pair->radius = NumberBetween(1e-6, 1e3, 3 * i + 1);
    pair->mass = NumberBetween(1e-9, 1e6, 3 * i + 2);
    assert_null(law->prepare(pair, value, prepared));
    GrLawScale(law->n_coefficients, factor, pair->radius, pair->mass, scaled);
    assert_memory_equal(prepared, scaled, (size_t)law->n_coefficients * sizeof(double));
    GrLawScale(law->n_coefficients, factor, grown * pair->radius, grown * pair->mass, larger);
    assert_true(law->stiffness(larger, d) >= law->stiffness(scaled, d));
    assert_true(!law->damping || law->damping(larger, d) >= law->damping(scaled, d));
  }
}

/* Returns whether the law has factors with these values. */
static bool CheckValues(const GrLaw *law, const GrLawValue *value)
{
  GrLawFactor factor[GR_LAW_COEFFICIENTS_MAX];
  double coefficient[GR_LAW_COEFFICIENTS_MAX];
  GrLawPair pair;
  bool has = false;
  for (int no_pull = 0; no_pull < 2; no_pull++) {
    GrExamplePair(&pair);
    pair.no_pull = no_pull;
    if (law->prepare(&pair, value, coefficient) || !law->factors(&pair, value, factor))
      continue;
    has = true;
    for (int k = 0; k < law->n_coefficients; k++)
      assert_true(factor[k].factor >= 0 && (factor[k].form < GR_FACTOR_MULTIPLE || factor[k].of < k));
    CheckPairs(law, &pair, value, factor);
  }
  return has;
}

/* Each parameter in turn has its other values besides the default: every word, or a number. */
static void TestFactors(void **state)
{
  const GrLaw *law;
  int n = 0;
  for (int i = 0; (law = GrLawAt(i)); i++) {
    GrLawValue value[GR_LAW_PARAMETERS_MAX];
    if (!law->factors)
      continue;
    print_message("  %s\n", law->name);
    GrExampleValues(law, value);
    assert_true(CheckValues(law, value));
    for (int p = 0; law->parameters[p].name; p++) {
      const GrLawParameter *row = &law->parameters[p];
      const GrLawValue before = value[p];
      value[p] = (GrLawValue){true, -1, isinf(row->upper) ? 2 * fmax(row->lower, 0.5) : row->upper};
      if (row->unit)
        (void)CheckValues(law, value);
      for (int word = 0; row->choices && word < GrChoicesCount(row->choices); word++) {
        value[p] = (GrLawValue){true, word, NAN};
        (void)CheckValues(law, value);
      }
      value[p] = before;
    }
    n++;
  }
  assert_true(n >= 10);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(TestFactors)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
