/* ledger: energies of the whole system, with the same bits on any number of ranks (base/math/sum.h).

   kinetic + elastic + dissipated + carried out + taken by changes - external work - brought in is constant. `residual`
   is the change of this sum since the start [J]. The ledger of a committed state is computed once and stored. */
#include "world/balance.h"

#include <math.h>

double GrWorldRelativeResidual(const GrLedger *ledger)
{
  return ledger->residual == 0 ? 0 : ledger->residual / ledger->exchanged;
}

PetscErrorCode GrWorldSumEnergies(GrWorld w, const double *u, double energy[GR_SUM_ENERGIES])
{
  GrSum sum[GR_SUM_ENERGIES];

  for (int s = 0; s < GR_SUM_ENERGIES; s++)
    GrSumClear(&sum[s]);
  PetscCall(w->ops->energies(w, u, sum));
  PetscCall(GrSumReduce(sum, GR_SUM_ENERGIES, w->comm));
  for (int s = 0; s < GR_SUM_ENERGIES; s++)
    energy[s] = GrSumValue(&sum[s]);
  return 0;
}

PetscErrorCode GrWorldLedger(GrWorld w, const double *u, GrLedger *ledger)
{
  double energy[GR_SUM_ENERGIES], total = 0, magnitude = 0;

  if (w->account.known) {
    *ledger = w->account.ledger;
    return 0;
  }
  PetscCall(GrWorldSumEnergies(w, u, energy));
  for (int s = 0; s < GR_SUM_ENERGIES; s++) {
    total += s == GR_SUM_EXTERNAL || s == GR_SUM_BROUGHT ? -energy[s] : energy[s];
    magnitude += fabs(energy[s]);
  }
  if (!w->account.begun) {
    w->account.begun = true;
    w->account.energy_at_start = total;
    w->account.external_at_start = energy[GR_SUM_EXTERNAL];
  }
  w->account.ledger = (GrLedger){.kinetic = energy[GR_SUM_KINETIC],
                                 .elastic = energy[GR_SUM_ELASTIC],
                                 .dissipated_viscous = energy[GR_SUM_VISCOUS],
                                 .dissipated_frictional = energy[GR_SUM_FRICTIONAL],
                                 .dissipated_plastic = energy[GR_SUM_PLASTIC],
                                 .dissipated_bonds = energy[GR_SUM_BROKEN],
                                 .dissipated_drag = energy[GR_SUM_DRAG],
                                 .carried_out = energy[GR_SUM_CARRIED],
                                 .taken_by_changes = energy[GR_SUM_CHANGES],
                                 .external_work = energy[GR_SUM_EXTERNAL] - w->account.external_at_start,
                                 .brought_in = energy[GR_SUM_BROUGHT],
                                 .residual = total - w->account.energy_at_start};
  w->account.balance_now = w->account.balance;
  GrWorldBalanceAdd(w, &w->account.ledger, magnitude, &w->account.balance_now);
  w->account.ledger.exchanged = w->account.balance_now.exchanged;
  *ledger = w->account.ledger;
  w->account.known = true;
  return 0;
}
