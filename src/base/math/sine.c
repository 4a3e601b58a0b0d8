/* Sine and cosine with the same bits on every machine; the method is in sine.h. */
#include "base/math/sine.h"

#include "base/math/elementary.h"

/* A number as the sum of two, the second below an ulp of the first. */
typedef struct {
  double high, low;
} Double2;

/* a - b without error (Knuth's two-sum, any order of magnitude). */
static inline Double2 SubtractExactly(double a, double b)
{
  double high = a - b, part = high - a;
  return (Double2){high, (a - (high - part)) - (b + part)};
}

/* x - k pi/2. */
static Double2 ReduceAngle(double x, double k)
{
  const double part[4] = {0x1.921fb54400000p+0, 0x1.0b4611a600000p-34, 0x1.3198a2e000000p-69, 0x1.b839a252049c1p-104};
  Double2 second = SubtractExactly(x - k * part[0], k * part[1]);
  Double2 third = SubtractExactly(second.high, k * part[2]);
  double low = (second.low + third.low) - k * part[3];
  double high = third.high + low;
  return (Double2){high, (third.high - high) + low};
}

/* sin(h + l) = h - h^3/6 + h^5/120 - ... + l (1 - h^2/2). */
static double SineOfReduced(Double2 r)
{
  double z = r.high * r.high, cube = z * r.high;
  double sum = 1.0 / 355687428096000.0;
  sum = sum * z - 1.0 / 1307674368000.0;
  sum = sum * z + 1.0 / 6227020800.0;
  sum = sum * z - 1.0 / 39916800.0;
  sum = sum * z + 1.0 / 362880.0;
  sum = sum * z - 1.0 / 5040.0;
  sum = sum * z + 1.0 / 120.0;
  return r.high - ((z * (0.5 * r.low - cube * sum) - r.low) + cube * (1.0 / 6.0));
}

/* cos(h + l) = 1 - h^2/2 + h^4/24 - ... - l h; the rounding error of 1 - h^2/2 is added. */
static double CosineOfReduced(Double2 r)
{
  double z = r.high * r.high, half = 0.5 * z, most = 1.0 - half;
  double sum = 1.0 / 20922789888000.0;
  sum = sum * z - 1.0 / 87178291200.0;
  sum = sum * z + 1.0 / 479001600.0;
  sum = sum * z - 1.0 / 3628800.0;
  sum = sum * z + 1.0 / 40320.0;
  sum = sum * z - 1.0 / 720.0;
  sum = sum * z + 1.0 / 24.0;
  return most + (((1.0 - most) - half) + (z * (z * sum) - r.high * r.low));
}

void GrSineCosine(double x, double *sine, double *cosine)
{
  const double two_over_pi = 0.63661977236758134, integer = 0x1.8p52; /* see GrCbrt */

  if (!(fabs(x) < 0x1p45)) {
    *sine = *cosine = NAN;
    return;
  }
  double shifted = x * two_over_pi + integer;
  unsigned quarter = (unsigned)(GrBitsOf(shifted) & 3);
  Double2 r = ReduceAngle(x, shifted - integer);
  double s = SineOfReduced(r), c = CosineOfReduced(r);
  *sine = quarter & 1 ? c : s;
  *cosine = quarter & 1 ? s : c;
  if (quarter & 2)
    *sine = -*sine;
  if (quarter == 1 || quarter == 2)
    *cosine = -*cosine;
}

void GrSineMotion(double frequency, double phase, double t, double *sine, double *rate)
{
  const double periods = frequency * t;
  double cosine;

  GrSineCosine(2 * GR_PI * (periods - rint(periods)) + phase, sine, &cosine);
  *rate = 2 * GR_PI * frequency * cosine;
}

double GrSineArcTangent(double y, double x)
{
  const double ax = fabs(x), ay = fabs(y);
  double t = ax > ay ? ay / ax : ax / ay, sum = 0;

  if (ax == 0 && ay == 0)
    return 0;
  for (int i = 0; i < 3; i++) /* tan(a/2) = tan a/(1 + sqrt(1 + tan^2 a)); t is then below tan(pi/32) */
    t = t / (1 + sqrt(1 + t * t));
  for (int k = 17; k > 0; k -= 2) /* arctan t = t - t^3/3 + t^5/5 - .. */
    sum = (k % 4 == 1 ? 1.0 : -1.0) / k + sum * (t * t);
  const double small = 8 * (t * sum), first = ax > ay ? small : 0.5 * GR_PI - small,
               angle = x < 0 ? GR_PI - first : first;
  return y < 0 ? -angle : angle;
}
