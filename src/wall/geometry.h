/* Geometry of one wall: its pose (position and velocity) at a given time, distances of points from the wall, and bounds
   of its motion (pose.c, path.c). */
#ifndef GRANUM_WALL_GEOMETRY_H
#define GRANUM_WALL_GEOMETRY_H

#include "parallel/box.h"
#include "wall/motion.h"
#include <stdbool.h>

/* Returns the pose (position, rotation and velocity) of a wall at time t [s] by its prescribed motion. */
GrWallPose GrWallAt(const GrWall *wall, double t);

/* Applies a motion to the pose of a wall. It moves all points of the wall, and also the pivots of the motions that have
   been applied to the pose before. */
void GrWallCarry(const GrWallMove *move, GrWallPose *pose);

/* Returns whether the prescribed motion rotates the wall at any time. */
bool GrWallTurns(const GrWall *wall);

/* Returns whether the prescribed motion moves the wall at any time. */
bool GrWallMoves(const GrWall *wall);

/* Returns whether the wall moves at a constant velocity, without rotation and load. Sets `velocity` to it [m/s]; 0 if
   the wall is at rest. */
bool GrWallHasConstantVelocity(const GrWall *wall, double velocity[3]);

/* Sets `direction` to the unit vector along which a load (servo or force) moves the wall. Returns false if neither the
   input nor the shape of the wall defines it. */
bool GrWallDirection(const GrWall *wall, double direction[3]);

/* Returns whether a load displaces the wall along its direction, without rotation: it has a servo or a mass. */
bool GrWallIsPushed(const GrWall *wall);

/* Returns a lower bound of the mass that a contact with the wall moves [kg]; infinite: forces do not accelerate the
   wall. */
double GrWallLeastMass(const GrWall *wall);

/* Returns whether the surface of the wall moves in itself (GrWallSurface). */
bool GrWallSurfaceMoves(const GrWall *wall);

/* Computes the velocity [m/s] and the angular velocity [rad/s] of the surface relative to the wall at time t [s], at a
   point with this unit normal. The velocity is perpendicular to the normal. */
void GrWallSurfaceAt(const GrWall *wall, const GrWallPose *pose, double t, const double point[3],
                     const double normal[3], double velocity[3], double spin[3]);

/* Returns an upper bound of the speed of the surface relative to the wall [m/s], at the points in the box. */
double GrWallSurfaceFastest(const GrWall *wall, const GrParallelBox *box);

/* Computes the position of the reference point of the wall [m] and its velocity [m/s] in a pose. */
void GrWallPoint(const GrWall *wall, const GrWallPose *pose, double point[3], double velocity[3]);

/* Computes the rotation of the wall since the start as a unit quaternion (w, x, y, z) with w >= 0. */
void GrWallOrientation(const GrWallPose *pose, double quaternion[4]);

/* Returns the distance of the point x from the surface of the wall [m]; it is negative behind the surface. Sets
   `normal` to the unit normal of the surface at the point nearest to x. */
double GrWallGap(const GrWall *wall, const GrWallPose *pose, const double x[3], double normal[3]);

/* Returns whether the distance of the point x from the surface of the wall is less than `reach` [m]. */
bool GrWallIsNear(const GrWall *wall, const GrWallPose *pose, const double x[3], double reach);

/* Returns an upper bound of the distance by which the surface approaches any fixed point of the box between the times
   `from` and `to` [s]. The bound [m] holds up to the rounding of positions. It is infinite if an input number is not
   finite. */
double GrWallPath(const GrWall *wall, const GrParallelBox *box, double from, double to);

/* Returns the fraction of the displacement budget of a wall that its load-controlled motion may use [1]. The
   displacement budget is the displacement up to which no contact with the wall is missed. The fraction is 1/2 if the
   prescribed motion may move the wall along the direction of the load. Otherwise it is 1, for example if a wall that
   closes a side of the domain moves only parallel to this side. */
double GrWallTravelShare(const GrWall *wall);

/* Returns an upper bound of the distance of a point of the surface from an axis [m], with the wall at its position at
   the start of the run. pivot: point on the axis [m]; axis: its direction, a unit vector. May be infinite. */
double GrWallLever(const GrWall *wall, const double pivot[3], const double axis[3]);

/* Returns an upper bound of the speed [m/s] of the points of the wall that are inside the box, for all times until
   `end` [s]. */
double GrWallFastest(const GrWall *wall, const GrParallelBox *box, double end);

/* Returns the side of the domain that the wall closes at the start: an index in GrWorldSideNames (0: lower_x, 1:
   lower_y, ...); -1: the wall closes no side. */
int GrWallSide(const GrWall *wall);

/* Returns an upper bound of the distance [m], >= 0, by which a wall moves outwards from the side of the domain that it
   closes, until time `end` [s]. The wall must not rotate. */
double GrWallRetreat(const GrWall *wall, double end);

#endif
