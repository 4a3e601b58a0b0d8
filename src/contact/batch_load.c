/* batch_load: histories, coefficients and contacts of one rule, as laws see them; see batch_impl.h. */
#include "contact/batch_impl.h"

#include <math.h>
#include <string.h>

/* The entries of a block that contacts continue which are not in their slots; returns whether there are any. */
static PetscBool FindOrigins(const GrHistory *h, const GrBatch *t, GrBatchEntries *e)
{
  int differ = 0;

  for (int i = 0; i < t->n; i++)
    differ |= GrHistoryOrigin(h, t->block, t->slot[i]) ^ t->slot[i];
  if (!differ)
    return PETSC_FALSE;
  e->whole = PETSC_FALSE;
  for (int i = 0; i < t->n; i++) {
    e->from[i] = GrHistoryFind(h, h->committed, t->block, GrHistoryOrigin(h, t->block, t->slot[i]));
    if (e->from[i] < 0)
      continue;
    e->span[e->n_spans].to = i;
    e->span[e->n_spans].from = e->from[i];
    e->span[e->n_spans++].n = 1;
  }
  return PETSC_TRUE;
}

void GrBatchFindEntries(GrHistory *h, PetscBool keep, const GrBatch *t, GrBatchEntries *e)
{
  const int c = h->committed, n = t->n, entries = h->n[c][t->block];
  const unsigned char *restrict slot = h->slot[c] + GR_BLOCK_SLOTS * t->block;
  const int differ = n != entries || memcmp(t->slot, slot, (size_t)n) != 0;

  e->history = h;
  e->base = GR_BLOCK_SLOTS * t->block;
  e->keep = keep;
  e->part = PETSC_FALSE;
  e->whole = (PetscBool)!differ;
  e->n_spans = 0;
  if (h->origin && FindOrigins(h, t, e))
    return;
  for (int i = 0, k = 0; differ && i < n; i++) {
    while (k < entries && slot[k] < t->slot[i])
      k++;
    e->from[i] = k < entries && slot[k] == t->slot[i] ? k : -1;
    if (e->from[i] < 0)
      continue;
    if (i == 0 || e->from[i - 1] != k - 1 || e->n_spans == 0) {
      e->span[e->n_spans].to = i;
      e->span[e->n_spans].from = k;
      e->span[e->n_spans++].n = 0;
    }
    e->span[e->n_spans - 1].n++;
  }
}

static PetscBool HaveSameType(const GrBatch *t)
{
  int differ = 0;
  for (int i = 1; i < t->n; i++)
    differ |= t->type[i] ^ t->type[0];
  return (PetscBool)!differ;
}

/* f sqrt(R), m f, or (m f) sqrt(R) */
static void ScaleWithPair(const GrBatch *restrict t, const double *restrict root, const GrLawFactor *f,
                          double *restrict result)
{
  const double factor = f->factor;

  for (int i = 0; f->form == GR_FACTOR_ROOT && i < GrBatchRows(t); i++)
    result[i] = factor * root[i];
  for (int i = 0; f->form == GR_FACTOR_MASS_ALONE && i < GrBatchRows(t); i++)
    result[i] = t->mass[i] * factor;
  for (int i = 0; f->form == GR_FACTOR_MASS && i < GrBatchRows(t); i++)
    result[i] = t->mass[i] * factor * root[i];
}

/* f k, or f sqrt(k m) */
static void ScaleCoefficient(const GrBatch *restrict t, const double *restrict k, const GrLawFactor *f,
                             double *restrict result)
{
  const double factor = f->factor;

  for (int i = 0; f->form == GR_FACTOR_MULTIPLE && i < GrBatchRows(t); i++)
    result[i] = factor * k[i];
  for (int i = 0; f->form == GR_FACTOR_DASHPOT && i < GrBatchRows(t); i++)
    result[i] = factor * sqrt(k[i] * t->mass[i]);
}

/* Coefficients of a batch of one family, as GrLawScale has them. */
static void ScaleFamily(const GrFamily *family, const GrBatch *t, GrBatchLaws *l)
{
  GR_BATCH_ALIGNED double root[GR_BATCH];

  for (int i = 0; i < GrBatchRows(t); i++)
    root[i] = sqrt(GrBatchEffectiveRadius(t, i));
  for (int k = 0; k < l->rule->n_coefficients; k++) {
    const GrLawFactor *f = &family->factor[k];
    l->coefficients[k] = f->form == GR_FACTOR_ALONE ? family->repeated + k * GR_MODEL_WIDTH : l->coefficient[k];
    ScaleWithPair(t, root, f, l->coefficient[k]);
    ScaleCoefficient(t, l->coefficients[f->of], f, l->coefficient[k]);
  }
}

/* Coefficients of those contacts of a batch that are of families. */
static void ScaleSome(const GrModel *m, const GrBatch *t, GrBatchLaws *l)
{
  const int n = l->rule->n_coefficients;
  double coefficient[GR_MODEL_COEFFICIENTS];

  for (int i = 0; i < t->rows; i++) {
    const GrFamily *family = GrModelFamily(m, t->type[i]);
    if (family)
      GrLawScale(n, family->factor, GrBatchEffectiveRadius(t, i), t->mass[i], coefficient);
    for (int k = 0; family && k < n; k++)
      l->coefficient[k][i] = coefficient[k];
  }
}

