/* Events inside a step of a mechanism: where it must end, so that the motion is smooth between its ends. */
#ifndef GRANUM_MECHANISM_EVENT_H
#define GRANUM_MECHANISM_EVENT_H

#include "mechanism/stepping.h"

typedef enum {
  GR_EVENT_NONE,
  GR_EVENT_CLOSES, /* overlap 0, approaching */
  GR_EVENT_OPENS,  /* overlap 0 again */
  GR_EVENT_TURNS,  /* overlap rate 0 */
  GR_EVENT_CORNER, /* overlap at which the law is not smooth */
  GR_EVENT_PEAK    /* rate of the force 0: nothing ends there */
} GrMechanismEventKind;

typedef struct {
  GrMechanismEventKind kind;
  int contact;
  double level;  /* corner: the overlap [m] */
  double length; /* after the start of the step [s] */
} GrMechanismEvent;

/* The first event of the step from stepping->start to stepping->end; the latter becomes the state at the event, just
   beyond it. */
PetscErrorCode GrMechanismEventFirst(GrMechanismStepping *stepping, GrMechanismEvent *event);

/* Largest and smallest force of a closed contact inside the step of this length, where its rate passes through 0;
   leaves stepping->end. */
PetscErrorCode GrMechanismEventPeak(GrMechanismStepping *stepping, int contact, double length, double *force_max,
                                    double *force_min);

#endif
