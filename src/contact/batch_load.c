/* batch_load: sets the coefficients of the contacts of a batch, and divides a batch with several contact rules into
   parts with one rule; see batch_impl.h. */
#include "contact/batch_impl.h"

#include <math.h>
#include <string.h>

/* Whether all contacts of a batch have the same pair type. */
static bool HaveSameType(const GrBatchContacts *c)
{
  int differ = 0;
  for (int i = 1; i < c->n; i++)
    differ |= c->type[i] ^ c->type[0];
  return !differ;
}

/* Computes a coefficient that scales with effective radius R and reduced mass m: f sqrt(R), m f or (m f) sqrt(R), with
   the factor f. root: sqrt(R) [m^(1/2)]. Does nothing for other forms. */
static void ScaleWithPair(int rows, const double *restrict mass, const double *restrict root, const GrLawFactor *f,
                          double *restrict result)
{
  const double factor = f->factor;

  for (int i = 0; f->form == GR_FACTOR_ROOT && i < rows; i++)
    result[i] = factor * root[i];
  for (int i = 0; f->form == GR_FACTOR_MASS_ALONE && i < rows; i++)
    result[i] = mass[i] * factor;
  for (int i = 0; f->form == GR_FACTOR_MASS && i < rows; i++)
    result[i] = mass[i] * factor * root[i];
}

/* Computes a coefficient that scales with an earlier coefficient k: f k or f sqrt(k m), with the factor f and the
   reduced mass m. Does nothing for other forms. */
static void ScaleCoefficient(int rows, const double *restrict mass, const double *restrict k, const GrLawFactor *f,
                             double *restrict result)
{
  const double factor = f->factor;

  for (int i = 0; f->form == GR_FACTOR_MULTIPLE && i < rows; i++)
    result[i] = factor * k[i];
  for (int i = 0; f->form == GR_FACTOR_DASHPOT && i < rows; i++)
    result[i] = factor * sqrt(k[i] * mass[i]);
}

/* Computes the coefficients of a batch whose contacts are all of one family. The results are bitwise equal to the
   results of GrLawScale. */
static void ScaleFamily(const GrFamily *family, int rows, const GrBatchGeometry *g, GrBatchLaws *l)
{
  GR_BATCH_ALIGNED double root[GR_BATCH];

  for (int i = 0; i < rows; i++)
    root[i] = sqrt(GrBatchEffectiveRadius(g, i));
  for (int k = 0; k < l->rule->n_coefficients; k++) {
    const GrLawFactor *f = &family->factor[k];
    l->coefficients[k] = f->form == GR_FACTOR_ALONE ? family->repeated + k * GR_MODEL_WIDTH : l->coefficient[k];
    ScaleWithPair(rows, g->mass, root, f, l->coefficient[k]);
    ScaleCoefficient(rows, g->mass, l->coefficients[f->of], f, l->coefficient[k]);
  }
}

/* Computes the coefficients of the contacts of a batch that belong to families; the batch has several pair types. */
static void ScaleSome(const GrModel *m, const GrBatchContacts *c, const GrBatchGeometry *g, GrBatchLaws *l)
{
  const int n = l->rule->n_coefficients;
  double coefficient[GR_MODEL_COEFFICIENTS];

  for (int i = 0; i < c->rows; i++) {
    const GrFamily *family = GrModelFamily(m, c->type[i]);
    if (family)
      GrLawScale(n, family->factor, GrBatchEffectiveRadius(g, i), g->mass[i], coefficient);
    for (int k = 0; family && k < n; k++)
      l->coefficient[k][i] = coefficient[k];
  }
}

/* Sets the coefficients of a batch. A batch of one pair type below GR_MODEL_SHARED uses the arrays of the model. */
static void LoadCoefficients(const GrModel *m, const GrBatchContacts *c, const GrBatchGeometry *g, GrBatchLaws *l)
{
  const int first = c->type[0];
  const bool same = c->uniform == GR_BATCH_ONE_TYPE || HaveSameType(c);
  const double *shared = first < GR_MODEL_SHARED && first < m->pairs.n_fixed && same ? m->pairs.shared[first] : NULL;

  if (same && GrModelFamily(m, first)) {
    ScaleFamily(GrModelFamily(m, first), GrBatchRows(c), g, l);
    return;
  }
  for (int k = 0; k < l->rule->n_coefficients; k++)
    l->coefficients[k] = shared ? shared + k * GR_MODEL_WIDTH : l->coefficient[k];
  for (int i = 0; !shared && i < c->rows; i += GR_ROW)
    for (int k = 0; k < l->rule->n_coefficients; k += GR_ROW) {
      GrVec4 row[GR_ROW];
      for (int lane = 0; lane < GR_ROW; lane++)
        GrVec4Load(GrModelCoefficients(m, c->type[i + lane]) + k, &row[lane]);
      GrTranspose4(row);
      for (int a = 0; a < GR_ROW; a++)
        GrVec4Store(&row[a], &l->coefficient[k + a][i]);
    }
  if (!shared && m->n_families)
    ScaleSome(m, c, g, l);
}

