/* batch: from the geometry of contacts to forces and torques on both bodies; see batch.h.

   A batch whose contacts follow one rule is evaluated as it is; one with several is cut into one batch per rule and put
   together again. */
#include "contact/batch.h"

#include "base/elementary.h"
#include "contact/bond.h"

#include <math.h>
#include <string.h>

_Static_assert((int)GR_BATCH <= (int)GR_SLIDE_BATCH, "laws of sliding take a batch at a time");

/* Where the histories of the contacts of a batch are. `whole`: its contacts are the committed entries of the block;
   otherwise `from` has the entry of each, or -1. `part`: its contacts are some of a batch, and `to` has the trial entry
   of each. */
typedef struct {
  GrHistory *history;
  PetscInt base; /* first entry of the block */
  PetscBool keep, whole, part;
  int from[GR_BATCH], to[GR_BATCH];
  int n_spans; /* contacts that follow each other, and so do their entries; unless `whole` or `part` */
  struct {
    int to, from, n;
  } span[GR_BATCH];
} Entries;

/* The arrays of a rule's laws for the contacts of a batch. */
typedef struct {
  const GrInteraction *rule;
  const double (
      *before)[GR_BATCH]; /* the block's committed values, where its memory is being written; otherwise NULL */
  const double *coefficients[GR_MODEL_COEFFICIENTS], *history[GR_MODEL_HISTORY];
  double *trials[GR_MODEL_HISTORY];
  GR_BATCH_ALIGNED double coefficient[GR_MODEL_COEFFICIENTS][GR_BATCH];
  double committed[GR_MODEL_HISTORY][GR_BATCH], trial[GR_MODEL_HISTORY][GR_BATCH];
} Laws;

typedef struct {
  GR_BATCH_ALIGNED double x[3][GR_BATCH];
} Vectors;

/* What the normal law hands on to the laws of sliding. */
typedef struct {
  GR_BATCH_ALIGNED double viscosity[GR_BATCH]; /* -dF/dv [N s/m] */
  double root[GR_BATCH];                       /* sqrt(d), if the rule `roots` */
} HandedOn;

/* The entries of a block that contacts continue which are not in their slots; returns whether there are any. */
static PetscBool FindOrigins(const GrHistory *h, const GrBatch *t, Entries *e)
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

/* Finds the committed entries of a batch. */
static void FindEntries(GrHistory *h, PetscBool keep, const GrBatch *t, Entries *e)
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

/* The contacts of the batch are the entries of the block from now on. */
static void KeepEntries(GrHistory *h, const GrBatch *t)
{
  const int b = GrHistoryTrial(h);
  unsigned char *restrict slot = h->slot[b] + GR_BLOCK_SLOTS * t->block;

  memcpy(slot, t->slot, sizeof(t->slot)); /* all: a fixed size is quicker */
  h->n[b][t->block] = (unsigned char)t->n;
}

static PetscBool HaveSameType(const GrBatch *t)
{
  int differ = 0;
  for (int i = 1; i < t->n; i++)
    differ |= t->type[i] ^ t->type[0];
  return (PetscBool)!differ;
}

/* R = R1 R2/(R1 + R2) */
static inline double EffectiveRadius(const GrBatch *t, int i)
{
  return t->radius[0][i] * t->radius[1][i] / (t->radius[0][i] + t->radius[1][i]);
}

