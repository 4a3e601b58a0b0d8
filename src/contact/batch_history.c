/* batch_history: read access to the committed histories of a batch, and write access to its trial histories.

   A block stores the histories of its acting contacts in consecutive entries (contact/history.h). There are two ways to
   read the committed histories:

     in place   the contacts of the batch are the committed entries of the block: the laws read the block
     by copy    other contacts: runs of consecutive entries are copied; a contact that did not act before has the
                history 0

   Normal laws and adhesion always get copies, because their arrays must not alias: without rollback, trial and
   committed entries have the same memory. The laws write the trial histories to the block if they are kept, otherwise
   to scratch. The parts of a batch with several rules write to scratch, because the block must not change before the
   last part has read it; the trial histories of all parts are then copied to the block (batch_force.c). */
#include "contact/batch_impl.h"

#include <string.h>

/* Whether some contact of the batch continues a committed contact of another slot. */
static bool HasMovedContacts(const GrBatchContacts *c)
{
  const GrHistory *h = c->history;
  int differ = 0;

  for (int i = 0; h->origin && i < c->n; i++)
    differ |= GrHistoryOrigin(h, c->block, c->slot[i]) ^ c->slot[i];
  return differ != 0;
}

void GrBatchFindRuns(int n, GrBatchEntries *e)
{
  e->n_runs = 0;
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

void GrBatchFindEntries(bool keep, const GrBatchContacts *c, GrBatchEntries *e)
{
  GrHistory *h = c->history;
  const int buffer = h->committed, entries = h->n[buffer][c->block];
  const unsigned char *restrict slot = h->slot[buffer] + GR_BLOCK_SLOTS * c->block;
  const bool same = c->n == entries && memcmp(c->slot, slot, (size_t)c->n) == 0;

  e->history = h;
  e->block = c->block;
  e->keep = keep;
  e->in_place = same && !HasMovedContacts(c);
  if (e->in_place)
    return;
  for (int i = 0, k = 0; i < c->n; i++) {
    while (k < entries && slot[k] < c->slot[i])
      k++;
    e->entry[i] = h->origin ? GrHistoryFind(h, buffer, c->block, GrHistoryOrigin(h, c->block, c->slot[i]))
                  : k < entries && slot[k] == c->slot[i] ? k
                                                         : -1;
  }
  GrBatchFindRuns(c->n, e);
}

/* Copies one history value of all contacts that are the entries of the block. */
static void CopyBlock(int rows, const double *restrict block, double *restrict committed)
{
  for (int i = 0; i < rows; i++)
    committed[i] = block[i];
}

/* Copies one history value of all contacts, run by run. Contacts without committed entry get 0. */
static void CopyRuns(const GrBatchEntries *e, int rows, const double *restrict block, double *restrict committed)
{
  for (int i = 0; i < rows; i++)
    committed[i] = 0;
  for (int k = 0; k < e->n_runs; k++)
    memcpy(committed + e->run[k].contact, block + e->run[k].entry, (size_t)e->run[k].n * sizeof(double));
}

void GrBatchReadHistory(const GrBatchEntries *e, int rows, GrBatchLaws *l)
{
  const GrHistory *h = e->history;

  for (int k = 0; k < l->rule->n_history; k++) {
    const double *block = GrHistoryValues(h, h->committed, e->block, k);
    l->history[k] = l->committed[k];
    l->trial[k] = e->keep ? GrHistoryValues(h, GrHistoryTrial(h), e->block, k) : l->scratch[k];
    if (!e->in_place)
      CopyRuns(e, rows, block, l->committed[k]);
    else if (k < l->rule->history[GR_ROLE_SLIDE])
      CopyBlock(rows, block, l->committed[k]);
    else
      l->history[k] = block;
  }
}

void GrBatchKeepContacts(const GrBatchContacts *c)
{
  GrHistory *h = c->history;
  const int b = GrHistoryTrial(h);

  memcpy(h->slot[b] + GR_BLOCK_SLOTS * c->block, c->slot,
         sizeof(c->slot)); /* copies all slots, because a fixed size is faster */
  h->n[b][c->block] = (unsigned char)c->n;
}
