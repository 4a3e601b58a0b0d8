/* Limits of the time step of a world. */
#ifndef GRANUM_WORLD_STEP_BOUND_H
#define GRANUM_WORLD_STEP_BOUND_H

#include "contact/stable_step.h"
#include <granum/world.h>

enum { GR_STEP_REASON_MAX = 1024 };

/* Limits of the time step, estimated from the speeds, loads, gravity and precompression that the case gives. */
typedef struct {
  double stable;   /* longest stable time step [s]; infinite: no contact is expected to be loaded */
  double accurate; /* longest step at which impacts err by at most time.accuracy [s]; infinite: no impact expected */
  double error; /* largest relative error of impacts at this step [1]; above time.accuracy: no step is short enough */
  char limit[GR_NAME_MAX + 96]; /* name of the limit `accurate`, and the keys that make it longer; "": none */
  double motion; /* longest step that resolves the prescribed motions; limits `accurate`; infinite: none [s] */
  char mover[GR_NAME_MAX]; /* name of the wall or of the group with this motion */
  double duration;         /* duration of the shortest expected impact [s]; 0: no impact is expected */
  double speed;            /* expected speed of impacts: the largest of all stages [m/s]; 0: no impact is expected */
  double impact_share;     /* largest overlap of a likely impact over the smaller radius of the bodies [1] */
  double rest_share;       /* the same under a load at rest; 0: no load is expected [1] */
  const char *rest_load;   /* name of this load; NULL: none */
  double rayleigh; /* Rayleigh time of the smallest particle [s]; 0: unknown, as a modulus or a density is missing */
  double damped;   /* stable step without the dashpot that limits it, over the stable step; 1: a spring limits it [1] */
  size_t named;    /* position in `reason` of the name of the limit of the automatic step; 0: it has no limit */
  char reason[GR_STEP_REASON_MAX]; /* one line: limits `stable` and `accurate`, and the contacts that set them */
} GrStepBound;

/* Returns the step for `time.step: auto` [s], min(bound->accurate, time->safety bound->stable), or time->end / 100 if
   both are infinite. A run may shorten it to meet an output time. */
double GrWorldAutomaticStep(const GrStepBound *bound, const GrTime *time);

/* The engines compute a bound with the functions below, in this order. Each function may shorten the step, and appends
   its result to bound->reason. */

/* Begins a bound with the longest stable step. pair: names of the bodies and laws that set it, for messages. */
void GrStepBoundBegin(const GrStableStep *stable, const char *pair, GrStepBound *bound);

/* Limits the step to the step `found` at which impacts of the bodies `pair` are accurate. accuracy: time.accuracy [1];
   speed: approach speed of the impacts [m/s]; limit: name of this limit, and the keys that make it longer. */
void GrStepBoundAddImpacts(double accuracy, const GrAccurateStep *found, double speed, const char *pair,
                           const char *limit, GrStepBound *bound);

/* Limits the step to a part of the period of a prescribed motion, so that the error of its work is about `accuracy`
   [1]: the trapezoidal rule, by which the work is summed, errs by (w h)^2/12 at the angular frequency w. frequency:
   largest angular frequency of the motion [rad/s]; name: of the wall or of the group. Does nothing if another motion
   is faster. */
void GrStepBoundAddMotion(double accuracy, double frequency, const char *name, GrStepBound *bound);

/* Appends the motion that limits the step to bound->reason, if there is one. Call it after the last motion. */
void GrStepBoundExplainMotion(GrStepBound *bound);

/* Appends the limit of the automatic step to bound->reason: bound->limit, or the limit of the stable step. model: of
   stable->type; safety: time.safety [1]. */
void GrStepBoundNameLimit(const GrModel *model, const GrStableStep *stable, double safety, GrStepBound *bound);

#endif
