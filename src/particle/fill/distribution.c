/* Computes radii by inversion of their distribution, and the moments of the distribution; equations in distribution.h.

   Moments Mk of a standard normal variable that is limited to [a, b] (integration by parts):
     M0 = 1, M1 = (f(a) - f(b))/W, Mk = (k - 1) M(k-2) + (a^(k-1) f(a) - b^(k-1) f(b))/W
   and of a lognormal variable, E[r^k] = exp(k mu + k^2 sigma^2/2) (P(b - k sigma) - P(a - k sigma))/W,
     f: normal density, P: its distribution function, W = P(b) - P(a).

   A class is an interval of radii from a to b, in which the density of the radii, by number or by volume, is constant:
     by number  n(r) constant:         r = a + v (b - a)
     by volume  n(r) ~ r^-3:           r = a/sqrt(1 - v (1 - (a/b)^2))
   If a class has the fraction p of the volume of all particles, its fraction of their number is proportional to
     p E[r^-3] = p (a + b)/(2 a^2 b^2)
     n(r): density by number;  v: uniform random number in (0, 1);  E[r^-3]: mean of r^-3 by volume;  radii in m
   A single uniform random number u selects the class with Q(a) <= u < Q(b) and gives v = (u - Q(a))/(Q(b) - Q(a)).
   Q(r): fraction of the particles below r, exact at the limits of the classes and interpolated between them. */
#include "particle/fill/distribution.h"

#include "base/math/bracket.h"
#include "base/math/exponential.h"
#include "base/math/independent.h"
#include "base/math/random.h"

enum { BATCH = 256 };

static const double least_share = 1e-3; /* of the uncut population */
static const char too_few[] = "fewer than one radius in a thousand lies between from and to; move them nearer to the "
                              "mean, or write a uniform distribution";

/* For z <= 0 the result lies in (0, 1/2]. Doubles of one sign are ordered like their bits, so bisection of the bits
   ends after 62 steps. */
double GrFillDistributionNormalBelow(double z)
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

