/* Pulses at beads of a chain: peak of a signal, and the times of its peak and arrival, located within the steps of the
   motion (motion.h). */
#ifndef GRANUM_FIT_PULSE_H
#define GRANUM_FIT_PULSE_H

#include "case/case.h"
#include <petscsys.h>
#include <stdbool.h>

/* A signal y(t) of a bead, minus its value at the start, and its pulse. A value that is not known is NaN. */
typedef struct {
  GrDetected signal;
  PetscInt bead;    /* index of the bead in the chain, from 0 */
  double threshold; /* y at the arrival; the peak is the first one after it. NaN: the highest peak, and half of it */
  /* results; the arrival is the first time at which y is the threshold, or half of the peak [s] */
  double peak, peak_time, arrival;
} GrFitPulse;

/* Runs a chain to its end, and sets the results of n pulses. arrivals: whether the arrivals are wanted. If the run
   fails, the results are NaN. Not collective. */
PetscErrorCode GrFitPulsesFind(const GrCase *the_case, bool arrivals, PetscInt n, GrFitPulse pulse[]);

#endif
