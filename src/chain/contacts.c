/* Evaluates the contacts of a chain, block after block; see contacts.h.

   Overlap of the contact between beads i and i + 1: d = d0 + x_i - x_{i+1}, rate v = v_i - v_{i+1}, with displacements
   x [m] and the rest overlap d0 [m]. The first body of a contact is always the bead with the lower id.

   A law acts if `inside` > 0. For the normal law `inside` is the overlap, for the adhesion it is overlap + reach. A law
   that does not act has no force, no energy and a history of 0.

   The work D of a dashpot in a step h [s] is computed by the trapezoidal rule from its power P = F_dashpot v: D += h/2
   (P_n + P_{n+1}). It has second order, like the integrator. When a law stops acting, the plastic work of its history
   is added to `plastic`, and its history is 0. */
#include "chain/contacts.h"

#include "contact/normal.h"
#include "law/one.h"
#include <math.h>

_Static_assert((int)GR_CHAIN_BLOCK <= (int)GR_NORMAL_MAX, "plastic work takes a block at a time");

static const double still[GR_CHAIN_BLOCK]; /* rates of contacts at rest */

/* Computes overlaps and rates; returns whether any contact touches, or has an overlap that is not a number. */
static inline int ComputeGeometry(const GrChainBlock *b, const double *const left[2], const double *const right[2],
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

/* Computes overlap + reach of the adhesion; returns whether any contact is within the reach. */
static inline int ComputeNearness(const GrChainBlock *b, const double *restrict overlap, double *restrict inside)
{
  const double *restrict reach = b->reach;
  int near = 0;

  for (int i = 0; i < b->n; i++) {
    inside[i] = overlap[i] + reach[i];
    near |= !(inside[i] <= 0);
  }
  return near;
}

/* Returns the batch of a law of a block, with its committed and trial history. The caller sets `force`, `dashpot`. */
static inline GrLawBatch LawOfBlock(const GrChainContacts *c, const GrChainBlock *b, const GrBlockLaw *own,
                                    const double *overlap, const double *rate, const double *history[], double *trial[])
{
  for (int k = 0; k < own->law->n_history; k++) {
    history[k] = c->history[c->committed][own->history + k] + b->begin;
    trial[k] = c->history[!c->committed][own->history + k] + b->begin;
  }
  return (GrLawBatch){.n = b->n,
                      .overlap = overlap,
                      .rate = rate,
                      .coefficient = (const double *const *)own->coefficient,
                      .history = history,
                      .trial = trial};
}

/* Sets forces, trial histories and powers of a block without acting contacts to 0, if they are not 0 yet. */
static void ClearOpenBlock(GrChainContacts *c, GrChainBlock *b, int trial)
{
  if (b->has_force) {
    for (int i = 0; i < b->n; i++)
      c->force[b->begin + i] = 0;
    b->has_force = false;
  }
  if (b->acting[trial]) {
    for (int k = 0; k < c->n_history; k++)
      for (int i = 0; i < b->n; i++)
        c->history[trial][k][b->begin + i] = 0;
    for (int i = 0; c->damps && i < b->n; i++)
      c->power[trial][b->begin + i] = 0;
    b->acting[trial] = false;
  }
}

/* Evaluates normal law and adhesion of a block; `inside` is used with an adhesion only. */
static void EvaluateLaws(GrChainContacts *c, const GrChainBlock *b, const double *overlap, const double *rate,
                         const double *inside)
{
  double force[GR_CHAIN_BLOCK], dashpot[GR_CHAIN_BLOCK];
  double *total = c->force + b->begin, *power = c->damps ? c->power[!c->committed] + b->begin : NULL;
  const double *history[GR_LAW_HISTORY_MAX];
  double *trial[GR_LAW_HISTORY_MAX];
  GrLawBatch law = LawOfBlock(c, b, &b->normal, overlap, rate, history, trial);

  law.force = force;
  law.dashpot = dashpot;
  b->normal.law->force(&law);
  GrNormalForce(b->n, b->clips, overlap, &law, total, power);
  GrNormalClearSeparated(b->n, overlap, b->normal.law->n_history, trial);
  if (!b->adhesion.law)
    return;
  law = LawOfBlock(c, b, &b->adhesion, overlap, rate, history, trial);
  law.force = force;
  law.dashpot = dashpot;
  b->adhesion.law->force(&law);
  GrNormalAddAdhesion(b->n, inside, &law, total, power);
  GrNormalClearSeparated(b->n, inside, b->adhesion.law->n_history, trial);
}

/* Sets b->watch to the largest overlap d with d / R <= ratio in double precision, R the smallest radius of the block,
   but at most to the smallest limit. Equal overlaps, as in a uniform preloaded chain, are then no new largest overlap.
   ratio R is within one unit in the last place of d; adding or subtracting .75 epsilon of a number gives its
   neighbor. */
static void SetWatch(GrChainBlock *b, double ratio)
{
  const double near = ratio * b->smallest, unit = 0.75 * PETSC_MACHINE_EPSILON * near;

  b->watch = near - unit;
  if (near / b->smallest <= ratio)
    b->watch = near;
  if ((near + unit) / b->smallest <= ratio)
    b->watch = near + unit;
  b->watch = PetscMin(b->watch, b->least_limit);
  b->watched = ratio;
}

/* Keeps the largest overlap / radius of a block for the trial step. */
static void KeepDeepest(GrChainContacts *c, const GrChainBlock *b, const double *restrict overlap)
{
  for (int i = 0; i < b->n; i++)
    if (overlap[i] > b->watch && overlap[i] / b->radius[i] > c->check.trial_deepest) {
      c->check.trial_deepest = overlap[i] / b->radius[i];
      c->check.deepest_slot = b->begin + i;
    }
}

/* Notes the first slot whose overlap exceeds its limit or is not a number, and the largest overlap. */
static void CheckOverlaps(GrChainContacts *c, GrChainBlock *b, const double *restrict overlap)
{
  const double *restrict limit = b->overlap_limit;
  int look = 0, broken = 0;

  if (b->watched != c->check.deepest)
    SetWatch(b, c->check.deepest);
  const double watch = b->watch;
  for (int i = 0; i < b->n; i++)
    look |= !(overlap[i] <= watch);
  if (!look)
    return;
  KeepDeepest(c, b, overlap);
  for (int i = 0; i < b->n; i++)
    broken |= !(overlap[i] <= limit[i]);
  for (int i = 0; broken && (c->check.broken < 0 || b->begin + i < c->check.broken) && i < b->n; i++)
    if (!(overlap[i] <= limit[i])) {
      c->check.broken = b->begin + i;
      c->check.broken_overlap = overlap[i];
    }
}

/* Evaluates a block. left, right: displacements and velocities of the left and the right beads. */
static void EvaluateBlock(GrChainContacts *c, GrChainBlock *b, const double *const left[2],
                          const double *const right[2])
{
  double overlap[GR_CHAIN_BLOCK], rate[GR_CHAIN_BLOCK], inside[GR_CHAIN_BLOCK];
  const int trial = !c->committed;
  int acts = ComputeGeometry(b, left, right, overlap, rate);

  if (b->adhesion.law)
    acts = ComputeNearness(b, overlap, inside);
  if (!acts) {
    ClearOpenBlock(c, b, trial);
    return;
  }
  EvaluateLaws(c, b, overlap, rate, inside);
  CheckOverlaps(c, b, overlap);
  b->acting[trial] = b->has_force = true;
}

void GrChainContactsBlock(GrChainContacts *c, PetscInt block, const double *x, const double *v)
{
  GrChainBlock *b = &c->block[block];
  const double *const left[2] = {x + b->begin - 1, v + b->begin - 1}, *const right[2] = {x + b->begin, v + b->begin};
  EvaluateBlock(c, b, left, right);
}

void GrChainContactsGhost(GrChainContacts *c, const GrParallelChainHalo *halo, const double *x, const double *v)
{
  for (int side = 0; side < 2; side++) {
    if (!halo->has[side])
      continue;
    GrChainBlock *b = &c->block[side == GR_LEFT ? 0 : c->n_blocks - 1];
    const double *const left[2] = {GrBlockLeft(b, halo, GR_GHOST_X, x), GrBlockLeft(b, halo, GR_GHOST_V, v)};
    const double *const right[2] = {GrBlockRight(c, b, halo, GR_GHOST_X, x), GrBlockRight(c, b, halo, GR_GHOST_V, v)};
    EvaluateBlock(c, b, left, right);
  }
}

/* Adds the plastic work of a law where it stops acting: at overlap 0, or for the adhesion at -`reach`. */
static void AddPlasticWork(GrChainContacts *c, const GrChainBlock *b, const GrBlockLaw *own, const double *reach)
{
  double end[GR_CHAIN_BLOCK];
  const double *history[GR_LAW_HISTORY_MAX];
  double *trial[GR_LAW_HISTORY_MAX];

  if (!own->law || !own->law->n_history)
    return;
  for (int i = 0; i < b->n; i++)
    end[i] = reach ? -reach[i] : 0;
  GrLawBatch law = LawOfBlock(c, b, own, end, still, history, trial);
  law.trial = (double *const *)history; /* energy reads it only */
  GrNormalAddPlasticWork(b->n, own->law, &law, (const double *const *)trial, c->plastic + b->begin);
}

void GrChainContactsCommit(GrChainContacts *c, double t)
{
  const int trial = !c->committed;
  const double half = 0.5 * (t - c->time);

  for (PetscInt k = 0; k < c->n_blocks; k++) {
    GrChainBlock *b = &c->block[k];
    if (!b->acting[0] && !b->acting[1])
      continue;
    if (c->damps) {
      const double *restrict p0 = c->power[c->committed] + b->begin, *restrict p1 = c->power[trial] + b->begin;
      double *restrict viscous = c->viscous + b->begin;
      for (int i = 0; i < b->n; i++)
        viscous[i] += half * (p0[i] + p1[i]);
    }
    if (c->plastic && b->acting[c->committed]) {
      AddPlasticWork(c, b, &b->normal, NULL);
      AddPlasticWork(c, b, &b->adhesion, b->reach);
    }
  }
  if (c->check.broken >= 0 && !c->check.violation.found)
    c->check.violation =
        (GrViolation){.found = true, .time = t, .slot = c->check.broken, .overlap = c->check.broken_overlap};
  c->committed = trial;
  c->time = t;
}

/* Adds the energies of a law where it acts, from the committed history. */
static void AddEnergy(const GrChainContacts *c, const GrChainBlock *b, const GrBlockLaw *own, const double *overlap,
                      const double *inside, double *recoverable, double *consumed)
{
  double own_recoverable[GR_CHAIN_BLOCK], own_consumed[GR_CHAIN_BLOCK];
  const double *history[GR_LAW_HISTORY_MAX];
  double *trial[GR_LAW_HISTORY_MAX];
  GrLawBatch law = LawOfBlock(c, b, own, overlap, still, history, trial);

  law.trial = (double *const *)history; /* energy reads it only */
  own->law->energy(&law, own_recoverable, own_consumed);
  for (int i = 0; i < b->n; i++) {
    recoverable[i] += inside[i] <= 0 ? 0 : own_recoverable[i];
    consumed[i] += inside[i] <= 0 ? 0 : own_consumed[i];
  }
}

void GrChainContactsEnergy(GrChainContacts *c, PetscInt block, const double *x, const GrParallelChainHalo *halo,
                           double *recoverable, double *consumed)
{
  GrChainBlock *b = &c->block[block];
  double overlap[GR_CHAIN_BLOCK], rate[GR_CHAIN_BLOCK], inside[GR_CHAIN_BLOCK];
  const double *left = GrBlockLeft(b, halo, GR_GHOST_X, x), *right = GrBlockRight(c, b, halo, GR_GHOST_X, x);

  for (int i = 0; i < b->n; i++)
    recoverable[i] = consumed[i] = 0;
  if (ComputeGeometry(b, (const double *const[2]){left, left}, (const double *const[2]){right, right}, overlap, rate))
    AddEnergy(c, b, &b->normal, overlap, overlap, recoverable, consumed);
  if (b->adhesion.law && ComputeNearness(b, overlap, inside))
    AddEnergy(c, b, &b->adhesion, overlap, inside, recoverable, consumed);
}

/* Returns the block of the contact in a slot. */
static const GrChainBlock *BlockOf(const GrChainContacts *c, PetscInt slot)
{
  PetscInt low = 0, high = c->n_blocks - 1;
  while (low < high) { /* bisection for the last block that does not begin after the slot */
    const PetscInt middle = (low + high + 1) / 2;
    if (c->block[middle].begin <= slot)
      low = middle;
    else
      high = middle - 1;
  }
  return &c->block[low];
}

GrChainContact GrChainContactAt(const GrChainContacts *c, PetscInt slot, const GrParallelChainHalo *halo,
                                const double *x, const double *v)
{
  const GrChainBlock *b = BlockOf(c, slot);
  const PetscInt i = slot - b->begin;
  const double shift = GrBlockLeft(b, halo, GR_GHOST_X, x)[i] - GrBlockRight(c, b, halo, GR_GHOST_X, x)[i];
  const double rate = GrBlockLeft(b, halo, GR_GHOST_V, v)[i] - GrBlockRight(c, b, halo, GR_GHOST_V, v)[i];
  return (GrChainContact){c->force[slot], b->rest_overlap[i] + shift, rate};
}

GrChainCorners GrChainContactCorners(const GrChainContacts *c, PetscInt slot, const GrChainContact *at)
{
  const GrChainBlock *b = BlockOf(c, slot);
  const GrLaw *law = b->normal.law;
  const PetscInt i = slot - b->begin;
  GrChainCorners corners = {.n = 1, .remembers = law->n_history > 0};
  double coefficient[GR_LAW_COEFFICIENTS_MAX], history[GR_LAW_HISTORY_MAX], *place[GR_LAW_CORNERS_MAX];
  GrLawOne one;

  if (b->reach && b->reach[i] > 0)
    corners.level[corners.n++] = -b->reach[i];
  if (!law->corners)
    return corners;
  for (int k = 0; k < law->n_coefficients; k++)
    coefficient[k] = b->normal.coefficient[k][i];
  for (int k = 0; k < law->n_history; k++)
    history[k] = c->history[c->committed][b->normal.history + k][slot];
  for (int k = 0; k < law->n_corners; k++)
    place[k] = &corners.level[corners.n + k];
  GrLawOneMake(law, coefficient, history, 1, at->overlap, at->rate, &one);
  law->corners(&one.batch, place);
  corners.n += law->n_corners;
  return corners;
}
