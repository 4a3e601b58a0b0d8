/* Yield points of two spheres; equations in yield.h. */
#include "law/common/yield.h"
#include "law/hertz.h"

enum { K, D_Y, K_LINE, JUMP };

const char *GrYieldPrepare(const GrLawPair *pair, const GrLawValue *stiffness, double hardness_ratio, double conformity,
                           GrYield *yield)
{
  const char *wrong = GrHertzPrepare(pair, stiffness, &yield->k);
  if (wrong)
    return wrong;
  if (isnan(pair->yield_stress))
    return "the yield stress is not known; give yield_stress of at least one of the two materials";
  double radius = pair->radius, stress = pair->yield_stress;
  double modulus = stiffness->given ? 0.75 * yield->k / sqrt(radius) : pair->modulus;
  double p_y = 1.61 * stress, hardness = 2.0 * hardness_ratio * stress;
  double ratio = 0.5 * conformity * conformity, lam = GrLogarithm(ratio); /* d_p/d_y and its logarithm */
  if (!(hardness > p_y))
    return "hardness_ratio is too small, the contact would soften as it yields; it must exceed 0.805, metals have 2.6 "
           "to 3";
  if (!(lam > 1.0))
    return "conformity is too small, full plasticity would follow too soon after first yield; conformity^2/2 must "
           "exceed 2.7183, write 13 to 20";
  yield->d_y = GR_PI * GR_PI * radius * (p_y * p_y) / (4.0 * (modulus * modulus));
  yield->f_y = yield->k * yield->d_y * sqrt(yield->d_y);
  yield->d_p = ratio * yield->d_y;
  yield->c2 = (hardness - p_y) * GR_PI * radius / lam;
  yield->c1 = (p_y * (1.0 + lam) - hardness) * GR_PI * radius / lam;
  yield->c3 = yield->f_y - yield->c1 * yield->d_y;
  yield->f_p = yield->d_p * (yield->c1 + yield->c2 * lam) + yield->c3;
  yield->k1 = GR_PI * radius * hardness;
  return NULL;
}

GR_INLINE GrLawEnergies EnergiesOfYield(const GrLawBatch *batch, int i)
{
  const double *const *c = batch->coefficient;
  const double d = batch->overlap[i], d_y = c[D_Y][i], k = c[K][i], x = d > d_y ? d_y : d;
  const double root = sqrt(x), beyond = d - x;
  return (GrLawEnergies){0.4 * k * (x * x) * root + beyond * (k * x * root + c[JUMP][i] + 0.5 * c[K_LINE][i] * beyond),
                         0};
}

void GrYieldEnergy(const GrLawBatch *batch, double *recoverable, double *consumed)
{
  GrLawEnergy(batch, recoverable, consumed, EnergiesOfYield);
}

double GrYieldStiffness(const double *coefficient, double overlap)
{
  double hertz = GrHertzStiffness(coefficient, overlap < coefficient[D_Y] ? overlap : coefficient[D_Y]);
  return overlap > coefficient[D_Y] && coefficient[K_LINE] > hertz ? coefficient[K_LINE] : hertz;
}

void GrYieldCorners(const GrLawBatch *batch, double *const *corner)
{
  memcpy(corner[0], batch->coefficient[D_Y], sizeof(double) * (size_t)batch->n);
}
