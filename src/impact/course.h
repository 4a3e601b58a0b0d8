/* The course of one impact on its lane: what to do after each trial step. */
#ifndef GRANUM_IMPACT_COURSE_H
#define GRANUM_IMPACT_COURSE_H

#include "impact/trial.h"

enum { GR_COURSE_STEPS = 1000000 }; /* of a course that does not end */

/* Largest q to expect, within a factor of two. */
double GrCourseReach(const GrLanes *lanes, int lane);

/* Begins a course: state at the first touch with the rate `onset` at overlap 0. */
void GrCourseBegin(GrLanes *lanes, int lane, GrCourse *course);

/* Accepts the trial step, or sets up another one. Sets lanes->accept. */
void GrCourseAdvance(GrLanes *lanes, int lane, const GrRules *rules, GrCourse *course);

/* After GrLanesStart: extremes of the force and the overlap, and whether no energy is left to part. */
void GrCourseNote(const GrLanes *lanes, int lane, GrCourse *course);

/* The same, and whether the impact has ended. */
void GrCourseArrive(const GrLanes *lanes, int lane, const GrRules *rules, GrCourse *course);

#endif
