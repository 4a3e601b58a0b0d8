/* Viscous torque against rolling (rolling_viscous) or against spin about the normal (twisting_viscous): it grows with
   the relative spin and with the normal force.

   F = -c s,  c = min(mu N/v_r, m/(32 h)) for N > 0, otherwise 0;  the torque is R n x F (rolling) or R F (twisting)
     s slip [m/s]: R times the relative spin, across the normal n or along it;  R effective radius [m];  N normal force
     [N];  mu friction [1]: torque over R N at the speed v_r;  v_r reference speed [m/s];  h length of the step [s];
     m reduced mass of the two bodies [kg]
   The second limit of c keeps the step stable, also at a high normal force (the bound on B in constant_torque.c). It is
   reached for N h/v_r > m/(32 mu), which is far from usual values: with mu = 0.1 and v_r = 1 m/s, a sphere under its
   own weight reaches it at a step of 30 ms. Since it exists, the law does not shorten the automatic step.
   Source: Y. C. Zhou, B. D. Wright, R. Y. Yang, B. H. Xu and A. B. Yu, Physica A 269 (1999) 536, torque that grows with
   the velocity of rolling; N. V. Brilliantov and T. Poeschel, Europhys. Lett. 42 (1998) 511 (viscoelastic spheres: the
   torque is proportional to normal force and rolling speed); model B of J. Ai, J.-F. Chen, J. M. Rotter and J. Y. Ooi,
   Powder Technol. 206 (2011) 269.
   Valid: while the contact rolls or spins. A sphere that rolls on a plane keeps the speed v = v0 exp(-5 mu g t/(7
   v_r)), g gravity [m/s^2], if friction prevents slip; a sphere that spins about the normal keeps w0 exp(-5 mu g t/(2
   v_r)).
   History: none.  Energy: the law stores no energy.
   Limits: nothing is held at rest: on a slope a sphere rolls at the speed v_r tan(slope)/mu. A pile of such spheres
   creeps. */
#include "base/math/independent.h"
#include "law/slide/slide.h"
#include "law/slide/slip.h"
#include <math.h>

enum { FRICTION, SPEED, N_PARAMETERS };
enum { SHARE = GR_SLIDE_SHARE, MASS, SLOPE, N_COEFFICIENTS };

static const double most = 1.0 / 32; /* largest viscosity times step over reduced mass [1] */

static const GrLawParameter parameters[N_PARAMETERS + 1] = {
    [FRICTION] = {"friction", "1", NULL, FROM_ZERO, NULL,
                  "mu: torque divided by R times the normal force, at the slip `speed`", 0.1},
    [SPEED] = {"speed", "m/s", NULL, ABOVE_ZERO, NULL, "v_r: slip at which the torque is mu R N", 1},
};

static const char *PrepareViscousTorque(const GrLawPair *pair, const GrLawValue *value, double *coefficient)
{
  coefficient[SHARE] = 0;
  coefficient[MASS] = pair->mass;
  coefficient[SLOPE] = value[FRICTION].number / value[SPEED].number;
  return NULL;
}

static bool FactorsOfViscousTorque(const GrLawPair *pair, const GrLawValue *value, GrLawFactor *factor)
{
  const bool given = GrSlideFactors(PrepareViscousTorque, N_COEFFICIENTS, pair, value, factor);
  factor[MASS] = (GrLawFactor){.form = GR_FACTOR_MASS_ALONE, .factor = 1.0};
  return given;
}

static void SlideViscousTorque(const GrSlideBatch *batch)
{
  const double *restrict normal_force = batch->normal_force, *restrict mass = batch->coefficient[MASS];
  const double *restrict slope = batch->coefficient[SLOPE];
  const double rate = batch->interval > 0.0 ? most / batch->interval : INFINITY;
  double *restrict stored = batch->stored, *restrict power = batch->power;

  GR_INDEPENDENT
  for (int i = 0; i < batch->n; i++) {
    const GrVector slip = GrVectorAt(batch->slip, i);
    const double pressed = slope[i] * (normal_force[i] <= 0.0 ? 0.0 : normal_force[i]), stable = rate * mass[i];
    const double c = pressed > stable ? stable : pressed;
    GrVectorPut((GrVector){-c * slip.x, -c * slip.y, -c * slip.z}, batch->force, i);
    if (stored)
      stored[i] = 0.0;
    power[i] = c * GrDot(slip, slip);
  }
}

/* The law has no spring. */
static double StiffnessOfViscousTorque(const double *coefficient, double overlap)
{
  return 0.0;
}

#define SOURCE                                                                                                         \
  "Y. C. Zhou, B. D. Wright, R. Y. Yang, B. H. Xu and A. B. Yu, Physica A 269 (1999) 536; N. V. Brilliantov and T. "   \
  "Poeschel, Europhys. Lett. 42 (1998) 511; model B of J. Ai, J.-F. Chen, J. M. Rotter and J. Y. Ooi, Powder "         \
  "Technol. 206 (2011) 269"
#define EQUATION(SLIP, TORQUE)                                                                                         \
  "pseudo-force F = -c s, c = min(mu N/v_r, m/(32 h)); under tension c = 0\n" SLIP                                     \
  "; N: normal force; m = m1 m2/(m1 + m2); h: step\n" TORQUE                                                           \
  " on the first body, the opposite on the other; n: normal from the first to the other"
#define DEFECTS                                                                                                        \
  "Nothing is held at rest; use rolling_constant, rolling_epsd or rolling_spring for piles. The limit m/(32 h) keeps " \
  "the step stable if N h/v_r > m/(32 mu); the torque is then smaller than that of the equation. At the usual steps "  \
  "and speeds it is not reached."

const GrLaw GrLaw_rolling_viscous = {
    .name = "rolling_viscous",
    .kind = GR_LAW_ROLLING,
    .summary = "torque against rolling that grows with the rolling speed",
    .source = SOURCE,
    .equation = EQUATION("s = R (w1 - w2) x n", "torque R n x F"),
    .range = "motion. A sphere that rolls on a plane keeps the speed v0 exp(-5 mu g t/(7 v_r)); on a slope it rolls at "
             "the speed v_r tan(slope)/mu.",
    .defects = DEFECTS,
    GR_LAW_ROWS,
    .prepare = PrepareViscousTorque,
    .factors = FactorsOfViscousTorque,
    .stiffness = StiffnessOfViscousTorque,
    .slide = SlideViscousTorque,
};

const GrLaw GrLaw_twisting_viscous = {
    .name = "twisting_viscous",
    .kind = GR_LAW_TWISTING,
    .summary = "torque against spin about the normal that grows with the spin",
    .source = SOURCE,
    .equation = EQUATION("s = R (w1 - w2).n n", "torque R F"),
    .range = "motion. A sphere that spins on a plane about the normal keeps the spin w0 exp(-5 mu g t/(2 v_r)).",
    .defects = DEFECTS,
    GR_LAW_ROWS,
    .prepare = PrepareViscousTorque,
    .factors = FactorsOfViscousTorque,
    .stiffness = StiffnessOfViscousTorque,
    .slide = SlideViscousTorque,
};
