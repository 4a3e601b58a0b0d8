/* Queue of contacts to be computed on lanes (lanes.h). When the contact on a lane ends, the lane gets the next contact
   of the queue. No lane waits for a longer contact on another lane. */
#ifndef GRANUM_IMPACT_QUEUE_H
#define GRANUM_IMPACT_QUEUE_H

#include "impact/event_loop.h"

typedef struct GrImpactQueue {
  GrImpactLanes lanes;
  GrRules rules;
  GrImpactLoop loop[GR_LANES]; /* task < 0: the lane is idle */

  /* Loads the next contact onto an idle lane and begins its impact; leaves the lane idle if no contact is left. */
  PetscErrorCode (*load)(struct GrImpactQueue *queue, int lane);
  /* Called at the first touch (`begins`), at the end of an accepted step, and at a failure. Makes the lane idle at the
     end of the contact. */
  PetscErrorCode (*arrive)(struct GrImpactQueue *queue, int lane, PetscBool begins);
  void *work; /* data of both functions */
} GrImpactQueue;

/* Creates a queue for the laws and the method of a setting. Free it with PetscFree. */
PetscErrorCode GrImpactQueueCreate(const GrImpactSetting *setting, GrImpactQueue **queue);

/* Computes contacts until `load` has no more. */
PetscErrorCode GrImpactQueueRun(GrImpactQueue *queue);

#endif
