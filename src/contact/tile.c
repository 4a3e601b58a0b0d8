/* tile: from the geometry of contacts to forces and couples on both bodies; see tile.h.

   A tile whose contacts follow one rule is evaluated as it is; one with several is cut into one tile per rule and put
   together again. Coefficients of a tile of one kind are filled in once for all its contacts. */
#include "contact/tile.h"

#include <string.h>

/* Where the histories of the contacts of a tile are: entries of the block in the committed buffer, or -1, and in the
   trial buffer where they are to be kept. `whole`: the entries are those of the tile, in both. */
typedef struct {
  GrHistory *history;
  PetscInt base; /* first entry of the block */
  PetscBool keep, whole, part;
  int from[GR_TILE], to[GR_TILE];
} Entries;

/* The arrays of a rule's laws for the contacts of a tile. */
typedef struct {
  const GrInteraction *rule;
  const double (*before)[GR_TILE]; /* the block's committed values, where its memory is being written; otherwise NULL */
  const double *coefficients[GR_MODEL_COEFFICIENTS], *history[GR_MODEL_HISTORY];
  double *trials[GR_MODEL_HISTORY];
  double coefficient[GR_MODEL_COEFFICIENTS][GR_TILE];
  double committed[GR_MODEL_HISTORY][GR_TILE], trial[GR_MODEL_HISTORY][GR_TILE];
} Laws;

/* Finds the committed entries of a tile. */
static void FindEntries(GrHistory *h, PetscBool keep, const GrTile *t, Entries *e)
{
  const int c = h->committed, n = t->n, entries = h->n[c][t->block];
  const unsigned char *restrict place = h->place[c] + GR_BLOCK_SLOTS * t->block;
  unsigned char own[GR_TILE];
  int differ = n ^ entries;

  e->history = h;
  e->base = GR_BLOCK_SLOTS * t->block;
  e->keep = keep;
  e->part = PETSC_FALSE;
  for (int i = 0; i < n; i++) {
    own[i] = (unsigned char)(t->slot[i] % GR_BLOCK_SLOTS);
    e->to[i] = i;
  }
  for (int i = 0; i < PetscMin(n, entries); i++)
    differ |= own[i] ^ place[i];
  e->whole = (PetscBool)!differ;
  for (int i = 0, k = 0; i < n; i++) {
    while (differ && k < entries && place[k] < own[i])
      k++;
    e->from[i] = !differ ? i : (k < entries && place[k] == own[i] ? k : -1);
  }
}

/* The contacts of the tile are the entries of the block from now on. */
static void KeepEntries(GrHistory *h, const GrTile *t)
{
  const int b = GrHistoryTrial(h);
  unsigned char *restrict place = h->place[b] + GR_BLOCK_SLOTS * t->block;

  for (int i = 0; i < t->n; i++)
    place[i] = (unsigned char)(t->slot[i] % GR_BLOCK_SLOTS);
  h->n[b][t->block] = (unsigned char)t->n;
}

static PetscBool SameKinds(const GrTile *t)
{
  int differ = 0;
  for (int i = 1; i < t->n; i++)
    differ |= t->kind[i] ^ t->kind[0];
  return (PetscBool)!differ;
}

static void LoadCoefficients(const GrModel *m, const GrTile *t, Laws *l)
{
  const int first = t->kind[0];
  const double *shared = first < GR_MODEL_SHARED && first < m->n_fixed && SameKinds(t) ? m->shared[first] : NULL;

  for (int k = 0; k < l->rule->n_coefficients; k++) {
    const double *restrict from = m->coefficient[k];
    double *restrict to = l->coefficient[k];
    l->coefficients[k] = shared ? shared + k * GR_MODEL_WIDTH : to;
    for (int i = 0; !shared && i < t->n; i++)
      to[i] = from[t->kind[i]];
  }
}

