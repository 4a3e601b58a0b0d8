/* Drag in a time step. Steps of an integrator with a rule include it exactly, by the weights of the decay rate g of a
   velocity (world/step.c has the equations). If the drag coefficient depends on the speed, g is the derivative of the
   drag by the speed at the start of the step; the scheme has second order and is stable for any step.
     g decay rate [1/s], drag coefficient over mass or moment of inertia;  h step [s];  x = g h
     phi_0 = (1 - e^-x)/x, phi_1 = (1 - phi_0)/x, phi_2 = (1/2 - phi_1)/x

   Energy: the velocity changes as v + s(t) (v' - v), s(t) = (1 - e^-gt)/(1 - e^-x). The dissipated energy is the
   integral of c u.v, with the drag coefficient c and u = v - velocity of the fluid; the mean values of s and s^2 are
     s_1 = phi_1/phi_0,  s_2 = (phi_1 - phi_2 - x phi_1^2/2)/phi_0^2,  of s t/h: s_t = (phi_1 - phi_2)/phi_0
   A velocity of the fluid over time is linear in the step. If coefficients are functions of time, the decay rate has
   their values at the start of the step, and the force those of its time; the scheme keeps its order.

   In a deforming box (bulk/cell/deform.c) the fluid moves with the affine flow of the box, and v is the velocity
   relative to this flow, also in the energy. The acceleration with which the flow itself carries a particle does not
   decay, so a particle that moves with the flow continues to do so exactly. */
#ifndef GRANUM_BULK_DRAG_DECAY_H
#define GRANUM_BULK_DRAG_DECAY_H

#include "world/world_impl.h"

/* Weights of a step for one decay rate. */
typedef struct {
  GrStepWeights step;
  double path, path_two, path_time; /* mean values s_1, s_2 and s_t of s, s^2 and s t/h [1] */
} GrDragWeights;

/* Affine flow of a deforming box at the start of a step; 0: the box does not deform. */
typedef struct {
  double velocity[3];     /* [m/s] */
  double acceleration[3]; /* of a particle that follows the flow [m/s^2] */
} GrDragFlow;

/* Drag on a sphere in the current step. */
typedef struct {
  GrDragWeights linear, angular;
  GrDragFlow flow;
  double dissipated; /* energy that the drag dissipates in the step [J] */
} GrDragOfSphere;

/* Drag on a rigid body in the current step. */
typedef struct {
  GrDragWeights linear, angular[3]; /* angular: for the rotation about each principal axis */
  GrDragFlow flow;
  double spin[3];    /* spin at the start of the step [rad/s] */
  double dissipated; /* energy that the drag dissipates in the step [J] */
} GrDragOfBody;

/* Velocities of all functions are relative to the flow of a deforming box.

   Computes the drag of the fluid on a sphere. drag: parameters of the drag; radius: radius of the sphere [m];
   velocity[6]: its velocity [m/s], then its spin [rad/s]; force[6]: drag force [N], then torque [N m]. Returns the
   power that the drag dissipates [W]. */
double GrBulkFindDrag(const GrDrag *drag, double radius, const double *velocity, double force[6]);

/* Computes the flow of the box at the point x[3] [m] and the start of the current step. */
GrDragFlow GrBulkDragFlow(const GrBulk bulk, const double x[3]);

/* Sets the change of velocity change[3] [m/s] at the end of a step by which the acceleration of the flow corrects the
   velocity that was predicted for the forces, and rate[3], this acceleration at the end [m/s^2]. flow: at the start of
   the step; x[3]: position at its end [m]. Both are 0 if the box does not deform or no step is made. */
void GrBulkDragCorrect(const GrBulk bulk, const GrStep *step, const GrDragFlow *flow, const double x[3],
                       double change[3], double rate[3]);

/* Computes the weights of a step for a decay rate [1/s]. */
GrDragWeights GrBulkDragWeights(double rate, const GrStep *step);

/* Returns the decay rate of the velocity of a sphere: derivative of the drag by the speed, over the mass [1/s].
   velocity[3] [m/s]. */
double GrBulkDragRate(const GrDrag *drag, double radius, const double *velocity, double inverse_mass);

/* Sets the weights of all spheres of this rank for the next step (GrBulkStep.drag). Spheres with a prescribed velocity
   and spheres of rigid bodies have no decay. */
void GrBulkDragBegin(GrWorld world, const GrStep *step);

/* Returns the energy [J] that the drag force on a sphere dissipates in a step of length h [s], in which its velocity
   changes from `before` to `after` [m/s]. drag: at the start and at the end of the step. */
double GrBulkDragOfPath(const GrDrag drag[2], const GrDragWeights *weights, double radius, double h,
                        const double *before, const double *after);

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
