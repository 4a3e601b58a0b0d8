/* granum/wall.h: a wall of a case: its shape (granum/wall_shape.h) and its motion (granum/wall_motion.h). */
#ifndef GRANUM_WALL_H
#define GRANUM_WALL_H

#include <granum/mesh.h>
#include <granum/wall_motion.h>
#include <granum/wall_shape.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A wall: an entry of `walls` in the input. */
typedef struct GrWall {
  char name[GR_NAME_MAX];
  const GrWallShape *shape;
  /* values of the input keys of the shape, in the order of GrWallShape.parameters; they describe the wall at the start
     of the run */
  GrWallValue value[GR_WALL_PARAMETERS_MAX];
  int material;        /* index of the material in GrCase.materials */
  GrWallMotion motion; /* main motion, which the keys of the wall itself define (granum/wall_motion.h) */
  int n_motions;
  GrWallMotion *motions; /* [n_motions] further motions, which are combined with the main motion */
  GrWallServo servo;
  /* mass of a wall that moves along `direction` under forces [kg]; <= 0: the wall does not move under forces */
  double mass;
  double load; /* external force on a wall with a mass, along its direction of motion [N] */
  /* unit vector along which a load-controlled wall moves; NaN: use the direction that the shape defines */
  double direction[3];
  /* 1: the wall is absent in the current stage and has no contacts; 0: the wall is present */
  int absent;
  GrMesh *mesh;   /* mesh of the wall; NULL: the shape has no file, or the file has not been read */
  double since;   /* time at which the current main motion began [s] */
  double travels; /* time at which the load-controlled displacement was last set to 0 [s] */
  /* pose (position, orientation) of the wall at the time `since`, from which the current motions start */
  GrWallPose stand;
  /* position of the reference point of the wall at the time `since` [m]: the pivot of motions whose pivot is NaN */
  double home[3];
  /* load-controlled displacement during earlier stages of the case, added to the pivots of `motions` [m] */
  double shift[3];
} GrWall;

/* Returns whether the wall is load-controlled: forces move it, by a servo or by its mass. */
static inline bool GrWallIsLoaded(const GrWall *wall)
{
  return !wall->absent && (wall->servo.max_speed > 0 || wall->mass > 0);
}

#ifdef __cplusplus
}
#endif

#endif