/* f sqrt(R), or (m f) sqrt(R) */
static void ScaleWithRoot(const GrBatch *restrict t, const double *restrict root, const GrLawFactor *f,
                          double *restrict result)
{
  const double factor = f->factor;

  for (int i = 0; f->form == GR_FACTOR_ROOT && i < GrBatchRows(t); i++)
    result[i] = factor * root[i];
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
static void ScaleFamily(const GrFamily *family, const GrBatch *t, Laws *l)
{
  GR_BATCH_ALIGNED double root[GR_BATCH];

  for (int i = 0; i < GrBatchRows(t); i++)
    root[i] = sqrt(EffectiveRadius(t, i));
  for (int k = 0; k < l->rule->n_coefficients; k++) {
    const GrLawFactor *f = &family->factor[k];
    l->coefficients[k] = f->form == GR_FACTOR_ALONE ? family->repeated + k * GR_MODEL_WIDTH : l->coefficient[k];
    ScaleWithRoot(t, root, f, l->coefficient[k]);
    ScaleCoefficient(t, l->coefficients[f->of], f, l->coefficient[k]);
  }
}

/* Coefficients of those contacts of a batch that are of families. */
static void ScaleSome(const GrModel *m, const GrBatch *t, Laws *l)
{
  const int n = l->rule->n_coefficients;
  double coefficient[GR_MODEL_COEFFICIENTS];

  for (int i = 0; i < t->rows; i++) {
    const GrFamily *family = GrModelFamily(m, t->type[i]);
    if (family)
      GrLawScale(n, family->factor, EffectiveRadius(t, i), t->mass[i], coefficient);
    for (int k = 0; family && k < n; k++)
      l->coefficient[k][i] = coefficient[k];
  }
}

static void LoadCoefficients(const GrModel *m, const GrBatch *t, Laws *l)
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
static void CopyCommitted(const Entries *e, const GrBatch *t, const double *restrict from, double *restrict to)
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
static void LoadHistory(const Entries *e, const GrBatch *t, Laws *l)
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

static void StoreHistory(const Entries *e, const GrBatch *t, const Laws *l)
{
  for (int k = 0; e->keep && e->part && k < l->rule->n_history; k++) {
    double *restrict to = e->history->value[GrHistoryTrial(e->history)][k] + e->base;
    const double *restrict from = l->trial[k];
    for (int i = 0; i < t->n; i++)
      to[e->to[i]] = from[i];
  }
}

/* The contacts `which` of a batch as a batch of their own. */
static void SelectContacts(const GrBatch *t, const Entries *e, int n, const int which[], GrBatch *to, Entries *own)
{
  to->n = to->rows = n;
  to->alike = t->alike;
  to->one_rule = 1;
  *own = (Entries){.history = e->history, .base = e->base, .keep = e->keep, .part = PETSC_TRUE};
  for (int i = 0; i < n; i++) {
    const int k = which[i];
    to->slot[i] = t->slot[k];
    own->from[i] = e->whole ? k : e->from[k];
    own->to[i] = k;
    to->type[i] = t->type[k];
    to->overlap[i] = t->overlap[k];
    to->rate[i] = t->rate[k];
    for (int a = 0; a < 3; a++) {
      to->normal[a][i] = t->normal[a][k];
      to->slip[a][i] = t->slip[a][k];
      to->relative_spin[a][i] = t->relative_spin[a][k];
    }
    to->about[i] = t->about[k];
    to->radius[0][i] = t->radius[0][k];
    to->radius[1][i] = t->radius[1][k];
    to->mass[i] = t->mass[k];
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

static GrLawBatch ArraysOfLaw(const GrBatch *t, const Laws *l, int role, double *force, double *dashpot)
{
  const int c = l->rule->coefficient[role], h = l->rule->history[role];
  return (GrLawBatch){.n = t->rows,
                      .overlap = t->overlap,
                      .rate = t->rate,
                      .coefficient = l->coefficients + c,
                      .history = l->history + h,
                      .trial = l->trials + h,
                      .force = force,
                      .dashpot = dashpot};
}

/* Normal law: its force, power of its dashpot and, unless NULL, what it hands on. */
static void EvaluateNormalLaw(const Laws *l, HandedOn *handed_on, GrBatch *t)
{
  const GrInteraction *r = l->rule;
  const GrLaw *law = r->law[GR_ROLE_NORMAL];
  const double *restrict overlap = t->overlap, *restrict rate = t->rate;
  GR_BATCH_ALIGNED double force[GR_BATCH], dashpot[GR_BATCH];
  double *restrict normal_force = t->normal_force, *restrict viscous = t->viscous;
  GrLawBatch arrays = ArraysOfLaw(t, l, GR_ROLE_NORMAL, force, dashpot);

  if (handed_on) {
    arrays.viscosity = handed_on->viscosity;
    arrays.root = handed_on->root;
  }
  law->force(&arrays);
  if (handed_on && !law->damping)
    memset(handed_on->viscosity, 0, (size_t)t->rows * sizeof(double));
  for (int i = 0; i < GrBatchRows(t); i++) {
    double pull = r->clips && force[i] < 0 ? force[i] : 0; /* clipping takes this much from the dashpot */
    viscous[i] = overlap[i] <= 0 ? 0 : (dashpot[i] - pull) * rate[i];
    normal_force[i] = overlap[i] <= 0 ? 0 : force[i] - pull; /* not-a-number stays visible */
  }
}

/* Adhesion: its force and power; a normal law in its place hands on, unless NULL. */
static void AddAdhesion(const Laws *l, HandedOn *handed_on, GrBatch *t)
{
  GR_BATCH_ALIGNED double force[GR_BATCH], dashpot[GR_BATCH];
  GrLawBatch arrays = ArraysOfLaw(t, l, GR_ROLE_ADHESION, force, dashpot);

  if (handed_on && l->rule->reaches) {
    arrays.viscosity = handed_on->viscosity;
    arrays.root = handed_on->root;
  }
  l->rule->law[GR_ROLE_ADHESION]->force(&arrays);
  for (int i = 0; i < GrBatchRows(t); i++) {
    t->normal_force[i] += force[i];
    t->viscous[i] += dashpot[i] * t->rate[i];
  }
}

/* Which contacts of a batch the bodies do not make: by the overlap, or by what a normal law with a reach says. */
static void FindApart(const GrBatch *t, const Laws *l, int apart[GR_BATCH])
{
  const double *made = l->rule->reaches ? l->trials[l->rule->history[GR_ROLE_ADHESION]] : NULL;

  for (int i = 0; i < GrBatchRows(t); i++)
    apart[i] = made ? made[i] == 0 : t->overlap[i] <= 0;
}

/* One law of sliding; its force is zero where the bodies are apart. `stored`: NULL, or takes energies of springs. */
static void EvaluateSlidingLaw(const GrModel *m, const Laws *l, int slide, double interval, const HandedOn *handed_on,
                               double slip[3][GR_BATCH], GrBatch *t, double force[3][GR_BATCH], double *stored)
{
  const int role = GR_ROLE_SLIDE + slide, c = l->rule->coefficient[role], h = l->rule->history[role];
  GrSlideBatch arrays = {.n = t->rows,
                         .interval = interval,
                         .committed_offset = m->committed_offset,
                         .trial_offset = m->trial_offset,
                         .overlap = t->overlap,
                         .normal_force = t->normal_force,
                         .viscosity = handed_on->viscosity,
                         .root = l->rule->roots ? handed_on->root : NULL,
                         .normal = {t->normal[0], t->normal[1], t->normal[2]},
                         .slip = {slip[0], slip[1], slip[2]},
                         .coefficient = l->coefficients + c,
                         .history = l->history + h,
                         .trial = l->trials + h,
                         .force = {force[0], force[1], force[2]},
                         .stored = stored};
  int apart[GR_BATCH];

  l->rule->law[role]->slide(&arrays);
  if (!m->adheres) /* the bodies touch */
    return;
  FindApart(t, l, apart);
  for (int i = 0; i < GrBatchRows(t); i++)
    for (int a = 0; a < 3; a++)
      force[a][i] = apart[i] ? 0 : force[a][i];
  for (int i = 0; stored && i < GrBatchRows(t); i++)
    stored[i] = apart[i] ? 0 : stored[i];
}

static double RadiusOfPair(const GrModel *m, const GrBatch *t, int i)
{
  return GrModelFamily(m, t->type[i]) ? EffectiveRadius(t, i) : m->pair_type[t->type[i]].radius;
}

/* rolling: R (w1 - w2) x n; twisting: R ((w1 - w2) . n) n */
static void ComputeSpinSlip(const GrModel *m, const GrBatch *t, int slide, Vectors *slip)
{
  for (int i = 0; i < GrBatchRows(t); i++) {
    const double n[3] = {t->normal[0][i], t->normal[1][i], t->normal[2][i]}, radius = RadiusOfPair(m, t, i);
    const double w[3] = {t->relative_spin[0][i], t->relative_spin[1][i], t->relative_spin[2][i]};
    const double about = radius * (w[0] * n[0] + w[1] * n[1] + w[2] * n[2]);
    slip->x[0][i] = slide == GR_ROLLING ? radius * (w[1] * n[2] - w[2] * n[1]) : about * n[0];
    slip->x[1][i] = slide == GR_ROLLING ? radius * (w[2] * n[0] - w[0] * n[2]) : about * n[1];
    slip->x[2][i] = slide == GR_ROLLING ? radius * (w[0] * n[1] - w[1] * n[0]) : about * n[2];
  }
}

void GrBatchPad(GrBatch *t)
{
  const int last = t->n - 1, there = t->rows;

  t->rows = GrBatchWhole(t->n);
  for (int i = there; i < t->rows; i++) {
    t->type[i] = t->type[last];
    t->overlap[i] = t->overlap[last];
    t->rate[i] = t->rate[last];
    for (int a = 0; a < 3; a++) {
      t->normal[a][i] = t->normal[a][last];
      t->slip[a][i] = t->slip[a][last];
      t->relative_spin[a][i] = t->relative_spin[a][last];
    }
    t->about[i] = t->about[last];
    t->radius[0][i] = t->radius[0][last];
    t->radius[1][i] = t->radius[1][last];
    t->mass[i] = t->mass[last];
  }
}

/* And their results back. */
static void ScatterResults(const GrModel *m, const GrBatch *from, const int which[], GrBatch *t)
{
  for (int i = 0; i < from->n; i++) {
    const int k = which[i];
    t->normal_force[k] = from->normal_force[i];
    t->viscous[k] = from->viscous[i];
    for (int a = 0; a < 3; a++)
      t->friction[a][k] = from->friction[a][i];
    for (int a = 0; a < 3 && m->turns; a++)
      t->spin_torque[a][k] = from->spin_torque[a][i];
    if (m->turns)
      t->spin_power[k] = from->spin_power[i];
  }
}

/* Where the bodies are apart, all but adhesion and bonds forget. */
static void ClearSeparated(const GrBatch *t, Laws *l)
{
  const GrInteraction *r = l->rule;
  const int from = r->history[GR_ROLE_ADHESION];
  const int to = from + (r->law[GR_ROLE_ADHESION] ? r->law[GR_ROLE_ADHESION]->n_history : 0);
  int apart[GR_BATCH];

  FindApart(t, l, apart);
  for (int k = 0; k < r->history[GR_ROLE_BOND]; k++)
    for (int i = 0; (k < from || k >= to) && i < GrBatchRows(t); i++)
      l->trials[k][i] = apart[i] ? 0 : l->trials[k][i];
}

/* Rolling or twisting: adds R (n x F_r) or R F_t to the torque, and its power. */
static void AddSpinTorque(const GrModel *m, int slide, const Vectors *slip, const Vectors *force, GrBatch *t)
{
  for (int i = 0; i < GrBatchRows(t); i++) {
    const double n[3] = {t->normal[0][i], t->normal[1][i], t->normal[2][i]}, radius = RadiusOfPair(m, t, i);
    const double f[3] = {force->x[0][i], force->x[1][i], force->x[2][i]};
    const double roll[3] = {n[1] * f[2] - n[2] * f[1], n[2] * f[0] - n[0] * f[2], n[0] * f[1] - n[1] * f[0]};
    for (int a = 0; a < 3; a++)
      t->spin_torque[a][i] += radius * (slide == GR_ROLLING ? roll[a] : f[a]);
    t->spin_power[i] -= f[0] * slip->x[0][i] + f[1] * slip->x[1][i] + f[2] * slip->x[2][i];
  }
}

/* Of a model that turns, and without a law of friction: what laws of sliding add to. */
static void ClearSliding(const GrModel *m, GrBatch *t)
{
  memset(t->friction, 0, sizeof(t->friction));
  if (m->turns) {
    memset(t->spin_torque, 0, sizeof(t->spin_torque));
    memset(t->spin_power, 0, sizeof(t->spin_power));
  }
}

/* Bonds of a batch; `stored`: their energies. */
static void AddBond(const GrModel *m, const Laws *l, double interval, GrBatch *t, double stored[GR_BATCH])
{
  const int c = l->rule->coefficient[GR_ROLE_BOND], h = l->rule->history[GR_ROLE_BOND];
  GrBatchHold(m, l->rule, l->coefficients + c, l->history + h, l->trials + h, interval, t, stored);
}

/* A batch of one rule. */
static void EvaluateRule(const GrModel *m, const Entries *e, double interval, Laws *l, GrBatch *t)
{
  const GrInteraction *r = l->rule;
  const PetscBool asked = (PetscBool)(r->shares || r->roots);
  double stored[GR_BATCH];
  Vectors slip, force;
  HandedOn handed_on;

  for (int i = 0; !asked && i < GR_BATCH; i++)
    handed_on.viscosity[i] = 0;
  GrBatchPad(t);
  LoadCoefficients(m, t, l);
  LoadHistory(e, t, l);
  EvaluateNormalLaw(l, asked ? &handed_on : NULL, t);
  if (r->law[GR_ROLE_ADHESION])
    AddAdhesion(l, asked ? &handed_on : NULL, t);
  if (m->turns || !r->law[GR_ROLE_SLIDE + GR_TANGENTIAL])
    ClearSliding(m, t);
  if (r->law[GR_ROLE_SLIDE + GR_TANGENTIAL])
    EvaluateSlidingLaw(m, l, GR_TANGENTIAL, interval, &handed_on, t->slip, t, t->friction, NULL);
  for (int s = GR_ROLLING; s < GR_SLIDES; s++)
    if (r->law[GR_ROLE_SLIDE + s]) {
      ComputeSpinSlip(m, t, s, &slip);
      EvaluateSlidingLaw(m, l, s, interval, &handed_on, slip.x, t, force.x, NULL);
      AddSpinTorque(m, s, &slip, &force, t);
    }
  if (m->adheres)
    ClearSeparated(t, l);
  if (r->law[GR_ROLE_BOND])
    AddBond(m, l, interval, t, stored);
  StoreHistory(e, t, l);
}

/* Rule after rule. */
static void EvaluateParts(const GrModel *m, const Entries *entries, double interval, Laws *l, GrBatch *t)
{
  unsigned char done[GR_BATCH] = {0};
  int which[GR_BATCH];
  Entries own;
  GrBatch part;
  double before[GR_MODEL_HISTORY][GR_BATCH]; /* the block, which a part may overwrite before another has read it */
  const GrHistory *h = entries->history;

  for (int k = 0; k < m->n_history; k++)
    memcpy(before[k], h->value[h->committed][k] + entries->base, sizeof(before[k]));
  l->before = before;
  for (int first = 0; first < t->n; first++) {
    if (done[first])
      continue;
    int n = FindContactsOfRule(m, t, first, done, which);
    l->rule = &m->rule[m->pair_type[t->type[first]].rule];
    SelectContacts(t, entries, n, which, &part, &own);
    EvaluateRule(m, &own, interval, l, &part);
    ScatterResults(m, &part, which, t);
  }
  l->before = NULL;
}

void GrBatchEvaluate(const GrModel *m, GrHistory *h, double interval, PetscBool keep, GrBatch *t)
{
  const int rule = t->n ? m->pair_type[t->type[0]].rule : 0;
  int others = 0;
  Entries entries;
  Laws l;

  l.before = NULL;
  FindEntries(h, keep, t, &entries);
  for (int i = 0; !t->one_rule && i < t->n; i++)
    others |= m->pair_type[t->type[i]].rule != rule;
  l.rule = &m->rule[rule];
  if (others)
    EvaluateParts(m, &entries, interval, &l, t);
  else if (t->n)
    EvaluateRule(m, &entries, interval, &l, t);
  if (keep)
    KeepEntries(h, t);
}

void GrBatchSetForces(const GrModel *m, GrBatch *t)
{
  for (int i = 0; i < t->n; i += GR_ROW) {
    GrBatchForces forces;
    GrBatchForcesAt(t, m->turns, i, &forces);
    GrVec4Store(&forces.sliding, &t->sliding[i]);
    for (int a = 0; a < 3; a++) {
      GrVec4Store(&forces.force[a], &t->force[a][i]);
      GrVec4Store(&forces.torque[0][a], &t->torque[0][a][i]);
      GrVec4Store(&forces.torque[1][a], &t->torque[1][a][i]);
    }
  }
}

/* Energy looks at the trial histories: they become the committed ones. */
static void UseCommittedAsTrial(const GrBatch *t, Laws *l)
{
  for (int k = 0; k < l->rule->n_history; k++)
    memcpy(l->trials[k], l->history[k], (size_t)t->rows * sizeof(double));
}

/* Energies of a batch of one rule: the histories as committed. Springs are brought back from where they are ahead. */
static void AddEnergiesOfRule(const GrModel *m, const Entries *e, Laws *l, GrBatch *t, double *recoverable,
                              double *springs, double *plastic_work)
{
  const GrInteraction *r = l->rule;
  double own[GR_BATCH], used[GR_BATCH], force[GR_BATCH], dashpot[GR_BATCH];
  Vectors slip, unused;
  HandedOn handed_on;

  LoadCoefficients(m, t, l);
  LoadHistory(e, t, l);
  for (int i = 0; i < t->n; i++)
    recoverable[i] = springs[i] = plastic_work[i] = 0;
  for (int i = 0; i < GrBatchRows(t); i++)
    handed_on.root[i] = GrRoot(t->overlap[i]);
  memset(t->rate, 0, sizeof(t->rate));
  EvaluateNormalLaw(l, NULL, t);
  if (r->law[GR_ROLE_ADHESION])
    AddAdhesion(l, &handed_on, t);
  memset(handed_on.viscosity, 0, sizeof(handed_on.viscosity)); /* springs alone */
  for (int s = 0; s < GR_SLIDES; s++)
    if (r->law[GR_ROLE_SLIDE + s]) {
      if (s != GR_TANGENTIAL)
        ComputeSpinSlip(m, t, s, &slip);
      EvaluateSlidingLaw(m, l, s, 0, &handed_on, s == GR_TANGENTIAL ? t->slip : slip.x, t, unused.x, own);
      for (int i = 0; i < t->n; i++)
        springs[i] += own[i];
    }
  if (r->law[GR_ROLE_BOND]) {
    AddBond(m, l, 0, t, own);
    for (int i = 0; i < t->n; i++)
      recoverable[i] += own[i];
  }
  UseCommittedAsTrial(t, l);
  for (int role = GR_ROLE_NORMAL; role <= GR_ROLE_ADHESION; role++) {
    GrLawBatch arrays = ArraysOfLaw(t, l, role, force, dashpot);
    if (!r->law[role])
      continue;
    r->law[role]->energy(&arrays, own, used);
    for (int i = 0; i < t->n; i++) {
      int apart = role == GR_ROLE_NORMAL && t->overlap[i] <= 0;
      recoverable[i] += apart ? 0 : own[i];
      plastic_work[i] += apart ? 0 : used[i];
    }
  }
}

void GrBatchEnergies(const GrModel *m, GrHistory *h, GrBatch *t, double *recoverable, double *springs,
                     double *plastic_work)
{
  unsigned char done[GR_BATCH] = {0};
  int which[GR_BATCH];
  double e[3][GR_BATCH];
  Entries entries, own;
  Laws l;
  GrBatch part;

  l.before = NULL;
  FindEntries(h, PETSC_FALSE, t, &entries);
  for (int first = 0; first < t->n; first++) {
    if (done[first])
      continue;
    int n = FindContactsOfRule(m, t, first, done, which);
    l.rule = &m->rule[m->pair_type[t->type[first]].rule];
    SelectContacts(t, &entries, n, which, &part, &own);
    AddEnergiesOfRule(m, &own, &l, &part, e[0], e[1], e[2]);
    for (int i = 0; i < n; i++) {
      recoverable[which[i]] = e[0][i];
      springs[which[i]] = e[1][i];
      plastic_work[which[i]] = e[2][i];
    }
  }
}

/* Where a law that has taken up plastic work acts no more: it had a history, and has none. A contact that goes on may
   have lost the history of its normal law, where the adhesion alone still acts. */
static void FindSeparated(const Entries *e, const GrBatch *t, const Laws *l, int role, unsigned char separated[])
{
  const GrHistory *h = e->history;
  const int from = l->rule->history[role], to = from + l->rule->law[role]->n_history;

  for (int i = 0; i < t->n; i++) {
    int had = 0, has = 0;
    for (int k = from; k < to; k++) {
      had |= l->committed[k][i] != 0;
      has |= e->to[i] >= 0 && h->value[GrHistoryTrial(h)][k][e->base + e->to[i]] != 0;
    }
    separated[i] = (unsigned char)(had && !has);
  }
}

static void AddPlasticWorkOfRule(const GrModel *m, const Entries *e, Laws *l, GrBatch *t, double *plastic_work)
{
  double own[GR_BATCH], used[GR_BATCH], force[GR_BATCH], dashpot[GR_BATCH];
  unsigned char separated[GR_BATCH];

  LoadCoefficients(m, t, l);
  LoadHistory(e, t, l);
  UseCommittedAsTrial(t, l);
  memset(t->rate, 0, sizeof(t->rate));
  for (int i = 0; i < t->n; i++)
    plastic_work[i] = 0;
  for (int role = GR_ROLE_NORMAL; role <= GR_ROLE_ADHESION; role++) {
    const GrLaw *law = l->rule->law[role];
    if (!law || !law->n_history)
      continue;
    for (int i = 0; i < t->n; i++)
      t->overlap[i] = role == GR_ROLE_ADHESION ? -m->pair_type[t->type[i]].reach : 0;
    FindSeparated(e, t, l, role, separated);
    GrLawBatch arrays = ArraysOfLaw(t, l, role, force, dashpot);
    law->energy(&arrays, own, used);
    for (int i = 0; i < t->n; i++)
      plastic_work[i] += separated[i] ? used[i] : 0;
  }
}

void GrBatchPlasticWork(const GrModel *m, GrHistory *h, GrBatch *t, double *plastic_work)
{
  unsigned char done[GR_BATCH] = {0};
  int which[GR_BATCH];
  double own_work[GR_BATCH];
  Entries entries, own;
  Laws l;
  GrBatch part;

  l.before = NULL;
  FindEntries(h, PETSC_FALSE, t, &entries);
  for (int first = 0; first < t->n; first++) {
    if (done[first])
      continue;
    int n = FindContactsOfRule(m, t, first, done, which);
    l.rule = &m->rule[m->pair_type[t->type[first]].rule];
    SelectContacts(t, &entries, n, which, &part, &own);
    for (int i = 0; i < n; i++)
      own.to[i] = GrHistoryHeir(h, t->block, part.slot[i]);
    AddPlasticWorkOfRule(m, &own, &l, &part, own_work);
    for (int i = 0; i < n; i++)
      plastic_work[which[i]] = own_work[i];
  }
}
