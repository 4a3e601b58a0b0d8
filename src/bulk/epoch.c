/* epoch: checks when the neighbour list of an assembly must be rebuilt (end of an epoch), and rebuilds it; see epoch.h,
   displacement.c. */
#include "bulk/epoch.h"
#include "bulk/bulk.h"
#include "bulk/population/counter.h"

PetscErrorCode GrBulkCheckEpoch(GrWorld w, double t, const double *u, bool *ends)
{
  const GrBulk b = w->bulk;
  const PetscInt64 every = w->the_case->time.rebalance;

  PetscCall(GrBulkCheckStage(w, t, u, ends));
  PetscCall(GrBulkFeedbackCheck(w, t, u));
  GrBulkRemoveCheck(w, t, ends);
  if (b->population.insertion && GrBulkInsertIsDue(w, t))
    b->numbers.reneighbour_due = *ends = true;
  if (b->numbers.steps >= b->numbers.next_check)
    PetscCall(GrBulkCheckDisplacements(w, t, u, w->clock.next_step, ends));
  if (every > 0 && w->size > 1 && b->numbers.steps % every == 0)
    b->ownership.rebalance_due = *ends = true;
  return 0;
}

PetscInt64 GrBulkStepsToCheck(GrWorld w)
{
  const GrBulkNumbers *n = &w->bulk->numbers;
  const PetscInt64 every = w->the_case->time.rebalance;
  const PetscInt64 to_balance = every > 0 && w->size > 1 ? every - n->steps % every : INT64_MAX;

  const PetscInt64 to_stage = PetscMin(GrBulkStepsToStageCheck(w), GrBulkFeedbackStepsToNext(w));

  return PetscMin(PetscMin(to_balance, n->next_check - n->steps) - 1,
                  PetscMin(to_stage, PetscMin(GrBulkRemoveStepsToNext(w), GrBulkInsertStepsToNext(w))));
}

/* Sets the reference positions, from which the next pair list follows: removes and inserts particles, and wraps
   particles into the box. */
static PetscErrorCode SetReferencePositions(GrWorld w, GrParallelColumns *records)
{
  const GrBulk b = w->bulk;
  GrStore *s = &b->store;

  PetscCall(GrBulkSetMargins(w));
  PetscCall(GrBulkCounterAddPassages(w));
  PetscCall(GrBulkRemoveParticles(w, records));
  b->numbers.removal_due = 0;
  GrBulkCellSetReference(w);
  for (PetscInt i = 0; i < s->columns.n; i++) {
    GrBulkCellWrapParticle(w, i);
    for (int a = 0; a < 3; a++)
      s->reference[3 * i + a] = s->state[GR_STATE * i + a];
  }
  GrBulkBodyWrap(w);
  if (b->population.insertion && GrBulkInsertIsDue(w, w->clock.committed))
    b->epoch.checked.relative = INFINITY; /* the inserted particles may be faster than the others */
  PetscCall(GrBulkInsertDue(w));
  GrWallsSetReference(&b->walls);
  b->numbers.reference_time = w->clock.committed;
  b->numbers.reneighboured = b->numbers.steps;
  b->numbers.next_check = b->numbers.steps; /* speeds may have changed, so the next step is checked */
  b->numbers.reneighbour_due = 0;
  return 0;
}

PetscErrorCode GrBulkBeginEpoch(GrWorld w)
{
  const GrBulk b = w->bulk;
  GrParallelColumns records;

  PetscCall(GrTimerBegin(&w->timers, GR_PHASE_REBUILD));
  GrBulkPopulationCountSteps(w);
  if (b->numbers.reneighbour_due)
    PetscCall(GrBulkRemoveEndContacts(w));
  PetscCall(GrBulkFreeWork(w));
  PetscCall(GrHistoryRecordsCreate(b->model.n_history, &records));
  PetscCall(GrBulkCollectHistories(w, &records)); /* before particles are moved in the store */
  PetscCall(GrBulkCountWork(w));
  const bool reneighbours = b->numbers.reneighbour_due != 0;
  if (reneighbours)
    PetscCall(SetReferencePositions(w, &records));
  PetscCall(GrBulkCheckBox(w));
  PetscCall(GrBulkRebuild(w, &records));
  if (reneighbours)
    PetscCall(GrBulkMeasureExposure(w));
  if (b->stages.due || b->stages.changes) {
    const PetscInt64 stage = b->stages.at;
    PetscCall(GrBulkBeginStage(w));
    if (b->stages.at != stage)
      PetscCall(GrBulkFeedbackEvaluate(w, w->clock.committed, b->store.state));
    b->epoch.checked.relative = INFINITY; /* speeds may have changed */
  }
  return GrTimerEnd(&w->timers, GR_PHASE_REBUILD);
}
