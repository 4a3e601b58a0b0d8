/* The motion of one case: what it is doing, and what it leaves. */
#ifndef GRANUM_MECHANISM_MOTION_H
#define GRANUM_MECHANISM_MOTION_H

#include "mechanism/event.h"
#include <granum/mechanism_run.h>

enum { GR_SIDE_MAX = GR_MECHANISM_COORDINATES_MAX + GR_MECHANISM_OBSERVABLES_MAX };

/* The impact at hand of a contact that is closed. */
typedef struct {
  GrMechanismImpact row;        /* as far as it is known */
  double at_close[GR_SIDE_MAX]; /* velocities and observables */
  double works[GR_WORKS_OF_CONTACT];
  double first; /* length of the first step in the last impact; 0: there was none [s] */
} GrMechanismTouching;

typedef struct {
  const GrCase *the_case;
  double id;
  GrMechanismDynamics dynamics;
  GrMechanismStepping stepping;
  GrInstant now; /* at stepping.start, with what is committed */
  GrMechanismTouching contact[GR_MECHANISM_CONTACTS_MAX];
  double plastic;        /* spent by contacts that have opened [J] */
  double free_step;      /* proposed before the last contact closed [s] */
  PetscInt64 next_point; /* of the trajectory, in units of `every` */
  GrMechanismResult *result;
} GrMechanismMotion;

/* Sizes of the rows of the logs [bytes]. */
size_t GrMechanismImpactSize(const GrMechanism *mechanism);
size_t GrMechanismPointSize(const GrMechanism *mechanism);

/* Velocities and observables at `now`; returns how many. */
int GrMechanismSide(const GrMechanismMotion *motion, double side[GR_SIDE_MAX]);

/* A row each, at `now`. */
PetscErrorCode GrMechanismKeepPoint(GrMechanismMotion *motion);
PetscErrorCode GrMechanismKeepEnergy(GrMechanismMotion *motion);
PetscErrorCode GrMechanismKeepImpact(GrMechanismMotion *motion, int contact);

#endif
