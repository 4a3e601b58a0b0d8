/* Distributions of radii: moments against numerical integrals and against samples, limits, messages, the same bits for
   any split of the ids.
   Labels: base particle. */
#include "unit.h"

#include "particle/fill/distribution.h"
#include "radius_of.h"

#include "base/math/elementary.h"
#include <string.h>

enum { N = 1 << 18 };

static PetscInt64 ids[N];
static double radius[N];

static const GrDistribution samples[] = {
    {.kind = GR_RADII_CONSTANT, .mean = 2e-3},
    {.kind = GR_RADII_UNIFORM, .from = 1e-3, .to = 3e-3},
    {.kind = GR_RADII_UNIFORM, .from = 1e-3, .to = 1e-3},
    {.kind = GR_RADII_NORMAL, .mean = 2e-3, .deviation = 4e-4, .from = 1e-3, .to = 2.5e-3},
    {.kind = GR_RADII_NORMAL, .mean = 2e-3, .deviation = 4e-4, .from = 2.6e-3, .to = 9.0}, /* upper tail */
    {.kind = GR_RADII_LOGNORMAL, .mean = 1e-3, .deviation = 5e-4, .from = 3e-4, .to = 4e-3},
    {.kind = GR_RADII_LOGNORMAL, .mean = 1e-3, .deviation = 3e-3, .from = 1e-6, .to = 1e-3},
    {.kind = GR_RADII_LIST, .n_entries = 3, .radius = {2e-3, 1e-3, 5e-3}, .fraction = {0.25, 0.7, 0.05}},
    {.kind = GR_RADII_LOGNORMAL, .by = GR_BY_MASS, .mean = 1e-3, .deviation = 5e-4, .from = 2e-4, .to = 4e-3},
    {.kind = GR_RADII_NORMAL, .by = GR_BY_VOLUME, .mean = 2e-3, .deviation = 6e-4, .from = 5e-4, .to = 3e-3},
    {.kind = GR_RADII_WEIBULL, .scale = 1e-3, .shape = 1.5, .from = 1e-4, .to = 3e-3},
    {.kind = GR_RADII_WEIBULL, .by = GR_BY_MASS, .scale = 1e-3, .shape = 1.5, .from = 3e-4, .to = 3e-3},
    {.kind = GR_RADII_UNIFORM, .by = GR_BY_MASS, .from = 1e-3, .to = 4e-3},
    {.kind = GR_RADII_LIST,
     .by = GR_BY_MASS,
     .n_entries = 3,
     .radius = {2e-3, 1e-3, 5e-3},
     .fraction = {0.25, 0.7, 0.05}},
    {.kind = GR_RADII_SIEVE, .n_entries = 4, .radius = {1e-3, 2e-3, 2.5e-3, 4e-3}, .passing = {0, 0.3, 0.3, 1}},
    {.kind = GR_RADII_SIEVE,
     .by = GR_BY_MASS,
     .n_entries = 4,
     .radius = {1e-3, 2e-3, 2.5e-3, 4e-3},
     .passing = {0, 0.3, 0.7, 1}}};
enum { N_SAMPLES = sizeof samples / sizeof *samples, SIEVE = 14 };

static GrDistribution Prepared(int k)
{
  GrDistribution d = samples[k];
  assert_null(GrFillDistributionPrepare(&d));
  return d;
}

/* Density by number at r, up to a factor. */
static double Weight(const GrDistribution *d, double r)
{
  if (d->by != GR_BY_NUMBER) {
    GrDistribution by_number = *d;
    by_number.by = GR_BY_NUMBER;
    return Weight(&by_number, r) / (r * r * r);
  }
  if (d->kind == GR_RADII_UNIFORM)
    return 1;
  if (d->kind == GR_RADII_WEIBULL)
    return pow(r, d->shape - 1) * exp(-pow(r / d->scale, d->shape));
  double sigma2 = log1p(pow(d->deviation / d->mean, 2)), mu = log(d->mean) - 0.5 * sigma2;
  if (d->kind == GR_RADII_NORMAL)
    return exp(-0.5 * pow((r - d->mean) / d->deviation, 2));
  return exp(-0.5 * pow(log(r) - mu, 2) / sigma2) / r;
}

