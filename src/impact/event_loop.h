/* Event loop of an impact. A lane is the place of one of the 64 impacts that are integrated at the same time (lanes.h).
   After each trial step the event loop of a lane accepts the step, or requests a shorter step that ends at an event:
   the end of the contact, a corner of the law (GrLaw.corners), an extremum of the force or overlap, or a sample.

   The queue has the contacts that are to be computed. When the contact on a lane ends, the lane gets the next contact
   of the queue, so that no lane waits for a longer contact on another lane. */
#ifndef GRANUM_IMPACT_EVENT_LOOP_H
#define GRANUM_IMPACT_EVENT_LOOP_H

#include "base/math/bracket.h"
#include "impact/lanes.h"

typedef enum { GR_LOOP_RUNS, GR_LOOP_DONE, GR_LOOP_FAILED } GrImpactLoopState;

/* Search for the step length at which a quantity is 0: the force, or the derivative of the force at an extremum. */
typedef enum { GR_SEARCH_NONE, GR_SEARCH_FORCE, GR_SEARCH_EXTREMUM } GrSearchKind;
typedef struct {
  GrSearchKind kind;
  GrBracket bracket; /* step lengths on both sides of the zero */
} GrSearch;

typedef struct {
  PetscInt task; /* number of the contact in the queue; -1: the lane is idle */
  GrImpactLoopState state;
  const char *why;  /* reason for a failure, as text */
  PetscBool turned; /* whether the overlap has passed its first maximum */
  PetscBool stuck;  /* whether the overlap then had a minimum > 0: the bodies have too little energy to separate */
  double wanted;    /* length of the next step in s (head of lanes.h), unless an event or a sample ends it [m^(1/4)] */
  /* overlap just beyond the corner at which the current step ends [m]; 0: the step ends at overlap 0 */
  double event_overlap;
  GrSearch search;
  double overlap_max, force_max, force_min; /* largest overlap [m], largest and smallest force [N] so far */
  PetscInt steps, tries;                    /* number of accepted steps; number of trial steps */
  PetscInt64 sample;                        /* number of the next sample of the force-overlap curve */
  PetscBool sampled;                        /* whether the last step ended at sample number sample - 1 */
  double sample_step;                       /* distance of consecutive samples in s [m^(1/4)]; 0: no samples */
  double length;                            /* value of s at the last sample [m^(1/4)] */
} GrImpactLoop;

/* Conditions for the end of an impact. */
typedef struct {
  GrImpactEnd end;
  PetscBool clips; /* whether tension of the normal law is clipped */
  double until;    /* time until which bodies that stick are integrated [s]; NaN: until sticking is certain */
} GrRules;

enum { GR_LOOP_STEPS = 1000000 }; /* limit of the number of steps of an impact */

/* Estimates the largest value of q = d^(1/4) [m^(1/4)] in the impact of a lane, within a factor of two. */
double GrImpactLoopReach(const GrImpactLanes *lanes, int lane);

/* Begins the impact of a lane: sets the state to the first touch, overlap 0 with the overlap rate lanes->onset. */
void GrImpactLoopBegin(GrImpactLanes *lanes, int lane, GrImpactLoop *loop);

/* Updates overlap_max, force_max, force_min and `stuck` of a lane. To be called after GrImpactLanesStart. */
void GrImpactLoopNote(const GrImpactLanes *lanes, int lane, GrImpactLoop *loop);

/* Does the same as GrImpactLoopNote, and sets `state` if the impact has ended or has taken too many steps. */
void GrImpactLoopArrive(const GrImpactLanes *lanes, int lane, const GrRules *rules, GrImpactLoop *loop);

typedef struct GrImpactQueue {
  GrImpactLanes lanes;
  GrRules rules;
  GrImpactLoop loop[GR_LANES]; /* event loop of each lane */

  /* Function that gives an idle lane the next contact and begins its impact; if no contact is left, the lane remains
     idle. */
  PetscErrorCode (*load)(struct GrImpactQueue *queue, int lane);
  /* Function that is called at the first touch (begins: PETSC_TRUE), at the end of each accepted step, and after a
     failure. It makes the lane idle when the contact has ended. */
  PetscErrorCode (*arrive)(struct GrImpactQueue *queue, int lane, PetscBool begins);
  void *work; /* data of the functions `load` and `arrive` */
} GrImpactQueue;

/* Creates a queue of contacts with the laws and the Runge-Kutta method of a setting. Free it with PetscFree. */
PetscErrorCode GrImpactQueueCreate(const GrImpactSetting *setting, GrImpactQueue **queue);

/* Computes contacts until `load` leaves all lanes idle. */
PetscErrorCode GrImpactQueueRun(GrImpactQueue *queue);

#endif
