/* One block of contacts: where its beads are, how its contacts overlap, what its laws see. Shared by evaluation
   (contacts.c) and energies (contact_energy.c), inline because an evaluation is little more than this. */
#ifndef GRANUM_CHAIN_BLOCK_H
#define GRANUM_CHAIN_BLOCK_H

#include "chain/contacts.h"

/* Field of the left beads of a block's contacts: owned ones, or the left ghost. */
static inline const double *GrBlockLeft(const GrChainBlock *b, const GrChainHalo *halo, int field, const double *owned)
{
  return b->begin == 0 ? &halo->ghost[GR_LEFT][field] : owned + b->begin - 1;
}

/* And of the right beads. */
static inline const double *GrBlockRight(const GrChainContacts *c, const GrChainBlock *b, const GrChainHalo *halo,
                                         int field, const double *owned)
{
  return b->begin == c->n ? &halo->ghost[GR_RIGHT][field] : owned + b->begin;
}

/* Differences of neighbouring beads; returns whether any contact touches (or is not a number: that stays visible). */
static inline int GrBlockGeometry(const GrChainBlock *b, const double *const left[2], const double *const right[2],
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

/* How far the contacts are inside the reach of the adhesion; returns whether any is. */
static inline int GrBlockNearness(const GrChainBlock *b, const double *restrict overlap, double *restrict inside)
{
  const double *restrict reach = b->reach;
  int near = 0;

  for (int i = 0; i < b->n; i++) {
    inside[i] = overlap[i] + reach[i];
    near |= !(inside[i] <= 0);
  }
  return near;
}

/* A law of a block with its committed and trial history; the rest of it is set by the caller. */
static inline GrLawBatch GrBlockLawOf(const GrChainContacts *c, const GrChainBlock *b, const GrBlockLaw *own,
                                      const double *history[], double *trial_history[])
{
  GrLawBatch law = {
      .n = b->n, .coefficient = (const double *const *)own->coefficient, .history = history, .trial = trial_history};
  for (int k = 0; k < own->law->n_history; k++) {
    history[k] = c->history[c->committed][own->history + k] + b->begin;
    trial_history[k] = c->history[!c->committed][own->history + k] + b->begin;
  }
  return law;
}

#endif
