/* history: contact histories of this rank as records that migrate, and the keys of the records (contact/records.h); see
   neighbours.h. */
#include "bulk/bulk.h"

void GrBulkFindPairKey(GrWorld w, PetscInt pair, PetscInt64 key[GR_KEY])
{
  const GrBulk b = w->bulk;
  const GrPair c = GrBulkCandidate(&b->neighbours, pair);
  PetscInt64 side[3];
  double sides[3];

  for (int a = 0; a < 3; a++)
    side[a] = b->store.image[3 * c.first + a] - b->store.image[3 * c.second + a];
  if (c.shift != GR_UNSHIFTED) {
    GrShiftSides(c.shift - GR_UNSHIFTED, sides);
    for (int a = 0; a < 3; a++)
      side[a] += GrBulkCellCountImages(b, a, sides);
  }
  key[GR_KEY_FIRST] = b->store.id[c.first];
  key[GR_KEY_SECOND] = b->store.id[c.second];
  key[GR_KEY_IMAGE] = GrImagePack(side);
}

void GrBulkFindWallKey(GrWorld w, PetscInt slot, PetscInt64 key[GR_KEY])
{
  const GrBulk b = w->bulk;

  key[GR_KEY_FIRST] = b->store.id[b->walls.particle[slot]];
  key[GR_KEY_SECOND] = -1 - b->walls.of_slot[slot];
  key[GR_KEY_IMAGE] = b->walls.part[slot];
}

/* Number of history values that the laws of a contact use. Its other values depend on the ranks and are not collected.
   */
static int ValuesUsed(const GrModel *m, PetscInt type)
{
  return m->rule[m->pairs.type[type].rule].n_history;
}

/* Collects a block of pairs from entry *e on, until records has `most` rows. */
static PetscErrorCode CollectPairs(GrWorld w, PetscInt block, int *e, bool once, PetscInt most,
                                   GrParallelColumns *records)
{
  const GrBulk b = w->bulk;
  const GrHistory *h = &b->history;
  const PetscInt owned = b->store.columns.n;
  PetscInt64 key[GR_KEY];

  for (; *e < h->n[h->committed][block] && records->n < most; (*e)++) {
    const PetscInt entry = GR_BLOCK_SLOTS * block + *e, pair = GR_BLOCK_SLOTS * block + h->slot[h->committed][entry];
    const GrPair c = GrBulkCandidate(&b->neighbours, pair);
    const PetscInt partner[GR_PARTNERS] = {c.first < owned ? c.first : -1, c.second < owned ? c.second : -1};
    if (once && partner[0] < 0)
      continue;
    GrBulkFindPairKey(w, pair, key);
    PetscCall(GrHistoryRecordsAdd(records, h, entry, ValuesUsed(&b->model, c.type), key, partner));
  }
  return 0;
}

static PetscErrorCode CollectWalls(GrWorld w, PetscInt block, int *e, PetscInt most, GrParallelColumns *records)
{
  const GrBulk b = w->bulk;
  const GrHistory *h = &b->walls.history;
  PetscInt64 key[GR_KEY];

  for (; *e < h->n[h->committed][block] && records->n < most; (*e)++) {
    const PetscInt entry = GR_BLOCK_SLOTS * block + *e, slot = GR_BLOCK_SLOTS * block + h->slot[h->committed][entry];
    const PetscInt partner[GR_PARTNERS] = {b->walls.particle[slot], -1};
    GrBulkFindWallKey(w, slot, key);
    PetscCall(GrHistoryRecordsAdd(records, h, entry, ValuesUsed(&b->model, b->walls.pair_type[slot]), key, partner));
  }
  return 0;
}

PetscErrorCode GrBulkCollectNext(GrWorld w, GrBulkCollector *at, PetscInt most, GrParallelColumns *records)
{
  const GrBulk b = w->bulk;
  const PetscInt pairs = b->history.n_blocks, blocks = pairs + b->walls.history.n_blocks;

  while (at->block < blocks && records->n < most) {
    const GrHistory *h = at->block < pairs ? &b->history : &b->walls.history;
    const PetscInt block = at->block < pairs ? at->block : at->block - pairs;
    if (at->block < pairs)
      PetscCall(CollectPairs(w, block, &at->entry, at->once, most, records));
    else
      PetscCall(CollectWalls(w, block, &at->entry, most, records));
    if (at->entry < h->n[h->committed][block])
      break;
    at->block++;
    at->entry = 0;
  }
  return 0;
}

PetscErrorCode GrBulkCollectHistories(GrWorld w, GrParallelColumns *records)
{
  const GrBulk b = w->bulk;
  GrBulkCollector all = {.once = false};

  PetscCall(
      GrParallelColumnsReserve(records, records->n + GrHistoryCount(&b->history) + GrHistoryCount(&b->walls.history)));
  return GrBulkCollectNext(w, &all, PETSC_MAX_INT, records);
}

PetscInt GrBulkCountHistories(GrWorld w)
{
  const GrBulk b = w->bulk;
  const GrHistory *h = &b->history;
  PetscInt n = GrHistoryCount(&b->walls.history);

  for (PetscInt block = 0; block < h->n_blocks; block++)
    for (int e = 0; e < h->n[h->committed][block]; e++) {
      const PetscInt slot = GR_BLOCK_SLOTS * block + h->slot[h->committed][GR_BLOCK_SLOTS * block + e];
      n += GrBulkCandidate(&b->neighbours, slot).first < b->store.columns.n;
    }
  return n;
}
