/* contact_energy: what the contacts hold and what they have lost, and the acceptance of a step; see contacts.h.

   Dissipation of a dashpot over a step h by the trapezoidal rule, D += h/2 (P_n + P_{n+1}), P = F_dashpot v: second
   order, like the step itself. A law that ceases to act leaves what its history has spent in `plastic`; its history is
   zero by then. */
#include "chain/block.h"

/* For which contacts of a block has a law a history in the committed buffer and none in the trial one? */
static int FindParted(const GrChainContacts *c, const GrChainBlock *b, const GrBlockLaw *own,
                      unsigned char parted[GR_CHAIN_BLOCK])
{
  int any = 0;

  for (int i = 0; i < b->n; i++) {
    int before = 0, after = 0;
    for (int k = own->history; k < own->history + own->law->n_history; k++) {
      before |= c->history[c->committed][k][b->begin + i] != 0;
      after |= c->history[!c->committed][k][b->begin + i] != 0;
    }
    parted[i] = before && !after;
    any |= parted[i];
  }
  return any;
}

/* Energies of a law at an overlap, from the committed history. */
static void EnergiesOfLaw(const GrChainContacts *c, const GrChainBlock *b, const GrBlockLaw *own, const double *overlap,
                          double *recoverable, double *spent)
{
  const double still[GR_CHAIN_BLOCK] = {0};
  const double *history[GR_LAW_HISTORY_MAX];
  double *trial_history[GR_LAW_HISTORY_MAX];
  GrLawBatch law = GrBlockLawOf(c, b, own, history, trial_history);

  for (int k = 0; k < own->law->n_history; k++)
    trial_history[k] = c->history[c->committed][own->history + k] + b->begin; /* energy reads, never writes */
  law.overlap = overlap;
  law.rate = still;
  own->law->energy(&law, recoverable, spent);
}

/* Energy that the committed histories of a law have spent where it acts no more in the trial state: it is lost for
   good. `reach`: NULL for the normal law, which parts at zero overlap. */
static void BookParted(GrChainContacts *c, const GrChainBlock *b, const GrBlockLaw *own, const double *reach)
{
  double end[GR_CHAIN_BLOCK], recoverable[GR_CHAIN_BLOCK], spent[GR_CHAIN_BLOCK];
  unsigned char parted[GR_CHAIN_BLOCK];

  if (!own->law || !own->law->n_history || !FindParted(c, b, own, parted))
    return;
  for (int i = 0; i < b->n; i++)
    end[i] = reach ? -reach[i] : 0;
  EnergiesOfLaw(c, b, own, end, recoverable, spent);
  for (int i = 0; i < b->n; i++)
    if (parted[i])
      c->plastic[b->begin + i] += spent[i];
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
    if (b->acting[c->committed]) {
      BookParted(c, b, &b->normal, NULL);
      BookParted(c, b, &b->adhesion, b->reach);
    }
  }
  if (c->broken >= 0 && !c->violation.found)
    c->violation = (GrViolation){.found = PETSC_TRUE, .time = t, .slot = c->broken, .overlap = c->broken_overlap};
  c->committed = trial;
  c->time = t;
}

/* Adds the energies of a law where it acts. */
static void AddEnergy(const GrChainContacts *c, const GrChainBlock *b, const GrBlockLaw *own, const double *overlap,
                      const double *inside, double *recoverable, double *spent)
{
  double own_recoverable[GR_CHAIN_BLOCK], own_spent[GR_CHAIN_BLOCK];

  EnergiesOfLaw(c, b, own, overlap, own_recoverable, own_spent);
  for (int i = 0; i < b->n; i++) {
    recoverable[i] += inside[i] <= 0 ? 0 : own_recoverable[i];
    spent[i] += inside[i] <= 0 ? 0 : own_spent[i];
  }
}

void GrChainContactsEnergy(GrChainContacts *c, PetscInt block, const double *x, const GrChainHalo *halo,
                           double *recoverable, double *spent)
{
  GrChainBlock *b = &c->block[block];
  double overlap[GR_CHAIN_BLOCK], rate[GR_CHAIN_BLOCK], inside[GR_CHAIN_BLOCK];
  const double *left = GrBlockLeft(b, halo, GR_GHOST_X, x), *right = GrBlockRight(c, b, halo, GR_GHOST_X, x);

  for (int i = 0; i < b->n; i++)
    recoverable[i] = spent[i] = 0;
  if (GrBlockGeometry(b, (const double *const[2]){left, left}, (const double *const[2]){right, right}, overlap, rate))
    AddEnergy(c, b, &b->normal, overlap, overlap, recoverable, spent);
  if (b->adhesion.law && GrBlockNearness(b, overlap, inside))
    AddEnergy(c, b, &b->adhesion, overlap, inside, recoverable, spent);
}
