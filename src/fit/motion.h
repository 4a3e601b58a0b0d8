/* Motion of a chain on one rank, with located events: a Runge-Kutta method with error control, whose steps end where
   the force of a contact is not smooth: where a contact closes or opens, at a corner of its law, and where the overlap
   of a law with a history turns. Within a step all forces are smooth functions of time, so that the method keeps its
   order, histories are exact, and computed values are smooth functions of the parameters.

   A step is an attempt from the last accepted state. Attempts of any shorter length can follow, which locate an event
   of the step: a peak of a force, for example. They do not change later steps. */
#ifndef GRANUM_FIT_MOTION_H
#define GRANUM_FIT_MOTION_H

#include "chain/chain.h"
#include "time/tableau.h"

/* State of a contact at the last accepted state. */
typedef struct {
  GrChainContact at;
  GrChainCorners corners;
} GrFitContact;

/* A chain that is integrated. A state has the displacements of the n beads [m], then their velocities [m/s]. */
typedef struct {
  GrWorld world;
  GrTableau tableau;
  double tolerance;                       /* error of a step, relative to the scales [1] */
  PetscInt n;                             /* number of beads */
  double time;                            /* time of `start` [s] */
  double length, wanted;                  /* length of the last attempt; wanted length of the next step [s] */
  double error;                           /* error of the last attempt, relative to the scales [1] */
  double *start, *end;                    /* last accepted state, and the state at the end of the last attempt */
  double *point, *rate;                   /* [2 n] memory for a state and its derivative */
  double *stage;                          /* [stages][2 n] derivatives at the stages; the first: at `start` */
  GrFitContact *contact;                  /* [n] contact k is that between the beads k - 1 and k */
  double displacement_scale, speed_scale; /* scales of errors [m], [m/s] */
  const char *why;                        /* reason of a failure; NULL: none */
} GrFitMotion;

/* Creates the chain of a case at its start. Fails by GrFail if there is no static equilibrium. */
PetscErrorCode GrFitMotionCreate(const GrCase *the_case, GrFitMotion *motion);
PetscErrorCode GrFitMotionDestroy(GrFitMotion *motion);

/* Makes a step, which ends at `until` [s] at the latest, and at its first event. Sets `end` and `length`; sets `why` if
   no step is short enough. */
PetscErrorCode GrFitMotionStep(GrFitMotion *motion, double until);

/* Makes an attempt of this length [s], and sets `end`, `length` and `error`. */
PetscErrorCode GrFitMotionTry(GrFitMotion *motion, double length);

/* Accepts the last attempt: `end` becomes `start`, and its histories are committed. */
PetscErrorCode GrFitMotionAccept(GrFitMotion *motion);

/* Computes forces and derivative rate[2 n] of a state at time t [s]. The forces in the world belong to this state. */
PetscErrorCode GrFitMotionDerive(GrFitMotion *motion, double t, const double state[], double rate[]);

/* A function of the state `end` of a motion, whose zero is searched. */
typedef PetscErrorCode (*GrFitMotionValue)(GrFitMotion *motion, void *context, double *value);

/* Searches between 0 and the length of the last attempt for the length at which a function is 0. low: its value at
   `start`; its value at `end` has the other sign. noise: rounding error of the function. Ends just beyond the zero,
   with the attempt of this length. */
PetscErrorCode GrFitMotionLocate(GrFitMotion *motion, GrFitMotionValue value, void *context, double low, double noise);

#endif
