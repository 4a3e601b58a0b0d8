/* Events of particles, such as the failure of a bond. Each rank keeps the events of its particles until they are
   written to the results file, one row each (record/events.c). */
#ifndef GRANUM_WORLD_EVENTS_H
#define GRANUM_WORLD_EVENTS_H

#include <petscsys.h>

enum { GR_EVENT_VALUES = 8 };

/* An event. 8-byte words only, so that it can be sent. */
typedef struct {
  PetscInt64 step, id[2];        /* step of the event, from 1; ids of its particles, 0: none */
  double time;                   /* end of the step [s] */
  double value[GR_EVENT_VALUES]; /* the columns of its table, other than the ids */
} GrEvent;

typedef struct {
  PetscInt n, capacity; /* number of events, and number for which memory is allocated */
  GrEvent *event;       /* [n] */
} GrEvents;

/* Adds an event to a list. */
PetscErrorCode GrWorldEventsAdd(GrEvents *events, const GrEvent *event);

#endif
