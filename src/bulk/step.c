/* step: one evaluation of all forces on spheres in space, the body of a step; see bulk.h.

   With velocity Verlet (time/verlet.c) a step of length h is
     1. advance    half kick and drift: v += h/2 a, x += h v, velocity predicted for the forces
     2. halo       ghosts take over the state of their originals
     3. walls      forces of the contacts with walls into the sums of the particles
     4. pairs      forces of the contacts between particles into the same sums, after those of walls
     5. finish     accelerations from the sums; half kick: v += h/2 a
     6. commit     trial histories and work become committed (GrBulkCommit), once the step is accepted
   1 to 5 are GrBulkEvaluate: plain passes over all particles, contacts or both. 1 and 5 are the integrator's (step
   hooks); one that only asks for accelerations has no first part. The order in which a particle's contacts are added is
   that of walls and candidates, the same on any number of ranks. */
#include "bulk/bulk.h"

PetscErrorCode GrBulkExchange(GrWorld w, const double *u)
{
  const GrBulk b = w->bulk;

  PetscFunctionBeginUser;
  if (u != b->store.state)
    PetscCall(PetscArraycpy(b->store.state, u, GR_STATE * b->store.columns.n));
  PetscCall(GrGhostsBegin(b->ghosts));
  PetscCall(GrGhostsEnd(b->ghosts));
  PetscFunctionReturn(0);
}

/* Trial values that the passes add to or that they read. */
static PetscErrorCode BeginTrial(GrWorld w, double interval, const GrStepHooks *hooks)
{
  const GrBulk b = w->bulk;
  const PetscInt n = b->store.columns.n, ghosts_and_nobody = b->n_all + 1 - n;

  PetscFunctionBeginUser;
  b->history.no_rollback = b->walls.history.no_rollback = (PetscBool)(w->no_rollback && !b->model.plastic);
  b->trial_fault = (GrFault){.what = GR_BROKEN_NOTHING};
  b->model.trial_offset = hooks->mean ? 0 : 0.5 * interval;
  PetscCall(PetscArrayzero(b->sum + GR_BULK_SUM * n, GR_BULK_SUM * ghosts_and_nobody)); /* nobody asks for them */
  if (b->external_power)
    PetscCall(PetscArrayzero(b->external_power, n));
  PetscFunctionReturn(0);
}

PetscErrorCode GrBulkEvaluate(GrWorld w, double t, const double *u, const GrStepHooks *hooks)
{
  const GrBulk b = w->bulk;
  const double interval = t - w->committed_time;

  PetscFunctionBeginUser;
  PetscCall(BeginTrial(w, interval, hooks));
  PetscCall(GrTimerBegin(&w->timers, GR_PHASE_FORCES));
  if (hooks->advance)
    hooks->advance(hooks->context, 0, b->store.columns.n);
  PetscCall(GrTimerEnd(&w->timers, GR_PHASE_FORCES));
  PetscCall(GrTimerBegin(&w->timers, GR_PHASE_HALO));
  PetscCall(GrBulkExchange(w, u));
  PetscCall(GrTimerEnd(&w->timers, GR_PHASE_HALO));
  PetscCall(GrTimerBegin(&w->timers, GR_PHASE_FORCES));
  GrBulkAddWallForces(w, t);
  GrBulkAddPairForces(w, t);
  GrBulkFinish(w, 0.5 * interval, hooks);
  PetscCall(GrTimerEnd(&w->timers, GR_PHASE_FORCES));
  PetscFunctionReturn(0);
}