/* Integrals of r^k over the density by Simpson's rule in ln r, where both densities are smooth. */
static void TestMoments(void **state)
{
  enum { STEPS = 200000 };
  for (int k = 3; k < SIEVE - 1; k++) {
    GrDistribution d = Prepared(k);
    if (d.kind == GR_RADII_LIST)
      continue;
    double to = d.deviation > 0 ? fmin(d.to, d.mean + 60 * d.deviation) : d.to, h = log(to / d.from) / STEPS, sum = 0,
           first = 0, second = 0, third = 0;
    for (int i = 0; i <= STEPS; i++) {
      double r = d.from * exp(i * h);
      double w = (i == 0 || i == STEPS ? 1 : i % 2 ? 4 : 2) * Weight(&d, r) * r;
      sum += w, first += w * r, second += w * r * r, third += w * r * r * r;
    }
    /* Simpson's error is far below; closed forms lose 2^-53/P with P > 1e-3 the share within the cut; in classes whose
       limits are in the ratio 1 + q moments are off by some q^2 times exponents of r, 5 at most, over 12 */
    const double q = log(d.to / d.from) / GR_DISTRIBUTION_CLASSES_MAX;
    const double error = d.classes.n > 1 ? 2 * q * q : 1e-11;
    assert_true(fabs(d.mean_radius / (first / sum) - 1) < error);
    assert_true(fabs(d.mean_square / (second / sum) - 1) < error);
    assert_true(fabs(d.mean_cube / (third / sum) - 1) < error);
  }
}

static void TestSimpleMoments(void **state)
{
  GrDistribution constant = Prepared(0), uniform = Prepared(1), list = Prepared(7);
  assert_true(constant.mean_radius == 2e-3 && constant.mean_square == 2e-3 * 2e-3);
  assert_true(constant.mean_cube == 2e-3 * 2e-3 * 2e-3);
  assert_true(fabs(uniform.mean_radius / 2e-3 - 1) < 1e-15 && fabs(uniform.mean_cube / 10e-9 - 1) < 1e-15);
  assert_true(fabs(uniform.mean_square / (13e-6 / 3) - 1) < 1e-15);
  assert_true(list.smallest == 1e-3 && list.largest == 5e-3);
  assert_true(fabs(list.mean_radius / 1.45e-3 - 1) < 1e-15 && fabs(list.mean_cube / 8.95e-9 - 1) < 1e-15);
}

/* Samples keep to the limits, and their mean r and r^3 lie within four standard errors of the closed forms, the
   standard error being taken from the sample. */
static void TestSamples(void **state)
{
  for (int k = 0; k < N_SAMPLES; k++) {
    GrDistribution d = Prepared(k);
    double sum = 0, cube = 0, square = 0, sixth = 0;
    GrFillDistributionRadii(&d, 11, N, ids, radius);
    for (int i = 0; i < N; i++) {
      double r = radius[i], r3 = r * r * r;
      assert_true(r >= d.smallest && r <= d.largest);
      sum += r, square += r * r, cube += r3, sixth += r3 * r3;
    }
    assert_true(fabs(square / N / d.mean_square - 1) < 0.05);
    double error = sqrt(fmax(square / N - pow(sum / N, 2), 0) / N);
    double cube_error = sqrt(fmax(sixth / N - pow(cube / N, 2), 0) / N);
    assert_true(fabs(sum / N - d.mean_radius) <= 4 * error + 3e-11 * d.mean_radius); /* N additions, 2^-53 each */
    assert_true(fabs(cube / N - d.mean_cube) <= 4 * cube_error + 3e-11 * d.mean_cube);
  }
}

/* Shares of a list: N f trials with deviation sqrt(N f (1 - f)), within four. */
static void TestShares(void **state)
{
  GrDistribution d = Prepared(7);
  GrFillDistributionRadii(&d, 5, N, ids, radius);
  for (int k = 0; k < d.n_entries; k++) {
    double f = d.fraction[k];
    int count = 0;
    for (int i = 0; i < N; i++)
      count += radius[i] == d.radius[k];
    assert_true(fabs(count - N * f) < 4 * sqrt(N * f * (1 - f)));
  }
}

/* The part that passes a sieve is the given one, by number and by mass. In a share of the mass each sphere adds r^3.
   The standard deviation of a share p of M = sum r^3 is sqrt(sum (r^3 (in - p))^2)/M; four of them are allowed. */
static void TestSieves(void **state)
{
  for (int k = SIEVE; k < N_SAMPLES; k++) {
    GrDistribution d = Prepared(k);
    GrFillDistributionRadii(&d, 3, N, ids, radius);
    for (int s = 1; s < d.n_entries - 1; s++) {
      double all = 0, below = 0, square = 0;
      for (int i = 0; i < N; i++) {
        const double one = d.by == GR_BY_NUMBER ? 1 : pow(radius[i], 3), in = radius[i] < d.radius[s];
        all += one, below += in * one, square += pow(one * (in - d.passing[s]), 2);
      }
      assert_true(fabs(below / all - d.passing[s]) < 4 * sqrt(square) / all);
    }
  }
}

/* Any split of the ids gives the same bits; seeds differ. */
static void TestSplit(void **state)
{
  for (int k = 0; k < N_SAMPLES; k++) {
    GrDistribution d = Prepared(k);
    int differ = 0;
    GrFillDistributionRadii(&d, 1, 1000, ids + 77, radius);
    for (int i = 0; i < 1000; i++) {
      assert_true(radius[i] == RadiusOf(&d, 1, ids[77 + i]));
      differ += radius[i] != RadiusOf(&d, 2, ids[77 + i]);
    }
    /* the list repeats its 0.7 half of the time, by mass its smallest nearly always */
    assert_true(d.smallest == d.largest ? differ == 0 : differ > (d.by == GR_BY_NUMBER ? 300 : 10));
  }
}

