/* Position and velocity of one motion of a wall at a time, and bounds of both in an interval; see granum/wall.h. */
#ifndef GRANUM_WALL_MOTION_H
#define GRANUM_WALL_MOTION_H

#include <granum/wall.h>
#include <petscsys.h>

/* A motion at a time: x -> pivot + rotation (x - pivot) + offset, with the rotation by an angle about a unit axis. */
typedef struct {
  double offset[3], velocity[3]; /* [m], [m/s] */
  bool turns;                    /* the motion has a rotation, described by the next members */
  double pivot[3], axis[3];      /* [m], unit vector */
  double angle, rate;            /* [rad], [rad/s] */
} GrWallMove;

/* Motion k of a wall: 0 is the motion of the wall's own keys, the others are the entries of its list of motions. */
const GrWallMotion *GrWallMotionOf(const GrWall *wall, int k);

/* Displacement and rotation of motion k at time t [s]. */
GrWallMove GrWallMoveAt(const GrWall *wall, int k, double t);

/* Upper bound of the change of the offset of motion k after time `from`, until `to` [m]. across: a unit vector; only
   the component of the offset perpendicular to it counts. NULL: all components count. */
double GrWallMoveSpan(const GrWall *wall, int k, double from, double to, const double across[3]);

/* Upper bound of the change of the angle of motion k after time `from`, until `to` [rad]. */
double GrWallMoveTurn(const GrWall *wall, int k, double from, double to);

/* Upper bounds of the velocity [m/s] and of the angular velocity [rad/s] of motion k until time `end`. */
void GrWallMoveFastest(const GrWall *wall, int k, double end, double *velocity, double *rate);

/* Completes a table that has been read: slopes and integrals at its points. */
PetscErrorCode GrWallTableFinish(GrWallTable *table);

/* Frees the memory of a table. */
PetscErrorCode GrWallTableForget(GrWallTable *table);

/* Value and rate of a column of a table at time t. */
void GrWallTableAt(const GrWallTable *table, int column, double t, double *value, double *rate);

/* Upper bound of the change of a column between two times. */
double GrWallTableSpan(const GrWallTable *table, int column, double from, double to);

/* Upper bound of the rate of a column. */
double GrWallTableFastest(const GrWallTable *table, int column);

#endif
