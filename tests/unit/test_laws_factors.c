/* Laws that report the dependence of their coefficients on R and m give the coefficients that they prepare, to the
   last bit. Pairs of materials whose laws all do so have families (contact/model.h).
   Labels: contact law. */
#include "unit.h"

#include "contact/model.h"
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

/* Checks the families of a case with two materials and three rules: law k is between the materials k/2 and (k + 1)/2.
   NULL: there is no such rule. adhesion: law of the first rule, or NULL. */
static void CheckFamilies(const GrLaw *const law[3], const GrLaw *adhesion, bool may_refuse, int n_families)
{
  const GrLawBody steel = {7800, 207e9, 0.3, 1030e6};
  GrMaterial material[2] = {{.name = "a", .body = steel}, {.name = "b", .body = steel}};
  GrContactRule rule[3];
  GrCase the_case = {.n_materials = 2, .materials = material, .rules = rule};
  GrModel model;

  for (int k = 0; k < 3; k++)
    if (law[k]) {
      GrContactRule *own = &rule[the_case.n_rules++];
      *own = (GrContactRule){.law = law[k], .material = {k / 2, (k + 1) / 2}};
      GrExampleValues(law[k], own->value);
    }
  rule[0].adhesion = adhesion;
  if (adhesion)
    GrExampleValues(adhesion, rule[0].adhesion_value);
  assert_int_equal(GrModelCreate(&the_case, 0, NULL, &model), 0);
  assert_true(GrModelMayRefuse(&model));
  assert_int_equal(GrModelAddFamilies(&model), 0);
  assert_int_equal(model.n_families, n_families);
  assert_int_equal(GrModelMayRefuse(&model), may_refuse);
  for (int a = 0; a < 2 && n_families; a++)
    for (int b = 0; b < 2; b++) {
      const GrParticleType free[2] = {{.material = a}, {.material = b}},
                           held[2] = {{.material = a, .motion = GR_BODY_AT_REST}, {.material = b}};
      const GrLaw *own = law[a + b];
      PetscInt type = -1;
      const bool has = GrModelFindFamily(&model, free, &type);
      assert_int_equal(has, own && own->factors);
      if (!has)
        continue;
      assert_ptr_equal(GrModelFamily(&model, type), &model.family[2 * a + b]);
      assert_ptr_equal(model.rule[model.pairs.type[type].rule].rule->law, own);
      const PetscInt tried = GrModelTryPair(&model, free);
      assert_true(tried < model.pairs.n_kept && !GrModelFamily(&model, tried));
      assert_false(GrModelFindFamily(&model, held, &type));
      assert_false(GrModelFindFamily(&model, (GrParticleType[]){held[1], held[0]}, &type));
    }
  assert_int_equal(GrModelDestroy(&model), 0);
}

/* No law refuses a size if all pairs of materials with a rule have families. */
static void TestFamilies(void **state)
{
  const GrLaw *hertz = GrLawFind("hertz"), *linear = GrLawFind("linear"), *plastic = GrLawFind("walton_braun");
  GrLaw other = *hertz;

  other.factors = NULL;
  CheckFamilies((const GrLaw *[]){hertz, linear, hertz}, NULL, false, 4);
  CheckFamilies((const GrLaw *[]){hertz, linear, NULL}, NULL, false, 4);
  CheckFamilies((const GrLaw *[]){&other, linear, hertz}, NULL, true, 4);
  CheckFamilies((const GrLaw *[]){hertz, &other, linear}, NULL, true, 4);
  CheckFamilies((const GrLaw *[]){hertz, linear, &other}, NULL, true, 4);
  CheckFamilies((const GrLaw *[]){hertz, linear, plastic}, NULL, true, 0);
  CheckFamilies((const GrLaw *[]){hertz, linear, hertz}, GrLawFind("reversible"), true, 0);
}

UNIT(CASE(TestFactors), CASE(TestFamilies));
