/* Drag in a time step: the weights by which `verlet` includes it exactly, and the energy that it dissipates.

   Velocity Verlet with the linear decay g of a velocity v (time/verlet.c); x = g h, and a, a' are the accelerations at
   the start and at the end of the step, with the drag:
     1. mean velocity   m = v + h phi_1 a,  position + h m
     2. predict         w = v + h phi_0 a  (time.velocity: half: w = m);  a' from w
     3. finish          v' = w + h phi_1 a' - b a,  b = h phi_1 e^-x
                        (half: b = h (phi_1 - phi_0) + h phi_1 (1 - x phi_1)); the acceleration at v' is a' - g (v' - w)
   phi_0 = (1 - e^-x)/x, phi_1 = (1 - phi_0)/x. For g = 0 this is velocity Verlet. With forces that are constant apart
   from a linear drag, position and velocity are exact for any step, so that the decay and the final velocity are exact.
   With other forces the scheme has second order. If the drag coefficient depends on the speed, g is the derivative of
   the drag by the speed at the start of the step; the scheme has second order and is stable for any step.
   Source: M. Hochbruck, A. Ostermann, Acta Numerica 19 (2010) 209, section 2.2 (exponential methods).
     g decay rate [1/s], drag coefficient over mass or moment of inertia;  h step [s]

   Energy: the velocity changes as v + s(t) (v' - v), s(t) = (1 - e^-gt)/(1 - e^-x). The dissipated energy is the
   integral of c u.v, with the drag coefficient c and u = v - velocity of the fluid; the mean values of s and s^2 are
     s_1 = phi_1/phi_0,  s_2 = (phi_1 - phi_2 - x phi_1^2/2)/phi_0^2,  phi_2 = (1/2 - phi_1)/x */
#ifndef GRANUM_BULK_DRAG_DECAY_H
#define GRANUM_BULK_DRAG_DECAY_H

#include "world/world_impl.h"

/* Weights of a step for one decay rate. */
typedef struct {
  double rate;           /* decay rate g [1/s] */
  double mean;           /* h phi_1: weight of the acceleration in the mean velocity, and in the finish [s] */
  double predict;        /* weight of the acceleration in w - m [s] */
  double back;           /* weight b of the acceleration at the start in the finish [s] */
  double path, path_two; /* mean values s_1 and s_2 of s and s^2 [1] */
} GrDragWeights;

/* Drag on a sphere in the current step. */
typedef struct {
  GrDragWeights linear, angular;
  double dissipated; /* energy that the drag dissipates in the step [J] */
} GrDragOfSphere;

/* Drag on a rigid body in the current step. */
typedef struct {
  GrDragWeights linear, angular[3]; /* angular: for the rotation about each principal axis */
  double spin[3];                   /* spin at the start of the step [rad/s] */
  double dissipated;                /* energy that the drag dissipates in the step [J] */
} GrDragOfBody;

/* Computes the drag of the fluid on a sphere. drag: parameters of the drag; radius: radius of the sphere [m];
   velocity[6]: its velocity [m/s], then its spin [rad/s]; force[6]: drag force [N], then torque [N m]. Returns the
   power that the drag dissipates [W]. */
double GrBulkFindDrag(const GrDrag *drag, double radius, const double *velocity, double force[6]);

/* Computes the weights for a decay rate [1/s]. hooks: step of the integrator. */
GrDragWeights GrBulkDragWeights(double rate, const GrStepHooks *hooks);

/* Returns the decay rate of the velocity of a sphere: derivative of the drag by the speed, over the mass [1/s].
   velocity[3] [m/s]. */
double GrBulkDragRate(const GrDrag *drag, double radius, const double *velocity, double inverse_mass);

/* Sets the weights of all spheres of this rank for the next step (GrBulkStep.drag). Spheres with a prescribed velocity
   and spheres of rigid bodies have no decay. */
void GrBulkDragBegin(GrWorld world, const GrStepHooks *hooks);

/* Returns the energy [J] that the drag force on a sphere dissipates in a step of length h [s], in which its velocity
   changes from `before` to `after` [m/s]. */
double GrBulkDragOfPath(const GrDrag *drag, const GrDragWeights *weights, double radius, double h, const double *before,
                        const double *after);

/* Returns the mean value of w^2 over a step in which the component w of a spin changes from `before` to `after`
   [rad^2/s^2]. */
static inline double GrBulkDragMeanSquare(const GrDragWeights *weights, double before, double after)
{
  const double change = after - before;
  return before * before + 2 * weights->path * before * change + weights->path_two * change * change;
}

/* Sets the energy that drag dissipates on sphere i in a step of length h [s], in which velocity and spin change from
   before[6] to after[6] [m/s, rad/s]. The commit of the step adds it to the account of the sphere. */
void GrBulkDragKeep(GrWorld world, PetscInt i, double h, const double *before, const double *after);

#endif