/* Committed histories; the trial ones of a whole tile go where they are kept. */
static void LoadHistory(const Entries *e, const GrTile *t, Laws *l)
{
  const GrHistory *h = e->history;

  for (int k = 0; k < l->rule->n_history; k++) {
    const double *restrict from = l->before ? l->before[k] : h->value[h->committed][k] + e->base;
    double *restrict to = l->committed[k];
    for (int i = 0; e->whole && i < t->n; i++)
      to[i] = from[i];
    for (int i = 0; !e->whole && i < t->n; i++)
      to[i] = e->from[i] >= 0 ? from[e->from[i]] : 0;
    l->history[k] = to;
    l->trials[k] = e->keep && !e->part ? h->value[GrHistoryTrial(h)][k] + e->base : l->trial[k];
  }
}

static void StoreHistory(const Entries *e, const GrTile *t, const Laws *l)
{
  for (int k = 0; e->keep && e->part && k < l->rule->n_history; k++) {
    double *restrict to = e->history->value[GrHistoryTrial(e->history)][k] + e->base;
    const double *restrict from = l->trial[k];
    for (int i = 0; i < t->n; i++)
      to[e->to[i]] = from[i];
  }
}

/* Where the bodies are apart, all but the adhesion forgets. */
static void Forget(const GrTile *t, Laws *l)
{
  const GrInteraction *r = l->rule;
  const int from = r->history[GR_PLACE_ADHESION];
  const int to = from + (r->law[GR_PLACE_ADHESION] ? r->law[GR_PLACE_ADHESION]->n_history : 0);

  for (int k = 0; k < r->n_history; k++)
    for (int i = 0; (k < from || k >= to) && i < t->n; i++)
      l->trials[k][i] = t->overlap[i] <= 0 ? 0 : l->trials[k][i];
}

static GrLawBlock BlockOf(const GrTile *t, const Laws *l, int place, const double *rate, double *force, double *dashpot)
{
  const int c = l->rule->coefficient[place], h = l->rule->history[place];
  return (GrLawBlock){.n = t->n,
                      .overlap = t->overlap,
                      .rate = rate,
                      .coefficient = l->coefficients + c,
                      .history = l->history + h,
                      .trial = l->trials + h,
                      .force = force,
                      .dashpot = dashpot};
}

/* Normal law: push, power of its dashpot and, if asked for, its viscosity. */
static void Press(const Laws *l, const double *restrict rate, double *viscosity, GrTile *t)
{
  const GrInteraction *r = l->rule;
  const GrLaw *law = r->law[GR_PLACE_NORMAL];
  const double *restrict overlap = t->overlap;
  double force[GR_TILE], dashpot[GR_TILE], *restrict push = t->push, *restrict viscous = t->viscous;
  GrLawBlock block = BlockOf(t, l, GR_PLACE_NORMAL, rate, force, dashpot);

  law->force(&block);
  if (viscosity && law->viscosity)
    law->viscosity(&block, viscosity);
  else if (viscosity)
    memset(viscosity, 0, (size_t)t->n * sizeof(double));
  for (int i = 0; i < t->n; i++) {
    double pull = r->clips && force[i] < 0 ? force[i] : 0; /* clipping takes this much from the dashpot */
    viscous[i] = overlap[i] <= 0 ? 0 : (dashpot[i] - pull) * rate[i];
    push[i] = overlap[i] <= 0 ? 0 : force[i] - pull; /* not-a-number stays visible */
  }
}

static void Adhere(const Laws *l, const double *restrict rate, GrTile *t)
{
  double force[GR_TILE], dashpot[GR_TILE];
  GrLawBlock block = BlockOf(t, l, GR_PLACE_ADHESION, rate, force, dashpot);

  l->rule->law[GR_PLACE_ADHESION]->force(&block);
  for (int i = 0; i < t->n; i++) {
    t->push[i] += force[i];
    t->viscous[i] += dashpot[i] * rate[i];
  }
}

typedef struct {
  double x[3][GR_TILE];
} Vectors;

