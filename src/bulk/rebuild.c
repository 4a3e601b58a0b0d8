/* rebuild: rebuilds the neighbour list from the reference positions: owners and order of the particles, ghosts,
   candidate pairs, pair types, and contact histories; see neighbours.h. */
#include "bulk/bulk.h"

#include "contact/neighbour/curve.h"
#include <granum/error.h>
#include <math.h>

/* Sorts the particles of this rank along the space-filling curve. The spheres of a body are consecutive. */
static PetscErrorCode ArrangeAlongCurve(GrWorld w, GrParallelColumns *records)
{
  const GrBulk b = w->bulk;
  GrStore *s = &b->store;
  const PetscInt n = s->columns.n;
  uint64_t *key;
  PetscInt *order, *number;

  PetscCall(PetscMalloc3(n, &key, n, &order, n, &number));
  PetscCall(GrBulkComputeCurveKeys(w, n, key));
  PetscCall(GrBulkBodySort(w, key));
  PetscCall(GrCurveOrder(0, n, key, s->id, order));
  PetscCall(GrParallelColumnsSort(&s->columns, order));
  for (PetscInt k = 0; k < n; k++)
    number[order[k]] = k;
  GrHistoryRecordsRenumber(records, number);
  return PetscFree3(key, order, number);
}

static void ApplyToPairs(GrWorld w, const GrHistoryRecordList *list)
{
  const GrBulk b = w->bulk;
  PetscInt64 key[GR_KEY];

  for (PetscInt k = 0; k < b->neighbours.pairs.n; k++) {
    const GrPair c = GrBulkCandidate(&b->neighbours, k);
    const PetscInt keeper = GrHistoryRecordKeeper(list, c.first, c.second);
    if (!GrHistoryRecordListHas(list, keeper, keeper == c.first ? c.second : c.first))
      continue;
    GrBulkFindPairKey(w, k, key);
    GrHistoryRecordListApply(list, keeper, key, &b->history, k);
  }
}

static void ApplyToWalls(GrWorld w, const GrHistoryRecordList *list)
{
  GrWalls *walls = &w->bulk->walls;
  PetscInt64 key[GR_KEY];

  GrWallsTakeParts(walls, list);
  for (PetscInt slot = 0; slot < walls->n; slot++)
    if (walls->particle[slot] >= 0) {
      GrBulkFindWallKey(w, slot, key);
      GrHistoryRecordListApply(list, walls->particle[slot], key, &walls->history, slot);
    }
}

static PetscErrorCode ApplyRecords(GrWorld w, GrParallelColumns *records)
{
  const GrBulk b = w->bulk;
  GrHistoryRecordList list;

  PetscCall(GrHistoryReset(&b->history, b->neighbours.pairs.n));
  if (!records->n)
    return 0;
  PetscCall(GrHistoryRecordsFind(records, b->neighbours.n_all, b->store.id));
  PetscCall(GrHistoryRecordListCreate(records, b->neighbours.n_all, &list));
  ApplyToPairs(w, &list);
  ApplyToWalls(w, &list);
  return GrHistoryRecordListDestroy(&list);
}

PetscErrorCode GrBulkFreeWork(GrWorld w)
{
  const GrBulk b = w->bulk;

  PetscCall(PetscFree(b->step.inverse_mass));
  PetscCall(PetscFree(b->step.inverse_inertia));
  PetscCall(PetscFree(b->step.sum));
  PetscCall(PetscFree(b->step.power));
  PetscCall(PetscFree(b->step.external_power));
  PetscCall(PetscFree(b->step.drag));
  if (b->cell)
    PetscCall(PetscFree(b->cell->sum));
  PetscCall(GrHistoryDropTrial(&b->history));
  return GrHistoryDropTrial(&b->walls.history);
}

PetscErrorCode GrBulkNeighboursCreate(GrBulkNeighbours *neighbours)
{
  return GrPairSearchCreate(&neighbours->search);
}

PetscErrorCode GrBulkNeighboursDestroy(GrBulkNeighbours *neighbours)
{
  PetscCall(GrParallelGhostsDestroy(&neighbours->ghosts));
  PetscCall(GrPairSearchDestroy(&neighbours->search));
  PetscCall(GrPairsDestroy(&neighbours->pairs));
  PetscCall(PetscFree(neighbours->form));
  return PetscFree(neighbours->body);
}

