/* The course of one impact on its lane: what to do after each trial step. */
#ifndef GRANUM_IMPACT_COURSE_H
#define GRANUM_IMPACT_COURSE_H

#include "impact/lanes.h"

typedef enum { GR_COURSE_RUNS, GR_COURSE_DONE, GR_COURSE_FAILED } GrCourseState;

/* A zero of a function of the step's length that is being closed in on. */
typedef enum { GR_SEARCH_NONE, GR_SEARCH_FORCE, GR_SEARCH_EXTREMUM } GrSearchKind;
typedef struct {
  GrSearchKind kind;
  double low, high, f_low, f_high; /* steps on both sides of the zero and the function there */
  int side;                        /* which of the two moved last: -1, 1 */
} GrSearch;

typedef struct {
  PetscInt task; /* -1: the lane is idle */
  GrCourseState state;
  const char *why;  /* failed: in words */
  PetscBool turned; /* the overlap has had its first maximum */
  PetscBool stuck;  /* and then a minimum > 0: no more energy to part */
  double wanted;    /* step in s to go on with when nothing cuts it */
  double landing;   /* overlap just beyond the corner that this step by q ends at; 0: at the end of the contact */
  GrSearch search;
  double overlap_max, force_max, force_min;
  PetscInt steps, tries;
  PetscInt64 sample;  /* next sample of the curve */
  PetscBool sampled;  /* the last step ended at the one before */
  double sample_step; /* distance of samples in s; 0: none */
  double length;      /* s at the last sample */
} GrCourse;

/* How impacts end. */
typedef struct {
  GrImpactEnd end;
  double clip;
  double until; /* s; NaN: bodies that stick are not followed */
} GrRules;

enum { GR_COURSE_STEPS = 1000000 }; /* of a course that does not end */

/* Largest q to expect, within a factor of two: where stiffness times overlap squared is twice the kinetic energy and
   the work of gravity, both from the lane's mass, onset and gravity. */
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
