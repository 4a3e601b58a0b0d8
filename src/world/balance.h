/* The energy balance as an alarm: how far the ledger may be from closing, and the message of a run that it ends.

   The residual of the ledger is compared with the energy that the run has exchanged [J]:
     exchanged = dissipated + sum over the checks of |increment of external work|
                 + largest fall of the elastic energy below an earlier value
   but at least the largest kinetic energy, because elastic contacts that begin and end between two checks exchange up
   to this energy, and at least a floor that rounding explains (balance.c). It never decreases.

   Checks fall on steps that follow from the case alone: rows of the ledger, every 1000 or 4096 steps (run/run.c), ends
   of stages and of the run. Their state is in the checkpoint, so a resumed run makes the same checks with the same
   results. */
#ifndef GRANUM_WORLD_BALANCE_H
#define GRANUM_WORLD_BALANCE_H

#include "world/world_impl.h"
#include <stdbool.h>

/* Adds the ledger of the committed state to *balance: sums, maxima and exchanged energy. magnitude: sum of the absolute
   values of all energies [J]. */
void GrWorldBalanceAdd(GrWorld world, const GrLedger *ledger, double magnitude, GrBalance *balance);

/* Checks the energy balance at the committed state u, after step number `step`. Fails with GR_EXIT_PHYSICS on all ranks
   if an energy is not a number, or if the residual exceeds run.residual. last: the run ends here; this check then does
   not change world->account.balance, the state after the check before, because a checkpoint of the end needs that
   state. world->account.balance_now has the result. Collective. */
PetscErrorCode GrWorldBalanceCheck(GrWorld world, const double *u, PetscInt64 step, bool last);

#endif
