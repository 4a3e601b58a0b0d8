/* Geometry of one wall: its pose at a time, distances from it, bounds of its motion (pose.c, path.c). */
#ifndef GRANUM_WALL_GEOMETRY_H
#define GRANUM_WALL_GEOMETRY_H

#include "parallel/box.h"
#include "wall/motion.h"

/* Returns the pose of a wall at time t [s], as its prescribed motion gives it. */
GrWallPose GrWallAt(const GrWall *wall, double t);

/* Applies a further motion to a pose: it moves all points of the wall, and so also the pivots of the motions that the
   pose already contains. */
void GrWallCarry(const GrWallMove *move, GrWallPose *pose);

/* Whether the prescribed motion rotates the wall at any time. */
bool GrWallTurns(const GrWall *wall);

/* Whether the prescribed motion moves the wall at any time. */
bool GrWallMoves(const GrWall *wall);

/* Sets the unit vector along which a load can move the wall. Returns false if the shape has no such direction. */
bool GrWallDirection(const GrWall *wall, double direction[3]);

/* Computes the reference point of the wall [m] and the velocity of this point [m/s] in a pose. */
void GrWallPoint(const GrWall *wall, const GrWallPose *pose, double point[3], double velocity[3]);

/* Computes the rotation of the wall since the start as a unit quaternion (w, x, y, z) with w >= 0. */
void GrWallOrientation(const GrWallPose *pose, double quaternion[4]);

/* Returns the distance of the point x from the nearest part of the surface [m], negative behind the surface. Sets
   `normal` to the unit normal there. */
double GrWallGap(const GrWall *wall, const GrWallPose *pose, const double x[3], double normal[3]);

/* Whether the distance of the point x from the surface is less than `reach` [m]. */
bool GrWallIsNear(const GrWall *wall, const GrWallPose *pose, const double x[3], double reach);

/* Returns an upper bound of the decrease of the distance between the surface and any point of the box between the times
   from and to [s], up to the rounding of positions [m]. Infinite if a number is not finite. */
double GrWallPath(const GrWall *wall, const GrParallelBox *box, double from, double to);

/* Returns the fraction of the wall's displacement budget [1] that is available to its load-controlled motion: 1 if the
   prescribed motion is perpendicular to the direction of the load, as for walls that close a side of the domain;
   otherwise 1/2. The displacement budget is the displacement up to which no contact with the wall is missed. */
double GrWallTravelShare(const GrWall *wall);

/* Returns an upper bound of the speed [m/s] that a point of the wall in the box has until time `end` [s]. */
double GrWallFastest(const GrWall *wall, const GrParallelBox *box, double end);

/* Returns the side of the domain (0 lower_x, 1 lower_y, ..., GrWorldSideNames) that the wall closes at the start; -1:
   none. */
int GrWallSide(const GrWall *wall);

/* Returns the largest distance, until time `end` [s], by which a wall without rotation moves outwards from its side of
   the domain [m], >= 0. */
double GrWallRetreat(const GrWall *wall, double end);

#endif