static void TestNormalBelow(void **state)
{
  for (double z = -37; z < 9; z += 0.01) {
    double exact = 0.5 * erfc(-z * 0.70710678118654752);
    /* an error of 1e-15 z in z, and as much in the argument of erfc, is 2e-15 z^2 in P; 1e-15 for the rest */
    assert_true(fabs(GrFillDistributionNormalBelow(z) / exact - 1) < 1e-15 + 2e-15 * (1 + z * z));
  }
  assert_true(GrFillDistributionNormalBelow(INFINITY) == 1.0 && GrFillDistributionNormalBelow(-INFINITY) < 1e-300);
}

static void AssertRefused(GrDistribution d, const char *part)
{
  const char *message = GrFillDistributionPrepare(&d);
  assert_non_null(message);
  assert_non_null(strstr(message, part));
  assert_non_null(strstr(message, "; "));
}

static void TestRefused(void **state)
{
  AssertRefused((GrDistribution){.kind = GR_RADII_CONSTANT, .mean = 0}, "radius must be positive");
  AssertRefused((GrDistribution){.kind = GR_RADII_CONSTANT, .mean = NAN}, "radius must be positive");
  AssertRefused((GrDistribution){.kind = GR_RADII_UNIFORM, .from = 2, .to = 1}, "from not above to");
  AssertRefused((GrDistribution){.kind = GR_RADII_UNIFORM, .from = NAN, .to = 1}, "from not above to");
  AssertRefused((GrDistribution){.kind = GR_RADII_NORMAL, .mean = 1, .deviation = 1, .from = 0, .to = 2},
                "from and to must be positive");
  AssertRefused((GrDistribution){.kind = GR_RADII_NORMAL, .mean = 1, .deviation = 0, .from = 0.5, .to = 2},
                "mean and deviation");
  AssertRefused((GrDistribution){.kind = GR_RADII_NORMAL, .mean = 1, .deviation = 0.1, .from = 1.4, .to = 2},
                "fewer than one radius in a thousand");
  AssertRefused((GrDistribution){.kind = GR_RADII_LOGNORMAL, .mean = 1, .deviation = NAN, .from = 1, .to = 2},
                "mean and deviation");
  AssertRefused((GrDistribution){.kind = GR_RADII_LIST, .n_entries = 0}, "from 1 to 64");
  AssertRefused((GrDistribution){.kind = GR_RADII_LIST, .n_entries = 1, .radius = {1}, .fraction = {0.9}},
                "add up to 1");
  AssertRefused((GrDistribution){.kind = GR_RADII_LIST, .n_entries = 1, .radius = {-1}, .fraction = {1}},
                "a radius of the list");
  AssertRefused((GrDistribution){.kind = GR_RADII_LIST, .n_entries = 1, .radius = {1}, .fraction = {0}},
                "a fraction of the list");
  AssertRefused((GrDistribution){.kind = GR_RADII_WEIBULL, .scale = 1, .shape = 0, .from = 0.5, .to = 2},
                "scale and shape");
  AssertRefused((GrDistribution){.kind = GR_RADII_WEIBULL, .scale = 1, .shape = 2, .from = 5, .to = 6},
                "fewer than one radius in a thousand");
  AssertRefused((GrDistribution){.kind = GR_RADII_UNIFORM, .by = GR_BY_MASS, .from = 1, .to = 1}, "below to");
  AssertRefused((GrDistribution){.kind = GR_RADII_SIEVE, .n_entries = 1, .radius = {1}, .passing = {0}},
                "from 2 to 64");
  AssertRefused((GrDistribution){.kind = GR_RADII_SIEVE, .n_entries = 2, .radius = {1, 2}, .passing = {0, 0.9}},
                "begin with 0 and end with 1");
  AssertRefused((GrDistribution){.kind = GR_RADII_SIEVE, .n_entries = 2, .radius = {2, 1}, .passing = {0, 1}},
                "ascend");
  AssertRefused(
      (GrDistribution){.kind = GR_RADII_SIEVE, .n_entries = 4, .radius = {1, 2, 3, 4}, .passing = {0, 0.6, 0.5, 1}},
      "the share that remains on it");
}

static int NumberIds(void **state)
{
  for (int i = 0; i < N; i++)
    ids[i] = i + 1;
  return 0;
}

UNIT(BEFORE(NumberIds), CASE(TestMoments), CASE(TestSimpleMoments), CASE(TestSamples), CASE(TestShares),
     CASE(TestSieves), CASE(TestSplit), CASE(TestNormalBelow), CASE(TestRefused));
