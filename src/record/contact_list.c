/* Lists the contacts that act at the end of a step; see contact_list.h. */
#include "record/contact_list.h"

#include <string.h>

/* A visit returns no error, so the error is kept here. */
typedef struct {
  GrParallelColumns *list;
  PetscErrorCode error;
} Filling;

static void AddContacts(void *context, int n, const GrContact contact[])
{
  Filling *filling = context;
  GrParallelColumns *list = filling->list;

  if (!filling->error)
    filling->error = GrParallelColumnsReserve(list, list->n + n);
  if (filling->error)
    return;
  memcpy(GrRecorderContactList(list) + list->n, contact, (size_t)n * sizeof(*contact));
  list->n += n;
}

PetscErrorCode GrRecorderContactListCreate(GrWorld world, const double *u, GrParallelColumns *list)
{
  const size_t size = sizeof(GrContact);
  Filling filling = {list, 0};

  PetscCall(GrParallelColumnsCreate(1, &size, list));
  PetscCall(GrBulkContacts(world, u, AddContacts, &filling));
  return filling.error;
}
