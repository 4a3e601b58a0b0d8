/* Output interval: times at which an output is recorded, and number of its samples. */
#ifndef GRANUM_RECORD_INTERVAL_H
#define GRANUM_RECORD_INTERVAL_H

#include <granum/case.h>

typedef struct {
  GrOutputTimes when; /* output times; the case owns the list */
  PetscBool first;    /* whether the output is also recorded at the start of the run */
  PetscBool last;     /* whether the output is also recorded at the end of the run */
  /* the next sample is due at the time next * when.every, or, if there is a list, at when.times[next] */
  PetscInt64 next;
  PetscInt64 done; /* number of samples taken */
  double latest;   /* time of the latest sample [s] */
  /* an output is due this much before a time of the list [s]: half a step if the time step is fixed */
  double early;
  double end; /* end of the run [s] */
} GrRecorderInterval;

/* Sets the time step [s] (0: variable) and the end [s] of the run. With a fixed step, the output for a time of the list
   is recorded at the nearest step; with a variable step (`rk`) a step ends at each of these times. */
void GrRecorderIntervalFit(GrRecorderInterval *interval, double step, double end);

/* Returns the time at which the next sample is due [s]; infinite: never. */
double GrRecorderIntervalNext(const GrRecorderInterval *interval);

/* Returns the earliest time of a state that is recorded as the next sample [s]. */
double GrRecorderIntervalFrom(const GrRecorderInterval *interval);

/* Whether the output is due at time t [s]. */
PetscBool GrRecorderIntervalDue(const GrRecorderInterval *interval, double t);
/* Whether a sample is to be taken at time t [s]: it is due, or t is the start, or the end (ends: PETSC_TRUE) of the run
   and the output is recorded then. */
PetscBool GrRecorderIntervalWants(const GrRecorderInterval *interval, double t, PetscBool ends);

/* Counts a sample that has been taken at time t [s]. */
void GrRecorderIntervalTake(GrRecorderInterval *interval, double t);

/* Returns the largest number of samples in the whole run. */
PetscInt64 GrRecorderIntervalPlan(const GrRecorderInterval *interval, const GrTime *time);

#endif
