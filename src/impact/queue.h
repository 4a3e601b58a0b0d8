/* Queue: contacts that wait for a lane. A lane whose contact has ended takes the next one, so that all lanes do useful
   work however different their contacts are. */
#ifndef GRANUM_IMPACT_QUEUE_H
#define GRANUM_IMPACT_QUEUE_H

#include "impact/event_loop.h"

typedef struct GrImpactQueue {
  GrImpactLanes lanes;
  GrRules rules;
  GrImpactLoop loop[GR_LANES]; /* task < 0: the lane is idle */

  /* Loads the next contact onto an idle lane and begins its impact; leaves the lane idle if there is none. */
  PetscErrorCode (*load)(struct GrImpactQueue *queue, int lane);
  /* The first touch, the end of an accepted step, or a failure. Makes the lane idle at the end of the contact. */
  PetscErrorCode (*arrive)(struct GrImpactQueue *queue, int lane, PetscBool begins);
  void *work; /* of both */
} GrImpactQueue;

/* Room for lanes of these laws. */
PetscErrorCode GrImpactQueueCreate(const GrImpactSetting *setting, GrImpactQueue **queue);

/* Until no contact is left. */
PetscErrorCode GrImpactQueueRun(GrImpactQueue *queue);

#endif