/* Scales the coefficients of pair types with fixed masses to the masses of the contacts. */
static void ScaleWithMass(const GrModel *m, const GrBatchContacts *c, const GrBatchGeometry *g, GrBatchLaws *l)
{
  double ratio[GR_BATCH];

  for (int i = 0; i < GrBatchRows(c); i++) {
    const double mass = m->pairs.type[c->type[i]].mass;
    ratio[i] = isinf(mass) || isnan(g->mass[i]) ? 1 : g->mass[i] / mass; /* families have used the mass already */
  }
  for (int k = 0; k < l->rule->n_coefficients; k++) {
    const double power = l->rule->mass_power[k], *from = l->coefficients[k];
    if (power == 0)
      continue;
    for (int i = 0; i < GrBatchRows(c); i++)
      l->coefficient[k][i] = from[i] * (power == 1 ? ratio[i] : sqrt(ratio[i]));
    l->coefficients[k] = l->coefficient[k];
  }
}

void GrBatchLoad(const GrModel *m, const GrBatchEntries *e, const GrBatchContacts *c, const GrBatchGeometry *g,
                 GrBatchLaws *l)
{
  LoadCoefficients(m, c, g, l);
  if (g->has_masses && l->rule->scales)
    ScaleWithMass(m, c, g, l);
  GrBatchReadHistory(e, GrBatchRows(c), l);
}

/* Copies the geometry of contact k of a batch to contact i of another batch or of the same batch. */
static void CopyGeometry(const GrBatchGeometry *from, int k, GrBatchGeometry *to, int i)
{
  to->overlap[i] = from->overlap[k];
  to->rate[i] = from->rate[k];
  for (int a = 0; a < 3; a++) {
    to->normal[a][i] = from->normal[a][k];
    to->slip[a][i] = from->slip[a][k];
    to->relative_spin[a][i] = from->relative_spin[a][k];
  }
  to->about[i] = from->about[k];
  for (int a = 0; a < 2; a++) {
    to->radius[a][i] = from->radius[a][k];
    to->lever[a][i] = from->lever[a][k];
  }
  to->mass[i] = from->mass[k];
}

void GrBatchPad(GrBatch *t)
{
  GrBatchContacts *c = &t->contacts;
  const int there = c->rows;

  c->rows = GrBatchWhole(c->n);
  for (int i = there; i < c->rows; i++) {
    c->type[i] = c->type[c->n - 1];
    CopyGeometry(&t->geometry, c->n - 1, &t->geometry, i);
  }
}

/* Sets a part to the contacts that follow this rule. */
static void SelectContacts(const GrModel *m, const GrBatchContacts *c, const GrBatchGeometry *g,
                           const GrBatchEntries *e, int rule, GrBatchPart *p)
{
  GrBatchContacts *own = &p->batch.contacts;

  p->entries.history = e->history;
  p->entries.block = e->block;
  p->entries.keep = p->entries.in_place = false;
  own->n = 0;
  own->with_wall = c->with_wall;
  p->batch.geometry.has_masses = g && g->has_masses;
  for (int k = p->next; k < c->n; k++) {
    if (p->done[k] || m->pairs.type[c->type[k]].rule != rule)
      continue;
    p->done[k] = 1;
    p->entries.entry[own->n] = e->in_place ? k : e->entry[k];
    p->target[own->n] = k;
    own->slot[own->n] = c->slot[k];
    own->type[own->n] = c->type[k];
    if (g)
      CopyGeometry(g, k, &p->batch.geometry, own->n);
    own->n++;
  }
  GrBatchFindRuns(own->n, &p->entries);
  own->rows = own->n;
  own->uniform = PetscMax(c->uniform, GR_BATCH_ONE_RULE);
  GrBatchPad(&p->batch);
}

bool GrBatchNextPart(const GrModel *m, const GrBatchContacts *c, const GrBatchGeometry *g,
                     const GrBatchEntries *entries, GrBatchPart *p, GrBatchLaws *l)
{
  while (p->next < c->n && p->done[p->next])
    p->next++;
  if (p->next >= c->n)
    return false;
  const int rule = m->pairs.type[c->type[p->next]].rule;
  l->rule = &m->rule[rule];
  SelectContacts(m, c, g, entries, rule, p);
  return true;
}
