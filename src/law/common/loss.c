/* loss: damping ratio of a linear oscillator for a given restitution; see loss.h.

   An impact with m d'' + 2 z sqrt(k m) d' + k d = 0 that begins at d = 0 has the restitution e. With A(z) =
   acos(z)/sqrt(1 - z^2) for z < 1 and A(z) = acosh(z)/sqrt(z^2 - 1) for z > 1,
     ln e = -z A(z)                 if the dashpot acts on approach only
     ln e = -2 z A(z)               up to the first zero of the force in restitution, for every z
     ln e = -pi z/sqrt(1 - z^2)     up to d = 0, for z < 1; restitution 0 beyond
   z damping ratio [1];  e restitution [1];  d overlap [m];  m reduced mass [kg];  k stiffness [N/m]
   Source: T. Schwager and T. Poeschel, Granular Matter 9 (2007) 465. They write the second equation with a phase: with
   z = cos(a) the force is 0 at the phase 2 a. With GrLossOfRoot the equations also hold for the law K d^(3/2) + c
   d^(1/4) v, see D. Antypov and J. A. Elliott, EPL 94 (2011) 50004. */
#include "law/common/loss.h"
#include "base/math/exponential.h"

/* The damping ratio z with z A(z) = w <= 2: z/w is an analytic function of w, across the critical damping at w = 1.
   Here it is the polynomial in w - 1 that takes its values at the Chebyshev nodes of 0 to 2; error 2e-16. */
static double RatioBySeries(double w)
{
  static const double c[] = {
      1.0000000000000000774,      0.49999999999999993203,    0.17499999999999004582,    0.046785714285717545798,
      0.0098660714287816740946,   0.0016668483301955948067,  0.00023189261461730029872, 2.8875882694556739067e-05,
      3.6536555277485204835e-06,  4.3598637571202088887e-07, 2.6781461692316423716e-08, -2.6434558150786542993e-09,
      -3.7364305318637118178e-11, 2.7296155065185646983e-10, 2.9837448731871159916e-11, -9.2188170557271491887e-12};
  double sum = 0;
  for (int n = sizeof c / sizeof *c; n-- > 0;)
    sum = sum * (w - 1.0) + c[n];
  return w * sum;
}

/* The same for w > 2: with z = cosh(a) it is a = w tanh(a), which Newton's method solves from a = w, where it is wrong
   by less than 0.09, to the last bits. */
static double RatioOverdamped(double w)
{
  enum { STEPS = 5 };
  double a = w;
  for (int step = 0; step < STEPS; step++) {
    double u = GrExp(-2.0 * a), whole = 1.0 + u;
    a -= (a - w * (1.0 - u) / whole) / (1.0 - 4.0 * w * u / (whole * whole));
  }
  return 0.5 * (GrExp(a) + GrExp(-a));
}

static double DampingRatio(double w)
{
  const double most = 300.0; /* the restitution is below 1e-130, and z^2 does not overflow */
  return w <= 2.0 ? RatioBySeries(w) : RatioOverdamped(w > most ? most : w);
}

double GrLossReturning(double e, bool no_pull)
{
  return no_pull ? 2.0 * DampingRatio(-0.5 * GrLogarithm(e)) : GrLossLinear(e);
}

/* The fit to the curve of Tsuji, Tanaka and Ishida by J. S. Marshall, J. Comput. Phys. 228 (2009) 1541, eq. 53. */
static double LossByPolynomial(double e)
{
  static const double c[] = {1.2728, -4.2783, 11.087, -22.348, 27.467, -18.022, 4.8218};
  double sum = 0;
  for (int n = sizeof c / sizeof *c; n-- > 0;)
    sum = sum * e + c[n];
  return sum;
}

double GrLossOf(const GrLawPair *pair, const GrLawValue *coefficient, double e, double scale)
{
  if (coefficient->choice == GR_COEFFICIENT_POLYNOMIAL)
    return LossByPolynomial(e);
  if (coefficient->choice == GR_COEFFICIENT_POLYNOMIAL_SQRT2)
    return sqrt(2.0) * LossByPolynomial(e);
  return scale * GrLossReturning(e, pair->no_pull && coefficient->choice == GR_COEFFICIENT_EXACT);
}

double GrLossApproach(double e)
{
  return 2.0 * DampingRatio(-GrLogarithm(e));
}

double GrReturnedApproach(double loss)
{
  double z = 0.5 * loss;
  double arc = z < 1.0 ? acos(z) / sqrt((1.0 - z) * (1.0 + z)) : acosh(z) / sqrt((z - 1.0) * (z + 1.0));
  return exp(-z * (z == 1.0 ? 1.0 : arc));
}

double GrReturnedLinear(double loss, bool no_pull)
{
  if (no_pull)
    return GrReturnedApproach(loss) * GrReturnedApproach(loss);
  return loss < 2.0 ? exp(-GR_PI * loss / sqrt(4.0 - loss * loss)) : 0.0;
}
