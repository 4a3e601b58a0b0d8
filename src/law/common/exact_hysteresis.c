/* Coefficient of hysteresis damping for a given restitution.

   A free impact with the force F = f(d) (1 + h v/v0) begins with the overlap rate v = v0 and ends with v = -e v0. From
   m v dv/dd = -F follows int v dv/(1 + h v/v0) = -1/m int f dd. The right-hand side has the same magnitude on approach
   and on separation for every f. Therefore
     h (1 + e) = ln[(1 + h)/(1 - e h)]
     h coefficient of hysteresis damping [1];  e restitution [1];  d overlap [m];  f(d) static force [N]
   Source: Y. Zhang and I. Sharf, ASME DETC2004-57220 (2004); S20 (H. Safaeifar and A. Farshidianfar, Multibody Syst.
   Dyn. 50 (2020) 233, doi 10.1007/s11044-020-09732-2) eq. 39.
   Valid: 0 < e <= 1.
   Limits: h grows like 1/e for small e.

   h = 0 also solves the equation. For small e the positive root is just below 1/e: with h = (1 - u)/e and w = ln u the
   equation is smooth in w. For e near 1 the two roots approach each other at 0. The equation divided by h^2 has only
   the positive root there; its series is sum_{n>=2} h^(n-2) [(-1)^n - e^n]/n. Each form is solved by bisection to the
   last bit. The restitution for the resulting h differs from e by less than 1e-14. */
#include "law/common/exact_hysteresis.h"
#include "base/math/exponential.h"
#include <stdbool.h>

enum { BISECTIONS = 200, TERMS = 40 };

/* ln[(1 + h)/(1 - e h)] - h (1 + e) with h = (1 - e^w)/e; positive beyond the root. */
static double FarFromOne(double e, double w)
{
  double u = GrExp(w);
  return GrLogarithm((1.0 + e - u) / e) - w - (1.0 - u) * (1.0 + e) / e;
}

/* The same over h^2. */
static double NearOne(double e, double h)
{
  double sum = 0, power = e * e, h_power = 1;
  for (int n = 2; n < TERMS; n++, power *= e, h_power *= h)
    sum -= h_power * ((n % 2 ? -1.0 : 1.0) - power) / n;
  return sum;
}

double GrExactHysteresis(double e)
{
  bool near = e > 0.9; /* there h < 0.17, and TERMS terms leave less than 1e-30 */
  double low = 0, high = near ? 0.25 : -(1.0 + e) / e, estimate = 1.5 * (1.0 - e) / (1.0 - e + e * e);
  if (e == 1.0)
    return 0;
  if (!near)
    low = GrLogarithm(1.0 - 0.5 * e * estimate); /* half the second-order estimate is below the root */
  for (int i = 0; i < BISECTIONS; i++) {
    double middle = 0.5 * (low + high), beyond = near ? NearOne(e, middle) : FarFromOne(e, middle);
    if (beyond > 0.0)
      high = middle;
    else
      low = middle;
  }
  return near ? high : (1.0 - GrExp(high)) / e;
}

/* For h > 1/4 by w = ln(1 - e h): w - e^w = ln(1 + h) - (1 + h), the left side of which grows with w. */
double GrExactRestitution(double h)
{
  bool near = h < 0.25; /* there TERMS terms leave less than 1e-24 */
  double low = near ? 0.0 : -(1.0 + h), high = near ? 1.0 : 0.0, target = GrLogarithm(1.0 + h) - (1.0 + h);
  for (int i = 0; i < BISECTIONS; i++) {
    double middle = 0.5 * (low + high), beyond = near ? NearOne(middle, h) : middle - GrExp(middle) - target;
    if (beyond > 0.0)
      high = middle;
    else
      low = middle;
  }
  return near ? high : (1.0 - GrExp(high)) / h;
}

/* int_0^u s/(1 + h s) ds, the work done while the speed falls from u v0 to 0, over m v0^2; u < 0: on separation. */
static double WorkOfDashpot(double h, double u)
{
  double x = h * u, sum = 0, power = 1;
  if (fabs(x) > 0.1)
    return (x - GrLogarithm(1.0 + x)) / (h * h);
  for (int n = 2; n < TERMS; n++, power *= -x)
    sum += power / n;
  return u * u * sum;
}

/* Finds the speed u v0 between low and high at which the work is `target`; `sign` is the sign of the velocity. */
static double SpeedOfWork(double h, double target, double sign, double low, double high)
{
  for (int i = 0; i < BISECTIONS; i++) {
    double middle = 0.5 * (low + high);
    if (WorkOfDashpot(h, sign * middle) > target)
      high = middle;
    else
      low = middle;
  }
  return low;
}

/* Down to the overlap between the ranges, into the second range and back, and out again. */
double GrExactRestitutionOfTwo(double h, double c, double work)
{
  double all = WorkOfDashpot(h, 1.0);
  if (!(all > work))
    return GrExactRestitution(h);
  double inward = SpeedOfWork(h, all - work, 1.0, 0.0, 1.0);
  double outward = inward * GrExactRestitution(c * inward);
  return SpeedOfWork(h, WorkOfDashpot(h, -outward) + work, -1.0, outward, h > 1.0 ? 1.0 / h : 1.0);
}