/* P(a < Z < b), without loss of digits in either tail. */
static double ShareBetween(double a, double b)
{
  return a > 0 ? GrFillDistributionNormalBelow(-a) - GrFillDistributionNormalBelow(-b)
               : GrFillDistributionNormalBelow(b) - GrFillDistributionNormalBelow(a);
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

/* A lognormal distribution by volume is lognormal by number, with a smaller mean. */
static const char *PrepareCut(GrDistribution *d)
{
  bool logarithmic = d->kind == GR_RADII_LOGNORMAL;
  double ratio = d->deviation / d->mean, variance = GrLogarithm(1 + ratio * ratio);
  d->log_deviation = sqrt(variance);
  d->log_mean = GrLogarithm(d->mean) - (d->by == GR_BY_NUMBER ? 0.5 : 3.5) * variance;
  double a = logarithmic ? (GrLogarithm(d->from) - d->log_mean) / d->log_deviation : (d->from - d->mean) / d->deviation;
  double b = logarithmic ? (GrLogarithm(d->to) - d->log_mean) / d->log_deviation : (d->to - d->mean) / d->deviation;
  d->below = GrFillDistributionNormalBelow(a);
  d->within = ShareBetween(a, b);
  if (!(d->within >= least_share))
    return too_few;
  if (logarithmic)
    LognormalMoments(d, a, b);
  else
    NormalMoments(d, a, b);
  return NULL;
}

/* Computes the classes from their limits, which the caller has set. n: number of classes. passing[n + 1]: fraction of
   the particles, by number or by volume, with a radius below each limit; it rises from 0 to 1. */
static void UseClasses(GrDistribution *d, int n, const double *passing)
{
  GrDistributionClasses *c = &d->classes;

  c->n = n;
  c->by_volume = d->by != GR_BY_NUMBER;
  c->cumulative[0] = 0;
  for (int k = 0; k < n; k++) {
    const double low = c->limit[0] / c->limit[k], high = c->limit[0] / c->limit[k + 1]; /* <= 1: no overflow */
    const double share = passing[k + 1] - passing[k];
    c->cumulative[k + 1] = c->cumulative[k] + (c->by_volume ? share * 0.5 * low * high * (low + high) : share);
  }
  for (int k = 1; k < n; k++)
    c->cumulative[k] /= c->cumulative[n];
  c->cumulative[n] = 1;
}

/* Computes the mean values of r, r^2 and r^3 from the classes. */
static void FindClassMoments(GrDistribution *d)
{
  const GrDistributionClasses *c = &d->classes;

  d->mean_radius = d->mean_square = d->mean_cube = 0;
  for (int k = 0; k < c->n; k++) {
    const double a = c->limit[k], b = c->limit[k + 1], share = c->cumulative[k + 1] - c->cumulative[k];
    const double harmonic = 2 * a * b / (a + b);
    d->mean_radius += share * (c->by_volume ? harmonic : 0.5 * (a + b));
    d->mean_square +=
        share * (c->by_volume ? harmonic * (a * b / (b - a)) * GrLogarithm(b / a) : (a * a + a * b + b * b) / 3);
    d->mean_cube += share * (c->by_volume ? harmonic * a * b : 0.25 * (a + b) * (a * a + b * b));
  }
}

/* The share below r before the cut, of the kinds that are drawn through classes. */
static double ShareBelow(const GrDistribution *d, double r)
{
  if (d->kind == GR_RADII_NORMAL)
    return GrFillDistributionNormalBelow((r - d->mean) / d->deviation);
  if (d->kind == GR_RADII_WEIBULL)
    return 1.0 - GrExp(-GrPower(r / d->scale, d->shape));
  return r;
}

/* Uniform: one class, which is exact. */
static const char *PrepareClasses(GrDistribution *d)
{
  const int n = d->kind == GR_RADII_UNIFORM ? 1 : GR_DISTRIBUTION_CLASSES_MAX;
  const double low = ShareBelow(d, d->from), high = ShareBelow(d, d->to), ratio = GrLogarithm(d->to / d->from);
  double passing[GR_DISTRIBUTION_CLASSES_MAX + 1];

  if (d->kind == GR_RADII_WEIBULL && (!(d->scale > 0) || !(d->shape > 0) || isinf(d->scale) || isinf(d->shape)))
    return "scale and shape must be positive; write for example scale: 1 mm, shape: 2";
  if (!(d->to > d->from))
    return "from must lie below to; write a constant radius if all are the same";
  if (d->kind != GR_RADII_UNIFORM && !(high - low >= least_share))
    return too_few;
  for (int k = 0; k <= n; k++) {
    d->classes.limit[k] = k == 0 ? d->from : k == n ? d->to : d->from * GrExp(ratio * k / n);
    passing[k] = (ShareBelow(d, d->classes.limit[k]) - low) / (high - low);
  }
  UseClasses(d, n, passing);
  FindClassMoments(d);
  return NULL;
}

static const char *PrepareSieve(GrDistribution *d)
{
  const int n = d->n_entries - 1;
  if (n < 1 || n >= GR_DISTRIBUTION_ENTRIES_MAX)
    return "a sieve table has from 2 to 64 sieves; write that many radii";
  if (d->passing[0] != 0 || fabs(d->passing[n] - 1) > 1e-9) /* shares written with nine digits */
    return "passing must begin with 0 and end with 1; write a sieve that nothing passes and one that all pass";
  for (int k = 0; k < n; k++) {
    if (!(d->radius[k] > 0) || !(d->radius[k + 1] > d->radius[k]) || isinf(d->radius[k + 1]))
      return "the radii of a sieve table must be positive and ascend; write the finest sieve first";
    if (!(d->passing[k + 1] >= d->passing[k]))
      return "passing must not decrease; write the share that passes each sieve, not the share that remains on it";
  }
  for (int k = 0; k <= n; k++)
    d->classes.limit[k] = d->radius[k];
  d->smallest = d->radius[0];
  d->largest = d->radius[n];
  UseClasses(d, n, d->passing);
  FindClassMoments(d);
  return NULL;
}

static const char *PrepareRange(GrDistribution *d)
{
  if (!(d->from > 0) || !(d->to >= d->from) || isinf(d->to))
    return "from and to must be positive radii, from not above to; write both, for example from: 1 mm, to: 2 mm";
  if ((d->kind == GR_RADII_NORMAL || d->kind == GR_RADII_LOGNORMAL) &&
      (!(d->mean > 0) || !(d->deviation > 0) || isinf(d->mean) || isinf(d->deviation)))
    return "mean and deviation must be positive; write a constant radius if there is no deviation";
  d->smallest = d->from;
  d->largest = d->to;
  if (d->kind == GR_RADII_WEIBULL || (d->by != GR_BY_NUMBER && d->kind != GR_RADII_LOGNORMAL))
    return PrepareClasses(d);
  d->mean_radius = 0.5 * (d->from + d->to);
  d->mean_square = (d->from * d->from + d->from * d->to + d->to * d->to) / 3;
  d->mean_cube = 0.25 * (d->from + d->to) * (d->from * d->from + d->to * d->to);
  return d->kind == GR_RADII_UNIFORM ? NULL : PrepareCut(d);
}

static const char *PrepareList(GrDistribution *d)
{
  double sum = 0, given = 0, mean = 0, square = 0, cube = 0;
  if (d->n_entries < 1 || d->n_entries > GR_DISTRIBUTION_ENTRIES_MAX)
    return "a list of radii has from 1 to 64 entries; write that many";
  d->smallest = d->largest = d->radius[0];
  for (int k = 0; k < d->n_entries; k++) {
    double r = d->radius[k], share = d->fraction[k], small = d->radius[0] / r;
    if (!(r > 0) || isinf(r))
      return "a radius of the list is not positive; write one above 0";
    if (!(share > 0) || isinf(share))
      return "a fraction of the list is not positive; write one above 0, or leave the entry out";
    given += share;
    share = d->by == GR_BY_NUMBER ? share : share * (small * small * small);
    sum += share, mean += share * r, square += share * (r * r), cube += share * (r * r * r);
    d->cumulative[k] = sum;
    d->smallest = r < d->smallest ? r : d->smallest;
    d->largest = r > d->largest ? r : d->largest;
  }
  if (fabs(given - 1) > 1e-6) /* fractions written with six digits */
    return "the fractions of the list do not add up to 1; write shares such as 0.25 and 0.75";
  for (int k = 0; k < d->n_entries; k++)
    d->cumulative[k] /= sum;
  d->mean_radius = mean / sum;
  d->mean_square = square / sum;
  d->mean_cube = cube / sum;
  return NULL;
}

const char *GrFillDistributionPrepare(GrDistribution *d)
{
  d->classes.n = 0;
  if (d->kind == GR_RADII_LIST)
    return PrepareList(d);
  if (d->kind == GR_RADII_SIEVE)
    return PrepareSieve(d);
  if (d->kind != GR_RADII_CONSTANT)
    return PrepareRange(d);
  if (!(d->mean > 0) || isinf(d->mean))
    return "a radius must be positive; write one above 0";
  d->smallest = d->largest = d->mean_radius = d->mean;
  d->mean_square = d->mean * d->mean;
  d->mean_cube = d->mean * d->mean * d->mean;
  return NULL;
}

/* Replaces uniform numbers by standard normal numbers cut to [a, b]. p < 1, since Z is infinite at 1. */
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

/* Radius below which the fraction u of all particles lies [m], 0 < u < 1. */
static double RadiusInClasses(const GrDistributionClasses *c, double u)
{
  const int k = GrLastNotAfter(c->n, c->cumulative, u); /* never a class without a share */
  const double a = c->limit[k], b = c->limit[k + 1], ratio = a / b;
  const double v = (u - c->cumulative[k]) / (c->cumulative[k + 1] - c->cumulative[k]);
  const double r = c->by_volume ? a / sqrt(1 - v * (1 - ratio * ratio)) : a + v * (b - a);
  return r < a ? a : r > b ? b : r;
}

void GrFillDistributionQuantiles(const GrDistribution *d, PetscInt n, double *u)
{
  const double from = d->from, to = d->to;
  for (PetscInt i = 0; d->classes.n && i < n; i++)
    u[i] = RadiusInClasses(&d->classes, u[i]);
  if (d->classes.n)
    return;
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
  case GR_RADII_WEIBULL: /* through classes */
  case GR_RADII_SIEVE:
    break;
  }
}

