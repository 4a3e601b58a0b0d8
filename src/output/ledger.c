/* ledger: the energy of the whole system, the same bits on any number of ranks (sum.h).

   kinetic + elastic + dissipated - external work stays constant; `residual` is its change since the start [J]. External
   work is that of gravity, sum m g x. A contact across ranks is booked by the rank that owns its lower id. */
#include "integrate/world_impl.h"
#include "output/sum.h"

enum { KINETIC, ELASTIC, VISCOUS, PLASTIC, EXTERNAL, SUMS };

static void AddBeads(GrWorld w, const double *x, const double *v, const double *viscous, GrSum *sum)
{
  const GrParticles *p = &w->particles;
  const GrContacts *c = &w->contacts;

  for (PetscInt i = 0; i < p->n; i++) {
    GrSumAdd(&sum[KINETIC], 0.5 * p->mass[i] * v[i] * v[i]);
    if (p->inverse_mass[i] > 0)
      GrSumAdd(&sum[EXTERNAL], p->mass[i] * w->the_case->gravity * x[i]);
    if (viscous)
      GrSumAdd(&sum[VISCOUS], viscous[i]);
    else if (c->damps)
      GrSumAdd(&sum[VISCOUS], c->viscous[i + 1]);
    if (c->plastic)
      GrSumAdd(&sum[PLASTIC], c->plastic[i + 1]);
  }
}

static void AddContacts(GrWorld w, const double *x, GrSum *sum)
{
  GrContacts *c = &w->contacts;
  double recoverable[GR_BLOCK], spent[GR_BLOCK];

  for (PetscInt b = 0; b < c->n_blocks; b++) {
    if (c->block[b].begin == 0) /* the left neighbour's */
      continue;
    GrContactsEnergy(c, b, x, &w->halo, recoverable, spent);
    for (int i = 0; i < c->block[b].n; i++) {
      GrSumAdd(&sum[ELASTIC], recoverable[i]);
      GrSumAdd(&sum[PLASTIC], spent[i]);
    }
  }
}

PetscErrorCode GrWorldLedger(GrWorld w, const double *x, const double *v, const double *viscous, GrLedger *ledger)
{
  GrSum sum[SUMS];
  double total;

  PetscFunctionBeginUser;
  for (int s = 0; s < SUMS; s++)
    GrSumClear(&sum[s]);
  PetscCall(GrHaloBegin(&w->halo, w->particles.n, x, v)); /* ghosts at the committed state */
  PetscCall(GrHaloEnd(&w->halo));
  AddBeads(w, x, v, viscous, sum);
  AddContacts(w, x, sum);
  PetscCall(GrSumReduce(sum, SUMS, w->comm));
  ledger->kinetic = GrSumValue(&sum[KINETIC]);
  ledger->elastic = GrSumValue(&sum[ELASTIC]);
  ledger->dissipated_viscous = GrSumValue(&sum[VISCOUS]);
  ledger->dissipated_plastic = GrSumValue(&sum[PLASTIC]);
  ledger->external_work = GrSumValue(&sum[EXTERNAL]);
  total = ledger->kinetic + ledger->elastic + ledger->dissipated_viscous + ledger->dissipated_plastic -
          ledger->external_work;
  if (!w->ledger_begun) {
    w->ledger_begun = PETSC_TRUE;
    w->energy_at_start = total;
  }
  ledger->residual = total - w->energy_at_start;
  PetscFunctionReturn(0);
}
