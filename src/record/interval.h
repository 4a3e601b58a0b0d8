/* Output interval: when an output is recorded, and how often it was. */
#ifndef GRANUM_RECORD_INTERVAL_H
#define GRANUM_RECORD_INTERVAL_H

#include <granum/case.h>

typedef struct {
  GrOutputTimes when;    /* its list of times belongs to the case */
  PetscBool first, last; /* recorded at the start, at the end of the run, whether due or not */
  PetscInt64 next, done; /* next sample number k, or the next one of the list; how many were taken */
  double latest;         /* time of the last one taken [s] */
  double early;          /* a time of the list is due so long before it [s] */
  double end;            /* end of the run [s] */
} GrOutputInterval;

/* For a run with steps of that length (0: they vary) to the end. With a fixed step the times of a list are recorded
   at the step that ends nearest to them, with `rk` a step ends there. */
void GrOutputIntervalFit(GrOutputInterval *interval, double step, double end);

/* The time it is due next; infinite: never. */
double GrOutputIntervalNext(const GrOutputInterval *interval);

/* The earliest time of a state that is recorded for that. */
double GrOutputIntervalFrom(const GrOutputInterval *interval);

/* Is it due at t; at the start or end of the run (`ends`) also for that reason? */
PetscBool GrOutputIntervalDue(const GrOutputInterval *interval, double t);
PetscBool GrOutputIntervalWants(const GrOutputInterval *interval, double t, PetscBool ends);

/* It was recorded at t. */
void GrOutputIntervalTake(GrOutputInterval *interval, double t);

/* How many times it will be recorded in a whole run, at most. */
PetscInt64 GrOutputIntervalPlan(const GrOutputInterval *interval, const GrTime *time);

#endif
