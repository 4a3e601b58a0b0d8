/* granum/wall.h: what the functions of a wall shape (granum/wall_shape.h) read of a wall: the values of its input keys,
   its triangles and its position. This header needs only the C library. */
#ifndef GRANUM_WALL_H
#define GRANUM_WALL_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A wall of a case. */
typedef struct GrWall GrWall;

/* Value of an input key of a wall shape. The kind of the key determines which members are used. */
typedef struct {
  /* a number is in the first element; a point, direction, axis or lengths have three components */
  double number[3];
  int choice; /* GR_WALL_WORD: index of the word in GrWallParameter.choices */
  bool flag;  /* GR_WALL_FLAG */
  /* path of the file, relative to the folder of the input; NULL if the key is not of kind GR_WALL_FILE */
  char *file;
} GrWallValue;

/* Returns the values of the input keys of a wall, in the order of GrWallShape.parameters. They describe the wall at the
   start of the run. Only the function GrWallShape.check may change them. */
GrWallValue *GrWallValues(const GrWall *wall);

/* Sets corner[3] to the corners of a triangle of the file that the wall names (GR_WALL_FILE), at the start of the run
   [m], counter-clockwise seen from outside. index: number of the triangle in the file, from 0. Returns false if there
   are fewer triangles. */
bool GrWallTriangle(const GrWall *wall, int64_t index, double corner[3][3]);

/* Position, orientation and velocity of a wall at a time. A point of the wall that was at x at the start of the run is
   now at pivot + rotation (x - base). If the wall has not been rotated, this is x + offset. */
typedef struct {
  double offset[3];   /* displacement of the base point since the start of the run [m] */
  double base[3];     /* position of a point of the wall, the base point, at the start of the run [m] */
  double pivot[3];    /* current position of the base point [m] */
  double velocity[3]; /* current velocity of the base point [m/s] */
  double spin[3];     /* current angular velocity of the wall [rad/s] */
  /* whether the wall rotates or has been rotated since the start; if not, `rotation` is not set */
  bool turns;
  double rotation[3][3]; /* rotation matrix from the start of the run to the current time, row by row */
} GrWallPose;

/* Computes where a point of the wall is in this pose. start: position of the point at the start of the run [m]. now:
   its position in this pose [m]. */
void GrWallMovePoint(const GrWallPose *pose, const double start[3], double now[3]);
/* Rotates a vector that is fixed to the wall. On entry, `vector` has the direction at the start of the run; on return,
   it has the direction in this pose. */
void GrWallMoveVector(const GrWallPose *pose, double vector[3]);
/* Computes where a point of the wall was at the start of the run. now: position of the point in this pose [m]. start:
   its position at the start [m]. A shape can thus compute gaps with the wall at its initial position. */
void GrWallMovePointBack(const GrWallPose *pose, const double now[3], double start[3]);
/* Reverses GrWallMoveVector. On entry, `vector` has the direction in this pose; on return, it has the direction at the
   start of the run. */
void GrWallMoveVectorBack(const GrWallPose *pose, double vector[3]);

#ifdef __cplusplus
}
#endif

#endif
