/* Prescribed motions of walls: displacement and velocity at a given time, and upper bounds of both over an interval
   of time (granum/wall.h). */
#ifndef GRANUM_WALL_MOTION_H
#define GRANUM_WALL_MOTION_H

#include "case/wall.h"
#include <petscsys.h>
#include <stdbool.h>

/* Effect of a prescribed motion at a given time: a point x moves to pivot + Q (x - pivot) + offset; Q is a rotation. */
typedef struct {
  double offset[3];   /* translation since the start of the motion [m] */
  double velocity[3]; /* time derivative of the translation [m/s] */
  bool turns;         /* whether the motion has a rotation, which the members below describe */
  double pivot[3];    /* a point on the axis of the rotation [m] */
  double axis[3];     /* direction of the axis, unit vector */
  double angle;       /* angle of the rotation [rad] */
  double rate;        /* time derivative of the angle [rad/s] */
} GrWallMove;

/* Returns prescribed motion number k of a wall. k = 0: the motion that the input keys of the wall define. k > 0:
   element k - 1 of its list `motions`. */
const GrWallMotion *GrWallMotionOf(const GrWall *wall, int k);

/* Completes the main motion of a wall that begins at time t [s]: keeps the integrals of its expressions with
   observables up to t. */
void GrWallMotionBegin(GrWallMotion *motion, double t);

/* Computes the pivot of the first motion of a wall that rotates it, or of its main motion if none does. */
void GrWallFirstPivot(const GrWall *wall, double pivot[3]);

/* Returns the number of the only motion that moves a wall, or -1. The result is -1 if there are several, or if the
   motion has a table, a swing, a start, an end or a function of time. */
int GrWallOnlyMotion(const GrWall *wall);

/* Returns the displacement and rotation by motion number k of a wall at time t [s]. */
GrWallMove GrWallMoveAt(const GrWall *wall, int k, double t);

/* Returns the displacement and rotation by motion number k at its own time 0, as the input defines them: the first
   values of a table, and amplitude sin(phase) of an oscillation. */
GrWallMove GrWallMoveFirst(const GrWall *wall, int k);

/* Returns an upper bound for the change of the offset [m] of motion number k between the times `from` and `to` [s].
   across: unit vector; the bound then includes only the offset perpendicular to it. NULL: the whole offset. */
double GrWallMoveSpan(const GrWall *wall, int k, double from, double to, const double across[3]);

/* Returns an upper bound for the change of the angle [rad] of motion number k between the times `from` and `to` [s]. */
double GrWallMoveTurn(const GrWall *wall, int k, double from, double to);

/* Computes upper bounds for the speed [m/s] and for the angular speed [rad/s] of motion number k at all times up to
   `end` [s]. */
void GrWallMoveFastest(const GrWall *wall, int k, double end, double *velocity, double *rate);

/* Returns the largest angular frequency of motion number k up to `end` [rad/s]: of its oscillations, of its rotation,
   and of its table. */
double GrWallMoveFrequency(const GrWall *wall, int k, double end);

/* Completes a table of a prescribed motion that has been read from a file: computes slopes and integrals at its times.
   */
PetscErrorCode GrWallTableFinish(GrWallTable *table);

/* Frees the memory of a table of a prescribed motion. */
PetscErrorCode GrWallTableForget(GrWallTable *table);

/* Interpolates a column of a table of a prescribed motion: computes value and time derivative `rate` at time t [s]. */
void GrWallTableAt(const GrWallTable *table, int column, double t, double *value, double *rate);

/* Returns an upper bound for the change of a column of a table between the times `from` and `to` [s], in the unit of
   the column. */
double GrWallTableSpan(const GrWallTable *table, int column, double from, double to);

/* Returns the largest angular frequency of a table [rad/s]: largest acceleration of a column, divided by its largest
   rate. This is the angular frequency of a sampled oscillation. If the rate jumps at a point, the change lasts as long
   as the shorter of the two intervals beside the point. 0: no rate changes. */
double GrWallTableFrequency(const GrWallTable *table);

/* Returns an upper bound, for all times, of the absolute time derivative of a column of a table [unit of column/s]. */
double GrWallTableFastest(const GrWallTable *table, int column);

#endif
