/* Kernels of coarse-graining; see kernel.h. Sources: I. Goldhirsch, Granular Matter 12 (2010) 239; L. B. Lucy,
   Astronomical Journal 82 (1977) 1013, whose function of the radius is here a function of one coordinate. */
#include "record/grid/kernel.h"

#include "base/math/exponential.h"
#include "case/output.h"

/* Integral of exp(-t^2/2) from 0 to s for 0 <= s <= 4: s e^(-s^2/2) sum over n of s^(2 n)/(1 3 5 .. (2 n + 1)). All
   terms are positive, so rounding errors do not grow. */
static double HalfOfGauss(double s)
{
  double term = s, sum = s;

  for (int n = 1; term > 1e-17 * sum; n++) {
    term *= s * s / (2 * n + 1);
    sum += term;
  }
  return GrExp(-0.5 * s * s) * sum;
}

/* f = exp(-s^2/2) over its integral from -reach to reach. */
static double BelowGaussian(double s, double reach)
{
  const double part = HalfOfGauss(fabs(s)) / HalfOfGauss(reach);
  return 0.5 + (s < 0 ? -0.5 : 0.5) * part;
}

/* f = 5/4 (1 + 3 |s|) (1 - |s|)^3 = 5/4 (1 - 6 s^2 + 8 |s|^3 - 3 s^4). */
static double BelowLucy(double s, double reach)
{
  const double a = fabs(s) / reach, part = 2.5 * a * (1 - a * a * (2 - a * (2 - 0.6 * a)));
  return 0.5 + (s < 0 ? -0.5 : 0.5) * part;
}

/* f = 1/2. */
static double BelowHeaviside(double s, double reach)
{
  return 0.5 + 0.5 * s / reach;
}

static const GrKernel kernels[] = {
    [GR_KERNEL_GAUSSIAN] = {"standard deviation of the Gaussian kernel", 3, BelowGaussian},
    [GR_KERNEL_LUCY] = {"half width of the kernel of Lucy", 1, BelowLucy},
    [GR_KERNEL_HEAVISIDE] = {"half width of the kernel of Heaviside", 1, BelowHeaviside}};

const GrKernel *GrKernelAt(int number)
{
  return number == GR_KERNEL_NONE ? NULL : &kernels[number];
}

double GrKernelBelow(const GrKernel *k, double s)
{
  return s <= -k->reach ? 0 : s >= k->reach ? 1 : k->below(s, k->reach);
}
