/* batch_history: read access to the committed histories of a batch, and write access to its trial histories.

   A block stores the histories of its acting contacts in consecutive entries (contact/history.h). There are three
   methods:

     method       contacts of the batch                 committed histories             trial histories
     in place     the committed entries of the block    read from the block;            written to the block
                                                        copied for normal laws
     in runs      other contacts of the block           copied run by run of            written to the block
                                                        consecutive entries
     one by one   contacts of one of several rules      copied entry by entry           written to scratch,
                                                                                        then copied to the block

   Without `keep` all trial histories are written to scratch, and the block does not change. A contact that did not act
   before has the history 0. Normal laws and adhesion get copies, because their arrays must not alias: without rollback,
   trial and committed entries have the same memory. A batch with several rules reads from a copy of the block, because
   the contacts of the first rule overwrite the block before the second rule reads it. */
#include "contact/batch_impl.h"

#include <string.h>

/* Whether some contact of the batch continues a committed contact of another slot. */
static bool HasMovedContacts(const GrHistory *h, const GrBatch *t)
{
  int differ = 0;

  for (int i = 0; h->origin && i < t->n; i++)
    differ |= GrHistoryOrigin(h, t->block, t->slot[i]) ^ t->slot[i];
  return differ != 0;
}

/* Finds the runs of n contacts: maximal sequences of contacts whose committed entries are consecutive. */
static void FindRuns(int n, GrBatchEntries *e)
{
  for (int i = 0; i < n; i++) {
    if (e->entry[i] < 0)
      continue;
    if (e->n_runs == 0 || i == 0 || e->entry[i - 1] < 0 || e->entry[i] != e->entry[i - 1] + 1) {
      e->run[e->n_runs].contact = i;
      e->run[e->n_runs].entry = e->entry[i];
      e->run[e->n_runs++].n = 0;
    }
    e->run[e->n_runs - 1].n++;
  }
}

void GrBatchFindEntries(GrHistory *h, bool keep, const GrBatch *t, GrBatchEntries *e)
{
  const int c = h->committed, entries = h->n[c][t->block];
  const unsigned char *restrict slot = h->slot[c] + GR_BLOCK_SLOTS * t->block;
  const bool same = t->n == entries && memcmp(t->slot, slot, (size_t)t->n) == 0;

  e->history = h;
  e->base = GR_BLOCK_SLOTS * t->block;
  e->keep = keep;
  e->copy = NULL;
  e->n_runs = 0;
  e->way = same && !HasMovedContacts(h, t) ? GR_HISTORY_IN_PLACE : GR_HISTORY_IN_RUNS;
  if (e->way == GR_HISTORY_IN_PLACE)
    return;
  for (int i = 0, k = 0; i < t->n; i++) {
    while (k < entries && slot[k] < t->slot[i])
      k++;
    e->entry[i] = h->origin ? GrHistoryFind(h, c, t->block, GrHistoryOrigin(h, t->block, t->slot[i]))
                  : k < entries && slot[k] == t->slot[i] ? k
                                                         : -1;
  }
  FindRuns(t->n, e);
}

/* Copies one history value of all contacts, method `in place`. */
static void CopyInPlace(int rows, const double *restrict block, double *restrict committed)
{
  for (int i = 0; i < rows; i++)
    committed[i] = block[i];
}

/* Copies one history value of all contacts, method `in runs`. Contacts without committed entry get 0. */
static void CopyRuns(const GrBatchEntries *e, int rows, const double *restrict block, double *restrict committed)
{
  for (int i = 0; i < rows; i++)
    committed[i] = 0;
  for (int k = 0; k < e->n_runs; k++)
    memcpy(committed + e->run[k].contact, block + e->run[k].entry, (size_t)e->run[k].n * sizeof(double));
}

/* Copies one history value of all contacts, method `one by one`. Contacts without committed entry get 0. */
static void CopyOneByOne(const GrBatchEntries *e, int n, int rows, const double *restrict block,
                         double *restrict committed)
{
  for (int i = 0; i < rows; i++)
    committed[i] = i < n && e->entry[i] >= 0 ? block[e->entry[i]] : 0;
}

void GrBatchReadHistory(const GrBatchEntries *e, const GrBatch *t, GrBatchLaws *l)
{
  const GrHistory *h = e->history;

  for (int k = 0; k < l->rule->n_history; k++) {
    const double *block = e->copy ? e->copy[k] : h->value[h->committed][k] + e->base;
    l->history[k] = l->committed[k];
    l->trial[k] = e->keep && e->way != GR_HISTORY_ONE_BY_ONE ? h->value[GrHistoryTrial(h)][k] + e->base : l->scratch[k];
    if (e->way == GR_HISTORY_ONE_BY_ONE)
      CopyOneByOne(e, t->n, GrBatchRows(t), block, l->committed[k]);
    else if (e->way == GR_HISTORY_IN_RUNS)
      CopyRuns(e, GrBatchRows(t), block, l->committed[k]);
    else if (k < l->rule->history[GR_ROLE_SLIDE])
      CopyInPlace(GrBatchRows(t), block, l->committed[k]);
    else
      l->history[k] = block;
  }
}

void GrBatchWriteHistory(const GrBatchEntries *e, const GrBatch *t, const GrBatchLaws *l)
{
  for (int k = 0; e->keep && e->way == GR_HISTORY_ONE_BY_ONE && k < l->rule->n_history; k++) {
    double *restrict block = e->history->value[GrHistoryTrial(e->history)][k] + e->base;
    for (int i = 0; i < t->n; i++)
      block[e->target[i]] = l->trial[k][i];
  }
}

void GrBatchKeepContacts(GrHistory *h, const GrBatch *t)
{
  const int b = GrHistoryTrial(h);

  memcpy(h->slot[b] + GR_BLOCK_SLOTS * t->block, t->slot,
         sizeof(t->slot)); /* copies all slots, because a fixed size is faster */
  h->n[b][t->block] = (unsigned char)t->n;
}
