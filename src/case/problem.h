/* The input of `problem: impact`, `path`, `bounce` and `mechanism`. All numbers are in SI units. */
#ifndef GRANUM_CASE_PROBLEM_H
#define GRANUM_CASE_PROBLEM_H

#include "case/function.h"
#include "case/material.h"
#include <granum/mechanism.h>
#include <stdbool.h>

/* A sequence of numbers: a list, or a range. */
typedef struct {
  PetscInt64 count; /* number of numbers in the sequence */
  /* [count] the numbers of a list; NULL: the sequence is a range of `count` numbers from `from` to `to` */
  double *value;
  double from, to; /* first and last number of the range; if `count` is 1, the only number is `from` */
  int logarithmic; /* 1: the numbers of the range have equal ratios; 0: they have equal differences */
} GrRange;

/* Returns the i-th number of the sequence, i from 0. */
double GrKeyRangeAt(const GrRange *range, PetscInt64 i);

/* Prescribed motion of a body with `problem: path`, in axes that rotate with the pair: displacement [m], or its
   velocity [m/s]; rotation [rad], or its angular velocity [rad/s]. The members not given are 0. */
typedef struct {
  double displacement[3], velocity[3], rotation[3], spin[3];
  /* components that are functions of time; NULL: constant */
  const GrFunction *displacement_of_time[3], *velocity_of_time[3], *rotation_of_time[3], *spin_of_time[3];
} GrBodyPath;

/* One of the two bodies of an impact, or of a prescribed path. */
typedef struct {
  int material; /* index in GrCase.materials */
  GrShape shape;
  double radius; /* radius of the body [m]; NaN: the body is a plane */
  /* mass of the body [kg], which the input gives or which follows from the density; infinite: the body is fixed */
  double mass;
  bool concave; /* whether the body is a socket: a hollow sphere of this radius that encloses the other body */
  bool fixed;   /* whether the body cannot move */
  /* angular velocity before an impact [rad/s]; axes: x from the first body to the second, y along the tangential
     velocity */
  double spin[3];
  GrBodyPath path; /* `problem: path` only */
  GrPlace place;   /* line and column in the input, for messages */
} GrBody;

/* Criterion for the end of an impact. SEPARATION: the overlap returns to 0. ZERO_FORCE: the force reaches 0 for the
   first time during unloading. APART: the distance of the surfaces exceeds the reach of the adhesion. With APART, the
   approach velocity is the velocity at this distance, before the adhesion acts. */
typedef enum { GR_END_SEPARATION, GR_END_ZERO_FORCE, GR_END_APART } GrImpactEnd;

/* Input of `problem: impact`. `problem: bounce` also uses the bodies, the method and the tolerance. `problem:
   mechanism` also uses the method and the tolerance. */
typedef struct {
  int n_bodies;       /* number of bodies, always 2 */
  GrBody *body;       /* [n_bodies] the two bodies that collide */
  GrRange velocities; /* approach velocities [m/s], > 0; granum computes one impact for each velocity and direction */
  /* directions of the velocity: angles from the normal [rad], or tangential velocities [m/s]; count 0: not given */
  GrRange angles, tangential;
  GrImpactEnd end;
  /* whether the results contain force, overlap and overlap rate of each impact as functions of time */
  bool curves;
  PetscInt64 curve_points; /* number of times at which the results contain these quantities (`curves`), per impact */
  /* if the bodies stick together, the computation ends this time after the first touch [s]; NaN: it ends as soon as
     sticking is certain */
  double curve_until;
  char method[GR_NAME_MAX]; /* name of the Runge-Kutta method, a TSRKType of PETSc whose coefficients granum uses */
  double tolerance;         /* maximum relative error of a time step [1] */
  double accuracy; /* allowed error of the velocities after an oblique impact, divided by the approach velocity [1] */
} GrImpactCase;

/* A change of the normal law of a bouncing ball. The new parameter values apply to contact number from_bounce and to
   later contacts. Parameters without a new value (GrLawValue.given is false) keep their old value. */
typedef struct {
  /* number of the first contact with the new values; the first contact of the ball has number 1 */
  PetscInt64 from_bounce;
  GrLawValue value[GR_LAW_PARAMETERS_MAX]; /* new values, in the order of the parameters of the normal law */
} GrBounceChange;

/* Input of `problem: bounce`, in which a ball falls on a fixed body. The bodies, the method and the tolerance are in
   GrCase.impact. Gravity is in GrCase.gravity. */
typedef struct {
  double drop;             /* initial height of the lowest point of the ball above the surface [m] */
  double velocity;         /* initial velocity of the ball, positive downwards [m/s] */
  bool gravity_in_contact; /* whether gravity also acts on the ball during contact */
  int n_changes;
  GrBounceChange *change; /* [n_changes] changes of the normal law, in ascending order of from_bounce */
  /* maximum number of bounces; the computation ends after this number, even if the ball is not at rest */
  PetscInt64 bounces;
  /* maximum number of turning points (overlap rate 0) of a ball that does not leave the surface again. The computation
     ends after this number, even if the ball is not at rest */
  PetscInt64 swings;
  /* the ball counts as at rest if (its energy - its energy at rest) / (its energy at the start) is at most this number
     [1] */
  double energy;
  /* period at which points of the trajectory are stored while the ball is in flight [s]; 0: no such points */
  double every;
  /* the trajectory is stored during this number of contacts, counted from the first contact. A contact that the ball
     does not leave again is always stored */
  PetscInt64 contacts;
  PetscInt64 points; /* approximate number of points of the trajectory during each stored contact */
} GrBounceCase;

/* Input of `problem: path`: two bodies that move on prescribed paths. The bodies are in GrCase.impact. */
typedef struct {
  double overlap;                 /* overlap at the start, < 0: distance [m] */
  double axis[3];                 /* unit vector of the axis about which the pair rotates as a rigid body */
  double turn;                    /* angle of this rotation [rad] */
  const GrFunction *turn_of_time; /* the angle as a function of time; NULL: constant */
  double end;                     /* time at which the computation ends [s] */
  PetscInt64 steps, points;       /* number of time steps, and of points in the results besides the first one */
} GrPathCase;

/* One entry of `surfaces`: material and shape of a surface of a mechanism. */
typedef struct {
  char name[GR_NAME_MAX];
  int material; /* index in GrCase.materials */
  GrShape shape;
  double radius; /* radius of the surface [m]; NaN: the surface is a plane */
  /* whether the surface is a socket: a hollow sphere of this radius that encloses the other surface */
  bool concave;
  GrPlace place; /* line and column in the input, for messages */
} GrSurface;

/* Input of `problem: mechanism`. The method and the tolerance are in GrCase.impact. */
typedef struct {
  const GrMechanism *mechanism;
  GrLawValue value[GR_MECHANISM_PARAMETERS_MAX]; /* values of the parameters, in the order of GrMechanism.parameters */
  int n_surfaces;
  /* [n_surfaces] surfaces of the mechanism; after validation in the order of GrMechanism.surface */
  GrSurface *surface;
  double end;   /* time at which the computation ends [s] */
  double every; /* period at which a point of the trajectory is stored [s]; 0: no periodic points */
  /* during this number of impacts, counted from the first impact, a point of the trajectory is stored at each time
     step */
  PetscInt64 contacts;
} GrMechanismCase;

#endif