/* One law of sliding; its force is zero where the bodies are apart. */
static void Slide(const GrModel *m, const Laws *l, int slide, double interval, const double *viscosity,
                  const Vectors *slip, GrTile *t, Vectors *force, double *stored)
{
  const int place = GR_PLACE_SLIDE + slide, c = l->rule->coefficient[place], h = l->rule->history[place];
  double power[GR_TILE];
  GrSlideBlock block = {.n = t->n,
                        .interval = interval,
                        .ahead = m->ahead,
                        .lead = m->lead,
                        .overlap = t->overlap,
                        .push = t->push,
                        .viscosity = viscosity,
                        .normal = {t->normal[0], t->normal[1], t->normal[2]},
                        .slip = {slip->x[0], slip->x[1], slip->x[2]},
                        .coefficient = l->coefficients + c,
                        .history = l->history + h,
                        .trial = l->trials + h,
                        .force = {force->x[0], force->x[1], force->x[2]},
                        .stored = stored,
                        .power = power};

  l->rule->law[place]->slide(&block);
  if (!m->adheres) /* the bodies touch */
    return;
  for (int i = 0; i < t->n; i++) {
    int apart = t->overlap[i] <= 0;
    for (int a = 0; a < 3; a++)
      force->x[a][i] = apart ? 0 : force->x[a][i];
    stored[i] = apart ? 0 : stored[i];
  }
}

/* slip = v - (v . n) n + (l1 w1 + l2 w2) x n */
static void SlipOf(const GrTile *restrict t, const double *restrict rate, Vectors *restrict slip)
{
  const double *restrict nx = t->normal[0], *restrict ny = t->normal[1], *restrict nz = t->normal[2];
  const double *restrict wx = t->rim[0], *restrict wy = t->rim[1], *restrict wz = t->rim[2];
  double *restrict sx = slip->x[0], *restrict sy = slip->x[1], *restrict sz = slip->x[2];

  for (int i = 0; i < t->n; i++) {
    sx[i] = (t->velocity[0][i] - rate[i] * nx[i]) + (wy[i] * nz[i] - wz[i] * ny[i]);
    sy[i] = (t->velocity[1][i] - rate[i] * ny[i]) + (wz[i] * nx[i] - wx[i] * nz[i]);
    sz[i] = (t->velocity[2][i] - rate[i] * nz[i]) + (wx[i] * ny[i] - wy[i] * nx[i]);
  }
}

void GrTileArms(const GrModel *m, const GrTile *t, double less[GR_TILE])
{
  const double share = m->rule[m->kind[t->kind[0]].rule].slip_share;

  for (int i = 0; m->n_rules == 1 && i < t->n; i++)
    less[i] = share * t->overlap[i];
  for (int i = 0; m->n_rules > 1 && i < t->n; i++)
    less[i] = m->rule[m->kind[t->kind[i]].rule].slip_share * t->overlap[i];
}

/* rolling: R (w1 - w2) x n; twisting: R ((w1 - w2) . n) n */
static void TurnOf(const GrModel *m, const GrTile *t, int slide, Vectors *slip)
{
  for (int i = 0; i < t->n; i++) {
    const double n[3] = {t->normal[0][i], t->normal[1][i], t->normal[2][i]}, radius = m->kind[t->kind[i]].radius;
    const double w[3] = {t->turn[0][i], t->turn[1][i], t->turn[2][i]};
    const double about = radius * (w[0] * n[0] + w[1] * n[1] + w[2] * n[2]);
    slip->x[0][i] = slide == GR_ROLLING ? radius * (w[1] * n[2] - w[2] * n[1]) : about * n[0];
    slip->x[1][i] = slide == GR_ROLLING ? radius * (w[2] * n[0] - w[0] * n[2]) : about * n[1];
    slip->x[2][i] = slide == GR_ROLLING ? radius * (w[0] * n[1] - w[1] * n[0]) : about * n[2];
  }
}

static void TakePower(GrTile *restrict t, const Vectors *restrict slip, const Vectors *restrict force)
{
  for (int i = 0; i < t->n; i++)
    t->sliding[i] -= force->x[0][i] * slip->x[0][i] + force->x[1][i] * slip->x[1][i] + force->x[2][i] * slip->x[2][i];
}

