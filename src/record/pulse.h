/* Pulse: arrival, peak and width of a pulse in a signal that comes sample by sample, in constant memory.

   The signal y [of any unit] is counted from its first sample. A pulse rises, has its peak y_p at the time t_p, and
   ends where y has fallen to half of it: peak     vertex of the parabola through the largest sample and its two
   neighbours, arrival  y = y_p/2 on the way up, the first time, end      y = y_p/2 on the way down; the width at half
   height is end - arrival. The peak is not known on the way up, so the times are kept at which y passed the rungs of a
   ladder, each a sixteenth of an octave above the one before; the arrival is found on the cubic through the four rungs
   about y_p/2.

   Errors, for samples h apart and a smooth pulse of rise T: of the peak (h/T)^4 y_p and of its time (h/T)^3 T, of the
   other times (h/T)^2 T, since rungs and end are interpolated on straight lines.

   Limits: pulses that point downwards are not seen. A second pulse that rises from above half of its own peak has no
   arrival. */
#ifndef GRANUM_RECORD_PULSE_H
#define GRANUM_RECORD_PULSE_H

#include <petscsys.h>

enum { GR_PULSE_RUNGS = 24 };

/* What is not known is not a number. */
typedef struct {
  double arrival, peak_time, end; /* [s] */
  double peak;
} GrPulse;

/* What has been seen so far. Numbers alone, so that it goes into a checkpoint as it is. */
typedef struct {
  double samples;              /* so far, counted up to 2 */
  double base;                 /* the first one */
  double time[2], above[2];    /* the last two, counted from the first; [1]: the latest */
  double open;                 /* 1: y has begun to rise, and has not fallen to half of its peak since */
  double level;                /* of the next rung */
  double rungs;                /* passed by the open pulse */
  double rung[GR_PULSE_RUNGS]; /* when the last of them were passed; rung k at k modulo their number [s] */
  GrPulse now, best;           /* the open pulse, and the one that was kept */
} GrPulseWatch;

enum { GR_PULSE_NUMBERS = sizeof(GrPulseWatch) / sizeof(double) };

void GrPulseBegin(GrPulseWatch *watch);

/* The next sample. threshold: the first pulse whose peak is at least so high is kept; not a number: the highest of
   all. */
void GrPulseSample(GrPulseWatch *watch, double threshold, double t, double value);

/* What is kept, or the open pulse if that has passed its peak and is to be kept so far. */
GrPulse GrPulseFound(const GrPulseWatch *watch, double threshold);

#endif
