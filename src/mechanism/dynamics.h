/* The equations of motion of a mechanism: from a state to its derivative, for any of them. */
#ifndef GRANUM_MECHANISM_DYNAMICS_H
#define GRANUM_MECHANISM_DYNAMICS_H

#include "mechanism/touch.h"

/* What the state integrates beside the motion, so that the ledger is as accurate as the motion [J]: what dampers and
   guides of the mechanism take, what prescribed forces and drives put in; and of each contact what its dashpots and its
   friction take. */
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
  unsigned held;                                     /* bit mask of coordinates */
  int n, length, works;                              /* coordinates; numbers of a state: positions, velocities, works */
  GrMechanismTouch touch[GR_MECHANISM_CONTACTS_MAX]; /* [mechanism->n_contacts] */
} GrMechanismDynamics;

/* Everything at one instant. */
typedef struct {
  double acceleration[GR_MECHANISM_COORDINATES_MAX], reaction[GR_MECHANISM_COORDINATES_MAX];
  double power[GR_WORKS_MAX];
  GrMechanismTouchAt at[GR_MECHANISM_CONTACTS_MAX];
  GrMechanismTouchForce force[GR_MECHANISM_CONTACTS_MAX]; /* 0 of open contacts */
} GrInstant;

PetscErrorCode GrMechanismDynamicsCreate(const GrCase *the_case, GrMechanismDynamics *dynamics);

/* State at t = 0. */
void GrMechanismDynamicsStart(const GrMechanismDynamics *dynamics, double *state);

/* The works of the k-th contact in a state, or its powers at an instant. */
static inline int GrMechanismWorkOf(int k, int which)
{
  return GR_MECHANISM_WORK_CONTACTS + GR_WORKS_OF_CONTACT * k + which;
}

/* Of the k-th contact. */
void GrMechanismDynamicsTouch(const GrMechanismDynamics *dynamics, int k, const double *state, GrMechanismTouchAt *at);

void GrMechanismDynamicsEvaluate(const GrMechanismDynamics *dynamics, double time, const double *state, GrInstant *now);

double GrMechanismDynamicsKinetic(const GrMechanismDynamics *dynamics, const double *state);

/* Rate of the normal force of the k-th contact along the motion [N/s], by differences over the time `span`. */
double GrMechanismDynamicsForceRate(const GrMechanismDynamics *dynamics, int k, const double *state,
                                    const GrInstant *now, double span);

#endif
