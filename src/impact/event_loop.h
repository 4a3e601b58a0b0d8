/* The event loop of one impact on its lane: what to do after each trial step. */
#ifndef GRANUM_IMPACT_EVENT_LOOP_H
#define GRANUM_IMPACT_EVENT_LOOP_H

#include "base/math/bracket.h"
#include "impact/lanes.h"

typedef enum { GR_LOOP_RUNS, GR_LOOP_DONE, GR_LOOP_FAILED } GrImpactLoopState;

/* A zero of a function of the step's length that is being closed in on. */
typedef enum { GR_SEARCH_NONE, GR_SEARCH_FORCE, GR_SEARCH_EXTREMUM } GrSearchKind;
typedef struct {
  GrSearchKind kind;
  GrBracket bracket; /* steps on both sides of the zero */
} GrSearch;

typedef struct {
  PetscInt task; /* -1: the lane is idle */
  GrImpactLoopState state;
  const char *why;      /* failed: in words */
  PetscBool turned;     /* the overlap has had its first maximum */
  PetscBool stuck;      /* and then a minimum > 0: no more energy to part */
  double wanted;        /* step in s to go on with when nothing cuts it */
  double event_overlap; /* overlap just beyond the corner that this step by q ends at; 0: at the end of the contact */
  GrSearch search;
  double overlap_max, force_max, force_min;
  PetscInt steps, tries;
  PetscInt64 sample;  /* next sample of the curve */
  PetscBool sampled;  /* the last step ended at the one before */
  double sample_step; /* distance of samples in s; 0: none */
  double length;      /* s at the last sample */
} GrImpactLoop;

/* How impacts end. */
typedef struct {
  GrImpactEnd end;
  PetscBool clips; /* whether the normal law may not pull */
  double until;    /* s; NaN: bodies that stick are not followed */
} GrRules;

enum { GR_LOOP_STEPS = 1000000 }; /* of an impact that does not end */

/* Largest q to expect, within a factor of two. */
double GrImpactLoopReach(const GrImpactLanes *lanes, int lane);

/* Begins an impact: state at the first touch with the rate `onset` at overlap 0. */
void GrImpactLoopBegin(GrImpactLanes *lanes, int lane, GrImpactLoop *loop);

/* Accepts the trial step, or sets up another one. Sets lanes->accept. */
void GrImpactLoopAdvance(GrImpactLanes *lanes, int lane, const GrRules *rules, GrImpactLoop *loop);

/* After GrImpactLanesStart: extremes of the force and the overlap, and whether no energy is left to part. */
void GrImpactLoopNote(const GrImpactLanes *lanes, int lane, GrImpactLoop *loop);

/* The same, and whether the impact has ended. */
void GrImpactLoopArrive(const GrImpactLanes *lanes, int lane, const GrRules *rules, GrImpactLoop *loop);

#endif
