/* The event loop of one impact on its lane: what to do after each trial step. */
#ifndef GRANUM_IMPACT_EVENT_LOOP_H
#define GRANUM_IMPACT_EVENT_LOOP_H

#include "impact/trial.h"

enum { GR_LOOP_STEPS = 1000000 }; /* of an impact that does not end */

/* Largest q to expect, within a factor of two. */
double GrImpactLoopReach(const GrLanes *lanes, int lane);

/* Begins an impact: state at the first touch with the rate `onset` at overlap 0. */
void GrImpactLoopBegin(GrLanes *lanes, int lane, GrImpactLoop *loop);

/* Accepts the trial step, or sets up another one. Sets lanes->accept. */
void GrImpactLoopAdvance(GrLanes *lanes, int lane, const GrRules *rules, GrImpactLoop *loop);

/* After GrLanesStart: extremes of the force and the overlap, and whether no energy is left to part. */
void GrImpactLoopNote(const GrLanes *lanes, int lane, GrImpactLoop *loop);

/* The same, and whether the impact has ended. */
void GrImpactLoopArrive(const GrLanes *lanes, int lane, const GrRules *rules, GrImpactLoop *loop);

#endif
