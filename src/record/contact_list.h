/* List of the contacts that act at the end of a step: the bodies overlap, attract each other or have a bond. The list
   is a table with one row per contact. The functions of parallel/columns.h can send its rows to other ranks. */
#ifndef GRANUM_RECORD_CONTACT_LIST_H
#define GRANUM_RECORD_CONTACT_LIST_H

#include "bulk/output.h"
#include "parallel/columns.h"

/* Creates the list of the acting contacts of this rank. If the two particles of a contact belong to different ranks,
   only one of these ranks lists it. u: state of the owned particles. Free the list with GrParallelColumnsDestroy.
   Collective. */
PetscErrorCode GrRecorderContactListCreate(GrWorld world, const double *u, GrParallelColumns *list);

/* Returns the array [list->n] of the contacts in the list. */
static inline GrContact *GrRecorderContactList(const GrParallelColumns *list)
{
  return list->data[0];
}

#endif
