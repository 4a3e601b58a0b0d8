/* Walls that torques turn about a shaft (GrWallShaft). The state of the rotation is a GrWallTravel: angle, angular
   velocity and angular acceleration. shaft.c has the equations; travel.c calls these functions. */
#ifndef GRANUM_WALL_SHAFT_H
#define GRANUM_WALL_SHAFT_H

#include "wall/candidates.h"
#include <granum/integrator.h>

/* Computes a point on the axis of the shaft of a wall [m]. */
void GrWallShaftPivot(const GrWall *wall, double pivot[3]);

/* Sets the moment of inertia, and the angular velocity at the start if the input gives it. */
void GrWallShaftBegin(const GrWall *wall, GrWallTravel *travel);

/* Turns a pose about the shaft by an angle [rad] and adds an angular velocity [rad/s]. */
void GrWallShaftTurn(const GrWall *wall, double angle, double rate, GrWallPose *pose);

/* Advances the rotation from the state `now` at the end of the last step with the weights of a step. */
void GrWallShaftAdvance(const GrWall *wall, const GrWallTravel *now, const GrStepWeights *step, GrWallTravel *next);

/* Returns the torque of contact i of a batch about the axis, of the wall on the particle [N m]. Times the angular
   velocity of the wall it is the power of the rotation on the particle. */
double GrWallShaftResistance(const GrWall *wall, const GrModel *model, const GrWallParticles *particles,
                             const GrBatch *batch, int i);

/* Computes angular acceleration, angular velocity, powers and works from the sum of the resistances of all ranks
   [N m]. */
void GrWallShaftFinish(const GrWall *wall, double t, double resistance, const GrStepWeights *step,
                       const GrWallTravel *now, GrWallTravel *next);

#endif
