/* drag: force F [N] and torque T [N m] of the fluid on spheres and rigid bodies.

   F = -(c1 + c2 |u| + c_s) u,  T = -c_w w
   c_s = 1/2 rho C_D pi R^2 |u|,  C_D = 24/Re (1 + 0.15 Re^0.687) for Re <= 1000, else 0.44,  Re = 2 rho R |u|/mu
     u velocity of the particle minus velocity of the fluid [m/s];  w spin [rad/s];  R radius [m];  mu viscosity [Pa s]
     and rho density [kg/m^3] of the fluid;  c1, c2, c_w coefficients of the input
   Steps of an integrator with a rule include the drag as in bulk/drag/decay.h.
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

double GrBulkDragRate(const GrDrag *drag, double radius, const double *v, double inverse_mass)
{
  double u[3], rate = drag->linear;

  for (int k = 0; k < 3; k++)
    u[k] = v[k] - drag->fluid[k];
  const double speed = sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
  rate += 2 * drag->quadratic * speed;
  if (drag->viscosity > 0 || drag->density > 0) {
    const double viscous = 6.0 * GR_PI * drag->viscosity * radius, c = DragOfSphere(drag, radius, speed);
    const double reynolds = 2.0 * drag->density * radius * speed / drag->viscosity;
    rate += reynolds <= 1000.0 ? viscous + 1.687 * (c - viscous) : 2 * c; /* d(c |u|)/d|u| */
  }
  return rate * inverse_mass;
}

GrDragWeights GrBulkDragWeights(double rate, const GrStep *step)
{
  const double x = rate * step->length;
  const GrDecay d = GrDecayAt(x);

  return (GrDragWeights){.step = step->rule->weigh(step->length, rate, d.phi),
                         .path = d.phi[1] / d.phi[0],
                         .path_time = (d.phi[1] - d.phi[2]) / d.phi[0],
                         .path_two = (d.phi[1] - d.phi[2] - 0.5 * x * (d.phi[1] * d.phi[1])) / (d.phi[0] * d.phi[0])};
}

GrDragFlow GrBulkDragFlow(const GrBulk b, const double x[3])
{
  GrDragFlow flow = {.velocity = {0}};

  if (b->cell) /* cell->trial is at the end of the step already */
    GrCellFindFlow(b->cell, &b->cell->committed, x, flow.velocity, flow.acceleration);
  return flow;
}

void GrBulkDragCorrect(const GrBulk b, const GrStep *step, const GrDragFlow *flow, const double x[3], double change[3],
                       double rate[3])
{
  double unused[3];

  rate[0] = rate[1] = rate[2] = 0;
  if (b->cell && step->length > 0)
    GrCellFindFlow(b->cell, &b->cell->trial, x, unused, rate);
  for (int k = 0; k < 3; k++)
    change[k] = step->weights.end * rate[k] - step->weights.back * flow->acceleration[k];
}

void GrBulkDragBegin(GrWorld w, const GrStep *step)
{
  const GrBulk b = w->bulk;
  GrDrag *drag = &b->step.fluid[0];

  *drag = GrDragAt(&w->the_case->drag, w->clock.committed);
  for (PetscInt i = 0; i < b->store.columns.n; i++) {
    const bool free = b->store.member[i] == 0;
    const double mass = free ? b->step.inverse_mass[i] : 0, inertia = free ? b->step.inverse_inertia[i] : 0;
    GrDragOfSphere *own = &b->step.drag[i];
    const double *u = b->store.state + GR_STATE * i;
    own->flow = GrBulkDragFlow(b, u);
    const double *flow = own->flow.velocity, c[3] = {u[3] - flow[0], u[4] - flow[1], u[5] - flow[2]};
    own->linear = GrBulkDragWeights(GrBulkDragRate(drag, b->store.radius[i], c, mass), step);
    own->angular = GrBulkDragWeights(drag->angular * inertia, step);
  }
}

double GrBulkDragOfPath(const GrDrag drag[2], const GrDragWeights *s, double radius, double h, const double *before,
                        const double *after)
{
  double u[3], work = 0;
  const double c[2] = {RelativeToFluid(&drag[0], radius, before, u), RelativeToFluid(&drag[1], radius, after, u)};

  for (int k = 0; k < 3; k++) {
    const double v = before[k], relative = v - drag[0].fluid[k], faster = drag[1].fluid[k] - drag[0].fluid[k];
    const double change = after[k] - v - faster; /* of the velocity relative to the fluid */
    work += relative * v + s->path * (relative + v) * change + s->path_two * (change * change);
    if (faster != 0)
      work += faster * (0.5 * relative + s->path_time * change);
  }
  return h * (c[0] + s->path * (c[1] - c[0])) * work;
}

void GrBulkDragKeep(GrWorld w, PetscInt i, double h, const double *before, const double *after)
{
  const GrBulk b = w->bulk;
  const GrDrag *drag = b->step.fluid;
  GrDragOfSphere *own = &b->step.drag[i];
  double squares = 0;

  own->dissipated = 0;
  if (b->store.member[i] != 0 || !(b->step.inverse_mass[i] > 0))
    return;
  for (int k = 3; k < 6; k++)
    squares += GrBulkDragMeanSquare(&own->angular, before[k], after[k]);
  own->dissipated = GrBulkDragOfPath(drag, &own->linear, b->store.radius[i], h, before, after) +
                    h * (0.5 * (drag[0].angular + drag[1].angular)) * squares;
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
