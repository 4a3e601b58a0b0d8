/* Kinds of load-controlled motion of a wall: by a servo, with a mass along a direction, about a shaft, freely as a
   rigid body. A kind is a row of functions. travel.c calls them for each load-controlled wall, in the order of a step.
   The kinds are in push.c (servo, mass), shaft.c and body.c; load.c lists them. */
#ifndef GRANUM_WALL_LOAD_H
#define GRANUM_WALL_LOAD_H

#include "parallel/box.h"
#include "wall/candidates.h"
#include "wall/geometry.h"
#include <granum/integrator.h>

enum { GR_WALL_SUMS = 6 }; /* largest number of sums over the contacts of a wall */

/* A contact of a batch, as GrWallLoadKind.resist reads it. */
typedef struct {
  const GrModel *model;
  const GrWallParticles *particles;
  const GrBatch *batch;
  int i; /* number of the contact in the batch */
} GrWallContact;

/* Conditions at the end of a step, as GrWallLoadKind.load and GrWallLoadKind.finish read them. */
typedef struct {
  const GrCase *the_case;
  const GrWallDomain *space; /* box between the walls at its sides, for the area of a wall with a target stress */
  double t;                  /* time [s] */
  const GrStepWeights *step; /* weights of the step (world/step.h) */
} GrWallConditions;

/* How the load-controlled motion can move the surface towards a fixed point: the values of the motion, which `lever`
   converts to upper bounds for the surface. */
typedef struct {
  double lever; /* largest displacement of the surface over that of the motion: 1, or a length [m] for a rotation */
  double path;  /* displacement since the candidate pairs were last listed [m] or [rad] */
  double speed; /* current speed, or for a servo its largest speed [m/s] or [rad/s] */
  double acceleration; /* current acceleration; 0 for a servo, whose speed may jump [m/s^2] or [rad/s^2] */
} GrWallApproach;

/* A kind of load-controlled motion. */
struct GrWallLoadKind {
  const char *name; /* key of the wall that gives it */
  bool straight;    /* the wall is displaced along its direction, without rotation */
  bool inertial;    /* forces accelerate the wall: its speed does not jump, as that of a servo */
  int n_sums;       /* number of sums over the contacts */
  /* whether a wall has a motion of this kind */
  bool (*has)(const GrWall *wall);
  /* Sets the constants and the values at the start that the input gives. state: 0, or at the begin of a stage the
     state of the wall, which has a motion of this kind already. NULL: there is nothing to set. */
  void (*begin)(const GrWall *wall, GrWallTravel *state);
  /* Sets the speeds at which `next`, a wall of this kind, begins to those of a pose of the wall, unless the input gives
     them. Called if the wall was moved in another way before. NULL: the wall then begins at rest. */
  void (*inherit)(const GrWallPose *pose, GrWall *next);
  /* Moves a pose, which is that of the prescribed motion, by the load-controlled motion. */
  void (*pose)(const GrWall *wall, const GrWallTravel *state, GrWallPose *pose);
  /* Advances the motion from the state `now` at the end of the last step with the weights of a step. *next is a copy
     of *now. */
  void (*advance)(const GrWall *wall, const GrWallTravel *now, const GrStepWeights *step, GrWallTravel *next);
  /* Adds a contact to the sums [n_sums]. */
  void (*resist)(const GrWall *wall, const GrWallTravel *state, const GrWallContact *contact, GrSum sum[]);
  /* Returns the load, a force [N]; NULL: the load is no force. */
  double (*load)(const GrWall *wall, const GrWallConditions *at);
  /* Computes accelerations and powers from the sums over all ranks, and finishes the step. */
  void (*finish)(const GrWall *wall, const GrWallConditions *at, const double sum[], const GrWallTravel *now,
                 GrWallTravel *next);
  /* Adds the kinetic energy, and the work of the loads minus the work on the particles [J]. NULL: none, because the
     wall is no body of the system. */
  void (*add_energies)(const GrCase *the_case, const GrWall *wall, const GrWallTravel *state, GrSum *kinetic,
                       GrSum *external);
  GrWallApproach (*approach)(const GrWall *wall, const GrWallTravel *state, const GrParallelBox *box);
  /* Returns the displacement of a wall that nothing will stop [m] (GrWallsAstray); 0: something may stop it. NULL: the
     wall cannot leave its place. */
  double (*astray)(const GrCase *the_case, const GrWall *wall, const GrWallTravel *state);
  /* Returns the speed at which the wall may reach the particles when its loads have moved it over the gap [m/s].
     Gravity counts with its constant value. */
  double (*reach_speed)(const GrCase *the_case, const GrWall *wall, const GrWallTravel *state, const GrParallelBox *box,
                        double gap);
  /* Returns the inverse of the mass that a force at the point x along the unit vector n moves [1/kg]. NULL: forces do
     not accelerate the wall, so it is 0. */
  double (*inverse_mass)(const GrWall *wall, const GrWallTravel *state, const double x[3], const double n[3]);
  /* Returns a lower bound of the mass that a contact moves [kg]. NULL: infinite. */
  double (*least_mass)(const GrWall *wall);
};

/* The kinds. A wall has a motion of the first kind whose `has` returns true. */
extern const GrWallLoadKind GrWallLoadShaft, GrWallLoadBody, GrWallLoadMass, GrWallLoadServo;

/* Returns the kind of the load-controlled motion of a wall; NULL: the wall is not load-controlled. */
const GrWallLoadKind *GrWallLoadOf(const GrWall *wall);

/* Computes the force of the wall on the particle in a contact [N], and its torque about a point, with the torques of
   rolling and twisting [N m]. The force acts at the point of the wall whose velocity the contact has (AddSpin in
   wall.c), so that the product with the angular velocity of the wall is the power of the contact. */
void GrWallContactTorque(const GrWallContact *contact, const double pivot[3], double force[3], double torque[3]);

/* Returns whether the servo of a wall has a target stress. Its load then depends on the area of the wall. */
bool GrWallHoldsStress(const GrWall *wall);

/* Returns the state in which a load-controlled wall begins a run. */
GrWallTravel GrWallLoadBegin(const GrWall *wall);

#endif
