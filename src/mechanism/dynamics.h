/* Equations of motion of a mechanism (granum/mechanism.h). They give the time derivative of a state. */
#ifndef GRANUM_MECHANISM_DYNAMICS_H
#define GRANUM_MECHANISM_DYNAMICS_H

#include "case/case.h"
#include "law/loop.h"
#include <stdbool.h>

/* A contact between two bodies of the mechanism: its laws, coefficients and history. */
typedef struct {
  const GrLaw *law;   /* normal law */
  const GrLaw *slide; /* friction law; NULL: no friction */
  GrTension tension;  /* whether a negative normal force is replaced by 0 (GR_TENSION_CLIP) */
  /* coefficients of the normal law, and of the friction law */
  double coefficient[GR_LAW_COEFFICIENTS_MAX], slide_coefficient[GR_LAW_COEFFICIENTS_MAX];
  double mass; /* reduced mass of the two bodies [kg] */
  bool closed; /* whether the bodies are in contact in the current step; the laws act only then */
  /* history values of the normal law at the end of the last accepted step; all are 0 while the contact is open */
  double committed[GR_LAW_HISTORY_MAX];
} GrMechanismTouch;

/* Relative position and motion of the two surfaces of a contact. */
typedef struct {
  double overlap; /* overlap [m] */
  double rate;    /* overlap rate [m/s] */
  double slip;    /* tangential velocity of the first surface relative to the second [m/s] */
} GrMechanismTouchAt;

/* Forces and powers of a contact. */
typedef struct {
  double normal_force;              /* normal force F, > 0 repulsive [N] */
  double friction;                  /* friction force T on the first surface, > 0 in the direction of its slip [N] */
  double viscous;                   /* power that the dashpots dissipate [W] */
  double sliding;                   /* power that the friction dissipates [W] */
  double trial[GR_LAW_HISTORY_MAX]; /* history of the normal law after this evaluation */
} GrMechanismTouchForce;

/* Indices of the works [J] in a state of the mechanism. They are integrated together with the motion, so that the
   energy balance is as accurate as the motion. GrMechanismWorkOf gives the indices of the works of a contact. */
enum {
  GR_MECHANISM_WORK_OWN,         /* work of the dampers and guides of the mechanism */
  GR_MECHANISM_WORK_SUPPLIED,    /* work of prescribed forces and drives */
  GR_MECHANISM_WORK_CONTACTS,    /* index at which the works of the contacts begin */
  GR_MECHANISM_WORK_VISCOUS = 0, /* index among the works of one contact: work of its dashpots */
  GR_MECHANISM_WORK_SLIDING,     /* index among the works of one contact: work of its friction */
  GR_WORKS_OF_CONTACT            /* number of works of a contact */
};
enum { GR_WORKS_MAX = GR_MECHANISM_WORK_CONTACTS + GR_WORKS_OF_CONTACT * GR_MECHANISM_CONTACTS_MAX };
enum { GR_STATE_MAX = 2 * GR_MECHANISM_COORDINATES_MAX + GR_WORKS_MAX };

/* A mechanism: its constants, and the contacts between its bodies. */
typedef struct {
  const GrMechanism *mechanism;                      /* functions that define the mechanism */
  double coefficient[GR_MECHANISM_COEFFICIENTS_MAX]; /* constants that the mechanism computes from its parameters */
  unsigned held;                                     /* bit k: a drive prescribes the acceleration of coordinate k */
  int n;                                             /* number of generalised coordinates */
  int works;                                         /* number of works (GR_MECHANISM_WORK_...) in a state */
  int length;                                        /* length of a state: n positions, n velocities, and the works */
  GrMechanismTouch touch[GR_MECHANISM_CONTACTS_MAX]; /* [mechanism->n_contacts] the contacts */
} GrMechanismDynamics;

/* Accelerations, reactions, powers and contact forces at one instant of time. n and works: members of
   GrMechanismDynamics. */
typedef struct {
  double acceleration[GR_MECHANISM_COORDINATES_MAX];      /* [n] acceleration of each coordinate */
  double reaction[GR_MECHANISM_COORDINATES_MAX];          /* [n] generalised force of the drive of each coordinate */
  double power[GR_WORKS_MAX];                             /* [works] time derivative of each work [W] */
  GrMechanismTouchAt at[GR_MECHANISM_CONTACTS_MAX];       /* overlap, overlap rate and slip of each contact */
  GrMechanismTouchForce force[GR_MECHANISM_CONTACTS_MAX]; /* forces and powers of each contact; all 0 if it is open */
} GrInstant;

/* Sets up the equations of motion for a case with `problem: mechanism`. There is no function that destroys the struct,
   because it has no allocated memory. */
PetscErrorCode GrMechanismDynamicsCreate(const GrCase *the_case, GrMechanismDynamics *dynamics);

/* Sets state[dynamics->length] to the state at t = 0. */
void GrMechanismDynamicsStart(const GrMechanismDynamics *dynamics, double *state);

/* Returns the index of a work of contact number k, from 0, among the works of a state. It is also the index in
   GrInstant.power. which: GR_MECHANISM_WORK_VISCOUS or GR_MECHANISM_WORK_SLIDING. */
static inline int GrMechanismWorkOf(int k, int which)
{
  return GR_MECHANISM_WORK_CONTACTS + GR_WORKS_OF_CONTACT * k + which;
}

/* Computes overlap, overlap rate and slip of contact number k, k from 0. state[dynamics->length]: state of the
   mechanism. */
void GrMechanismDynamicsTouch(const GrMechanismDynamics *dynamics, int k, const double *state, GrMechanismTouchAt *at);

/* Computes accelerations, reactions, powers and contact forces. time: time [s]; state[dynamics->length]: state at this
   time. The contact laws use the histories GrMechanismTouch.committed. */
void GrMechanismDynamicsEvaluate(const GrMechanismDynamics *dynamics, double time, const double *state, GrInstant *now);

/* Returns the kinetic energy [J] of the mechanism in a state. */
double GrMechanismDynamicsKinetic(const GrMechanismDynamics *dynamics, const double *state);

/* Returns the time derivative of the normal force of contact number k [N/s], a central difference over the time `span`
   [s]. state: current state of the mechanism. now: accelerations and powers at this state. */
double GrMechanismDynamicsForceRate(const GrMechanismDynamics *dynamics, int k, const double *state,
                                    const GrInstant *now, double span);

/* Returns the energies of a contact from its committed history. at: overlap, overlap rate and slip of the contact. */
GrLawEnergies GrMechanismTouchEnergy(const GrMechanismTouch *touch, const GrMechanismTouchAt *at);

/* Sets corner[] to the overlaps at which the force of the normal law of a contact is not smooth [m] (GrLaw.corners).
   Returns the number of these overlaps. */
int GrMechanismTouchCorners(const GrMechanismTouch *touch, const GrMechanismTouchAt *at,
                            double corner[GR_LAW_CORNERS_MAX]);

#endif
