/* Restitution of a Newtonian dashpot, by the estimate of its source. The law newtonian_dashpot uses it, and so do laws
   with `restitution: newtonian`.

   e = 2 K psi/(2 K psi + 5 A D v0),  psi = sqrt(d_max),  1/2 m v0^2 = 2/5 K d_max^(5/2) + A D v0 d_max^2
   A = integral of x sqrt(1 - x^(5/2)) from 0 to 1 = 0.3537,  D = 6 pi mu phi,  phi = 1 + 0.15 Re^0.687, Re = rho R
   v0/mu v0 approach speed [m/s];  K [N/m^1.5];  m reduced mass [kg];  mu viscosity [Pa s];  rho mean density [kg/m^3]
   Source: J25 (W. Jia et al., A novel nonlinear viscous contact model with a Newtonian fluid-filled dashpot applied for
   impact behavior in particle systems) eqs. 8, 22 and 24, where psi is sqrt(d_max) and not a length. */
#ifndef GRANUM_LAW_NEWTONIAN_H
#define GRANUM_LAW_NEWTONIAN_H

#include "law/rows.h"
#include <granum/law.h>
#include <math.h>

/* The estimate of e for drag = D [Pa s] and the approach speed [m/s]. Uses only base/math/, so it has the same bits on
   every machine. */
double GrNewtonianReturned(double k, double mass, double drag, double speed);

/* phi - 1 at an approach speed of 1 m/s; it grows as speed^0.687. NaN if a density is missing or the radius is
   infinite. */
double GrNewtonianCorrection(const GrLawPair *pair, double viscosity);

/* Rows of a law that takes a number, or the word newtonian, for its restitution. */
#define GR_RETURNED(meaning)                                                                                           \
  "restitution", "1", "newtonian", 0, 1, true, false, NULL,                                                            \
      meaning "; or the word newtonian: what newtonian_dashpot returns by its estimate", 0.9
#define GR_RETURNED_VISCOSITY                                                                                          \
  "viscosity", "Pa*s", NULL, ABOVE_ZERO, "", "mu of that dashpot; only with restitution: newtonian", 0
#define GR_RETURNED_SPEED                                                                                              \
  "impact_speed", "m/s", NULL, ABOVE_ZERO, "",                                                                         \
      "approach speed at which the restitution is computed; only with restitution: newtonian", 0

/* Values of these rows. */
typedef struct {
  GrLawValue restitution, viscosity, speed;
} GrReturned;

/* Computes Hertz's K of a pair and its restitution, with phi at the impact speed if both densities are known, and
   otherwise with phi = 1. Returns NULL, or an error message: the problem and its correction. */
const char *GrReturnedPrepare(const GrLawPair *pair, const GrLawValue *stiffness, const GrReturned *given, double *k,
                              double *restitution);

#endif
