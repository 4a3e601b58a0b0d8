/* Estimate of the coefficient of restitution e of a contact with a Newtonian (fluid-filled) dashpot. The law
   newtonian_dashpot uses it, and other laws with `restitution: newtonian`.

     e = 2 K psi/(2 K psi + 5 A D v0),  psi = sqrt(d_max)
     d_max from 1/2 m v0^2 = 2/5 K d_max^(5/2) + A D v0 d_max^2
     A = integral of x sqrt(1 - x^(5/2)) from 0 to 1 = 0.3537
     D = 6 pi mu phi,  phi = 1 + 0.15 Re^0.687,  Re = rho R v0/mu

   v0 approach speed [m/s];  d_max largest overlap [m];  K Hertzian stiffness [N/m^1.5];  m reduced mass [kg];
   D drag coefficient [Pa s];  mu viscosity of the fluid [Pa s];  phi correction for the Reynolds number Re [1];
   rho mean density of the two bodies [kg/m^3];  R effective radius [m]

   Source: J25 (W. Jia et al., A novel nonlinear viscous contact model with a Newtonian fluid-filled dashpot, AIMS
   Press (2025)), eqs. 8, 22 and 24. psi = sqrt(d_max) is not a length. */
#ifndef GRANUM_LAW_NEWTONIAN_H
#define GRANUM_LAW_NEWTONIAN_H

#include "law/rows.h"
#include <granum/law.h>
#include <math.h>
#include <stdbool.h>

/* Returns the estimate of the restitution e. k: K [N/m^1.5]; mass: m [kg]; drag: D [Pa s]; speed: v0 [m/s]. The result
   has the same bits on every machine, because the function uses only functions of base/math/. */
double GrNewtonianReturned(double k, double mass, double drag, double speed);

/* Returns phi - 1 [1], the correction of the drag (head of this file), of a pair at an approach speed of 1 m/s. At
   another speed v0 [m/s], phi - 1 is this number times v0^0.687. viscosity: mu [Pa s]. Returns NaN if a density is
   missing or the radius is infinite. */
double GrNewtonianCorrection(const GrLawPair *pair, double viscosity);

/* Initializers (GrLawParameter) for laws whose input key `restitution` is a number or the word `newtonian`. With this
   word the restitution is the estimate of this file, which needs the parameters `viscosity` and `impact_speed`.
   meaning: text that describes the number. */
#define GR_RETURNED(meaning)                                                                                           \
  "restitution", "1", "newtonian|" GR_ELASTIC, 0, 1, true, false, NULL,                                                \
      meaning "; or the word newtonian: the restitution that newtonian_dashpot estimates", 0.9
#define GR_RETURNED_VISCOSITY                                                                                          \
  "viscosity", "Pa*s", NULL, ABOVE_ZERO, "", "mu of newtonian_dashpot; only with restitution: newtonian", 0
#define GR_RETURNED_SPEED                                                                                              \
  "impact_speed", "m/s", NULL, ABOVE_ZERO, "",                                                                         \
      "approach speed at which the restitution is computed; only with restitution: newtonian", 0

/* Computes K [N/m^1.5] and the restitution [1] of a pair. The restitution is the number in the input, or the estimate
   for `newtonian`. For the estimate, phi is computed at the given impact speed if both densities are known; otherwise
   phi = 1. given: value of the parameter `restitution`; stiffness: value of the parameter `stiffness`, which
   `viscosity` and `impact_speed` follow. Returns NULL, or an error message that describes the problem and its
   correction. */
const char *GrReturnedPrepare(const GrLawPair *pair, const GrLawValue *given, const GrLawValue *stiffness, double *k,
                              double *restitution);

#endif
