/* What one motion of a wall does at a time, and in a span of it; see granum/wall.h. */
#ifndef GRANUM_WALL_MOTION_H
#define GRANUM_WALL_MOTION_H

#include <granum/wall.h>
#include <petscsys.h>

/* x -> pivot + turn (x - pivot) + offset, the turn by an angle about a unit axis. */
typedef struct {
  double offset[3], velocity[3]; /* [m], [m/s] */
  bool turns;                    /* then: */
  double pivot[3], axis[3];
  double angle, rate; /* [rad], [rad/s] */
} GrWallMove;

/* Motion k of a wall: 0 is that of its own keys, those after it are of its list. */
const GrWallMotion *GrWallMotionOf(const GrWall *wall, int k);

/* What it does at a time [s]. */
GrWallMove GrWallMoveAt(const GrWall *wall, int k, double t);

/* Bounds of how it differs at any time between two from the first: the offset [m], the angle [rad]; that of the offset
   across a direction, or `along` it. */
double GrWallMoveSpan(const GrWall *wall, int k, double from, double to);
double GrWallMoveTurn(const GrWall *wall, int k, double from, double to);
double GrWallMoveAcross(const GrWall *wall, int k, double from, double to, const double direction[3]);

/* Bounds of its velocity and rate at any time until `end` [m/s], [rad/s]. */
void GrWallMoveFastest(const GrWall *wall, int k, double end, double *velocity, double *rate);

/* Once a table is read: makes what velocities and rates come to; gives it back. */
PetscErrorCode GrWallTableFinish(GrWallTable *table);
PetscErrorCode GrWallTableForget(GrWallTable *table);

/* Of a table: value and rate of what a column says, at a time; bounds of the change and of the rate in a span. */
void GrWallTableAt(const GrWallTable *table, int column, double t, double *value, double *rate);
double GrWallTableSpan(const GrWallTable *table, int column, double from, double to);
double GrWallTableFastest(const GrWallTable *table, int column);

#endif
