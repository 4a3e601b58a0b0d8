/* Kinds of load-controlled motion of a wall: by a servo, with a mass along a direction, about a shaft, freely as a
   rigid body. A kind is a row of functions. travel.c calls them for each load-controlled wall, in the order of a step.
   The kinds are in push.c (servo, mass), shaft.c and body.c; load.c lists them. */
#ifndef GRANUM_WALL_LOAD_H
#define GRANUM_WALL_LOAD_H

#include "parallel/box.h"
#include "wall/candidates.h"
#include "wall/geometry.h"
#include <granum/integrator.h>

enum { GR_WALL_SUMS = 6 };  /* largest number of sums over the contacts of a wall */
enum { GR_WALL_MODES = 6 }; /* largest number of degrees of freedom of a wall that forces accelerate */

/* A contact of a batch, as GrWallLoadKind.resist reads it. */
typedef struct {
  const GrModel *model;
  const GrWallParticles *particles;
  const GrBatch *batch;
  int i; /* number of the contact in the batch */
} GrWallContact;

/* Conditions at the end of a step, as GrWallLoadKind.finish reads them. */
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
  /* bound of the acceleration within a time span, by loads over time; 0 for a servo, whose speed may jump [m/s^2] or
     [rad/s^2] */
  double acceleration;
} GrWallApproach;

/* A kind of load-controlled motion. */
struct GrWallLoadKind {
  const char *name; /* key of the wall that gives it */
  bool straight;    /* the wall is displaced along its direction, without rotation */
  int n_sums;       /* number of sums over the contacts */
  int n_modes;      /* number of degrees of freedom that forces accelerate; 0: a servo, whose speed may jump */
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
  /* Returns an upper bound of the magnitude of the load during the run [N]. space: see GrWallConditions. NULL: the load
     is no force. */
  double (*largest_load)(const GrCase *the_case, const GrWall *wall, const GrWallDomain *space);
  /* Computes accelerations and powers from the sums over all ranks, and finishes the step. */
  void (*finish)(const GrWall *wall, const GrWallConditions *at, const double sum[], const GrWallTravel *now,
                 GrWallTravel *next);
  /* Adds the energies of the wall. NULL: none, because the wall is no body of the system. */
  void (*add_energies)(const GrCase *the_case, const GrWall *wall, const GrWallTravel *state,
                       const GrWallEnergies *energies);
  /* span: time within which the result bounds the acceleration [s]. */
  GrWallApproach (*approach)(const GrCase *the_case, const GrWall *wall, const GrWallTravel *state,
                             const GrParallelBox *box, double span);
  /* Returns the displacement of a wall that nothing will stop [m] (GrWallsAstray); 0: something may stop it. NULL: the
     wall cannot leave its place. */
  double (*astray)(const GrCase *the_case, const GrWall *wall, const GrWallTravel *state);
  /* Returns the speed at which the wall may reach the particles when its loads have moved it over the gap [m/s].
     Loads and gravity that are functions of time count with their largest values during the run. */
  double (*reach_speed)(const GrCase *the_case, const GrWall *wall, const GrWallTravel *state, const GrParallelBox *box,
                        double gap);
  /* Computes for each degree of freedom the acceleration by a unit force at the point x along the unit vector n, times
     the square root of its inertia [kg^-1/2]. The sum of the squares is the inverse of the mass that the force moves.
     n_modes = 0: NULL. */
  void (*modes)(const GrWall *wall, const GrWallTravel *state, const double x[3], const double n[3], double mode[]);
  /* Adds f K + g C to the matrix [n_modes^2] of the degrees of freedom of `modes`: K stiffness [1/s^2], C damping
     [1/s] of the springs that hold the wall. NULL: a wall of this kind has no springs. */
  void (*restrain)(const GrWall *wall, const GrWallTravel *state, double f, double g, double matrix[]);
  /* Returns a lower bound of the mass that a contact moves [kg]. NULL: contacts count the wall as infinitely heavy. */
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

/* Returns the force of a spring and a dashpot along axis k [N]: against the displacement [m] and the speed [m/s]. */
static inline double GrWallSpringForce(const GrWallSprings *springs, int k, double displacement, double speed)
{
  return -(springs->stiffness[k] * displacement + springs->damping[k] * speed);
}

/* Returns the state in which a load-controlled wall begins a run. */
GrWallTravel GrWallLoadBegin(const GrWall *wall);

#endif