/* Computes inverse masses and allocates the memory of evaluations, which GrBulkFreeWork has freed. */
static PetscErrorCode DeriveMasses(GrWorld w)
{
  const GrBulk b = w->bulk;
  const GrStore *s = &b->store;
  const PetscInt n = s->columns.n;

  PetscCall(PetscMalloc1(n, &b->step.inverse_mass));
  PetscCall(PetscMalloc1(n, &b->step.inverse_inertia));
  PetscCall(PetscCalloc1(GR_BULK_SUM * (b->neighbours.n_all + 1), &b->step.sum));
  PetscCall(PetscMalloc1(2 * n, &b->step.power));
  if (b->wall_motion.moves || b->particles.prescribed || w->the_case->force || b->cell || GrCaseForcesVary(w->the_case))
    PetscCall(PetscMalloc1(n, &b->step.external_power));
  b->step.fluid[0] = b->step.fluid[1] = GrDragAt(&w->the_case->drag, w->clock.committed);
  if (GrWorldDrags(w))
    PetscCall(PetscCalloc1(n, &b->step.drag));
  if (b->cell)
    PetscCall(PetscCalloc1(GR_CELL_SUM * b->neighbours.n_all, &b->cell->sum));
  for (PetscInt i = 0; i < n; i++) {
    const double inertia = 0.4 * s->mass[i] * s->radius[i] * s->radius[i];
    const bool prescribed = GrStoreIsPrescribed(w->the_case, s, i);
    b->step.inverse_mass[i] = prescribed ? 0 : 1 / s->mass[i];
    b->step.inverse_inertia[i] = prescribed ? 0 : 1 / inertia;
  }
  return 0;
}

/* Lists the candidates of pairs and of walls. A law may refuse two bodies that are near each other for the first time,
   on any rank. Not collective. */
static PetscErrorCode ListCandidates(GrWorld w)
{
  const GrBulk b = w->bulk;
  const GrWallParticles particles = GrBulkWallParticles(w);

  PetscCall(GrBulkListCandidates(w));
  b->walls.slack = 0.25 * b->particles.smallest_radius;
  PetscCall(GrWallsList(&b->walls, &b->model, &particles, b->numbers.reference_time, 0.5 * b->numbers.skin,
                        PetscMax(b->neighbours.adhesion_reach, b->model.reach)));
  PetscCall(GrBulkWearReserve(w));
  return GrBulkWallWorkReserve(w);
}

/* A refusal at the start is an input error; later it ends a run that has results. */
static PetscErrorCode RefusePair(GrWorld w, PetscErrorCode error)
{
  char message[GR_MESSAGE_MAX];

  if (GrFailureCode() != GR_EXIT_INPUT || w->bulk->numbers.steps == 0)
    return error;
  snprintf(message, sizeof(message), "%s", GrFailureMessage());
  GrFailureClear();
  return GrFail(GR_EXIT_PHYSICS, "at t = %.9g s two bodies came close to each other: %s", w->clock.committed, message);
}

PetscErrorCode GrBulkRebuild(GrWorld w, GrParallelColumns *records)
{
  PetscErrorCode error;

  w->load.rebuilds++;
  PetscCall(GrHistoryReset(&w->bulk->history, 0)); /* the histories are in the records during the rebuild */
  PetscCall(GrHistoryReset(&w->bulk->walls.history, 0));
  PetscCall(GrBulkMigrateParticles(w, records));
  PetscCall(ArrangeAlongCurve(w, records));
  PetscCall(GrBulkSearchPairs(w));
  PetscCall(GrBulkBodyBeginEpoch(w));
  error = ListCandidates(w);
  if (w->bulk->particles.n_types == 0 && GrModelMayRefuse(&w->bulk->model)) /* the laws have accepted all known types */
    error = GrFailAgree(w->comm, error);
  if (error)
    return RefusePair(w, error);
  PetscCall(ApplyRecords(w, records));
  PetscCall(GrParallelColumnsDestroy(records));
  PetscCall(DeriveMasses(w));
  w->bulk->wall_motion.budget = (GrBulkWallBudget){.until = -INFINITY, .not_until = INFINITY};
  w->bulk->epoch.extent = w->bulk->box;
  w->bulk->epoch.extent_known = !w->bulk->wall_motion.turns;
  return 0;
}
