/* history: the histories of this rank's contacts as records that travel (contact/records.h); see bulk.h. */
#include "bulk/bulk.h"

static PetscInt CountEntries(const GrHistory *h)
{
  PetscInt n = 0;

  for (PetscInt block = 0; block < h->n_blocks; block++)
    n += h->n[h->committed][block];
  return n;
}

/* What values a contact has that its laws do not use depends on the ranks, and is left out. */
static int ValuesUsed(const GrModel *m, PetscInt type)
{
  return m->rule[m->pair_type[type].rule].n_history;
}

static PetscErrorCode CollectPairs(GrWorld w, PetscBool once, GrColumns *records)
{
  const GrBulk b = w->bulk;
  const GrHistory *h = &b->history;
  const PetscInt owned = b->store.columns.n;
  PetscInt64 key[GR_KEY];

  PetscFunctionBeginUser;
  for (PetscInt block = 0; block < h->n_blocks; block++)
    for (int e = 0; e < h->n[h->committed][block]; e++) {
      const PetscInt entry = GR_BLOCK_SLOTS * block + e, pair = GR_BLOCK_SLOTS * block + h->slot[h->committed][entry];
      const GrPair c = GrBulkCandidate(b, pair);
      const PetscInt partner[GR_PARTNERS] = {c.first < owned ? c.first : -1, c.second < owned ? c.second : -1};
      if (once && partner[0] < 0)
        continue;
      GrBulkPairKey(w, pair, key);
      PetscCall(GrHistoryRecordsAdd(records, h, entry, ValuesUsed(&b->model, c.type), key, partner));
    }
  PetscFunctionReturn(0);
}

static PetscErrorCode CollectWalls(GrWorld w, GrColumns *records)
{
  const GrBulk b = w->bulk;
  const GrHistory *h = &b->walls.history;
  PetscInt64 key[GR_KEY];

  PetscFunctionBeginUser;
  for (PetscInt block = 0; block < h->n_blocks; block++)
    for (int e = 0; e < h->n[h->committed][block]; e++) {
      const PetscInt entry = GR_BLOCK_SLOTS * block + e, slot = GR_BLOCK_SLOTS * block + h->slot[h->committed][entry];
      const PetscInt partner[GR_PARTNERS] = {b->walls.particle[slot], -1};
      GrBulkWallKey(w, slot, key);
      PetscCall(GrHistoryRecordsAdd(records, h, entry, ValuesUsed(&b->model, b->walls.pair_type[slot]), key, partner));
    }
  PetscFunctionReturn(0);
}

PetscErrorCode GrBulkCollect(GrWorld w, PetscBool once, GrColumns *records)
{
  const GrBulk b = w->bulk;

  PetscFunctionBeginUser;
  PetscCall(GrColumnsReserve(records, records->n + CountEntries(&b->history) + CountEntries(&b->walls.history)));
  PetscCall(CollectPairs(w, once, records));
  PetscCall(CollectWalls(w, records));
  PetscFunctionReturn(0);
}
