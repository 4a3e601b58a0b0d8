/* A step of an integrator with fixed steps, as the evaluation of forces makes it. The evaluation moves all that has a
   position and a velocity, from the end of the last accepted step: beads or spheres, rigid bodies, load-controlled
   walls, and the sides of a deforming box. It applies the same weights to all of them:

     advance   v += start a,   x += drift v,   v += predict a
     forces    a' from x and v
     finish    change = end a' - back a,   v += change,   a = a' - rate change

   x position [m], v velocity [m/s], a and a' accelerations [m/s^2]; for rotations orientation, angular momentum and
   torque. The functions are for beads in chain/chain.c, for spheres in bulk/motion.c, for rigid bodies in
   bulk/body/motion.c, for walls in wall/travel.c, for a box in bulk/cell/deform.c. */
#ifndef GRANUM_WORLD_STEP_H
#define GRANUM_WORLD_STEP_H

#include <granum/integrator.h>
#include <stdbool.h>

/* A step for the evaluation of forces. If all members but `rule` are 0, the particles do not move, and the
   accelerations are not stored. */
typedef struct {
  const GrStepRule *rule; /* rule of the weights; walls and the box use it even if no particle moves */
  double length;          /* length of the step [s]; 0: the particles are at the time of the evaluation already */
  GrStepWeights weights;  /* weights of `rule` for this length, without drag; 0 for length 0 */
  /* memory for the accelerations, with the layout of GrWorldAcceleration; NULL: they are not stored. If it is the
     memory of the world, rigid bodies also store theirs: the next step begins with them. */
  double *rates;
  /* Only in dimension 2 and 3: whether the last evaluation has already advanced the particles to the time of this one
     (`joins`). */
  bool begun;
  bool joins; /* whether this evaluation also advances the particles by the next step, of the same length */
} GrStep;

/* Event that follows the current step. STEP: the next step; EPOCH: the neighbour list is rebuilt, for example because a
   contact might be missed or the next stage of the case begins; END: the case has ended. */
typedef enum { GR_NEXT_STEP, GR_NEXT_EPOCH, GR_NEXT_END } GrNext;

/* The plan of the next steps. Steps without output and without checks (fused steps) need no return to the main loop of
   the run: the integrator may make and commit them. This saves time if there are few particles. */
typedef struct {
  GrNext next;
  PetscInt64 steps; /* largest number of fused steps that can follow */
  double until;     /* the fused steps must end before this time [s] */
} GrStepPlan;

/* Attempt of a Runge-Kutta method to make a step. */
typedef struct {
  double time; /* start of the step [s] */
  double step; /* length of the step [s] */
  bool acts;   /* whether some contact of this rank acts in an evaluation of the attempt */
} GrAttempt;

/* Velocity Verlet (world/step.c). */
extern const GrStepRule GrStepVerlet;     /* forces see the velocity predicted for the end of the step */
extern const GrStepRule GrStepVerletHalf; /* forces see the velocity in the middle of the step */
extern const GrStepRule GrStepStages;     /* of an evaluation at given velocities, for integrators without a rule */

/* Returns the weights of a step of length h [s] without decay. */
static inline GrStepWeights GrStepFree(const GrStepRule *rule, double h)
{
  return rule->weigh(h, 0, (const double[2]){1, 0.5});
}

/* Returns the step of this length [s] that an integrator makes with its rule. */
static inline GrStep GrStepOf(const GrStepRule *rule, double length, double *rates)
{
  return (GrStep){.rule = rule, .length = length, .weights = GrStepFree(rule, length), .rates = rates};
}

#endif
