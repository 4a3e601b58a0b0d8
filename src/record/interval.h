/* Output interval: when a thing is recorded, and how often it was. */
#ifndef GRANUM_RECORD_INTERVAL_H
#define GRANUM_RECORD_INTERVAL_H

#include <granum/case.h>

typedef struct {
  double every;          /* [s]; 0: never by itself */
  PetscBool first, last; /* recorded at the start, at the end of the run, whether due or not */
  PetscInt64 next, done; /* next sample number k; how many were taken */
  double latest;         /* time of the last one taken [s] */
} GrOutputInterval;

/* The time it is due next; infinite: never. */
double GrOutputIntervalNext(const GrOutputInterval *interval);

/* When that begins: a little earlier. */
double GrOutputIntervalFrom(const GrOutputInterval *interval);

/* Is it due at t; at the start or end of the run (`ends`) also for that reason? */
PetscBool GrOutputIntervalDue(const GrOutputInterval *interval, double t);
PetscBool GrOutputIntervalWants(const GrOutputInterval *interval, double t, PetscBool ends);

/* It was recorded at t. */
void GrOutputIntervalTake(GrOutputInterval *interval, double t);

/* How many times it will be recorded in a whole run, at most. */
PetscInt64 GrOutputIntervalPlan(const GrOutputInterval *interval, const GrTime *time);

#endif
