/* Loss factors of contacts: functions that compute the damping of a spring from the coefficient of restitution e.

   The loss factor g [1] of the linear oscillator m d'' + g sqrt(k m) d' + k d = 0 is twice the damping ratio. d:
   overlap [m]; m: reduced mass [kg]; k: stiffness [N/m]. Source: W25 (G. Wang et al., Mech. Syst. Signal Process.
   (2025), doi 10.1016/j.ymssp.2025.112399). */
#ifndef GRANUM_LAW_LOSS_H
#define GRANUM_LAW_LOSS_H

#include "base/math/elementary.h"
#include "law/rows.h"
#include <granum/law.h>
#include <stdbool.h>

/* Initializer of the parameter `viscosity` (GrLawParameter), for laws that have no other dashpot. Its value gamma0 [N
   s/m] adds the force gamma0 v at any overlap, with the overlap rate v [m/s]. */
#define GR_VISCOSITY "viscosity", "N s/m", NULL, FROM_ZERO, "0", "gamma0 of the dashpot", 0

/* Initializer of the parameter `coefficient` (GrLawParameter). It selects the formula by which the viscosity of the
   dashpot is computed from the parameter `restitution`. */
#define GR_COEFFICIENT                                                                                                 \
  "coefficient", NULL, "exact|published|polynomial|polynomial_sqrt2", WORDS_ONLY, "exact",                             \
      "exact: the dashpot with which a free impact returns restitution where the contact ends, at overlap 0 with "     \
      "tension: allow, at the first zero of the force with clip; published: the formula of the source, which does "    \
      "so at overlap 0 only; polynomial: damping tsuji of LAMMPS; polynomial_sqrt2: the same in versions of LAMMPS "   \
      "that multiply it by sqrt(2), since 2026",                                                                       \
      0
enum { GR_COEFFICIENT_EXACT, GR_COEFFICIENT_PUBLISHED, GR_COEFFICIENT_POLYNOMIAL, GR_COEFFICIENT_POLYNOMIAL_SQRT2 };

/* Texts about the parameter `coefficient` for the law cards. z: damping ratio. LEFT: left-hand side of the equation, a
   multiple of z. */
#define GR_COEFFICIENT_EQUATION                                                                                        \
  "ends at overlap 0, or published:   z = |ln e|/sqrt(pi^2 + ln^2 e)\n"                                                \
  "ends at zero force:                2 z acos(z)/sqrt(1 - z^2) = |ln e|\n"                                            \
  "                      for z > 1:   2 z acosh(z)/sqrt(z^2 - 1) = |ln e|"
#define GR_POLYNOMIAL_EQUATION(LEFT)                                                                                   \
  "\npolynomial: " LEFT " = 1.2728 - 4.2783 e + 11.087 e^2 - 22.348 e^3 + 27.467 e^4 - 18.022 e^5 + 4.8218 e^6\n"      \
  "polynomial_sqrt2: sqrt(2) times as much"
#define GR_COEFFICIENT_CARD                                                                                            \
  "A free impact of two bodies without adhesion returns e, at overlap 0 with tension: allow and at the first zero of " \
  "the force with tension: clip; in an impact end: zero_force counts as clip. In a chain, in a packing or under "      \
  "gravity the restitution of a contact may be different. coefficient: published, for comparison with papers and "     \
  "other codes, is always the dashpot for overlap 0. With clip the restitution is then larger: 0.9 becomes 0.902, "    \
  "0.5 "                                                                                                               \
  "becomes 0.550, 0.1 becomes 0.253. coefficient: polynomial is a fit for the mass of a sphere, used with the "        \
  "reduced "                                                                                                           \
  "mass: tsuji then returns 0.616 for 0.5; polynomial_sqrt2 returns 0.500."

/* Returns the loss factor g1 = 2 |ln e|/sqrt(pi^2 + ln^2 e). A linear spring with the stiffness k and the dashpot g1
   sqrt(k m) has the restitution e (W25 eq. 11). */
static inline double GrLossLinear(double e)
{
  double log_e = GrLogarithm(e);
  return 2.0 * fabs(log_e) / sqrt(GR_PI * GR_PI + log_e * log_e);
}

/* Returns the loss factor g2 = 9 sqrt(5) (1 - e^2)/{e [e (9 pi - 16) + 16]}. A contact with the force K d^(3/2) + g2
   sqrt(K m) d^(1/4) v has the restitution e (W25 eq. 23). v: overlap rate. */
static inline double GrLossJankowski(double e)
{
  return 9.0 * sqrt(5.0) * (1.0 - e * e) / (e * (e * (9.0 * GR_PI - 16.0) + 16.0));
}

/* Returns the loss factor with which a linear oscillator has the restitution e, 0 < e <= 1, in an impact of two free
   bodies. no_pull true: the contact ends at the first zero of the force during unloading; false: it ends at overlap 0.
   Uses only the functions of base/math/, so that the result has the same bits on every machine. */
double GrLossReturning(double e, bool no_pull);

/* Returns the loss factor of a law [1] for the restitution e, by the formula that the parameter `coefficient` selects.
   `exact` and `published` give the loss factor of the linear oscillator, which is then multiplied by `scale`. scale:
   loss factor of the law divided by the loss factor of the linear oscillator. The polynomial formulas ignore `scale`.
   With `exact`, pair->no_pull determines where the contact ends (GrLossReturning). */
double GrLossOf(const GrLawPair *pair, const GrLawValue *coefficient, double e, double scale);

/* Returns the loss factor with which a linear oscillator has the restitution e if its dashpot acts only during
   approach. The contact force is then never negative. */
double GrLossApproach(double e);

/* Returns the restitution e of the linear oscillator for a loss factor (inverse of GrLossReturning). Use it only for
   theoretical values in the output, because its last bits depend on the machine. */
double GrReturnedLinear(double loss, bool no_pull);
/* Returns the restitution e of a linear oscillator whose dashpot acts only during approach (inverse of GrLossApproach).
   Use it only for theoretical values in the output, because its last bits depend on the machine. */
double GrReturnedApproach(double loss);

/* Returns the loss factor of the law F = k d^(3/2) + c d^(1/4) v. With the variable y = d^(5/4) this law becomes a
   linear oscillator: m v dv = -(k' y + c' v) dy, where k' = 4 k/5 and c' = 4 c/5. Its loss factor is c'/sqrt(k' m). */
static inline double GrLossOfRoot(double c, double k, double mass)
{
  return sqrt(0.8) * c / sqrt(k * mass);
}

/* Returns the viscosity g sqrt(k m) of a dashpot [N s/m]. g: loss factor `loss`; k: `stiffness`; m: reduced mass. The
   result is 0 for g = 0, even if m is infinite because both bodies are fixed. */
static inline double GrDashpot(double loss, double stiffness, double mass)
{
  return loss > 0.0 ? loss * sqrt(stiffness * mass) : 0.0;
}

/* Returns the formula (GrLaw.factors) of the coefficient g sqrt(stiffness m), the viscosity of a dashpot; m: reduced
   mass. loss: the loss factor g. k: index of the stiffness in the coefficients of the law. */
static inline GrLawFactor GrDashpotFactor(int k, double loss)
{
  return (GrLawFactor){GR_FACTOR_DASHPOT, k, loss > 0.0 ? loss : 0.0};
}

#endif
