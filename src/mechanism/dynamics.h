/* Equations of motion of a mechanism: from a state to its derivative. */
#ifndef GRANUM_MECHANISM_DYNAMICS_H
#define GRANUM_MECHANISM_DYNAMICS_H

#include <granum/case.h>

/* A contact with its laws and its history. */
typedef struct {
  const GrLaw *law, *slide; /* slide NULL: no friction */
  GrTension tension;
  double coefficient[GR_LAW_COEFFICIENTS_MAX], slide_coefficient[GR_LAW_COEFFICIENTS_MAX];
  double mass; /* reduced mass [kg] */
  PetscBool closed;
  double committed[GR_LAW_HISTORY_MAX]; /* 0 while the contact is open */
} GrMechanismTouch;

typedef struct {
  double overlap, rate, slip; /* [m], [m/s], [m/s] */
} GrMechanismTouchAt;

typedef struct {
  double normal_force, friction; /* F > 0 pushing, T on the first surface along its slip [N] */
  double viscous, sliding;       /* power that dashpots and friction dissipate [W] */
  double trial[GR_LAW_HISTORY_MAX];
} GrMechanismTouchForce;

/* Indices of the works [J] that are integrated together with the motion, so that the energy balance is as accurate as
   the motion: work of the dampers and guides of the mechanism, work of prescribed forces and drives; and for each
   contact the work of its dashpots and of its friction. */
enum {
  GR_MECHANISM_WORK_OWN,
  GR_MECHANISM_WORK_SUPPLIED,
  GR_MECHANISM_WORK_CONTACTS,
  GR_MECHANISM_WORK_VISCOUS = 0,
  GR_MECHANISM_WORK_SLIDING,
  GR_WORKS_OF_CONTACT
};
enum { GR_WORKS_MAX = GR_MECHANISM_WORK_CONTACTS + GR_WORKS_OF_CONTACT * GR_MECHANISM_CONTACTS_MAX };
enum { GR_STATE_MAX = 2 * GR_MECHANISM_COORDINATES_MAX + GR_WORKS_MAX };

typedef struct {
  const GrMechanism *mechanism;
  double coefficient[GR_MECHANISM_COEFFICIENTS_MAX];
  unsigned held;        /* bit mask of the coordinates that are held */
  int n, works, length; /* coordinates; works of forces; length of a state: n positions, n velocities, works */
  GrMechanismTouch touch[GR_MECHANISM_CONTACTS_MAX]; /* [mechanism->n_contacts] */
} GrMechanismDynamics;

/* Accelerations, reactions, powers and contacts at one instant. */
typedef struct {
  double acceleration[GR_MECHANISM_COORDINATES_MAX], reaction[GR_MECHANISM_COORDINATES_MAX];
  double power[GR_WORKS_MAX];
  GrMechanismTouchAt at[GR_MECHANISM_CONTACTS_MAX];
  GrMechanismTouchForce force[GR_MECHANISM_CONTACTS_MAX]; /* 0 for open contacts */
} GrInstant;

/* Sets up the equations of a case of problem: mechanism. Nothing has to be freed. */
PetscErrorCode GrMechanismDynamicsCreate(const GrCase *the_case, GrMechanismDynamics *dynamics);

/* Sets the state [length] at t = 0. */
void GrMechanismDynamicsStart(const GrMechanismDynamics *dynamics, double *state);

/* Returns the index of a work of the k-th contact among the works of a state, which is also its index in
   GrInstant.power. */
static inline int GrMechanismWorkOf(int k, int which)
{
  return GR_MECHANISM_WORK_CONTACTS + GR_WORKS_OF_CONTACT * k + which;
}

/* Computes overlap, overlap rate and slip of the k-th contact in a state [length]. */
void GrMechanismDynamicsTouch(const GrMechanismDynamics *dynamics, int k, const double *state, GrMechanismTouchAt *at);

/* Computes accelerations, reactions, powers and contact forces at a time [s] in a state, from the committed
   histories. */
void GrMechanismDynamicsEvaluate(const GrMechanismDynamics *dynamics, double time, const double *state, GrInstant *now);

/* Returns the kinetic energy [J] of a state. */
double GrMechanismDynamicsKinetic(const GrMechanismDynamics *dynamics, const double *state);

/* Returns the rate of the normal force of the k-th contact along the motion [N/s], by a central difference over the
   time `span` [s]. */
double GrMechanismDynamicsForceRate(const GrMechanismDynamics *dynamics, int k, const double *state,
                                    const GrInstant *now, double span);

/* Computes the recoverable energy and the plastic work of the contact [J]. */
void GrMechanismTouchEnergy(const GrMechanismTouch *touch, const GrMechanismTouchAt *at, double *recoverable,
                            double *consumed);

/* Computes the overlaps [m] at which the law is not smooth; returns their number. */
int GrMechanismTouchCorners(const GrMechanismTouch *touch, const GrMechanismTouchAt *at,
                            double corner[GR_LAW_CORNERS_MAX]);

#endif