/* Force on the first body and couples l (n x T) on both. */
static void Friction(const GrInteraction *r, const Vectors *restrict force, GrTile *restrict t)
{
  const double *restrict nx = t->normal[0], *restrict ny = t->normal[1], *restrict nz = t->normal[2];
  const double share = r->torque_share;

  for (int i = 0; i < t->n; i++) {
    double fx = force->x[0][i], fy = force->x[1][i], fz = force->x[2][i], less = share * t->overlap[i];
    double cx = ny[i] * fz - nz[i] * fy, cy = nz[i] * fx - nx[i] * fz, cz = nx[i] * fy - ny[i] * fx;
    double arm0 = t->radius[0][i] - less, arm1 = t->radius[1][i] - less;
    t->force[0][i] = fx - t->push[i] * nx[i];
    t->force[1][i] = fy - t->push[i] * ny[i];
    t->force[2][i] = fz - t->push[i] * nz[i];
    t->couple[0][0][i] = arm0 * cx;
    t->couple[0][1][i] = arm0 * cy;
    t->couple[0][2][i] = arm0 * cz;
    t->couple[1][0][i] = arm1 * cx;
    t->couple[1][1][i] = arm1 * cy;
    t->couple[1][2][i] = arm1 * cz;
  }
}

/* Adds R (n x F_r) or R F_t to the couple on the first body, and takes it from the second. */
static void AddTurn(const GrModel *m, int slide, const Vectors *force, GrTile *t)
{
  for (int i = 0; i < t->n; i++) {
    const double n[3] = {t->normal[0][i], t->normal[1][i], t->normal[2][i]}, radius = m->kind[t->kind[i]].radius;
    const double f[3] = {force->x[0][i], force->x[1][i], force->x[2][i]};
    const double roll[3] = {n[1] * f[2] - n[2] * f[1], n[2] * f[0] - n[0] * f[2], n[0] * f[1] - n[1] * f[0]};
    for (int a = 0; a < 3; a++) {
      double couple = radius * (slide == GR_ROLLING ? roll[a] : f[a]);
      t->couple[0][a][i] += couple;
      t->couple[1][a][i] -= couple;
    }
  }
}

static void NormalOnly(GrTile *restrict t)
{
  for (int a = 0; a < 3; a++)
    for (int i = 0; i < t->n; i++) {
      t->force[a][i] = -t->push[i] * t->normal[a][i];
      t->couple[0][a][i] = t->couple[1][a][i] = 0;
    }
}

static void Rate(const GrTile *t, double *restrict rate)
{
  for (int i = 0; i < t->n; i++)
    rate[i] =
        t->velocity[0][i] * t->normal[0][i] + t->velocity[1][i] * t->normal[1][i] + t->velocity[2][i] * t->normal[2][i];
}

/* A tile of one rule. */
static void EvaluateRule(const GrModel *m, const Entries *e, double interval, Laws *l, GrTile *t)
{
  const GrInteraction *r = l->rule;
  double rate[GR_TILE], viscosity[GR_TILE], stored[GR_TILE];
  Vectors slip, force;

  LoadCoefficients(m, t, l);
  LoadHistory(e, t, l);
  Rate(t, rate);
  Press(l, rate, r->slides ? viscosity : NULL, t);
  if (r->law[GR_PLACE_ADHESION])
    Adhere(l, rate, t);
  for (int i = 0; i < t->n; i++)
    t->sliding[i] = 0;
  if (r->law[GR_PLACE_SLIDE + GR_TANGENTIAL]) {
    SlipOf(t, rate, &slip);
    Slide(m, l, GR_TANGENTIAL, interval, viscosity, &slip, t, &force, stored);
    TakePower(t, &slip, &force);
    Friction(r, &force, t);
  } else {
    NormalOnly(t);
  }
  for (int s = GR_ROLLING; s < GR_SLIDES; s++)
    if (r->law[GR_PLACE_SLIDE + s]) {
      TurnOf(m, t, s, &slip);
      Slide(m, l, s, interval, viscosity, &slip, t, &force, stored);
      TakePower(t, &slip, &force);
      AddTurn(m, s, &force, t);
    }
  if (m->adheres)
    Forget(t, l);
  StoreHistory(e, t, l);
}

/* Energy looks at the trial histories: they become the committed ones. */
static void LookAtCommitted(const GrTile *t, Laws *l)
{
  for (int k = 0; k < l->rule->n_history; k++)
    memcpy(l->trials[k], l->history[k], (size_t)t->n * sizeof(double));
}

