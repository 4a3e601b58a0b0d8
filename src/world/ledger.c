/* ledger: energies of the whole system, with the same bits on any number of ranks (base/math/sum.h).

   kinetic + elastic + dissipated + carried out + taken by changes - external work - brought in is constant. `residual`
   is the change of this sum since the start [J]. The ledger of a committed state is computed once and stored. */
#include "world/world_impl.h"

PetscErrorCode GrWorldLedger(GrWorld w, const double *u, GrLedger *ledger)
{
  GrSum sum[GR_SUM_ENERGIES];
  double *const energy[GR_SUM_ENERGIES] = {
      [GR_SUM_KINETIC] = &ledger->kinetic,
      [GR_SUM_ELASTIC] = &ledger->elastic,
      [GR_SUM_VISCOUS] = &ledger->dissipated_viscous,
      [GR_SUM_FRICTIONAL] = &ledger->dissipated_frictional,
      [GR_SUM_PLASTIC] = &ledger->dissipated_plastic,
      [GR_SUM_BROKEN] = &ledger->dissipated_bonds,
      [GR_SUM_DRAG] = &ledger->dissipated_drag,
      [GR_SUM_CARRIED] = &ledger->carried_out,
      [GR_SUM_CHANGES] = &ledger->taken_by_changes,
      [GR_SUM_EXTERNAL] = &ledger->external_work,
      [GR_SUM_BROUGHT] = &ledger->brought_in,
  };
  double total = 0;

  if (w->ledger_known) {
    *ledger = w->ledger;
    return 0;
  }
  for (int s = 0; s < GR_SUM_ENERGIES; s++)
    GrSumClear(&sum[s]);
  PetscCall(w->ops->energies(w, u, sum));
  PetscCall(GrSumReduce(sum, GR_SUM_ENERGIES, w->comm));
  for (int s = 0; s < GR_SUM_ENERGIES; s++) {
    *energy[s] = GrSumValue(&sum[s]);
    total += s == GR_SUM_EXTERNAL || s == GR_SUM_BROUGHT ? -*energy[s] : *energy[s];
  }
  if (!w->ledger_begun) {
    w->ledger_begun = PETSC_TRUE;
    w->energy_at_start = total;
    w->external_at_start = ledger->external_work;
  }
  ledger->residual = total - w->energy_at_start;
  ledger->external_work -= w->external_at_start;
  w->ledger = *ledger;
  w->ledger_known = PETSC_TRUE;
  return 0;
}
