/* Parameters, coefficients and functions that the friction laws linear_spring, rolling_spring and twisting_spring
   share. These laws have a spring of constant stiffness, a dashpot, and Coulomb's limit. */
#ifndef GRANUM_LAW_SPRING_H
#define GRANUM_LAW_SPRING_H

#include "law/slide/springs.h"
#include <stdbool.h>

/* Indices of the parameters of the laws linear_spring, rolling_spring and twisting_spring. */
enum { STIFFNESS, FRICTION, DAMPING, VISCOSITY, COHESION, FRICTION_PULL, SLIDER, N_PARAMETERS };
/* Indices of the coefficients of the laws linear_spring, rolling_spring and twisting_spring. SHARE: fraction
   of the viscosity of the normal law that is added to C [1]. K: stiffness [N/m]. C: viscosity [N s/m]. MU, MU_PULL:
   friction coefficients under compression and under tension. K_C: cohesion [N/m]. */
enum { SHARE = GR_SLIDE_SHARE, K = GR_SLIDE_MORE + 1, C, MU, MU_PULL, K_C, N_COEFFICIENTS };

/* Initializers of the parameters (GrLawParameter) of rolling_spring and twisting_spring. R is the effective radius. The
   slip in these laws is R times the relative angular velocity of the two bodies. */
#define GR_SPRING_TORQUE_ROWS                                                                                          \
  [STIFFNESS] = {"stiffness", "N/m", NULL, ABOVE_ZERO, NULL, "k: torque over angle is k R^2", 1e7},                    \
  [FRICTION] = {"friction", "1",      NULL,                                                                            \
                0,          INFINITY, false,                                                                           \
                true,       NULL,     "mu: largest torque divided by R times the normal force",                        \
                0.1},                                                                                                  \
  [DAMPING] = {GR_SLIDE_DAMPING("0")}, [VISCOSITY] = {GR_SLIDE_VISCOSITY}, [COHESION] = {GR_SLIDE_COHESION},           \
  [FRICTION_PULL] = {GR_SLIDE_FRICTION_PULL}, [SLIDER] = {GR_SLIDE_SLIDER_ROW}

/* Text on the law cards: Coulomb's limit L of the force [N]. N: normal force; d: overlap; k_c: parameter `cohesion`. */
#define GR_SPRING_LIMIT "L = mu (N + k_c d) if N + k_c d >= 0, otherwise friction_pull |N + k_c d|\n"

/* Returns stiffness, viscosity and Coulomb's limit of contact i of a batch. root: not used. */
GR_INLINE GrSlideTerms TermsOfSpring(const GrSlideBatch *batch, double root, int i)
{
  const double *const *coefficient = batch->coefficient;
  const double cap = GrSlideCap(coefficient[MU][i], coefficient[MU_PULL][i],
                                batch->normal_force[i] + coefficient[K_C][i] * batch->overlap[i]);
  return (GrSlideTerms){coefficient[K][i], coefficient[SHARE][i] * batch->viscosity[i] + coefficient[C][i], cap, cap};
}

/* Implements GrLaw.prepare for the laws of this file: computes the coefficients from the parameter values. Returns
   NULL. */
static inline const char *PrepareSpring(const GrLawPair *pair, const GrLawValue *value, double *coefficient)
{
  coefficient[SHARE] = value[DAMPING].number;
  coefficient[GR_SLIDE_SLIDER] = value[SLIDER].choice;
  coefficient[GR_SLIDE_AREA] = GR_AREA_DISPLACEMENT;
  coefficient[K] = value[STIFFNESS].number;
  coefficient[C] = value[VISCOSITY].number;
  coefficient[MU] = value[FRICTION].number;
  coefficient[MU_PULL] = value[FRICTION_PULL].number;
  coefficient[K_C] = value[COHESION].number;
  return NULL;
}

/* Implements GrLaw.factors for the laws of this file. Their coefficients depend neither on radius nor on mass. */
static inline bool FactorsOfSpring(const GrLawPair *pair, const GrLawValue *value, GrLawFactor *factor)
{
  return GrSlideFactors(PrepareSpring, N_COEFFICIENTS, pair, value, factor);
}

GR_LAW_CONSTANT(StiffnessOfSpring, K)
GR_LAW_CONSTANT(DampingOfSpring, C)

#endif