/* Energies of a tile of one rule: the histories as committed. Springs are brought back from where they are ahead. */
static void EnergiesRule(const GrModel *m, const Entries *e, Laws *l, GrTile *t, double *recoverable, double *springs,
                         double *spent)
{
  const GrInteraction *r = l->rule;
  double rate[GR_TILE] = {0}, viscosity[GR_TILE] = {0}, own[GR_TILE], used[GR_TILE], force[GR_TILE], dashpot[GR_TILE];
  Vectors slip, unused;

  LoadCoefficients(m, t, l);
  LoadHistory(e, t, l);
  for (int i = 0; i < t->n; i++)
    recoverable[i] = springs[i] = spent[i] = 0;
  Rate(t, rate);
  SlipOf(t, rate, &slip);
  memset(rate, 0, sizeof(rate));
  Press(l, rate, NULL, t);
  if (r->law[GR_PLACE_ADHESION])
    Adhere(l, rate, t);
  for (int s = 0; s < GR_SLIDES; s++)
    if (r->law[GR_PLACE_SLIDE + s]) {
      if (s != GR_TANGENTIAL)
        TurnOf(m, t, s, &slip);
      Slide(m, l, s, 0, viscosity, &slip, t, &unused, own);
      for (int i = 0; i < t->n; i++)
        springs[i] += own[i];
    }
  LookAtCommitted(t, l);
  for (int place = GR_PLACE_NORMAL; place <= GR_PLACE_ADHESION; place++) {
    GrLawBlock block = BlockOf(t, l, place, rate, force, dashpot);
    if (!r->law[place])
      continue;
    r->law[place]->energy(&block, own, used);
    for (int i = 0; i < t->n; i++) {
      int apart = place == GR_PLACE_NORMAL && t->overlap[i] <= 0;
      recoverable[i] += apart ? 0 : own[i];
      spent[i] += apart ? 0 : used[i];
    }
  }
}