void GrFillDistributionRadii(const GrDistribution *d, uint64_t seed, PetscInt n, const PetscInt64 *id, double *radius)
{
  const GrRandom r = {seed, GR_RANDOM_RADIUS};
  for (PetscInt first = 0; first < n; first += BATCH) {
    PetscInt count = n - first < BATCH ? n - first : BATCH;
    GrRandomOpens(r, 0, count, id + first, radius + first);
    GrFillDistributionQuantiles(d, count, radius + first);
  }
}

const char *GrFillDistributionOf(const GrRadii *radii, double factor, GrDistribution *distribution)
{
  *distribution = (GrDistribution){.kind = radii->kind,
                                   .by = radii->by,
                                   .mean = factor * radii->mean,
                                   .deviation = factor * radii->deviation,
                                   .scale = factor * radii->scale,
                                   .shape = radii->shape,
                                   .from = factor * radii->from,
                                   .to = factor * radii->to,
                                   .n_entries = radii->n_entries};
  for (int i = 0; i < radii->n_entries; i++) {
    distribution->radius[i] = factor * radii->radius[i];
    distribution->fraction[i] = radii->fraction ? radii->fraction[i] : 0;
    distribution->passing[i] = radii->passing ? radii->passing[i] : 0;
  }
  return GrFillDistributionPrepare(distribution);
}
