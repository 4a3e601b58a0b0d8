/* contacts: evaluation and commit of the blocks; see contacts.h.

   Overlap of the contact between beads i and i + 1:  d = d0 + x_i - x_{i+1},  rate  v = v_i - v_{i+1},
   with displacements x [m] and the rest overlap d0 [m]. Pairs are always (lower id, higher id).

   Dissipation of a dashpot over a step h by the trapezoidal rule, D += h/2 (P_n + P_{n+1}), P = F_dashpot v: second
   order, like the step itself. A contact that opens leaves what its history has spent in `plastic`, then forgets the
   history. */
#include "contact/contacts.h"

/* Field of the left beads of a block's contacts: owned ones, or the left ghost. */
static const double *LeftOf(const GrContactBlock *b, const GrHalo *halo, int field, const double *owned)
{
  return b->begin == 0 ? &halo->ghost[GR_LEFT][field] : owned + b->begin - 1;
}

/* And of the right beads. */
static const double *RightOf(const GrContacts *c, const GrContactBlock *b, const GrHalo *halo, int field,
                             const double *owned)
{
  return b->begin == c->n ? &halo->ghost[GR_RIGHT][field] : owned + b->begin;
}

/* Differences of neighbouring beads; returns whether any contact touches (or is not a number). */
static int Geometry(const GrContactBlock *b, const double *const left[2], const double *const right[2],
                    double *restrict overlap, double *restrict rate)
{
  const double *restrict x0 = left[0], *restrict x1 = right[0], *restrict v0 = left[1], *restrict v1 = right[1],
                         *restrict rest = b->rest_overlap;
  int touching = 0;

  for (int i = 0; i < b->n; i++) {
    overlap[i] = rest[i] + (x0[i] - x1[i]);
    rate[i] = v0[i] - v1[i];
    touching |= !(overlap[i] <= 0);
  }
  return touching;
}

/* Zeroes what an open block still has in its trial buffer. */
static void Open(GrContacts *c, GrContactBlock *b, int trial)
{
  if (b->pushed) {
    for (int i = 0; i < b->n; i++)
      c->force[b->begin + i] = 0;
    b->pushed = PETSC_FALSE;
  }
  if (b->touching[trial]) {
    for (int k = 0; k < c->n_history; k++)
      for (int i = 0; i < b->n; i++)
        c->history[trial][k][b->begin + i] = 0;
    for (int i = 0; c->damps && i < b->n; i++)
      c->power[trial][b->begin + i] = 0;
    b->touching[trial] = PETSC_FALSE;
  }
}

/* What the law's result becomes in the end: nothing where open, no pull where the rule clips tension. */
static void Finish(GrContacts *c, const GrContactBlock *b, const GrLawBlock *law, int trial)
{
  const double *restrict overlap = law->overlap, *restrict rate = law->rate, *restrict dashpot = law->dashpot;
  double *restrict force = law->force, *restrict power = c->damps ? c->power[trial] + b->begin : NULL;
  const int clip = b->kind->rule->tension == GR_TENSION_CLIP;

  if (power)
    for (int i = 0; i < b->n; i++) {
      double pulls = clip && force[i] < 0 ? force[i] : 0; /* clipping takes this much from the dashpot */
      power[i] = overlap[i] > 0 ? (dashpot[i] - pulls) * rate[i] : 0;
    }
  for (int i = 0; i < b->n; i++) {
    double f = clip && force[i] < 0 ? 0 : force[i];
    force[i] = overlap[i] <= 0 ? 0 : f; /* not-a-number stays visible */
  }
  for (int k = 0; k < c->n_history; k++) {
    double *restrict value = c->history[trial][k] + b->begin;
    if (k < b->kind->law->n_history)
      for (int i = 0; i < b->n; i++)
        value[i] = overlap[i] > 0 ? value[i] : 0;
  }
}

static void Watch(GrContacts *c, const GrContactBlock *b, const double *restrict overlap)
{
  const double *restrict limit = b->overlap_limit;
  int broken = 0;

  for (int i = 0; i < b->n; i++)
    broken |= !(overlap[i] <= limit[i]);
  for (int i = 0; broken && c->broken < 0 && i < b->n; i++)
    if (!(overlap[i] <= limit[i])) {
      c->broken = b->begin + i;
      c->broken_overlap = overlap[i];
    }
}

static GrLawBlock LawBlock(const GrContacts *c, const GrContactBlock *b, const double *history[],
                           double *trial_history[])
{
  GrLawBlock law = {
      .n = b->n, .coefficient = (const double *const *)b->coefficient, .history = history, .trial = trial_history};
  for (int k = 0; k < c->n_history; k++) {
    history[k] = c->history[c->committed][k] + b->begin;
    trial_history[k] = c->history[!c->committed][k] + b->begin;
  }
  return law;
}

