/* One motion of a wall: displacement and velocity at a time, and bounds of both in an interval of time
   (granum/wall.h). */
#ifndef GRANUM_WALL_MOTION_H
#define GRANUM_WALL_MOTION_H

#include <granum/wall.h>
#include <petscsys.h>

/* A motion at one time: x -> pivot + rotation (x - pivot) + offset. The rotation is by an angle about a unit axis. */
typedef struct {
  double offset[3], velocity[3]; /* offset [m] and its time derivative [m/s] */
  bool turns;                    /* whether the motion has a rotation, described by the next members */
  double pivot[3], axis[3];      /* pivot [m]; axis of the rotation, unit vector */
  double angle, rate;            /* angle of the rotation [rad] and its time derivative [rad/s] */
} GrWallMove;

/* Returns motion k of a wall: 0 is the motion of the wall's main keys, k > 0 is entry k - 1 of its list of motions. */
const GrWallMotion *GrWallMotionOf(const GrWall *wall, int k);

/* Returns displacement and rotation of motion k at time t [s]. */
GrWallMove GrWallMoveAt(const GrWall *wall, int k, double t);

/* Returns an upper bound of the change of the offset [m] of motion k between the times from and to [s]. across: a unit
   vector; only the component of the offset perpendicular to it counts. NULL: all components count. */
double GrWallMoveSpan(const GrWall *wall, int k, double from, double to, const double across[3]);

/* Returns an upper bound of the change of the angle [rad] of motion k between the times from and to [s]. */
double GrWallMoveTurn(const GrWall *wall, int k, double from, double to);

/* Computes upper bounds of the speed [m/s] and of the angular speed [rad/s] of motion k until time `end` [s]. */
void GrWallMoveFastest(const GrWall *wall, int k, double end, double *velocity, double *rate);

/* Completes a table that has been read: computes slopes and integrals at its points. */
PetscErrorCode GrWallTableFinish(GrWallTable *table);

/* Frees the memory of a table. */
PetscErrorCode GrWallTableForget(GrWallTable *table);

/* Computes value and time derivative of a column of a table at time t [s]. */
void GrWallTableAt(const GrWallTable *table, int column, double t, double *value, double *rate);

/* Returns an upper bound of the change of a column between the times from and to [s]. */
double GrWallTableSpan(const GrWallTable *table, int column, double from, double to);

/* Returns an upper bound of the absolute time derivative of a column. */
double GrWallTableFastest(const GrWallTable *table, int column);

#endif
