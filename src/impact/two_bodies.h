/* Two bodies in contact: relative motion in space, forces of all laws of a contact rule, and the work of each force.
   GR_TWO_LANES independent pairs are treated at the same time; a lane is the index of a pair in all arrays.

   Geometry. The bodies are spheres, or a sphere and a plane or socket. s is the displacement of body 1 relative to body
   2 since the surfaces touched [m], with the x-axis along the normal n0 of this time, from body 1 to body 2:
     e = n0 - c s,  n = e/|e|,  d = (2 s_x - c s.s)/(1 + |e|)
     n  normal, from body 1 to body 2;  d  overlap [m]
     c  curvature 1/(R1 + R2) of two spheres, 0 with a plane, -1/(R_socket - R) in a socket [1/m]
   This form of the overlap has no cancellation, because d is small and R large.

   Motion, with the relative velocity u = v1 - v2 [m/s] and the angular velocities w1, w2 [rad/s]:
     m du/dt = -F n + T,  I1 dw1/dt = l1 n x T + M,  I2 dw2/dt = l2 n x T - M,  ds/dt = u
     m  reduced mass [kg];  I  moment of inertia, infinite if the body does not rotate [kg m^2]
     F, T, M, l  forces, torque and lever arms of contact/batch.h, whose GrBatchEvaluate calls the laws
   The caller integrates the motion, or prescribes it.

   Work. In velocity Verlet, the sum of h F.u over the full steps of length h is exactly the work of the force F on the
   bodies, if F is 0 before the first step and after the last step. The works of normal force, friction, rolling
   resistance (part of M across n) and twisting resistance (part along n) therefore add up to the change of the kinetic
   energy to rounding. */
#ifndef GRANUM_IMPACT_TWO_BODIES_H
#define GRANUM_IMPACT_TWO_BODIES_H

#include "contact/batch.h"

enum { GR_TWO_LANES = GR_BATCH }; /* largest number of pairs: one batch */

/* Mechanisms that do work on the two bodies. */
typedef enum { GR_WORK_NORMAL, GR_WORK_SLIDING, GR_WORK_ROLLING, GR_WORK_TWISTING, GR_WORKS } GrTwoBodyWork;

/* Indices of the numbers of a pair (GrTwoBodies.value). Vectors and pairs of numbers take consecutive indices. */
enum {
  GR_TWO_DISPLACEMENT,                        /* s [m] */
  GR_TWO_VELOCITY = GR_TWO_DISPLACEMENT + 3,  /* u [m/s] */
  GR_TWO_SPIN = GR_TWO_VELOCITY + 3,          /* w1, w2 [rad/s] */
  GR_TWO_ACCELERATION = GR_TWO_SPIN + 6,      /* time derivative of u [m/s^2] */
  GR_TWO_ANGULAR = GR_TWO_ACCELERATION + 3,   /* time derivatives of w1, w2 [rad/s^2] */
  GR_TWO_INVERSE_MASS = GR_TWO_ANGULAR + 6,   /* 1/m [1/kg] */
  GR_TWO_INVERSE_INERTIA,                     /* 1/I1, 1/I2 [1/(kg m^2)]; 0: the body does not rotate */
  GR_TWO_RADIUS = GR_TWO_INVERSE_INERTIA + 2, /* radii of body 1 and 2 [m]; 0 for a plane or socket */
  GR_TWO_CURVATURE = GR_TWO_RADIUS + 2,       /* c [1/m] */
  GR_TWO_WORK,                                /* work of each mechanism (GrTwoBodyWork) [J] */
  GR_TWO_VISCOUS = GR_TWO_WORK + GR_WORKS,    /* energy that the normal dashpots dissipate [J] */
  GR_TWO_OVERLAP,                             /* overlap of the last evaluation [m] */
  GR_TWO_FORCE,                               /* normal force of the last evaluation [N] */
  GR_TWO_EARLIER_OVERLAP,                     /* overlap of the evaluation before [m] */
  GR_TWO_EARLIER_FORCE,                       /* normal force of the evaluation before [N] */
  GR_TWO_PEAK,                                /* overlap at the first turning point [m]; 0: not reached */
  GR_TWO_OVERLAP_MAX,                         /* largest overlap at the end of a step [m] */
  GR_TWO_FORCE_MAX,                           /* largest normal force [N] */
  GR_TWO_FORCE_MIN,                           /* smallest normal force [N] */
  GR_TWO_VALUES
};

/* GR_TWO_LANES pairs of bodies, all with the same contact rule. The first n lanes are in use. */
typedef struct {
  GrModel model; /* the laws; a pair type for each pair of bodies */
  GrHistory history;
  GrBatch batch; /* contact i of the batch is the pair on lane i */
  int n;
  double value[GR_TWO_VALUES][GR_TWO_LANES];
  int task[GR_TWO_LANES]; /* number that the caller gave to the pair on each lane */
} GrTwoBodies;

/* Creates the lanes of pairs with the laws of a case, without pairs. velocity: kind of velocities that the laws get.
   Destroy them with GrTwoBodiesDestroy. Not collective. */
PetscErrorCode GrTwoBodiesCreate(const GrCase *the_case, GrVelocityOf velocity, GrTwoBodies **bodies);
PetscErrorCode GrTwoBodiesDestroy(GrTwoBodies **bodies);

/* Whether a body is a sphere on its outside, which has a centre on the other side of the contact. */
bool GrTwoBodiesIsBall(const GrBody *body);

/* Returns the curvature c of two bodies of a case [1/m]. */
double GrTwoBodiesCurvature(const GrBody body[2]);

/* Computes normals, overlaps, and the velocities that the laws read, which are predicted for the time `ahead` [s] with
   the last accelerations. */
void GrTwoBodiesPlace(GrTwoBodies *bodies, double ahead);

/* Removes the lanes with keep[lane] false; their contacts end with the next evaluation. Call it after
   GrTwoBodiesPlace. */
void GrTwoBodiesKeep(GrTwoBodies *bodies, const bool keep[GR_TWO_LANES]);

/* Evaluates the laws at the time h [s] after the committed state. keep: whether the new histories become the trial
   histories. Sets batch.results only. */
void GrTwoBodiesForces(GrTwoBodies *bodies, double h, bool keep);

/* Evaluates the laws after a step of length h [s], computes the accelerations, changes the velocities by `kick` [s]
   times the accelerations, and adds the works. The histories of the laws remain uncommitted. */
void GrTwoBodiesEvaluate(GrTwoBodies *bodies, double h, double kick);

/* Computes the power of each mechanism on the bodies of a lane [W], with the last forces and velocities. */
void GrTwoBodiesPower(const GrTwoBodies *bodies, int lane, double power[GR_WORKS]);

#endif
