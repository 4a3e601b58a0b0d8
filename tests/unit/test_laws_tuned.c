/* Luding's law with a wider plastic range (L15 appendix A), k1 100 N/m, k_p 500 N/m, phi_f 0.1, k_c = k1.
   Labels: law. */
#include "unit.h"

#include "law_impact.h"
#include "law_values.h"

static const double k1 = 100, k_p = 500, phi_f = 0.1, d_p = 0.0001375;

/* Returns the result of `prepare`; `depth` 0: the default depth. */
static const char *Luding(int interpolation, double depth, Contact *c)
{
  const GrLawValue value[GR_LAW_PARAMETERS_MAX] = {{true, -1, k1},        {true, -1, k_p},          {true, -1, k1},
                                                   {true, -1, phi_f},     {true, interpolation, 0}, {true, -1, 0},
                                                   {depth > 0, -1, depth}};
  const GrLawPair pair = {.radius = 0.00055, .mass = 1, .modulus = NAN, .yield_stress = NAN};
  memset(c, 0, sizeof *c);
  c->law = GrLawFind("luding");
  return c->law->prepare(&pair, value, c->coefficient);
}

static double Random(uint64_t *seed)
{
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(*seed >> 11) * 0x1p-53;
}

/* k_p' of L15 eq. A.3 for phi_f'/phi_f = 5 and 10, k1 = 100, k_p = 500, with 10 digits given: seen as the slope on
   unloading from beyond the new limit. */
static void TestLudingTunedStiffness(void **state)
{
  static const double reference[][2] = {{5, 1794.427191}, {10, 3397.056275}};
  for (int i = 0; i < 2; i++) {
    Contact c;
    assert_null(Luding(0, reference[i][0] * phi_f, &c));
    double slope = c.law->stiffness(c.coefficient, 1);
    AssertWithin(slope / reference[i][1], 1, 5e-10);
  }
}

/* Up to the old limit the tuned law is the same: on paths with their cohesive branches, for both interpolations.
   Beyond it, it is softer. Forces count against k_p d_p; some roundings of 1e-16. */
static void TestLudingTunedCurves(void **state)
{
  for (int interpolation = 0; interpolation < 2; interpolation++) {
    Contact plain, tuned;
    uint64_t seed = 1;
    double lowest = 0;
    assert_null(Luding(interpolation, 0, &plain));
    assert_null(Luding(interpolation, 5 * phi_f, &tuned));
    for (int i = 0; i < 1000; i++) {
      double d = d_p * (i % 50 ? Random(&seed) * Random(&seed) : 1);
      double force = ContactForce(&plain, d, 0);
      AssertWithin(ContactForce(&tuned, d, 0) / (k_p * d_p), force / (k_p * d_p), 1e-14);
      lowest = fmin(lowest, force);
      memcpy(plain.committed, plain.trial, sizeof plain.committed);
      memcpy(tuned.committed, tuned.trial, sizeof tuned.committed);
    }
    assert_true(lowest < -0.1 * k1 * d_p);
    for (double d = 1.01 * d_p; d < 2 * d_p; d += 0.1 * d_p)
      assert_true(ContactForce(&tuned, d, 0) < 0.99 * ContactForce(&plain, d, 0));
  }
}

static void TestNotNarrower(void **state)
{
  Contact c;
  assert_non_null(strstr(Luding(0, phi_f, &c), "plasticity_depth_tuned"));
}

UNIT(CASE(TestLudingTunedStiffness), CASE(TestLudingTunedCurves), CASE(TestNotNarrower));
