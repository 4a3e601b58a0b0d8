/* Classes of radii: fractions of the number of particles, moments, quantiles; equations in distribution_classes.h. */
#include "particle/fill/distribution_classes.h"

#include "base/math/bracket.h"
#include "base/math/elementary.h"

void GrFillDistributionClassesSet(GrDistributionClasses *c, int n, bool by_volume, const double *passing)
{
  c->n = n;
  c->by_volume = by_volume;
  c->cumulative[0] = 0;
  for (int k = 0; k < n; k++) {
    const double low = c->limit[0] / c->limit[k], high = c->limit[0] / c->limit[k + 1]; /* <= 1: no overflow */
    const double share = passing[k + 1] - passing[k];
    c->cumulative[k + 1] = c->cumulative[k] + (by_volume ? share * 0.5 * low * high * (low + high) : share);
  }
  for (int k = 1; k < n; k++)
    c->cumulative[k] /= c->cumulative[n];
  c->cumulative[n] = 1;
}

void GrFillDistributionClassesMoments(const GrDistributionClasses *c, double moment[3])
{
  moment[0] = moment[1] = moment[2] = 0;
  for (int k = 0; k < c->n; k++) {
    const double a = c->limit[k], b = c->limit[k + 1], share = c->cumulative[k + 1] - c->cumulative[k];
    const double harmonic = 2 * a * b / (a + b);
    moment[0] += share * (c->by_volume ? harmonic : 0.5 * (a + b));
    moment[1] +=
        share * (c->by_volume ? harmonic * (a * b / (b - a)) * GrLogarithm(b / a) : (a * a + a * b + b * b) / 3);
    moment[2] += share * (c->by_volume ? harmonic * a * b : 0.25 * (a + b) * (a * a + b * b));
  }
}

double GrFillDistributionClassesRadius(const GrDistributionClasses *c, double u)
{
  const int k = GrLastNotAfter(c->n, c->cumulative, u); /* never a class without a share */
  const double a = c->limit[k], b = c->limit[k + 1], ratio = a / b;
  const double v = (u - c->cumulative[k]) / (c->cumulative[k + 1] - c->cumulative[k]);
  const double r = c->by_volume ? a / sqrt(1 - v * (1 - ratio * ratio)) : a + v * (b - a);
  return r < a ? a : r > b ? b : r;
}
