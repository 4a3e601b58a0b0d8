/* batch_entries: histories and coefficients of the contacts of a batch, and batches that are part of another. */
#include "contact/batch_impl.h"

#include <string.h>

/* Finds the committed entries of a batch. */
void GrBatchFindEntries(GrHistory *h, PetscBool keep, const GrBatch *t, GrBatchEntries *e)
{
  const int c = h->committed, n = t->n, entries = h->n[c][t->block];
  const unsigned char *restrict place = h->place[c] + GR_BLOCK_SLOTS * t->block;
  const int differ = n != entries || memcmp(t->place, place, (size_t)n) != 0;

  e->history = h;
  e->base = GR_BLOCK_SLOTS * t->block;
  e->keep = keep;
  e->part = PETSC_FALSE;
  e->whole = (PetscBool)!differ;
  for (int i = 0; i < n; i++)
    e->from[i] = e->to[i] = i;
  for (int i = 0, k = 0; differ && i < n; i++) {
    while (k < entries && place[k] < t->place[i])
      k++;
    e->from[i] = k < entries && place[k] == t->place[i] ? k : -1;
  }
}

/* The contacts of the batch are the entries of the block from now on. */
void GrBatchKeepEntries(GrHistory *h, const GrBatch *t)
{
  const int b = GrHistoryTrial(h);
  unsigned char *restrict place = h->place[b] + GR_BLOCK_SLOTS * t->block;

  memcpy(place, t->place, (size_t)t->n);
  h->n[b][t->block] = (unsigned char)t->n;
}

static PetscBool SameKinds(const GrBatch *t)
{
  int differ = 0;
  for (int i = 1; i < t->n; i++)
    differ |= t->kind[i] ^ t->kind[0];
  return (PetscBool)!differ;
}

void GrBatchCoefficients(const GrModel *m, const GrBatch *t, GrBatchLaws *l)
{
  const int first = t->kind[0];
  const double *shared =
      first < GR_MODEL_SHARED && first < m->n_fixed && (t->alike || SameKinds(t)) ? m->shared[first] : NULL;

  for (int k = 0; k < l->rule->n_coefficients; k++) {
    const double *restrict from = m->coefficient[k];
    double *restrict to = l->coefficient[k];
    l->coefficients[k] = shared ? shared + k * GR_MODEL_WIDTH : to;
    for (int i = 0; !shared && i < t->rows; i++)
      to[i] = from[t->kind[i]];
  }
}

void GrBatchLoadHistory(const GrBatchEntries *e, const GrBatch *t, GrBatchLaws *l)
{
  const GrHistory *h = e->history;

  for (int k = 0; k < l->rule->n_history; k++) {
    const double *from = l->before ? l->before[k] : h->value[h->committed][k] + e->base;
    double *restrict to = l->committed[k];
    const PetscBool direct = (PetscBool)(e->whole && k >= l->rule->history[GR_PLACE_SLIDE]);
    for (int i = 0; e->whole && !direct && i < t->rows; i++)
      to[i] = from[i];
    for (int i = 0; !e->whole && i < t->rows; i++)
      to[i] = i < t->n && e->from[i] >= 0 ? from[e->from[i]] : 0;
    l->history[k] = direct ? from : to;
    l->trials[k] = e->keep && !e->part ? h->value[GrHistoryTrial(h)][k] + e->base : l->trial[k];
  }
}

void GrBatchStoreHistory(const GrBatchEntries *e, const GrBatch *t, const GrBatchLaws *l)
{
  for (int k = 0; e->keep && e->part && k < l->rule->n_history; k++) {
    double *restrict to = e->history->value[GrHistoryTrial(e->history)][k] + e->base;
    const double *restrict from = l->trial[k];
    for (int i = 0; i < t->n; i++)
      to[e->to[i]] = from[i];
  }
}

/* The contacts `which` of a batch as a batch of their own. */
void GrBatchSelect(const GrBatch *t, const GrBatchEntries *e, int n, const int which[], GrBatch *to,
                   GrBatchEntries *own)
{
  to->n = to->rows = n;
  to->alike = t->alike;
  *own = (GrBatchEntries){.history = e->history, .base = e->base, .keep = e->keep, .part = PETSC_TRUE};
  for (int i = 0; i < n; i++) {
    const int k = which[i];
    to->place[i] = t->place[k];
    own->from[i] = e->from[k];
    own->to[i] = e->to[k];
    to->kind[i] = t->kind[k];
    to->overlap[i] = t->overlap[k];
    for (int a = 0; a < 3; a++) {
      to->normal[a][i] = t->normal[a][k];
      to->velocity[a][i] = t->velocity[a][k];
      to->rim[a][i] = t->rim[a][k];
      to->turn[a][i] = t->turn[a][k];
    }
    to->radius[0][i] = t->radius[0][k];
    to->radius[1][i] = t->radius[1][k];
  }
}

/* The contacts from `first` on that follow the rule of contact `first` and are not done. */
int GrBatchOfRule(const GrModel *m, const GrBatch *t, int first, unsigned char done[], int which[])
{
  const int rule = m->kind[t->kind[first]].rule;
  int n = 0;
  for (int i = first; i < t->n; i++)
    if (!done[i] && m->kind[t->kind[i]].rule == rule) {
      done[i] = 1;
      which[n++] = i;
    }
  return n;
}
