/* Event loop of one impact on its lane (lanes.h). After each trial step it accepts the step, or sets up a shorter step
   that ends at an event: the end of the contact, a corner of the law, an extremum or a sample.

   Queue of contacts to be computed on lanes. When the contact on a lane ends, the lane gets the next contact of the
   queue. No lane waits for a longer contact on another lane. */
#ifndef GRANUM_IMPACT_EVENT_LOOP_H
#define GRANUM_IMPACT_EVENT_LOOP_H

#include "base/math/bracket.h"
#include "impact/lanes.h"

typedef enum { GR_LOOP_RUNS, GR_LOOP_DONE, GR_LOOP_FAILED } GrImpactLoopState;

/* Search for a zero of a function of the step length. */
typedef enum { GR_SEARCH_NONE, GR_SEARCH_FORCE, GR_SEARCH_EXTREMUM } GrSearchKind;
typedef struct {
  GrSearchKind kind;
  GrBracket bracket; /* steps on both sides of the zero */
} GrSearch;

typedef struct {
  PetscInt task; /* -1: the lane is idle */
  GrImpactLoopState state;
  const char *why;      /* reason for a failure, as text */
  PetscBool turned;     /* the overlap has passed its first maximum */
  PetscBool stuck;      /* the overlap then had a minimum > 0: the bodies have too little energy to separate */
  double wanted;        /* next step in the variable s, unless an event or a sample shortens it */
  double event_overlap; /* overlap just beyond the corner at which this step in q ends [m]; 0: it ends at overlap 0 */
  GrSearch search;
  double overlap_max, force_max, force_min; /* extremes so far [m], [N], [N] */
  PetscInt steps, tries;                    /* number of accepted steps; number of trial steps */
  PetscInt64 sample;                        /* number of the next sample of the curve */
  PetscBool sampled;                        /* the last step ended at sample number sample - 1 */
  double sample_step;                       /* distance of samples in the variable s; 0: no samples */
  double length;                            /* s at the last sample */
} GrImpactLoop;

/* Conditions for the end of an impact. */
typedef struct {
  GrImpactEnd end;
  PetscBool clips; /* whether tension of the normal law is clipped */
  double until;    /* bodies that stick are integrated until this time [s]; NaN: until it is certain that they stick */
} GrRules;

enum { GR_LOOP_STEPS = 1000000 }; /* limit of the number of steps of an impact */

/* Estimates the largest q [m^(1/4)] of an impact, within a factor of two. */
double GrImpactLoopReach(const GrImpactLanes *lanes, int lane);

/* Begins an impact: sets the state of the lane to the first touch, at overlap 0 with the rate `onset`. */
void GrImpactLoopBegin(GrImpactLanes *lanes, int lane, GrImpactLoop *loop);

/* Updates the extremes of force and overlap, and `stuck`. To be called after GrImpactLanesStart. */
void GrImpactLoopNote(const GrImpactLanes *lanes, int lane, GrImpactLoop *loop);

/* As GrImpactLoopNote; also sets `state` if the impact has ended or has taken too many steps. */
void GrImpactLoopArrive(const GrImpactLanes *lanes, int lane, const GrRules *rules, GrImpactLoop *loop);

typedef struct GrImpactQueue {
  GrImpactLanes lanes;
  GrRules rules;
  GrImpactLoop loop[GR_LANES]; /* task < 0: the lane is idle */

  /* Loads the next contact onto an idle lane and begins its impact; leaves the lane idle if no contact is left. */
  PetscErrorCode (*load)(struct GrImpactQueue *queue, int lane);
  /* Called at the first touch (`begins`), at the end of an accepted step, and at a failure. Makes the lane idle at the
     end of the contact. */
  PetscErrorCode (*arrive)(struct GrImpactQueue *queue, int lane, PetscBool begins);
  void *work; /* data of both functions */
} GrImpactQueue;

/* Creates a queue for the laws and the method of a setting. Free it with PetscFree. */
PetscErrorCode GrImpactQueueCreate(const GrImpactSetting *setting, GrImpactQueue **queue);

/* Computes contacts until `load` has no more. */
PetscErrorCode GrImpactQueueRun(GrImpactQueue *queue);

#endif
