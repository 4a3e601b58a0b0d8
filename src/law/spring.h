/* What linear_spring, rolling_spring and twisting_spring share: parameters, and the coefficients that they become. */
#ifndef GRANUM_LAW_SPRING_H
#define GRANUM_LAW_SPRING_H

#include "law/slide.h"

enum { STIFFNESS, FRICTION, DAMPING, VISCOSITY, COHESION, N_PARAMETERS };
enum { SHARE = GR_SLIDE_SHARE, K, C, MU, K_C, N_COEFFICIENTS };

/* Rows of a resistance whose slip is R times a relative spin. */
#define GR_SPRING_TORQUE_ROWS                                                                                          \
  [STIFFNESS] = {"stiffness", "N/m", NULL, 0, INFINITY, true, true, NULL, "k: torque over angle is k R^2", 1e7},       \
  [FRICTION] = {"friction", "1",      NULL,                                                                            \
                0,          INFINITY, false,                                                                           \
                true,       NULL,     "mu: largest torque over R times the normal force",                              \
                0.1},                                                                                                  \
  [DAMPING] = GR_SLIDE_DAMPING("0"), [VISCOSITY] = GR_SLIDE_VISCOSITY, [COHESION] = GR_SLIDE_COHESION

static inline const char *PrepareSpring(const GrLawPair *pair, const GrLawValue *value, double *coefficient)
{
  coefficient[SHARE] = value[DAMPING].number;
  coefficient[K] = value[STIFFNESS].number;
  coefficient[C] = value[VISCOSITY].number;
  coefficient[MU] = value[FRICTION].number;
  coefficient[K_C] = value[COHESION].number;
  return NULL;
}

static inline bool FactorsOfSpring(const GrLawPair *pair, const GrLawValue *value, GrLawFactor *factor)
{
  double coefficient[N_COEFFICIENTS];
  PrepareSpring(pair, value, coefficient);
  GrLawFactorsAlone(N_COEFFICIENTS, coefficient, factor);
  return true;
}

static inline double StiffnessOfSpring(const double *coefficient, double overlap)
{
  return coefficient[K];
}

static inline double DampingOfSpring(const double *coefficient, double overlap)
{
  return coefficient[C];
}

#endif