/* One block: geometry, law, finish. */
static void Evaluate(GrContacts *c, GrContactBlock *b, const double *const left[2], const double *const right[2])
{
  double overlap[GR_BLOCK], rate[GR_BLOCK], dashpot[GR_BLOCK];
  const double *history[GR_LAW_HISTORY_MAX];
  double *trial_history[GR_LAW_HISTORY_MAX];
  const int trial = !c->committed;

  if (!Geometry(b, left, right, overlap, rate)) {
    Open(c, b, trial);
    return;
  }
  GrLawBlock law = LawBlock(c, b, history, trial_history);
  law.overlap = overlap;
  law.rate = rate;
  law.force = c->force + b->begin;
  law.dashpot = dashpot;
  b->kind->law->force(&law);
  Finish(c, b, &law, trial);
  Watch(c, b, overlap);
  b->touching[trial] = b->pushed = PETSC_TRUE;
}

void GrContactsBegin(GrContacts *c)
{
  c->broken = -1;
}

void GrContactsBlock(GrContacts *c, PetscInt block, const double *x, const double *v)
{
  GrContactBlock *b = &c->block[block];
  const double *const left[2] = {x + b->begin - 1, v + b->begin - 1}, *const right[2] = {x + b->begin, v + b->begin};
  Evaluate(c, b, left, right);
}

void GrContactsGhost(GrContacts *c, const GrHalo *halo, const double *x, const double *v)
{
  for (int side = 0; side < 2; side++) {
    if (!halo->has[side])
      continue;
    GrContactBlock *b = &c->block[side == GR_LEFT ? 0 : c->n_blocks - 1];
    const double *const left[2] = {LeftOf(b, halo, GR_GHOST_X, x), LeftOf(b, halo, GR_GHOST_V, v)};
    const double *const right[2] = {RightOf(c, b, halo, GR_GHOST_X, x), RightOf(c, b, halo, GR_GHOST_V, v)};
    Evaluate(c, b, left, right);
  }
}

/* Which contacts of a block have a history in the committed buffer and none in the trial one? */
static int FindOpened(const GrContacts *c, const GrContactBlock *b, unsigned char opened[GR_BLOCK])
{
  int any = 0;

  for (int i = 0; i < b->n; i++) {
    int before = 0, after = 0;
    for (int k = 0; k < b->kind->law->n_history; k++) {
      before |= c->history[c->committed][k][b->begin + i] != 0;
      after |= c->history[!c->committed][k][b->begin + i] != 0;
    }
    opened[i] = before && !after;
    any |= opened[i];
  }
  return any;
}

/* Energy that the committed histories of contacts open in the trial state have spent: it is lost for good. */
static void BookOpened(GrContacts *c, const GrContactBlock *b)
{
  double parted[GR_BLOCK] = {0}, recoverable[GR_BLOCK], spent[GR_BLOCK];
  unsigned char opened[GR_BLOCK];
  const double *history[GR_LAW_HISTORY_MAX];
  double *trial_history[GR_LAW_HISTORY_MAX];

  if (!FindOpened(c, b, opened))
    return;
  GrLawBlock law = LawBlock(c, b, history, trial_history);
  for (int k = 0; k < c->n_history; k++)
    trial_history[k] = c->history[c->committed][k] + b->begin; /* energy reads, never writes */
  law.overlap = law.rate = parted;
  b->kind->law->energy(&law, recoverable, spent);
  for (int i = 0; i < b->n; i++)
    if (opened[i])
      c->plastic[b->begin + i] += spent[i];
}

void GrContactsCommit(GrContacts *c, double t)
{
  const int trial = !c->committed;
  const double half = 0.5 * (t - c->time);

  for (PetscInt k = 0; k < c->n_blocks; k++) {
    GrContactBlock *b = &c->block[k];
    if (!b->touching[0] && !b->touching[1])
      continue;
    if (c->damps) {
      const double *restrict p0 = c->power[c->committed] + b->begin, *restrict p1 = c->power[trial] + b->begin;
      double *restrict viscous = c->viscous + b->begin;
      for (int i = 0; i < b->n; i++)
        viscous[i] += half * (p0[i] + p1[i]);
    }
    if (b->kind->law->n_history && b->touching[c->committed])
      BookOpened(c, b);
  }
  if (c->broken >= 0 && !c->violation.found)
    c->violation = (GrViolation){.found = PETSC_TRUE, .time = t, .slot = c->broken, .overlap = c->broken_overlap};
  c->committed = trial;
  c->time = t;
}

void GrContactsEnergy(GrContacts *c, PetscInt block, const double *x, const GrHalo *halo, double *recoverable,
                      double *spent)
{
  GrContactBlock *b = &c->block[block];
  double overlap[GR_BLOCK], rate[GR_BLOCK];
  const double *history[GR_LAW_HISTORY_MAX];
  double *trial_history[GR_LAW_HISTORY_MAX];
  const double *left = LeftOf(b, halo, GR_GHOST_X, x), *right = RightOf(c, b, halo, GR_GHOST_X, x);

  for (int i = 0; i < b->n; i++)
    recoverable[i] = spent[i] = 0;
  if (!Geometry(b, (const double *const[2]){left, left}, (const double *const[2]){right, right}, overlap, rate))
    return;
  GrLawBlock law = LawBlock(c, b, history, trial_history);
  for (int k = 0; k < c->n_history; k++)
    trial_history[k] = c->history[c->committed][k] + b->begin;
  law.overlap = overlap;
  law.rate = rate;
  b->kind->law->energy(&law, recoverable, spent);
  for (int i = 0; i < b->n; i++)
    if (overlap[i] <= 0)
      recoverable[i] = spent[i] = 0;
}
