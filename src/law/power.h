/* Powers d^n of the overlap d with an exponent n that the input gives. n = 1 (a straight line) and n = 3/2 (Hertz) are
   computed without logarithm and exponential function.

   A batch whose contacts all have n = 1, or all have n = 3/2, uses a shorter loop. The bits of a contact do not depend
   on the choice of the loop: for n = 1 and n = 3/2 all loops compute d^n in the same way. */
#ifndef GRANUM_LAW_POWER_H
#define GRANUM_LAW_POWER_H

#include "base/math/exponential.h"
#include "law/loop.h"

/* Beginning of the initializer of a parameter `exponent` (GrLawParameter): name, unit and range. */
#define GR_POWER_EXPONENT "exponent", "1", NULL, 1, 10, false, false
/* The same of the parameter NAME, a stiffness S with the symbol SYMBOL, by which the spring is S R (d/R)^n. */
#define GR_POWER_STIFFNESS(NAME, SYMBOL)                                                                               \
  NAME, "N/m", NULL, ABOVE_ZERO, "",                                                                                   \
      SYMBOL ": the force of the spring is " SYMBOL " R (d/R)^n, " SYMBOL " d for n = 1; if omitted: 4/3 E R from "    \
             "the materials and radii"

/* Computes K = S R^(1 - n) of a spring K d^n [N/m^n]. stiffness: value of the parameter S [N/m]; if it is omitted, S =
   4/3 E R, so that n = 3/2 is Hertz's spring. Returns NULL, or an error message. */
static inline const char *GrPowerStiffness(const GrLawPair *pair, const GrLawValue *stiffness, double n, double *k)
{
  const double r = pair->radius, modulus = 4.0 / 3.0 * pair->modulus;
  if (stiffness->given)
    *k = n == 1.0 ? stiffness->number : stiffness->number * GrPower(r, 1.0 - n);
  else
    *k = n == 1.5 ? modulus * sqrt(r) : modulus * GrPower(r, 2.0 - n);
  if (!stiffness->given && isnan(pair->modulus))
    return "the effective modulus is not known; give youngs_modulus and poisson_ratio of both materials, or the "
           "stiffness of the law";
  if (!(*k > 0.0) || isinf(*k))
    return "the stiffness of the spring is zero or infinite in double precision; write a smaller exponent";
  return NULL;
}

/* Exponents of a batch: all 1, all 3/2, or others. */
typedef enum { GR_POWER_LINE, GR_POWER_HERTZ, GR_POWER_ANY } GrPowerForm;

/* Returns d^n for d >= 0 and n >= 0, n > 0 if d may be 0; NaN for NaN. The caller passes `form` as a constant. */
GR_INLINE double GrPowerOf(GrPowerForm form, double d, double n)
{
  if (form == GR_POWER_LINE)
    return d;
  const double hertz = d * GrRoot(d);
  if (form == GR_POWER_HERTZ)
    return hertz;
  const double power = GrPower(d, n), other = d > 0.0 ? power : GrMarkNan(d);
  return n == 1.0 ? d : n == 1.5 ? hertz : other;
}

/* Returns the derivative n d^(n - 1) of d^n for d >= 0 and n >= 1. */
static inline double GrPowerSlope(double d, double n)
{
  const double other = d > 0.0 ? GrPower(d, n - 1.0) : 0.0;
  return n == 1.0 ? 1.0 : n == 1.5 ? 1.5 * GrRoot(d) : n * other;
}

/* Returns the form of a batch. exponent: index of the exponent n in the coefficients of the law. */
static inline GrPowerForm GrPowerFormOf(const GrLawBatch *batch, int exponent)
{
  const double *restrict n = batch->coefficient[exponent];
  int other[2] = {0, 0};
  for (int i = 0; i < batch->n; i++) {
    other[GR_POWER_LINE] |= n[i] != 1.0;
    other[GR_POWER_HERTZ] |= n[i] != 1.5;
  }
  return !other[GR_POWER_LINE] ? GR_POWER_LINE : !other[GR_POWER_HERTZ] ? GR_POWER_HERTZ : GR_POWER_ANY;
}

/* Defines ForceOfNAME and EnergyOfNAME of a law (law/loop.h) from the functions PartsAtNAME(form, batch, i) and
   EnergiesAtNAME(form, batch, i). EXPONENT: index of the exponent in the coefficients of the law. */
#define GR_POWER_FORM(NAME, FORM)                                                                                      \
  GR_INLINE GrLawParts PartsOf##NAME##FORM(const GrLawBatch *batch, int i)                                             \
  {                                                                                                                    \
    return PartsAt##NAME(FORM, batch, i);                                                                              \
  }                                                                                                                    \
  GR_INLINE GrLawEnergies EnergiesOf##NAME##FORM(const GrLawBatch *batch, int i)                                       \
  {                                                                                                                    \
    return EnergiesAt##NAME(FORM, batch, i);                                                                           \
  }                                                                                                                    \
  GR_LAW_FORCE(NAME##FORM)                                                                                             \
  GR_LAW_ENERGY(NAME##FORM)
#define GR_POWER_FORCE_AND_ENERGY(NAME, EXPONENT)                                                                      \
  GR_POWER_FORM(NAME, GR_POWER_LINE)                                                                                   \
  GR_POWER_FORM(NAME, GR_POWER_HERTZ)                                                                                  \
  GR_POWER_FORM(NAME, GR_POWER_ANY)                                                                                    \
  static void ForceOf##NAME(const GrLawBatch *batch)                                                                   \
  {                                                                                                                    \
    void (*const force[])(const GrLawBatch *) = {ForceOf##NAME##GR_POWER_LINE, ForceOf##NAME##GR_POWER_HERTZ,          \
                                                 ForceOf##NAME##GR_POWER_ANY};                                         \
    force[GrPowerFormOf(batch, EXPONENT)](batch);                                                                      \
  }                                                                                                                    \
  static void EnergyOf##NAME(const GrLawBatch *batch, double *recoverable, double *consumed)                           \
  {                                                                                                                    \
    void (*const energy[])(const GrLawBatch *, double *, double *) = {                                                 \
        EnergyOf##NAME##GR_POWER_LINE, EnergyOf##NAME##GR_POWER_HERTZ, EnergyOf##NAME##GR_POWER_ANY};                  \
    energy[GrPowerFormOf(batch, EXPONENT)](batch, recoverable, consumed);                                              \
  }

#endif
