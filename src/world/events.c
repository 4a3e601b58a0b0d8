/* Events of particles; see events.h. */
#include "world/events.h"

PetscErrorCode GrWorldEventsAdd(GrEvents *events, const GrEvent *event)
{
  if (events->n == events->capacity) {
    events->capacity = PetscMax(64, 2 * events->capacity);
    PetscCall(PetscRealloc((size_t)events->capacity * sizeof(*events->event), &events->event));
  }
  events->event[events->n++] = *event;
  return 0;
}