static void LoadCoefficients(const GrModel *m, const GrBatch *t, GrBatchLaws *l)
{
  const int first = t->type[0];
  const PetscBool same = (PetscBool)(t->alike || HaveSameType(t));
  const double *shared = first < GR_MODEL_SHARED && first < m->n_fixed && same ? m->shared[first] : NULL;

  if (same && GrModelFamily(m, first)) {
    ScaleFamily(GrModelFamily(m, first), t, l);
    return;
  }
  for (int k = 0; k < l->rule->n_coefficients; k++)
    l->coefficients[k] = shared ? shared + k * GR_MODEL_WIDTH : l->coefficient[k];
  for (int i = 0; !shared && i < t->rows; i += GR_ROW)
    for (int k = 0; k < l->rule->n_coefficients; k += GR_ROW) {
      GrVec4 row[GR_ROW];
      for (int lane = 0; lane < GR_ROW; lane++)
        GrVec4Load(GrModelCoefficients(m, t->type[i + lane]) + k, &row[lane]);
      GrTranspose4(row);
      for (int a = 0; a < GR_ROW; a++)
        GrVec4Store(&row[a], &l->coefficient[k + a][i]);
    }
  if (!shared && m->n_families)
    ScaleSome(m, t, l);
}

/* One number of the committed histories of a batch; 0 of a contact without. */
static void CopyCommitted(const GrBatchEntries *e, const GrBatch *t, const double *restrict from, double *restrict to)
{
  if (e->whole) {
    for (int i = 0; i < GrBatchRows(t); i++)
      to[i] = from[i];
    return;
  }
  for (int i = 0; i < GrBatchRows(t); i++)
    to[i] = 0;
  for (int i = 0; e->part && i < t->n; i++)
    to[i] = e->from[i] >= 0 ? from[e->from[i]] : 0;
  for (int k = 0; !e->part && k < e->n_spans; k++)
    memcpy(to + e->span[k].to, from + e->span[k].from, (size_t)e->span[k].n * sizeof(double));
}

/* Committed histories, those of sliding of a whole batch as they are in the block; the trial ones of a whole batch go
   where they are kept. */
static void LoadHistory(const GrBatchEntries *e, const GrBatch *t, GrBatchLaws *l)
{
  const GrHistory *h = e->history;

  for (int k = 0; k < l->rule->n_history; k++) {
    const double *from = l->before ? l->before[k] : h->value[h->committed][k] + e->base;
    const PetscBool direct = (PetscBool)(e->whole && k >= l->rule->history[GR_ROLE_SLIDE]);
    if (!direct)
      CopyCommitted(e, t, from, l->committed[k]);
    l->history[k] = direct ? from : l->committed[k];
    l->trials[k] = e->keep && !e->part ? h->value[GrHistoryTrial(h)][k] + e->base : l->trial[k];
  }
}

void GrBatchLoad(const GrModel *m, const GrBatchEntries *e, const GrBatch *t, GrBatchLaws *l)
{
  LoadCoefficients(m, t, l);
  LoadHistory(e, t, l);
}

/* Contact k of a batch as contact i of another, or of the same, but for its slot. */
static void CopyContact(const GrBatch *from, int k, GrBatch *to, int i)
{
  to->type[i] = from->type[k];
  to->overlap[i] = from->overlap[k];
  to->rate[i] = from->rate[k];
  for (int a = 0; a < 3; a++) {
    to->normal[a][i] = from->normal[a][k];
    to->slip[a][i] = from->slip[a][k];
    to->relative_spin[a][i] = from->relative_spin[a][k];
  }
  to->about[i] = from->about[k];
  to->radius[0][i] = from->radius[0][k];
  to->radius[1][i] = from->radius[1][k];
  to->mass[i] = from->mass[k];
}

void GrBatchPad(GrBatch *t)
{
  const int there = t->rows;

  t->rows = GrBatchWhole(t->n);
  for (int i = there; i < t->rows; i++)
    CopyContact(t, t->n - 1, t, i);
}

/* The contacts `which` of a batch as a batch of their own. */
static void SelectContacts(const GrBatch *t, const GrBatchEntries *e, int n, const int which[], GrBatch *to,
                           GrBatchEntries *own)
{
  to->n = to->rows = n;
  to->alike = t->alike;
  to->one_rule = 1;
  *own = (GrBatchEntries){.history = e->history, .base = e->base, .keep = e->keep, .part = PETSC_TRUE};
  for (int i = 0; i < n; i++) {
    const int k = which[i];
    to->slot[i] = t->slot[k];
    own->from[i] = e->whole ? k : e->from[k];
    own->to[i] = k;
    CopyContact(t, k, to, i);
  }
  GrBatchPad(to);
}

/* The contacts from `first` on that follow the rule of contact `first` and are not done. */
static int FindContactsOfRule(const GrModel *m, const GrBatch *t, int first, unsigned char done[], int which[])
{
  const int rule = m->pair_type[t->type[first]].rule;
  int n = 0;
  for (int i = first; i < t->n; i++)
    if (!done[i] && m->pair_type[t->type[i]].rule == rule) {
      done[i] = 1;
      which[n++] = i;
    }
  return n;
}

PetscBool GrBatchNextPart(const GrModel *m, const GrBatch *t, const GrBatchEntries *entries, GrBatchPart *p,
                          GrBatchLaws *l)
{
  while (p->next < t->n && p->done[p->next])
    p->next++;
  if (p->next >= t->n)
    return PETSC_FALSE;
  const int n = FindContactsOfRule(m, t, p->next, p->done, p->which);
  l->rule = &m->rule[m->pair_type[t->type[p->next]].rule];
  SelectContacts(t, entries, n, p->which, &p->batch, &p->entries);
  return PETSC_TRUE;
}
