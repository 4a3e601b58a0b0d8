/* List of the contacts that act at a committed state, as a table whose rows can be sent to other ranks
   (parallel/columns.h). */
#ifndef GRANUM_RECORD_CONTACT_LIST_H
#define GRANUM_RECORD_CONTACT_LIST_H

#include "bulk/output.h"
#include "parallel/columns.h"

/* Creates the list of the acting contacts of this rank. A contact between particles of two ranks is in the list of one
   of them. u: state of the owned particles. Free the list with GrParallelColumnsDestroy. Collective. */
PetscErrorCode GrRecorderContactListCreate(GrWorld world, const double *u, GrParallelColumns *list);

/* Returns the contacts of the list, an array [list->n]. */
static inline GrContact *GrRecorderContactList(const GrParallelColumns *list)
{
  return list->data[0];
}

#endif
