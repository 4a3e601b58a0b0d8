/* history: contact histories of this rank as records that migrate, and the keys of the records (contact/records.h); see
   neighbours.h. */
#include "bulk/bulk.h"

/* Adds the number of box lengths by which the image of the second particle of a pair is displaced. */
static void AddShift(const GrBulk b, int shift, PetscInt64 side[3])
{
  double sides[3];

  GrShiftSides(shift - GR_UNSHIFTED, sides);
  for (int a = 0; a < 3; a++)
    side[a] += GrBulkCellCountImages(b, a, sides);
}

/* Computes the key of pair i of a block of candidates. */
static inline void FindKey(const GrBulk b, const GrCandidates *c, int i, PetscInt64 key[GR_KEY])
{
  const size_t first = (size_t)c->first[i], second = (size_t)c->second[i];
  const PetscInt64 *one = b->store.image + 3 * first, *two = b->store.image + 3 * second;
  PetscInt64 side[3] = {one[0] - two[0], one[1] - two[1], one[2] - two[2]};

  if (c->shift[i] != GR_UNSHIFTED)
    AddShift(b, c->shift[i], side);
  key[GR_KEY_FIRST] = b->store.id[first];
  key[GR_KEY_SECOND] = b->store.id[second];
  key[GR_KEY_IMAGE] = GrImagePack(side);
}

void GrBulkFindPairKey(GrWorld w, PetscInt pair, PetscInt64 key[GR_KEY])
{
  const GrBulk b = w->bulk;
  FindKey(b, &b->neighbours.candidates[pair / GR_BLOCK_SLOTS], pair % GR_BLOCK_SLOTS, key);
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
  const GrCandidates *c = &b->neighbours.candidates[block];
  const unsigned char *slot = h->slot[h->committed] + GR_BLOCK_SLOTS * (size_t)block;
  const PetscInt owned = b->store.columns.n;
  const int end = h->n[h->committed][block];
  GrHistoryRun run;

  run.block = block;
  run.n = 0;
  for (; *e < end && records->n + run.n < most; (*e)++) {
    const int i = slot[*e], n = run.n;
    const PetscInt first = c->first[i], second = c->second[i];
    if (once && first >= owned)
      continue;
    run.entry[n] = (unsigned char)*e;
    run.used[n] = ValuesUsed(&b->model, c->type[i]);
    run.partner[n][0] = first < owned ? first : -1;
    run.partner[n][1] = second < owned ? second : -1;
    FindKey(b, c, i, run.key[run.n++]);
  }
  return GrHistoryRecordsAdd(records, h, &run);
}

static PetscErrorCode CollectWalls(GrWorld w, PetscInt block, int *e, PetscInt most, GrParallelColumns *records)
{
  const GrBulk b = w->bulk;
  const GrHistory *h = &b->walls.history;
  const int end = h->n[h->committed][block];
  GrHistoryRun run;

  run.block = block;
  run.n = 0;
  for (; *e < end && records->n + run.n < most; (*e)++, run.n++) {
    const PetscInt base = GR_BLOCK_SLOTS * block, slot = base + h->slot[h->committed][base + *e];
    run.entry[run.n] = (unsigned char)*e;
    run.used[run.n] = ValuesUsed(&b->model, b->walls.pair_type[slot]);
    run.partner[run.n][0] = b->walls.particle[slot];
    run.partner[run.n][1] = -1;
    GrBulkFindWallKey(w, slot, run.key[run.n]);
  }
  return GrHistoryRecordsAdd(records, h, &run);
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
  const PetscInt owned = b->store.columns.n;
  PetscInt n = GrHistoryCount(&b->walls.history);

  if (b->neighbours.n_all == owned) /* no contact has a ghost */
    return n + GrHistoryCount(h);
  for (PetscInt block = 0; block < h->n_blocks; block++) {
    const unsigned char *slot = h->slot[h->committed] + GR_BLOCK_SLOTS * (size_t)block;
    for (int e = 0; e < h->n[h->committed][block]; e++)
      n += b->neighbours.candidates[block].first[slot[e]] < owned;
  }
  return n;
}
