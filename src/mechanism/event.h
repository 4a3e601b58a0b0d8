/* Events in the motion of a mechanism. A step ends at the first event, so that the motion is smooth within all
   steps. */
#ifndef GRANUM_MECHANISM_EVENT_H
#define GRANUM_MECHANISM_EVENT_H

#include "mechanism/stepping.h"

typedef enum {
  GR_EVENT_NONE,
  GR_EVENT_CLOSES, /* a contact closes: overlap 0, approaching */
  GR_EVENT_OPENS,  /* a contact opens: overlap 0, separating */
  GR_EVENT_TURNS,  /* the overlap rate of a contact is 0 */
  GR_EVENT_CORNER, /* the overlap reaches a value at which the law is not smooth */
  GR_EVENT_PEAK    /* the force of a contact has an extremum; the step does not end there */
} GrMechanismEventKind;

typedef struct {
  GrMechanismEventKind kind;
  int contact;
  double level;  /* GR_EVENT_CORNER: overlap of the corner [m] */
  double length; /* time from the start of the step to the event [s] */
} GrMechanismEvent;

/* Finds the first event in the step from stepping->start to stepping->end, and sets stepping->end to the state just
   after the event. If there is no event, its kind is GR_EVENT_NONE and stepping->end does not change. */
PetscErrorCode GrMechanismEventFirst(GrMechanismStepping *stepping, GrMechanismEvent *event);

/* Updates *force_max and *force_min [N], the largest and smallest force of a closed contact, if its force has an
   extremum within the step. length: length of the step [s]. Does not change stepping->end. */
PetscErrorCode GrMechanismEventPeak(GrMechanismStepping *stepping, int contact, double length, double *force_max,
                                    double *force_min);

#endif
