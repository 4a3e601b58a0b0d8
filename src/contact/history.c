/* history: two buffers per contact; see history.h. */
#include "contact/history.h"

#include <string.h>

PetscErrorCode GrHistoryCreate(int n_values, GrHistory *h)
{
  PetscFunctionBeginUser;
  *h = (GrHistory){.n_values = n_values};
  PetscFunctionReturn(0);
}

static PetscErrorCode FreeBuffer(GrHistory *h, int b)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < h->n_values; k++)
    PetscCall(PetscFree(h->value[b][k]));
  PetscCall(PetscFree(h->slot[b]));
  PetscCall(PetscFree(h->n[b]));
  PetscFunctionReturn(0);
}

PetscErrorCode GrHistoryDropTrial(GrHistory *h)
{
  PetscFunctionBeginUser;
  PetscCall(FreeBuffer(h, !h->committed));
  PetscFunctionReturn(0);
}

PetscErrorCode GrHistoryDestroy(GrHistory *h)
{
  PetscFunctionBeginUser;
  for (int b = 0; b < 2; b++)
    PetscCall(FreeBuffer(h, b));
  *h = (GrHistory){0};
  PetscFunctionReturn(0);
}

PetscErrorCode GrHistoryReset(GrHistory *h, PetscInt slots)
{
  PetscFunctionBeginUser;
  for (int b = 0; b < 2; b++)
    PetscCall(FreeBuffer(h, b));
  h->n_blocks = (slots + GR_BLOCK_SLOTS - 1) / GR_BLOCK_SLOTS;
  for (int b = 0; b < 2; b++) {
    if (h->no_rollback && b != h->committed)
      continue;
    for (int k = 0; k < h->n_values; k++)
      PetscCall(PetscCalloc1(GR_BLOCK_SLOTS * h->n_blocks, &h->value[b][k])); /* batches read a little beyond entries */
    PetscCall(PetscMalloc1(GR_BLOCK_SLOTS * h->n_blocks, &h->slot[b]));
    PetscCall(PetscCalloc1(h->n_blocks, &h->n[b]));
  }
  PetscFunctionReturn(0);
}

PetscBool GrHistorySame(const GrHistory *h, PetscInt block)
{
  const size_t at = (size_t)GR_BLOCK_SLOTS * (size_t)block;
  return (PetscBool)(h->n[0][block] == h->n[1][block] && memcmp(h->slot[0] + at, h->slot[1] + at, h->n[0][block]) == 0);
}
