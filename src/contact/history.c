/* history: memory of the committed and the trial contact histories, and search in it; see history.h. */
#include "contact/history.h"

#include <string.h>

/* Frees the arrays of buffer b. */
static PetscErrorCode FreeBuffer(GrHistory *h, int b)
{
  PetscCall(PetscFree(h->value[b]));
  PetscCall(PetscFree(h->slot[b]));
  return PetscFree(h->n[b]);
}

PetscErrorCode GrHistoryDropTrial(GrHistory *h)
{
  return FreeBuffer(h, !h->committed);
}

PetscErrorCode GrHistoryDestroy(GrHistory *h)
{
  for (int b = 0; b < 2; b++)
    PetscCall(FreeBuffer(h, b));
  PetscCall(PetscFree(h->origin));
  *h = (GrHistory){0};
  return 0;
}

PetscErrorCode GrHistoryReset(GrHistory *h, PetscInt slots)
{
  for (int b = 0; b < 2; b++)
    PetscCall(FreeBuffer(h, b));
  h->n_blocks = (slots + GR_BLOCK_SLOTS - 1) / GR_BLOCK_SLOTS;
  for (int b = 0; b < 2; b++) {
    if (h->no_rollback && b != h->committed)
      continue;
    PetscCall(PetscCalloc1(GR_BLOCK_SLOTS * (size_t)h->n_values * (size_t)h->n_blocks,
                           &h->value[b])); /* zero, because padded batches read beyond entries */
    PetscCall(PetscMalloc1(GR_BLOCK_SLOTS * h->n_blocks, &h->slot[b]));
    PetscCall(PetscCalloc1(h->n_blocks, &h->n[b]));
  }
  return PetscFree(h->origin);
}

PetscErrorCode GrHistoryAddOrigins(GrHistory *h)
{
  PetscCall(PetscMalloc1(GR_BLOCK_SLOTS * h->n_blocks, &h->origin));
  for (PetscInt k = 0; k < GR_BLOCK_SLOTS * h->n_blocks; k++)
    h->origin[k] = (unsigned char)(k % GR_BLOCK_SLOTS);
  return 0;
}

PetscInt GrHistoryCount(const GrHistory *h)
{
  PetscInt n = 0;

  for (PetscInt b = 0; b < h->n_blocks; b++)
    n += h->n[h->committed][b];
  return n;
}

int GrHistorySuccessor(const GrHistory *h, PetscInt block, int slot)
{
  const int trial = GrHistoryTrial(h);
  const unsigned char *later = h->slot[trial] + GR_BLOCK_SLOTS * block;

  for (int k = 0; k < h->n[trial][block]; k++)
    if (GrHistoryOrigin(h, block, later[k]) == slot)
      return k;
  return -1;
}

/* Whether all trial entries of a block continue committed contacts of the same slots. */
static bool StayInPlace(const GrHistory *h, PetscInt block)
{
  const int trial = GrHistoryTrial(h);
  int differ = 0;

  for (int k = 0; h->origin && k < h->n[trial][block]; k++) {
    const unsigned char slot = h->slot[trial][GR_BLOCK_SLOTS * block + k];
    differ |= h->origin[GR_BLOCK_SLOTS * block + slot] ^ slot;
  }
  return !differ;
}

bool GrHistorySame(const GrHistory *h, PetscInt block)
{
  const size_t at = (size_t)GR_BLOCK_SLOTS * (size_t)block;
  return h->n[0][block] == h->n[1][block] && memcmp(h->slot[0] + at, h->slot[1] + at, h->n[0][block]) == 0 &&
         StayInPlace(h, block);
}

/* Whether one of the first `values` values of some entry becomes 0. Both buffers must have the same contacts. */
static bool SomeLoseValue(const GrHistory *h, PetscInt block, int values)
{
  long long lost = 0; /* 64 bits, the width of the compared values, so that the loop vectorizes */

  for (int k = 0; k < values; k++) {
    const double *restrict was = GrHistoryValues(h, h->committed, block, k);
    const double *restrict is = GrHistoryValues(h, GrHistoryTrial(h), block, k);
    for (int i = 0; i < h->n[h->committed][block]; i++)
      lost |= (was[i] != 0) & (is[i] == 0);
  }
  return lost != 0;
}

/* Whether a nonzero value of a committed entry is 0 in a trial entry. Both count through all blocks. */
static bool LosesValue(const GrHistory *h, int values, PetscInt committed, PetscInt trial)
{
  for (int k = 0; k < values; k++)
    if (*GrHistoryValue(h, h->committed, committed, k) != 0 && *GrHistoryValue(h, GrHistoryTrial(h), trial, k) == 0)
      return true;
  return false;
}

int GrHistoryEnding(const GrHistory *h, PetscInt block, int values, int entry[GR_BLOCK_SLOTS])
{
  const int trial = GrHistoryTrial(h);
  const PetscInt base = GR_BLOCK_SLOTS * block;
  const unsigned char *slot = h->slot[h->committed] + base, *later = h->slot[trial] + base;
  int n = 0;

  if (GrHistorySame(h, block) && !SomeLoseValue(h, block, values))
    return 0;
  for (int i = 0, k = 0; i < h->n[h->committed][block]; i++) {
    while (k < h->n[trial][block] && later[k] < slot[i])
      k++;
    const int same = k < h->n[trial][block] && later[k] == slot[i] ? k : -1;
    const int successor = h->origin ? GrHistorySuccessor(h, block, slot[i]) : same;
    if (successor < 0 || LosesValue(h, values, base + i, base + successor))
      entry[n++] = i;
  }
  return n;
}
