/* The axis of a wall that torques turn about a shaft (GrWallShaft); shaft.c has the equations of its motion. */
#ifndef GRANUM_WALL_SHAFT_H
#define GRANUM_WALL_SHAFT_H

#include "parallel/box.h"
#include "wall/candidates.h"

/* Computes a point on the axis of the shaft of a wall [m]. */
void GrWallShaftPivot(const GrWall *wall, double pivot[3]);

/* Returns an upper bound of the distance from the shaft of the points of the wall that are inside the box [m]. */
double GrWallShaftLever(const GrWall *wall, const GrParallelBox *box);

/* Returns an upper bound of the distance by which the surface approaches a fixed point of the box when the wall turns
   by 1 rad [m]: the lever, or 0 if the wall is a surface of revolution about the shaft. */
double GrWallShaftApproach(const GrWall *wall, const GrParallelBox *box);

#endif
