/* A wall of a case: its shape (granum/wall_shape.h) and its motion (case/wall_motion.h). */
#ifndef GRANUM_CASE_WALL_H
#define GRANUM_CASE_WALL_H

#include "case/mesh.h"
#include "case/place.h"
#include "case/wall_motion.h"
#include <granum/wall_shape.h>
#include <stdbool.h>
#include <stdint.h>

/* A wall: an entry of `walls` in the input. */
struct GrWall {
  char name[GR_NAME_MAX];
  const GrWallShape *shape;
  /* values of the input keys of the shape, in the order of GrWallShape.parameters; they describe the wall at the start
     of the run */
  GrWallValue value[GR_WALL_PARAMETERS_MAX];
  int material; /* index of the material in GrCase.materials */
  /* main motion, which the keys velocity, acceleration, oscillation and rotation of the wall define */
  GrWallMotion motion;
  int n_motions;
  GrWallMotion *motions; /* [n_motions] further motions, which are combined with the main motion */
  GrWallDrive drive;     /* motion of the surface in itself, shaft, rigid body, load */
  GrWallServo servo;
  /* mass of a wall that the particles and its load accelerate along `direction` [kg]; <= 0:
     forces do not accelerate the
     wall */
  double mass;
  /* unit vector along which the servo or the load moves the wall; NaN: the direction that the shape defines */
  double direction[3];
  int absent;   /* 1: in the current stage the wall does not exist and has no contacts; 0: the wall exists */
  GrMesh *mesh; /* triangles of a wall whose shape is read from a file; NULL: no file, or it has not been read */
  double since; /* time at which the current motion of the wall began: 0, or the start of a stage [s] */
  /* 1: a stage or the calling program has restarted the motion, so displacements and angles count from their values at
     the time `since`; 0: the motion is the first one, with the displacements that the input gives */
  int64_t restarted;
  double travels; /* time from which the displacement by servo or load is counted [s]: 0, or the start of a stage */
  /* position and orientation of the wall at the time `since`, moved by `shift`: the current motion starts from there */
  GrWallPose stand;
  /* position of the reference point of the wall in `stand` [m]. Motions whose pivot is NaN turn about this point */
  double home[3];
  /* displacement of the wall by servo or load from the time `since` to the time `travels` [m]. The pivots of `motions`
     that the input gives are moved by it */
  double shift[3];
};

/* Returns whether torques turn the wall about a shaft. */
static inline bool GrWallHasShaft(const GrWall *wall)
{
  return !wall->absent && wall->drive.shaft.inertia > 0;
}

/* Returns whether the wall is load-controlled: forces move it, by a servo, by its mass, about a shaft, or freely. The
   rows of wall/load.c have these kinds. */
static inline bool GrWallIsLoaded(const GrWall *wall)
{
  return !wall->absent &&
         (wall->servo.max_speed > 0 || wall->mass > 0 || wall->drive.shaft.inertia > 0 || wall->drive.body.mass > 0);
}

#endif
