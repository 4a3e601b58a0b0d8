/* The motion of one case: its state and its logs. */
#ifndef GRANUM_MECHANISM_MOTION_H
#define GRANUM_MECHANISM_MOTION_H

#include "mechanism/event.h"
#include <granum/mechanism_run.h>

enum { GR_SIDE_MAX = GR_MECHANISM_COORDINATES_MAX + GR_MECHANISM_OBSERVABLES_MAX };

/* Data of the current impact of a closed contact: from its closing to its opening. */
typedef struct {
  GrMechanismImpact row;             /* row of the log `impacts`; values that are not known yet are NaN */
  double at_close[GR_SIDE_MAX];      /* velocities and observables when it closed */
  double works[GR_WORKS_OF_CONTACT]; /* works of the contact when it closed [J] */
  double first;                      /* length of the first step in the previous impact [s]; 0: there was no impact */
} GrMechanismTouching;

typedef struct {
  const GrCase *the_case;
  double id; /* number of the case in the logs */
  GrMechanismDynamics dynamics;
  GrMechanismStepping stepping;
  GrInstant now; /* forces and accelerations at stepping.start, from the committed histories */
  GrMechanismTouching contact[GR_MECHANISM_CONTACTS_MAX];
  double plastic;        /* plastic work of contacts that have opened [J] */
  double free_step;      /* step proposed before the last contact closed [s] */
  PetscInt64 next_point; /* number of the next point of the trajectory; its time is this number times `every` */
  GrMechanismResult *result;
} GrMechanismMotion;

/* Returns the size of a row of the log `impacts` [bytes]. */
size_t GrMechanismImpactSize(const GrMechanism *mechanism);

/* Returns the size of a row of the log `trajectory` [bytes]. */
size_t GrMechanismPointSize(const GrMechanism *mechanism);

/* Computes velocities and observables at `now`; returns their number. */
int GrMechanismSide(const GrMechanismMotion *motion, double side[GR_SIDE_MAX]);

/* Appends a row at `now` to the log `trajectory`. */
PetscErrorCode GrMechanismKeepPoint(GrMechanismMotion *motion);

/* Appends a row at `now` to the log `energy`, and updates the energies of the run. */
PetscErrorCode GrMechanismKeepEnergy(GrMechanismMotion *motion);

/* Appends the current impact of a contact to the log `impacts`. */
PetscErrorCode GrMechanismKeepImpact(GrMechanismMotion *motion, int contact);

#endif
