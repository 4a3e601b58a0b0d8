/* Detection of a pulse in a sampled signal: its arrival, peak and width. The memory does not grow with the number of
   samples.

   The signal y [any unit] is counted from its first sample. A pulse rises to its peak y_p at the time t_p, and ends
   where y has fallen to half of it:
     peak     vertex of the parabola through the largest sample and its two neighbours
     arrival  first time of y = y_p/2 during the rise
     end      time of y = y_p/2 during the fall; the width at half height is end - arrival
   The peak is unknown during the rise, so the times are stored at which y passed a geometric series of levels with
   the ratio 2^(1/16). The arrival is on the cubic through the four levels around y_p/2.

   Errors, for samples h apart and a smooth pulse of rise time T: of the peak (h/T)^4 y_p, of its time (h/T)^3 T, of the
   other times (h/T)^2 T, since passages of levels and the end are interpolated linearly.

   Limits: pulses that point downwards are not detected. A second pulse that starts above half of its peak has no
   arrival. */
#ifndef GRANUM_RECORD_PULSE_H
#define GRANUM_RECORD_PULSE_H

#include <petscsys.h>

enum { GR_PULSE_LEVELS = 24 };

/* A detected pulse; unknown values are NaN. */
typedef struct {
  double arrival, peak_time, end; /* [s] */
  double peak;
} GrRecorderPulse;

/* State of a detector. All members are numbers, so that a checkpoint stores the struct without conversion. */
typedef struct {
  double samples;           /* number of samples so far, but at most 2 */
  double base;              /* value of the first sample */
  double time[2], above[2]; /* the last two samples: time [s], and value minus base; index 1: the latest sample */
  /* 1: there is an open pulse: y has begun to rise and has not fallen to half of its peak yet */
  double open;
  double level;  /* lowest level that y has not passed yet */
  double passed; /* number of levels that the open pulse has passed */
  double passage
      /* times at which y passed the latest levels [s]; level k is at the index k modulo GR_PULSE_LEVELS */
      [GR_PULSE_LEVELS];
  GrRecorderPulse now, best; /* the open pulse; the pulse that the detector reports */
} GrRecorderPulseWatch;

enum { GR_PULSE_NUMBERS = sizeof(GrRecorderPulseWatch) / sizeof(double) };

/* Initializes the state of a detector. */
void GrRecorderPulseBegin(GrRecorderPulseWatch *watch);

/* Adds a sample at time t [s]. threshold: the detector reports the first pulse with at least this peak; NaN: the
   highest pulse. */
void GrRecorderPulseSample(GrRecorderPulseWatch *watch, double threshold, double t, double value);

/* Returns the pulse that the detector reports. An open pulse that has passed its peak is included. */
GrRecorderPulse GrRecorderPulseFound(const GrRecorderPulseWatch *watch, double threshold);

#endif
