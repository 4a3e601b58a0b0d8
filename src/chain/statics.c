/* Static forces of contacts in a chain, and the overlaps at which they equal a load, by bisection; see statics.h. */
#include "chain/statics.h"

enum { HALVINGS_MAX = 200 };

static const double zeros[GR_CHAIN_BLOCK];

/* Computes the force of one law of a block on first loading at rest. */
static void ForceOf(const GrChainBlock *b, const GrBlockLaw *own, const double *overlap, double *force)
{
  double dashpot[GR_CHAIN_BLOCK], scratch[GR_LAW_HISTORY_MAX][GR_CHAIN_BLOCK];
  const double *history[GR_LAW_HISTORY_MAX];
  double *trial[GR_LAW_HISTORY_MAX];

  for (int k = 0; k < own->law->n_history; k++) {
    history[k] = zeros;
    trial[k] = scratch[k];
  }
  GrLawBatch law = {.n = b->n,
                    .overlap = overlap,
                    .rate = zeros,
                    .coefficient = (const double *const *)own->coefficient,
                    .history = history,
                    .trial = trial,
                    .force = force,
                    .dashpot = dashpot};
  own->law->force(&law);
}

void GrChainStaticsForce(const GrChainBlock *b, const double *overlap, double *force)
{
  double own[GR_CHAIN_BLOCK];

  ForceOf(b, &b->normal, overlap, own);
  for (int i = 0; i < b->n; i++)
    force[i] = overlap[i] > 0 ? own[i] : 0;
  if (!b->adhesion.law)
    return;
  ForceOf(b, &b->adhesion, overlap, own);
  for (int i = 0; i < b->n; i++)
    force[i] += overlap[i] + b->reach[i] > 0 ? own[i] : 0;
}

/* The force at an overlap that is negligible but > 0. */
void GrChainStaticsLeast(const GrChainBlock *b, double *least)
{
  double touch[GR_CHAIN_BLOCK];

  for (int i = 0; i < b->n; i++)
    touch[i] = PETSC_MACHINE_EPSILON * PETSC_MACHINE_EPSILON * b->overlap_limit[i];
  GrChainStaticsForce(b, touch, least);
  for (int i = 0; i < b->n; i++)
    least[i] = b->adhesion.law ? PetscMin(least[i], 0) : 0;
}

/* Bisects the interval (lower, upper] until no number is inside it: F(lower) < load <= F(upper). */
void GrChainStaticsInvert(const GrChainBlock *b, const double *load, double *overlap)
{
  double lower[GR_CHAIN_BLOCK], middle[GR_CHAIN_BLOCK], force[GR_CHAIN_BLOCK];
  int open = 1;

  for (int i = 0; i < b->n; i++) {
    lower[i] = 0;
    overlap[i] = b->overlap_limit[i];
  }
  for (int h = 0; h < HALVINGS_MAX && open; h++) {
    open = 0;
    for (int i = 0; i < b->n; i++)
      middle[i] = lower[i] + 0.5 * (overlap[i] - lower[i]);
    GrChainStaticsForce(b, middle, force);
    for (int i = 0; i < b->n; i++) {
      open |= middle[i] > lower[i] && middle[i] < overlap[i];
      lower[i] = force[i] < load[i] ? middle[i] : lower[i];
      overlap[i] = force[i] < load[i] ? overlap[i] : middle[i];
    }
  }
}
