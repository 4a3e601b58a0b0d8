/* Output interval: the times at which an output of the run is recorded, and the number of its samples. A sample is the
   record of the output at a time. */
#ifndef GRANUM_RECORD_INTERVAL_H
#define GRANUM_RECORD_INTERVAL_H

#include "case/case.h"
#include <stdbool.h>

/* Output times of an output of the run, such as frames, and the number of its samples so far. */
typedef struct {
  GrOutputTimes when; /* period or list of the output times; the memory of the list belongs to the case */
  bool first;         /* whether the output is also recorded at the start of the run */
  bool last;          /* whether the output is also recorded at the end of the run */
  /* number k of the next sample, which is due at the time k * when.every or, if the output has a list of times, at
     when.times[k] */
  PetscInt64 next;
  PetscInt64 done; /* number of samples taken so far */
  double latest;   /* time of the latest sample [s] */
  /* largest time by which a sample may precede its time in the list [s]: half a time step; 0 for variable steps */
  double early;
  double end; /* simulated time at the end of the run [s] */
} GrRecorderInterval;

/* Sets the members `early` and `end`. step: time step [s], 0: variable. end: end of the run [s]. With a fixed step, the
   sample for a time in the list is taken at the nearest step. With a variable step (`rk`), a step ends at each time in
   the list. */
void GrRecorderIntervalFit(GrRecorderInterval *interval, double step, double end);

/* Returns the time at which the next sample is due [s]; infinite: never. */
double GrRecorderIntervalNext(const GrRecorderInterval *interval);

/* Returns the earliest time at which the next sample may be taken [s]. With a period or a variable step, this is the
   time at which the sample is due. With a list of times and a fixed step, it is half a step earlier. */
double GrRecorderIntervalFrom(const GrRecorderInterval *interval);

/* Whether the next sample may be taken at the time t [s] (GrRecorderIntervalFrom). */
bool GrRecorderIntervalDue(const GrRecorderInterval *interval, double t);
/* Whether a sample must be taken at the time t [s]. ends: whether the run ends at t. A sample must be taken if it is
   due, at the start if `first` is set, and at the end if `last` is set. Exception: an output with a list of times has a
   sample at the end only if `first` is also set. */
bool GrRecorderIntervalWants(const GrRecorderInterval *interval, double t, bool ends);

/* Updates `interval` after a sample has been taken at the time t [s]. */
void GrRecorderIntervalTake(GrRecorderInterval *interval, double t);

/* Returns an upper limit of the number of samples in the whole run. */
PetscInt64 GrRecorderIntervalPlan(const GrRecorderInterval *interval, const GrTime *time);

#endif
