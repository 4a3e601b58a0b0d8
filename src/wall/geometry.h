/* Geometry of one wall: its pose at a time, distances from it, bounds of its motion (pose.c, path.c). */
#ifndef GRANUM_WALL_GEOMETRY_H
#define GRANUM_WALL_GEOMETRY_H

#include "parallel/box.h"
#include "wall/motion.h"

/* Pose of a wall at time t [s] by its prescribed motion. */
GrWallPose GrWallAt(const GrWall *wall, double t);

/* Adds a further motion to a pose. The motion also moves the pivots of the motions that the pose already contains. */
void GrWallCarry(const GrWallMove *move, GrWallPose *pose);

/* Whether the prescribed motion rotates the wall at any time. */
bool GrWallTurns(const GrWall *wall);

/* Whether the prescribed motion moves the wall at any time. */
bool GrWallMoves(const GrWall *wall);

/* Unit vector along which a load can move the wall. Returns false if the shape has none. */
bool GrWallDirection(const GrWall *wall, double direction[3]);

/* Reference point of the wall [m] and its velocity [m/s]. */
void GrWallPoint(const GrWall *wall, const GrWallPose *pose, double point[3], double velocity[3]);

/* Rotation since the start as a unit quaternion; its real part comes first and is not negative. */
void GrWallOrientation(const GrWallPose *pose, double quaternion[4]);

/* Distance of point x from the nearest part of the surface [m], negative behind it, and the normal there. */
double GrWallGap(const GrWall *wall, const GrWallPose *pose, const double x[3], double normal[3]);

/* Whether this distance is less than `reach` [m]. */
bool GrWallIsNear(const GrWall *wall, const GrWallPose *pose, const double x[3], double reach);

/* Upper bound of the decrease of the distance between the surface and any point of the box between two times [m], up to
   the rounding of positions. Infinite if a number is not finite. */
double GrWallPath(const GrWall *wall, const GrParallelBox *box, double from, double to);

/* Fraction of the wall's displacement budget [1] available to its load-controlled motion: 1 if the prescribed motion is
   perpendicular to the direction of the load, as for walls that close a side of the domain; otherwise 1/2. The
   displacement budget is the displacement up to which no contact with the wall is missed. */
double GrWallTravelShare(const GrWall *wall);

/* Upper bound of the speed of the wall's points in the box until time `end` [m/s]. */
double GrWallFastest(const GrWall *wall, const GrParallelBox *box, double end);

/* Side of the domain (granum/world.h) that the wall closes at the start; -1: none. */
int GrWallSide(const GrWall *wall);

/* Largest distance until time `end` by which a wall without rotation moves outwards from its side [m], >= 0. */
double GrWallRetreat(const GrWall *wall, double end);

#endif
