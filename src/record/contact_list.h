/* The contacts that act at a committed state, as rows that can be sent to other ranks (parallel/columns.h). */
#ifndef GRANUM_RECORD_CONTACT_LIST_H
#define GRANUM_RECORD_CONTACT_LIST_H

#include "bulk/output.h"
#include "parallel/columns.h"

/* Creates the list of the contacts of this rank; a contact between two ranks is in the list of one of them. `u`: state
   of the owned particles. Free it with GrParallelColumnsDestroy. Collective. */
PetscErrorCode GrRecorderContactListCreate(GrWorld world, const double *u, GrParallelColumns *list);

/* The contacts of the list, [list->n]. */
static inline GrContact *GrRecorderContactList(const GrParallelColumns *list)
{
  return list->data[0];
}

#endif