/* The contacts `which` of a tile as a tile of their own. */
static void Select(const GrTile *t, const Entries *e, int n, const int which[], GrTile *to, Entries *own)
{
  to->n = n;
  *own = (Entries){.history = e->history, .base = e->base, .keep = e->keep, .part = PETSC_TRUE};
  for (int i = 0; i < n; i++) {
    const int k = which[i];
    to->slot[i] = t->slot[k];
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

/* And their results back. */
static void Join(const GrTile *from, const int which[], GrTile *t)
{
  for (int i = 0; i < from->n; i++) {
    const int k = which[i];
    for (int a = 0; a < 3; a++) {
      t->force[a][k] = from->force[a][i];
      t->couple[0][a][k] = from->couple[0][a][i];
      t->couple[1][a][k] = from->couple[1][a][i];
    }
    t->push[k] = from->push[i];
    t->viscous[k] = from->viscous[i];
    t->sliding[k] = from->sliding[i];
  }
}

/* The contacts from `first` on that follow the rule of contact `first` and are not done. */
static int OfRule(const GrModel *m, const GrTile *t, int first, unsigned char done[], int which[])
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

/* Rule after rule. */
static void EvaluateParts(const GrModel *m, const Entries *entries, double interval, Laws *l, GrTile *t)
{
  unsigned char done[GR_TILE] = {0};
  int which[GR_TILE];
  Entries own;
  GrTile part;
  double before[GR_MODEL_HISTORY][GR_TILE]; /* the block, which a part may overwrite before another has read it */
  const GrHistory *h = entries->history;

  for (int k = 0; k < m->n_history; k++)
    memcpy(before[k], h->value[h->committed][k] + entries->base, sizeof(before[k]));
  l->before = before;
  for (int first = 0; first < t->n; first++) {
    if (done[first])
      continue;
    int n = OfRule(m, t, first, done, which);
    l->rule = &m->rule[m->kind[t->kind[first]].rule];
    Select(t, entries, n, which, &part, &own);
    EvaluateRule(m, &own, interval, l, &part);
    Join(&part, which, t);
  }
  l->before = NULL;
}

void GrTileEvaluate(const GrModel *m, GrHistory *h, double interval, PetscBool keep, GrTile *t)
{
  const int rule = t->n ? m->kind[t->kind[0]].rule : 0;
  int others = 0;
  Entries entries;
  Laws l;

  l.before = NULL;
  FindEntries(h, keep, t, &entries);
  for (int i = 0; m->n_rules > 1 && i < t->n; i++)
    others |= m->kind[t->kind[i]].rule != rule;
  l.rule = &m->rule[rule];
  if (others)
    EvaluateParts(m, &entries, interval, &l, t);
  else if (t->n)
    EvaluateRule(m, &entries, interval, &l, t);
  if (keep)
    KeepEntries(h, t);
}

void GrTileEnergies(const GrModel *m, GrHistory *h, GrTile *t, double *recoverable, double *springs, double *spent)
{
  unsigned char done[GR_TILE] = {0};
  int which[GR_TILE];
  double e[3][GR_TILE];
  Entries entries, own;
  Laws l;
  GrTile part;

  l.before = NULL;
  FindEntries(h, PETSC_FALSE, t, &entries);
  for (int first = 0; first < t->n; first++) {
    if (done[first])
      continue;
    int n = OfRule(m, t, first, done, which);
    l.rule = &m->rule[m->kind[t->kind[first]].rule];
    Select(t, &entries, n, which, &part, &own);
    EnergiesRule(m, &own, &l, &part, e[0], e[1], e[2]);
    for (int i = 0; i < n; i++) {
      recoverable[which[i]] = e[0][i];
      springs[which[i]] = e[1][i];
      spent[which[i]] = e[2][i];
    }
  }
}

/* Where a law that has spent energy acts no more: it had a history, and has none. A contact that goes on may have lost
   the history of its normal law, where the adhesion alone still acts. */
static void FindParted(const Entries *e, const GrTile *t, const Laws *l, int place, unsigned char parted[])
{
  const GrHistory *h = e->history;
  const int from = l->rule->history[place], to = from + l->rule->law[place]->n_history;

  for (int i = 0; i < t->n; i++) {
    int had = 0, has = 0;
    for (int k = from; k < to; k++) {
      had |= l->committed[k][i] != 0;
      has |= e->to[i] >= 0 && h->value[GrHistoryTrial(h)][k][e->base + e->to[i]] != 0;
    }
    parted[i] = (unsigned char)(had && !has);
  }
}

static void SpentRule(const GrModel *m, const Entries *e, Laws *l, GrTile *t, double *spent)
{
  double rate[GR_TILE] = {0}, own[GR_TILE], used[GR_TILE], force[GR_TILE], dashpot[GR_TILE];
  unsigned char parted[GR_TILE];

  LoadCoefficients(m, t, l);
  LoadHistory(e, t, l);
  LookAtCommitted(t, l);
  for (int i = 0; i < t->n; i++)
    spent[i] = 0;
  for (int place = GR_PLACE_NORMAL; place <= GR_PLACE_ADHESION; place++) {
    const GrLaw *law = l->rule->law[place];
    if (!law || !law->n_history)
      continue;
    for (int i = 0; i < t->n; i++)
      t->overlap[i] = place == GR_PLACE_ADHESION ? -m->kind[t->kind[i]].reach : 0;
    FindParted(e, t, l, place, parted);
    GrLawBlock block = BlockOf(t, l, place, rate, force, dashpot);
    law->energy(&block, own, used);
    for (int i = 0; i < t->n; i++)
      spent[i] += parted[i] ? used[i] : 0;
  }
}

void GrTileSpent(const GrModel *m, GrHistory *h, GrTile *t, double *spent)
{
  unsigned char done[GR_TILE] = {0};
  int which[GR_TILE];
  double own_spent[GR_TILE];
  Entries entries, own;
  Laws l;
  GrTile part;

  l.before = NULL;
  FindEntries(h, PETSC_FALSE, t, &entries);
  for (int i = 0; i < t->n; i++)
    entries.to[i] = GrHistoryFind(h, GrHistoryTrial(h), t->block, (int)(t->slot[i] % GR_BLOCK_SLOTS));
  for (int first = 0; first < t->n; first++) {
    if (done[first])
      continue;
    int n = OfRule(m, t, first, done, which);
    l.rule = &m->rule[m->kind[t->kind[first]].rule];
    Select(t, &entries, n, which, &part, &own);
    SpentRule(m, &own, &l, &part, own_spent);
    for (int i = 0; i < n; i++)
      spent[which[i]] = own_spent[i];
  }
}
