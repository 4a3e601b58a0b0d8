/* Events inside a step of a mechanism. A step ends at its first event, so that the motion is smooth in all steps. */
#ifndef GRANUM_MECHANISM_EVENT_H
#define GRANUM_MECHANISM_EVENT_H

#include "mechanism/stepping.h"

typedef enum {
  GR_EVENT_NONE,
  GR_EVENT_CLOSES, /* overlap 0, approaching */
  GR_EVENT_OPENS,  /* overlap 0 again */
  GR_EVENT_TURNS,  /* overlap rate 0 */
  GR_EVENT_CORNER, /* overlap at which the law is not smooth */
  GR_EVENT_PEAK    /* the force has an extremum; no step ends there */
} GrMechanismEventKind;

typedef struct {
  GrMechanismEventKind kind;
  int contact;
  double level;  /* corner: the overlap [m] */
  double length; /* time from the start of the step to the event [s] */
} GrMechanismEvent;

/* Finds the first event of the step from stepping->start to stepping->end, and sets stepping->end to the state just
   beyond the event. Without an event: kind GR_EVENT_NONE, and stepping->end is kept. */
PetscErrorCode GrMechanismEventFirst(GrMechanismStepping *stepping, GrMechanismEvent *event);

/* Updates the largest and smallest force [N] of a closed contact if the force has an extremum inside the step, whose
   length is `length` [s]. Does not change stepping->end. */
PetscErrorCode GrMechanismEventPeak(GrMechanismStepping *stepping, int contact, double length, double *force_max,
                                    double *force_min);

#endif
