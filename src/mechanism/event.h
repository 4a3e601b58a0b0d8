/* Events in the motion of a mechanism, such as the beginning or the end of a contact. If an event occurs within a time
   step, the step is shortened to end there, so that the motion is smooth within each step. */
#ifndef GRANUM_MECHANISM_EVENT_H
#define GRANUM_MECHANISM_EVENT_H

#include "mechanism/stepping.h"

/* Kind of an event. */
typedef enum {
  GR_EVENT_NONE,   /* no event */
  GR_EVENT_CLOSES, /* a contact closes: its overlap is 0, and its surfaces approach */
  GR_EVENT_OPENS,  /* a contact opens: its overlap is 0, and its surfaces separate */
  GR_EVENT_TURNS,  /* the overlap of a contact has a maximum or a minimum: its rate is 0 */
  GR_EVENT_CORNER, /* the overlap of a contact reaches a value at which the force of its law is not smooth */
  GR_EVENT_PEAK    /* the force of a contact has an extremum; unlike other events, it does not end the step */
} GrMechanismEventKind;

/* An event within a time step. */
typedef struct {
  GrMechanismEventKind kind;
  int contact;   /* number of the contact, from 0 */
  double level;  /* overlap at the event GR_EVENT_CORNER [m]; 0 for other events */
  double length; /* time from the start of the step to the event [s]; without an event, to the end of the step */
} GrMechanismEvent;

/* Finds the first event in the last adaptive step, from stepping->start to stepping->end. Sets stepping->end to the
   state just after the event. Without an event, sets event->kind to GR_EVENT_NONE and keeps stepping->end. */
PetscErrorCode GrMechanismEventFirst(GrMechanismStepping *stepping, GrMechanismEvent *event);

/* Updates the largest and the smallest normal force of a closed contact so far, *force_max and *force_min [N], if the
   force has an extremum within the step. contact: number of the contact, from 0; length: step length [s]. Does not
   change stepping->end. */
PetscErrorCode GrMechanismEventPeak(GrMechanismStepping *stepping, int contact, double length, double *force_max,
                                    double *force_min);

#endif
