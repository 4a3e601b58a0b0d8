/* distribution: radii by inversion, and their moments in closed form; equations in distribution.h.

   Moments of a standard normal variable cut to [a, b] (integration by parts):
     M0 = 1, M1 = (f(a) - f(b))/W, Mk = (k - 1) M(k-2) + (a^(k-1) f(a) - b^(k-1) f(b))/W
   and of a lognormal one, E[r^k] = exp(k mu + k^2 sigma^2/2) (P(b - k sigma) - P(a - k sigma))/W,
     f the normal density, W = P(b) - P(a). */
#include "particle/fill/distribution.h"

#include "base/exponential.h"
#include "base/independent.h"
#include "base/random.h"
#include <stdbool.h>

enum { BATCH = 256 };

static const double least_share = 1e-3; /* of the uncut population */

/* For z <= 0 the answer lies in (0, 1/2]; doubles of one sign are ordered like their bits, so that halving the interval
 * of bits finds the last one in 62 steps. */
double GrDistributionNormalBelow(double z)
{
  uint64_t low = GrBitsOf(0x1p-1022), high = GrBitsOf(0.5);
  double target = z < 0 ? z : -z;
  while (high - low > 1) {
    uint64_t middle = low + (high - low) / 2;
    if (GrNormalInverse(GrFromBits(middle)) < target)
      low = middle;
    else
      high = middle;
  }
  return z < 0 ? GrFromBits(high) : 1.0 - GrFromBits(high);
}

/* P(a < Z < b) without loss of digits in either tail. */
static double ShareBetween(double a, double b)
{
  return a > 0 ? GrDistributionNormalBelow(-a) - GrDistributionNormalBelow(-b)
               : GrDistributionNormalBelow(b) - GrDistributionNormalBelow(a);
}

static double NormalDensity(double z)
{
  return 0.39894228040143268 * GrExp(-0.5 * z * z); /* 1/sqrt(2 pi) */
}

static void NormalMoments(GrDistribution *d, double a, double b)
{
  double fa = NormalDensity(a) / d->within, fb = NormalDensity(b) / d->within, m = d->mean, s = d->deviation;
  double m1 = fa - fb, m2 = 1 + a * fa - b * fb, m3 = 2 * m1 + a * a * fa - b * b * fb;
  d->mean_radius = m + s * m1;
  d->mean_square = m * m + s * (2 * m * m1 + s * m2);
  d->mean_cube = m * m * m + s * (3 * m * m * m1 + s * (3 * m * m2 + s * m3));
}

static void LognormalMoments(GrDistribution *d, double a, double b)
{
  double mu = d->log_mean, s = d->log_deviation;
  d->mean_radius = GrExp(mu + 0.5 * s * s) * (ShareBetween(a - s, b - s) / d->within);
  d->mean_square = GrExp(2 * mu + 2 * s * s) * (ShareBetween(a - 2 * s, b - 2 * s) / d->within);
  d->mean_cube = GrExp(3 * mu + 4.5 * s * s) * (ShareBetween(a - 3 * s, b - 3 * s) / d->within);
}

static const char *PrepareCut(GrDistribution *d)
{
  bool logarithmic = d->kind == GR_RADII_LOGNORMAL;
  if (!(d->mean > 0) || !(d->deviation > 0) || isinf(d->mean) || isinf(d->deviation))
    return "mean and deviation must be positive; write a constant radius if there is no deviation";
  double ratio = d->deviation / d->mean, variance = GrLogarithm(1 + ratio * ratio);
  d->log_deviation = sqrt(variance);
  d->log_mean = GrLogarithm(d->mean) - 0.5 * variance;
  double a = logarithmic ? (GrLogarithm(d->from) - d->log_mean) / d->log_deviation : (d->from - d->mean) / d->deviation;
  double b = logarithmic ? (GrLogarithm(d->to) - d->log_mean) / d->log_deviation : (d->to - d->mean) / d->deviation;
  d->below = GrDistributionNormalBelow(a);
  d->within = ShareBetween(a, b);
  if (!(d->within >= least_share))
    return "fewer than one radius in a thousand lies between from and to; move them nearer to the mean, or write a "
           "uniform distribution";
  if (logarithmic)
    LognormalMoments(d, a, b);
  else
    NormalMoments(d, a, b);
  return NULL;
}

static const char *PrepareRange(GrDistribution *d)
{
  if (!(d->from > 0) || !(d->to >= d->from) || isinf(d->to))
    return "from and to must be positive radii, from not above to; write both, for example from: 1 mm, to: 2 mm";
  d->smallest = d->from;
  d->largest = d->to;
  d->mean_radius = 0.5 * (d->from + d->to);
  d->mean_square = (d->from * d->from + d->from * d->to + d->to * d->to) / 3;
  d->mean_cube = 0.25 * (d->from + d->to) * (d->from * d->from + d->to * d->to);
  return d->kind == GR_RADII_UNIFORM ? NULL : PrepareCut(d);
}

