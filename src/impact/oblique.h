/* Oblique impacts: two bodies that also move along the surface, or spin, before they touch. All laws of their contact
   rule act: normal law, adhesion, sliding, rolling, twisting.

   Method. The motion of two_bodies.h is integrated with velocity Verlet as in assemblies, from the touch on, with a
   fixed step of about T/N: T is the duration of the central impact with the same approach velocity, N a number of
   steps. N is doubled until the velocities after the impact change by no more than the accuracy. This change is the
   estimate of the error of the finer result: the error of a method of order p is the change over 2^p - 1, and p is at
   least 1.

   Order (measured): 2 for the normal motion and for impacts that slide or stick throughout. If friction changes between
   sticking and sliding, the error remains proportional to h^2, but its factor depends on where in a step the change
   occurs, because the laws limit the force at the end of the step. Order 1 if the direction of sliding or rolling
   rotates while the force has its limit, and with `slider: total`.

   Axes: x is the normal at the touch, from body 1 to body 2; y is the direction of the tangential velocity. Velocities
   are those of body 1 relative to body 2. */
#ifndef GRANUM_IMPACT_OBLIQUE_H
#define GRANUM_IMPACT_OBLIQUE_H

#include "impact/impact.h"
#include "impact/two_bodies.h"
#include <stdbool.h>

/* Input of an oblique impact: two bodies, and their motion at the touch. */
typedef struct {
  PetscInt type;             /* pair type in GrTwoBodies.model */
  double mass;               /* reduced mass [kg] */
  double radius[2];          /* radii [m]; 0 for a plane or a socket */
  double curvature;          /* curvature c of two_bodies.h [1/m] */
  double inverse_inertia[2]; /* 1/moment of inertia [1/(kg m^2)]; 0: the body does not rotate */
  double velocity[2];        /* velocities along x and y [m/s] */
  double spin[2][3];         /* angular velocities of the bodies [rad/s] */
  double duration;           /* duration of the central impact with the velocity along x [s] */
  bool sticks;               /* whether the bodies stick in this central impact; they are then followed this long */
} GrObliqueTask;

/* Motion after an oblique impact, and its extreme values. */
typedef struct {
  double velocity[3], spin[2][3];            /* velocity [m/s] and angular velocities [rad/s] after the impact */
  double duration;                           /* [s] */
  double overlap_max, force_max, force_min;  /* largest overlap [m], largest and smallest normal force [N] */
  double work[GR_WORKS];                     /* work of each mechanism on the bodies [J] */
  double viscous, plastic, elastic, springs; /* loss in normal dashpots, plastic work, energies left in contact [J] */
  double steps;                              /* number of time steps */
  double error; /* estimated error of the velocities, divided by the velocity along x before the impact [1] */
} GrObliqueMotion;

/* Quantities of the motion over time, the columns of a curve. */
enum {
  GR_OBLIQUE_TIME,
  GR_OBLIQUE_OVERLAP,
  GR_OBLIQUE_RATE,
  GR_OBLIQUE_FORCE,
  GR_OBLIQUE_SLIP,                           /* slip along y and z */
  GR_OBLIQUE_FRICTION = GR_OBLIQUE_SLIP + 2, /* friction force on body 1 along y and z */
  GR_OBLIQUE_PATH = GR_OBLIQUE_FRICTION + 2, /* displacement of the contact point along y and z, relative to body 2 */
  GR_OBLIQUE_COLUMNS = GR_OBLIQUE_PATH + 2
};

/* Samples of one impact: an array for each column. */
typedef struct {
  double *column[GR_OBLIQUE_COLUMNS];
} GrObliqueCurve;

/* Settings that all impacts of a call of GrObliqueSolve have in common. */
typedef struct {
  GrImpactEnd end;
  double accuracy;   /* allowed estimated error [1] */
  PetscInt64 points; /* number of samples of each curve; 0: no curves */
} GrObliqueSetting;

/* Computes n oblique impacts. bodies: their contact model; the lanes are overwritten. If impact i fails, why[i] is the
   reason, and its motion is not set; otherwise why[i] is NULL. curve: [n], if setting->points > 0. The result of an
   impact does not depend on the other impacts. Not collective. */
PetscErrorCode GrObliqueSolve(const GrObliqueSetting *setting, GrTwoBodies *bodies, PetscInt n,
                              const GrObliqueTask task[], GrObliqueMotion motion[], const GrObliqueCurve curve[],
                              const char *why[]);

#endif
