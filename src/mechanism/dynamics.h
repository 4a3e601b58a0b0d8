/* Equations of motion of a mechanism (granum/mechanism.h): computation of the time derivative of a state. */
#ifndef GRANUM_MECHANISM_DYNAMICS_H
#define GRANUM_MECHANISM_DYNAMICS_H

#include <granum/case.h>

/* A contact of the mechanism: its laws, coefficients and history. */
typedef struct {
  const GrLaw *law, *slide; /* normal law, and friction law; slide NULL: no friction */
  GrTension tension;
  double coefficient[GR_LAW_COEFFICIENTS_MAX], slide_coefficient[GR_LAW_COEFFICIENTS_MAX];
  double mass; /* reduced mass [kg] */
  PetscBool closed;
  double committed[GR_LAW_HISTORY_MAX]; /* committed history; 0 while the contact is open */
} GrMechanismTouch;

typedef struct {
  double overlap, rate, slip; /* overlap [m]; overlap rate [m/s]; slip of the first surface against the second [m/s] */
} GrMechanismTouchAt;

typedef struct {
  /* normal force F, > 0 repulsive; friction T on the first surface, along its slip [N] */
  double normal_force, friction;
  double viscous, sliding; /* power that dashpots and friction dissipate [W] */
  double trial[GR_LAW_HISTORY_MAX];
} GrMechanismTouchForce;

/* Indices of the works [J] in a state. They are integrated together with the motion, so that the energy balance is as
   accurate as the motion. OWN: work of dampers and guides of the mechanism; SUPPLIED: work of prescribed forces and
   drives; from CONTACTS on, for each contact VISCOUS: work of its dashpots, SLIDING: work of its friction. */
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
  unsigned held; /* bit k: coordinate k is held */
  /* number of coordinates; number of works; length of a state: n positions, n velocities, the works */
  int n, works, length;
  GrMechanismTouch touch[GR_MECHANISM_CONTACTS_MAX]; /* [mechanism->n_contacts] the contacts */
} GrMechanismDynamics;

/* Accelerations, reactions, powers and contact forces at one instant of time. */
typedef struct {
  double acceleration[GR_MECHANISM_COORDINATES_MAX], reaction[GR_MECHANISM_COORDINATES_MAX];
  double power[GR_WORKS_MAX];
  GrMechanismTouchAt at[GR_MECHANISM_CONTACTS_MAX];
  GrMechanismTouchForce force[GR_MECHANISM_CONTACTS_MAX]; /* 0 for open contacts */
} GrInstant;

/* Sets up the equations of motion for a case with `problem: mechanism`. The struct needs no destruction. */
PetscErrorCode GrMechanismDynamicsCreate(const GrCase *the_case, GrMechanismDynamics *dynamics);

/* Sets state[dynamics->length] to the state at t = 0. */
void GrMechanismDynamicsStart(const GrMechanismDynamics *dynamics, double *state);

/* Returns the index of a work of the k-th contact, k from 0, among the works of a state and in GrInstant.power. which:
   GR_MECHANISM_WORK_VISCOUS or GR_MECHANISM_WORK_SLIDING. */
static inline int GrMechanismWorkOf(int k, int which)
{
  return GR_MECHANISM_WORK_CONTACTS + GR_WORKS_OF_CONTACT * k + which;
}

/* Computes overlap, overlap rate and slip of the k-th contact, k from 0, in a state [dynamics->length]. */
void GrMechanismDynamicsTouch(const GrMechanismDynamics *dynamics, int k, const double *state, GrMechanismTouchAt *at);

/* Computes *now: accelerations, reactions, powers and contact forces at a time [s] in a state, from the committed
   histories of the contacts. */
void GrMechanismDynamicsEvaluate(const GrMechanismDynamics *dynamics, double time, const double *state, GrInstant *now);

/* Returns the kinetic energy [J] of a state. */
double GrMechanismDynamicsKinetic(const GrMechanismDynamics *dynamics, const double *state);

/* Returns the time derivative of the normal force of the k-th contact along the motion [N/s], by a central difference
   over the time `span` [s]. */
double GrMechanismDynamicsForceRate(const GrMechanismDynamics *dynamics, int k, const double *state,
                                    const GrInstant *now, double span);

/* Computes the recoverable energy and the plastic work of a contact [J] from its committed history. at: its overlap and
   rates. */
void GrMechanismTouchEnergy(const GrMechanismTouch *touch, const GrMechanismTouchAt *at, double *recoverable,
                            double *consumed);

/* Writes the overlaps [m] at which the normal law is not smooth to corner[] (GrLaw.corners), and returns their
   number. */
int GrMechanismTouchCorners(const GrMechanismTouch *touch, const GrMechanismTouchAt *at,
                            double corner[GR_LAW_CORNERS_MAX]);

#endif
