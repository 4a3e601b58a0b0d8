/* Detects a pulse in a sampled signal, and determines its arrival, peak and width. The memory does not grow with the
   number of samples.

   y is the signal minus its first sample, in the unit of the signal. A pulse rises to its peak y_p at the time t_p, and
   ends when y has fallen to y_p/2:
     peak     vertex of the parabola through the largest sample and its two neighbours
     arrival  first time of y = y_p/2 during the rise
     end      time of y = y_p/2 during the fall; the width at half height is end - arrival
   During the rise the peak is not known yet. The detector therefore stores the times at which y reaches levels that
   form a geometric series with the ratio 2^(1/16). The arrival is interpolated by a cubic through the four levels
   around y_p/2.

   Orders of the errors, for a sampling interval h and a smooth pulse with the rise time T: (h/T)^4 y_p for the peak,
   (h/T)^3 T for the peak time, (h/T)^2 T for arrival and end. The times at which y reaches a level are interpolated
   linearly between samples.

   Limits: pulses that point downwards are not detected. A pulse has no arrival if y exceeds y_p/2 already when the
   pulse begins; this may happen during the fall of an earlier pulse. */
#ifndef GRANUM_RECORD_PULSE_H
#define GRANUM_RECORD_PULSE_H

#include <petscsys.h>

enum { GR_PULSE_LEVELS = 24 };

/* A detected pulse. y is the signal minus its first sample. A value that is not known is NaN. */
typedef struct {
  double arrival, peak_time, end; /* times of y = peak/2 before the peak, of the peak, of y = peak/2 after it [s] */
  double peak;                    /* largest y [unit of the signal] */
} GrRecorderPulse;

/* State of a pulse detector. y is the signal minus its first sample. All members are doubles, so that a checkpoint
   stores the struct as an array of numbers. */
typedef struct {
  double samples;  /* number of samples so far: 0, 1, or 2 for two or more */
  double base;     /* first sample of the signal */
  double time[2];  /* times of the last two samples [s]; index 1: the latest sample */
  double above[2]; /* y of the last two samples; index 1: the latest sample */
  /* 1: a pulse is open: y has begun to rise and has not yet fallen to half of its peak; 0: no pulse is open */
  double open;
  double level;  /* lowest level of the geometric series (head of this file) that y has not reached yet */
  double passed; /* number of levels that y has reached during the open pulse */
  /* times at which y reached the latest levels [s]; the time of level k has the index k % GR_PULSE_LEVELS */
  double passage[GR_PULSE_LEVELS];
  GrRecorderPulse now;  /* properties of the open pulse so far */
  GrRecorderPulse best; /* completed pulse that the detector reports so far */
} GrRecorderPulseWatch;

enum { GR_PULSE_NUMBERS = sizeof(GrRecorderPulseWatch) / sizeof(double) };

/* Initializes the state of a detector. */
void GrRecorderPulseBegin(GrRecorderPulseWatch *watch);

/* Adds the sample `value` of the signal at time t [s]. threshold: the detector reports the first pulse whose peak is at
   least this value of y; NaN: it reports the pulse with the highest peak. */
void GrRecorderPulseSample(GrRecorderPulseWatch *watch, double threshold, double t, double value);

/* Returns the pulse to report; its members are NaN if there is none. A pulse counts as soon as its peak has passed; its
   end can still be unknown (NaN). threshold: as in GrRecorderPulseSample. */
GrRecorderPulse GrRecorderPulseFound(const GrRecorderPulseWatch *watch, double threshold);

#endif
