/* Event loop of an impact. granum integrates 64 impacts at the same time; a lane is the index of one of them in all
   arrays (lanes.h). The variable of integration is not the time t but s [m^(1/4)]: ds = v0 dt/(4 d^(3/4)), with the
   overlap d [m] and the speed v0 at overlap 0 [m/s]. After each trial step the event loop of a lane accepts the step,
   or requests a shorter step. A step must be shorter if its error is too large, or if it passes an event; then the
   shorter step ends at the event. Events are the end of the contact, a corner of the law (an overlap at which it is not
   smooth, GrLaw.corners), an extremum of the force or of the overlap, and a sample of the force-overlap curve. A step
   also ends at the goal of the impact: a given time or overlap.

   The queue has the impacts that are still to be computed. When the impact on a lane has ended, the lane gets the next
   impact of the queue, so that no lane waits for a longer impact on another lane. */
#ifndef GRANUM_IMPACT_EVENT_LOOP_H
#define GRANUM_IMPACT_EVENT_LOOP_H

#include "base/math/bracket.h"
#include "impact/lanes.h"
#include <math.h>
#include <stdbool.h>

/* Whether the impact of a lane is being integrated, has ended, or cannot be integrated. */
typedef enum { GR_LOOP_RUNS, GR_LOOP_DONE, GR_LOOP_FAILED } GrImpactLoopState;

/* Quantity whose zero is searched: none; the force; the derivative of the force, which is 0 at an extremum; or the
   distance from the goal. */
typedef enum { GR_SEARCH_NONE, GR_SEARCH_FORCE, GR_SEARCH_EXTREMUM, GR_SEARCH_GOAL } GrSearchKind;

/* Time or overlap at which a step must end: none; a time t [s]; or q = d^(1/4) [m^(1/4)] of an overlap d before or
   after the turning point. */
typedef enum { GR_GOAL_NONE, GR_GOAL_TIME, GR_GOAL_LOADING, GR_GOAL_UNLOADING } GrImpactGoalKind;
typedef struct {
  GrImpactGoalKind kind;
  double value; /* t or q at the goal */
} GrImpactGoal;

/* Search for the step length at which this quantity is 0. */
typedef struct {
  GrSearchKind kind; /* quantity that is 0 at the step length */
  GrBracket bracket; /* two step lengths between which the zero is */
} GrSearch;

/* Event loop of the impact on a lane: its progress, and the extreme values so far. */
typedef struct {
  PetscInt task;           /* number of the impact in the queue; -1: the lane is idle */
  GrImpactLoopState state; /* whether the impact is being integrated, has ended or has failed */
  const char *why;         /* reason of a failure as text; NULL: no failure */
  bool turned;             /* whether the overlap has passed its first maximum */
  /* overlap at which the bodies come to rest, because after the first maximum of the overlap their energy does not
     suffice to separate them [m]; NaN: they do not stick (GrImpactLoopStuck) */
  double stuck_overlap;
  double wanted; /* length in s of the next step, if no event and no sample ends it earlier [m^(1/4)] */
  /* for a step that ends at a given overlap: overlap of the accepted state [m], just beyond a corner (where the law is
     not smooth), or 0 at the end of the contact */
  double event_overlap;
  GrSearch search;    /* search for the step length at which a quantity is 0 */
  GrImpactGoal goal;  /* time or overlap at which the step that passes it must end */
  double overlap_max; /* largest overlap so far [m] */
  double force_max;   /* largest force so far [N] */
  double force_min;   /* smallest force so far [N] */
  PetscInt steps;     /* number of accepted steps */
  PetscInt tries;     /* number of rejected trial steps since the last accepted step */
  double sample_at;   /* value of s at which a step must end, for the next sample [m^(1/4)]; INFINITY: none */
  bool sampled;       /* whether the last accepted step ended at sample_at; sample_at is INFINITY afterwards */
  bool
      event; /* whether the last accepted step ended at a corner, a turning point, or a zero or extremum of the force */
} GrImpactLoop;

enum { GR_LOOP_STEPS = 1000000 }; /* an impact that has not ended after this number of steps fails */

/* Estimates, within a factor of two, the largest q = d^(1/4) [m^(1/4)] in the impact of a lane. d is the overlap [m].
   The scale of the step lengths is based on it. */
double GrImpactLoopReach(const GrImpactLanes *lanes, int lane);

/* Begins the impact of a lane at the first touch: sets the overlap to nearly 0 and its rate to lanes->onset. There are
   no samples (sample_at). */
void GrImpactLoopBegin(GrImpactLanes *lanes, int lane, GrImpactLoop *loop);

/* Returns whether the bodies stick. */
static inline bool GrImpactLoopStuck(const GrImpactLoop *loop)
{
  return !isnan(loop->stuck_overlap);
}

/* Sets the value of s [m^(1/4)] at which a later step must end. Call it at an accepted state whose s is smaller. */
void GrImpactLoopSampleAt(GrImpactLanes *lanes, int lane, GrImpactLoop *loop, double s);

/* Updates overlap_max, force_max, force_min and stuck_overlap from the accepted state of a lane. Call it after
   GrImpactLanesStart, which computes the force. */
void GrImpactLoopNote(const GrImpactLanes *lanes, int lane, GrImpactLoop *loop);

/* A queue of impacts with the same laws. GR_LANES of them are integrated at the same time. */
typedef struct GrImpactQueue {
  GrImpactLanes lanes;         /* states and forces of the impacts that are being integrated */
  GrImpactEnd end;             /* condition for the end of an impact */
  GrImpactLoop loop[GR_LANES]; /* event loop of each lane (index of an impact that is being integrated) */

  /* Function that begins the next impact of the queue on an idle lane. If no impact is left, the lane remains idle. */
  PetscErrorCode (*load)(struct GrImpactQueue *queue, int lane);
  /* Function that is called at the first touch (then begins is true), at the end of each accepted step, and after
     a failure. It makes the lane idle if the contact has ended. */
  PetscErrorCode (*arrive)(struct GrImpactQueue *queue, int lane, bool begins);
  void *work; /* data that `load` and `arrive` use */
} GrImpactQueue;

/* Creates a queue of impacts with the laws and the Runge-Kutta method that `setting` names. Free it with PetscFree. */
PetscErrorCode GrImpactQueueCreate(const GrImpactSetting *setting, GrImpactQueue **queue);

/* Integrates all impacts of the queue: continues until all lanes are idle and `load` finds no further impact. */
PetscErrorCode GrImpactQueueRun(GrImpactQueue *queue);

#endif
