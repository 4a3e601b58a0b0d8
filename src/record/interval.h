/* Output interval: times at which an output is recorded, and number of its samples. */
#ifndef GRANUM_RECORD_INTERVAL_H
#define GRANUM_RECORD_INTERVAL_H

#include <granum/case.h>

typedef struct {
  GrOutputTimes when; /* output times; the case owns the list */
  PetscBool first;    /* the output is also recorded at the start of the run */
  PetscBool last;     /* the output is also recorded at the end of the run */
  PetscInt64 next;    /* the next sample is due at next * when.every, or with a list at when.times[next] */
  PetscInt64 done;    /* number of samples taken */
  double latest;      /* time of the latest sample [s] */
  double early;       /* a time of the list is due already this long before it [s]: half a fixed step */
  double end;         /* end of the run [s] */
} GrRecorderInterval;

/* Sets the step [s] (0: variable) and the end [s] of the run. With a fixed step, times of a list are recorded at the
   nearest step; with `rk` a step ends at each of them. */
void GrRecorderIntervalFit(GrRecorderInterval *interval, double step, double end);

/* Time at which the output is due next [s]; infinite: never. */
double GrRecorderIntervalNext(const GrRecorderInterval *interval);

/* Earliest time at which a state is recorded for the next output time [s]. */
double GrRecorderIntervalFrom(const GrRecorderInterval *interval);

/* Whether the output is due at time t [s]. */
PetscBool GrRecorderIntervalDue(const GrRecorderInterval *interval, double t);
/* Whether the output is due at time t, or is recorded because t is the start or the end (`ends`) of the run. */
PetscBool GrRecorderIntervalWants(const GrRecorderInterval *interval, double t, PetscBool ends);

/* Records that a sample has been taken at time t. */
void GrRecorderIntervalTake(GrRecorderInterval *interval, double t);

/* Largest number of samples in the whole run. */
PetscInt64 GrRecorderIntervalPlan(const GrRecorderInterval *interval, const GrTime *time);

#endif
