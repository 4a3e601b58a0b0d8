/* network_list: see network_list.h. */
#include "record/network_list.h"

#include <string.h>

PetscErrorCode GrContactListCreate(GrColumns *list)
{
  const size_t size[GR_CONTACT_COLUMNS] = {[GR_CONTACT_KEY] = GR_CONTACT_KEYS * sizeof(PetscInt64),
                                           [GR_CONTACT_VALUES] = GR_CONTACT_NUMBERS * sizeof(double)};

  PetscFunctionBeginUser;
  PetscCall(GrColumnsCreate(GR_CONTACT_COLUMNS, size, list));
  PetscFunctionReturn(0);
}

static PetscErrorCode AddContacts(GrColumns *list, int n, const GrContact record[])
{
  PetscFunctionBeginUser;
  PetscCall(GrColumnsReserve(list, list->n + n));
  for (int i = 0; i < n; i++, list->n++) {
    const GrContact *c = &record[i];
    const PetscInt64 key[GR_CONTACT_KEYS] = {c->first, c->second, c->wall};
    double *numbers = (double *)list->data[GR_CONTACT_VALUES] + GR_CONTACT_NUMBERS * (size_t)list->n;
    memcpy((PetscInt64 *)list->data[GR_CONTACT_KEY] + GR_CONTACT_KEYS * (size_t)list->n, key, sizeof(key));
    for (int k = 0; k < 3; k++) {
      numbers[GR_CONTACT_BRANCH + k] = c->branch[k];
      numbers[GR_CONTACT_NORMAL + k] = c->normal[k];
      numbers[GR_CONTACT_FORCE + k] = c->force[k];
    }
    numbers[GR_CONTACT_OVERLAP] = c->overlap;
    numbers[GR_CONTACT_OVERLAP_MAX] = c->overlap_max;
  }
  PetscFunctionReturn(0);
}

GrContact GrContactListAt(const GrColumns *list, PetscInt i)
{
  const PetscInt64 *key = GrContactKey(list, i);
  const double *numbers = GrContactNumbers(list, i);
  GrContact c = {.first = key[GR_CONTACT_FIRST],
                 .second = key[GR_CONTACT_SECOND],
                 .wall = (int)key[GR_CONTACT_WALL],
                 .overlap = numbers[GR_CONTACT_OVERLAP],
                 .overlap_max = numbers[GR_CONTACT_OVERLAP_MAX]};

  for (int k = 0; k < 3; k++) {
    c.branch[k] = numbers[GR_CONTACT_BRANCH + k];
    c.normal[k] = numbers[GR_CONTACT_NORMAL + k];
    c.force[k] = numbers[GR_CONTACT_FORCE + k];
  }
  return c;
}

/* For a visit, which cannot fail. */
typedef struct {
  GrColumns *list;
  PetscErrorCode error;
} Filling;

static void AddVisited(void *context, int n, const GrContact record[])
{
  Filling *filling = context;
  if (!filling->error)
    filling->error = AddContacts(filling->list, n, record);
}

PetscErrorCode GrContactListFill(GrWorld world, const double *u, GrColumns *list)
{
  Filling filling = {list, 0};

  PetscFunctionBeginUser;
  PetscCall(GrBulkContacts(world, u, AddVisited, &filling));
  PetscCall(filling.error);
  PetscFunctionReturn(0);
}
