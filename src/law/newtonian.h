/* Restitution of a Newtonian (fluid-filled) dashpot, by the estimate of its source. Used by the law newtonian_dashpot,
   and by other laws with `restitution: newtonian`.

   e = 2 K psi/(2 K psi + 5 A D v0),  psi = sqrt(d_max),  1/2 m v0^2 = 2/5 K d_max^(5/2) + A D v0 d_max^2 A = integral
   of x sqrt(1 - x^(5/2)) from 0 to 1 = 0.3537,  D = 6 pi mu phi,  phi = 1 + 0.15 Re^0.687, Re = rho R v0/mu v0 approach
   speed [m/s];  K [N/m^1.5];  m reduced mass [kg];  mu viscosity [Pa s];  rho mean density [kg/m^3] Source: J25 (W. Jia
   et al., A novel nonlinear viscous contact model with a Newtonian fluid-filled dashpot applied for impact behavior in
   particle systems) eqs. 8, 22 and 24, where psi is sqrt(d_max) and not a length. */
#ifndef GRANUM_LAW_NEWTONIAN_H
#define GRANUM_LAW_NEWTONIAN_H

#include "law/rows.h"
#include <granum/law.h>
#include <math.h>

/* Returns the estimate of the restitution e. k: K [N/m^1.5]; mass: m [kg]; drag: D [Pa s]; speed: v0 [m/s]. Uses only
   functions of base/math/, so that it has the same bits on every machine. */
double GrNewtonianReturned(double k, double mass, double drag, double speed);

/* Returns phi - 1 at an approach speed of 1 m/s; phi - 1 is proportional to speed^0.687. viscosity: mu [Pa s]. NaN if a
   density is missing or the radius is infinite. */
double GrNewtonianCorrection(const GrLawPair *pair, double viscosity);

/* Parameter rows of a law whose restitution is a number or the word newtonian. */
#define GR_RETURNED(meaning)                                                                                           \
  "restitution", "1", "newtonian", 0, 1, true, false, NULL,                                                            \
      meaning "; or the word newtonian: what newtonian_dashpot returns by its estimate", 0.9
#define GR_RETURNED_VISCOSITY                                                                                          \
  "viscosity", "Pa*s", NULL, ABOVE_ZERO, "", "mu of that dashpot; only with restitution: newtonian", 0
#define GR_RETURNED_SPEED                                                                                              \
  "impact_speed", "m/s", NULL, ABOVE_ZERO, "",                                                                         \
      "approach speed at which the restitution is computed; only with restitution: newtonian", 0

/* Values of the three parameters of the rows GR_RETURNED... */
typedef struct {
  GrLawValue restitution, viscosity, speed;
} GrReturned;

/* Computes K of a pair [N/m^1.5] and its restitution [1]: the number in the input, or the estimate. phi is computed at
   the impact speed if both densities are known; otherwise phi = 1. Returns NULL, or an error message: the problem and
   its correction. */
const char *GrReturnedPrepare(const GrLawPair *pair, const GrLawValue *stiffness, const GrReturned *given, double *k,
                              double *restitution);

#endif
