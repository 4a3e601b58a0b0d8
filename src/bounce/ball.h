/* The life of a ball on its lane: flights in closed form, contacts integrated, what is kept of both. */
#ifndef GRANUM_BOUNCE_BALL_H
#define GRANUM_BOUNCE_BALL_H

#include "impact/course.h"
#include <granum/bounce.h>

typedef enum {
  GR_BALL_NONE,    /* the lane is idle */
  GR_BALL_FALLS,   /* comes to the surface: the next contact is to begin */
  GR_BALL_TOUCHES, /* in contact */
  GR_BALL_DONE
} GrBallState;

typedef struct {
  GrBallState state;
  const GrBounceTask *task;
  GrBounceResult *result;
  double onset, speed;             /* of the contact at hand [s], [m/s] */
  PetscInt64 number;               /* of that contact, from 1 */
  double viscous, plastic;         /* dissipated before it [J] */
  PetscInt64 next_point;           /* of the trajectory, in units of `every` */
  double sample_step;              /* of points inside the contact at hand, in s of the lanes */
  PetscInt64 samples;              /* taken since it stays */
  PetscBool stays;                 /* cannot leave the surface any more */
  PetscInt64 swings, rest_checked; /* turns since; steps of the course at the last look whether it rests */
} GrBall;

/* The ball starts, and is to touch for the first time. */
PetscErrorCode GrBallBegin(GrBall *ball, const GrBounceTask *task, GrBounceResult *result);

/* Puts the contact that is to begin onto the lane. */
void GrBallTouch(GrBall *ball, const GrLaw *law, GrLanes *lanes, int lane, GrCourse *course);

/* After GrLanesStart at the beginning of the contact. */
PetscErrorCode GrBallTouched(GrBall *ball, const GrLanes *lanes, int lane, GrCourse *course);

/* After GrLanesStart at the end of an accepted step: does the contact, or the whole life, end here? */
PetscErrorCode GrBallArrive(GrBall *ball, const GrLaw *law, const GrLanes *lanes, int lane, GrCourse *course);

#endif