static const char *PrepareList(GrDistribution *d)
{
  double sum = 0, mean = 0, square = 0, cube = 0;
  if (d->n_entries < 1 || d->n_entries > GR_DISTRIBUTION_ENTRIES_MAX)
    return "a list of radii has from 1 to 64 entries; write that many";
  d->smallest = d->largest = d->radius[0];
  for (int k = 0; k < d->n_entries; k++) {
    double r = d->radius[k], share = d->fraction[k];
    if (!(r > 0) || isinf(r))
      return "a radius of the list is not positive; write one above 0";
    if (!(share > 0) || isinf(share))
      return "a fraction of the list is not positive; write one above 0, or leave the entry out";
    sum += share, mean += share * r, square += share * (r * r), cube += share * (r * r * r);
    d->cumulative[k] = sum;
    d->smallest = r < d->smallest ? r : d->smallest;
    d->largest = r > d->largest ? r : d->largest;
  }
  if (fabs(sum - 1) > 1e-6) /* fractions written with six digits */
    return "the fractions of the list do not add up to 1; write shares by number, such as 0.25 and 0.75";
  for (int k = 0; k < d->n_entries; k++)
    d->cumulative[k] /= sum;
  d->mean_radius = mean / sum;
  d->mean_square = square / sum;
  d->mean_cube = cube / sum;
  return NULL;
}

const char *GrDistributionPrepare(GrDistribution *d)
{
  if (d->kind == GR_RADII_LIST)
    return PrepareList(d);
  if (d->kind != GR_RADII_CONSTANT)
    return PrepareRange(d);
  if (!(d->mean > 0) || isinf(d->mean))
    return "a radius must be positive; write one above 0";
  d->smallest = d->largest = d->mean_radius = d->mean;
  d->mean_square = d->mean * d->mean;
  d->mean_cube = d->mean * d->mean * d->mean;
  return NULL;
}

/* From uniform numbers to standard normal ones cut to [a, b]. p never reaches 1, where Z is infinite. */
static void CutNormals(const GrDistribution *d, PetscInt n, double *u)
{
  double z[BATCH];
  const double below = d->below, within = d->within;
  GR_INDEPENDENT
  for (PetscInt i = 0; i < n; i++) {
    double p = below + u[i] * within;
    u[i] = p < 1.0 - 0x1p-53 ? p : 1.0 - 0x1p-53;
  }
  GrNormalInverses(n, u, z);
  GR_INDEPENDENT
  for (PetscInt i = 0; i < n; i++)
    u[i] = z[i];
}

static double LimitRadius(double r, double from, double to)
{
  return r < from ? from : r > to ? to : r;
}

static void FindQuantiles(const GrDistribution *d, PetscInt n, double *u)
{
  const double from = d->from, to = d->to;
  switch (d->kind) {
  case GR_RADII_CONSTANT:
    for (PetscInt i = 0; i < n; i++)
      u[i] = d->mean;
    break;
  case GR_RADII_UNIFORM:
    for (PetscInt i = 0; i < n; i++)
      u[i] = LimitRadius(from + u[i] * (to - from), from, to);
    break;
  case GR_RADII_NORMAL:
    CutNormals(d, n, u);
    for (PetscInt i = 0; i < n; i++)
      u[i] = LimitRadius(d->mean + d->deviation * u[i], from, to);
    break;
  case GR_RADII_LOGNORMAL:
    CutNormals(d, n, u);
    for (PetscInt i = 0; i < n; i++)
      u[i] = LimitRadius(GrExp(d->log_mean + d->log_deviation * u[i]), from, to);
    break;
  case GR_RADII_LIST:
    for (PetscInt i = 0; i < n; i++) {
      int entry = 0;
      for (int k = 0; k < d->n_entries - 1; k++)
        entry += u[i] >= d->cumulative[k];
      u[i] = d->radius[entry];
    }
    break;
  }
}

void GrDistributionRadii(const GrDistribution *d, uint64_t seed, PetscInt n, const PetscInt64 *id, double *radius)
{
  const GrRandom r = {seed, GR_RANDOM_RADIUS};
  for (PetscInt first = 0; first < n; first += BATCH) {
    PetscInt count = n - first < BATCH ? n - first : BATCH;
    GrRandomOpens(r, 0, count, id + first, radius + first);
    FindQuantiles(d, count, radius + first);
  }
}

const char *GrDistributionOf(const GrRadii *radii, GrDistribution *distribution)
{
  *distribution = (GrDistribution){.kind = radii->kind,
                                   .mean = radii->mean,
                                   .deviation = radii->deviation,
                                   .from = radii->from,
                                   .to = radii->to,
                                   .n_entries = radii->n_entries};
  for (int i = 0; i < radii->n_entries; i++) {
    distribution->radius[i] = radii->radius[i];
    distribution->fraction[i] = radii->fraction[i];
  }
  return GrDistributionPrepare(distribution);
}
