/* Events in the motion of a mechanism, such as the beginning or the end of a contact. A time step ends at the first
   event, so that the motion is smooth within each step. */
#ifndef GRANUM_MECHANISM_EVENT_H
#define GRANUM_MECHANISM_EVENT_H

#include "mechanism/stepping.h"

/* Kind of an event. */
typedef enum {
  GR_EVENT_NONE,   /* no event */
  GR_EVENT_CLOSES, /* a contact closes: its overlap is 0, and its surfaces approach */
  GR_EVENT_OPENS,  /* a contact opens: its overlap is 0, and its surfaces separate */
  GR_EVENT_TURNS,  /* the overlap rate of a contact becomes 0 */
  GR_EVENT_CORNER, /* the overlap of a contact reaches a value at which the force of its law is not smooth */
  GR_EVENT_PEAK    /* the force of a contact has an extremum; this event does not end the step */
} GrMechanismEventKind;

/* An event within a time step. */
typedef struct {
  GrMechanismEventKind kind;
  int contact;   /* number of the contact, from 0 */
  double level;  /* GR_EVENT_CORNER: overlap at which the force of the law is not smooth [m] */
  double length; /* time from the start of the step to the event [s] */
} GrMechanismEvent;

/* Finds the first event in the step from stepping->start to stepping->end, and sets stepping->end to the state just
   after the event. If there is no event, sets event->kind to GR_EVENT_NONE and does not change stepping->end. */
PetscErrorCode GrMechanismEventFirst(GrMechanismStepping *stepping, GrMechanismEvent *event);

/* If the force of a closed contact has an extremum within the step, updates *force_max and *force_min, the largest and
   the smallest normal force of the contact so far [N]. length: step length [s]. Does not change stepping->end. */
PetscErrorCode GrMechanismEventPeak(GrMechanismStepping *stepping, int contact, double length, double *force_max,
                                    double *force_min);

#endif
