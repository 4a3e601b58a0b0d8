/* drag: force F [N] and torque T [N m] of the fluid on spheres and rigid bodies.

   F = -(c1 + c2 |u| + c_s) u,  T = -c_w w
   c_s = 1/2 rho C_D pi R^2 |u|,  C_D = 24/Re (1 + 0.15 Re^0.687) for Re <= 1000, else 0.44,  Re = 2 rho R |u|/mu
     u velocity of the particle minus velocity of the fluid [m/s];  w spin [rad/s];  R radius [m];  mu viscosity [Pa s]
     and rho density [kg/m^3] of the fluid;  c1, c2, c_w coefficients of the input
   Source of C_D: L. Schiller and A. Naumann, Z. Ver. Dtsch. Ing. 77 (1933) 318; 0.44: Newton's drag. */
#include "bulk/bulk.h"

#include "base/math/exponential.h"
#include "base/math/vector.h"
#include <float.h>

/* Drag c_s of Schiller and Naumann, divided by |u| [N s/m]. */
static double DragOfSphere(const GrDrag *drag, double radius, double speed)
{
  const double reynolds = 2.0 * drag->density * radius * speed / drag->viscosity;
  if (!(reynolds <= 1000.0)) /* also of a sphere at rest in a fluid without viscosity */
    return 0.22 * GR_PI * drag->density * (radius * radius) * speed;
  const double more = reynolds > DBL_MIN ? 0.15 * GrPower(reynolds, 0.687) : 0.0;
  return 6.0 * GR_PI * drag->viscosity * radius * (1.0 + more);
}

/* Computes the velocity u relative to the fluid; returns the drag divided by |u| [N s/m]. */
static double RelativeToFluid(const GrDrag *drag, double radius, const double *v, double u[3])
{
  for (int k = 0; k < 3; k++)
    u[k] = v[k] - drag->fluid[k];
  const double speed = sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
  const double c = drag->linear + drag->quadratic * speed;
  return drag->viscosity > 0 || drag->density > 0 ? c + DragOfSphere(drag, radius, speed) : c;
}

double GrBulkFindDrag(const GrDrag *drag, double radius, const double *v, double force[6])
{
  double u[3], power = 0;
  const double c = RelativeToFluid(drag, radius, v, u);
  for (int k = 0; k < 3; k++) {
    force[k] = -(c * u[k]);
    force[3 + k] = -(drag->angular * v[3 + k]);
    power -= force[k] * v[k] + force[3 + k] * v[3 + k];
  }
  return power;
}
