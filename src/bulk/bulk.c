/* bulk: a world of spheres in space, from the case to its first epoch; see bulk.h. */
#include "bulk/save.h"

#include <granum/error.h>
#include <math.h>

/* The model, and what keeps contacts. */
static PetscErrorCode MakeModel(GrWorld w)
{
  const GrBulk b = w->bulk;

  PetscFunctionBeginUser;
  if (w->from)
    PetscCall(GrBulkLoadTypes(w, w->from));
  PetscCall(GrBulkCreateModel(w));
  PetscCall(GrWallsCreate(w->the_case, &b->model, &b->walls));
  PetscCall(GrHistoryCreate(b->model.n_history, &b->history));
  PetscFunctionReturn(0);
}

static GrLayout LayoutOfState(GrWorld w)
{
  const PetscInt n = w->bulk->store.columns.n;
  return (GrLayout){GR_LAYOUT_BULK, n, GR_STATE * n};
}

static PetscInt64 CountParticles(GrWorld w)
{
  return w->bulk->total;
}

static double *StateOf(GrWorld w)
{
  return w->bulk->store.state;
}

static double *AccelerationOf(GrWorld w)
{
  return w->bulk->store.acceleration;
}

static void TrafficOfHalo(GrWorld w, double *messages, double *bytes)
{
  PetscInt n;
  PetscInt64 size;

  GrGhostsTraffic(w->bulk->ghosts, &n, &size);
  *messages = (double)n;
  *bytes = (double)size;
}

static PetscErrorCode DestroyBulk(GrWorld w)
{
  GrBulk b = w->bulk;

  PetscFunctionBeginUser;
  if (!b)
    PetscFunctionReturn(0);
  PetscCall(GrGhostsDestroy(&b->ghosts));
  PetscCall(GrPartitionDestroy(&b->partition));
  PetscCall(GrPairSearchDestroy(&b->search));
  PetscCall(GrPairsDestroy(&b->pairs));
  PetscCall(GrWallsDestroy(&b->walls));
  PetscCall(GrBulkWallWorkDestroy(&b->wall_work));
  PetscCall(GrHistoryDestroy(&b->history));
  PetscCall(GrModelDestroy(&b->model));
  PetscCall(GrBulkBoundsDestroy(b));
  PetscCall(GrBulkStagesDestroy(b));
  PetscCall(GrBulkInsertDestroy(b));
  PetscCall(GrStoreDestroy(&b->store));
  PetscCall(PetscFree(b->group_properties));
  PetscCall(PetscFree(b->counts));
  PetscCall(PetscFree(b->wall_gap));
  PetscCall(PetscFree(b->form));
  PetscCall(PetscFree(b->body));
  PetscCall(PetscFree(b->inverse_mass));
  PetscCall(PetscFree(b->inverse_inertia));
  PetscCall(PetscFree(b->sum));
  PetscCall(PetscFree(b->power));
  PetscCall(PetscFree(b->external_power));
  PetscCall(PetscFree(b->broken.bond));
  if (b->cell)
    PetscCall(PetscFree(b->cell->sum));
  PetscCall(PetscFree(b->cell));
  PetscCall(PetscFree(w->bulk));
  PetscFunctionReturn(0);
}

static GrLeft ParticlesLeft(GrWorld w)
{
  return w->bulk->numbers.left;
}

static PetscErrorCode CreateBulk(GrWorld w)
{
  GrColumns none;
  GrBulk b;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&w->bulk));
  b = w->bulk;
  for (int s = 0; s < GR_SUM_ENERGIES; s++)
    GrSumClear(&b->removed[s]);
  for (int k = 0; k < GR_TALLY_PRESENT; k++)
    GrSumClear(&b->mass[k]);
  PetscCall(GrBulkCountersCreate(w));
  PetscCall(GrPartitionCreate(w->comm, &b->partition));
  PetscCall(GrPairSearchCreate(&b->search));
  PetscCall(GrStoreCreate(&b->store));
  PetscCall(GrBulkStagesCreate(w));
  PetscCall(PetscCalloc1(w->the_case->n_grains, &b->group_properties));
  PetscCall(GrBulkCellCreate(w));
  if (w->from)
    PetscCall(GrBulkLoadCell(w, w->from));
  if (w->from)
    PetscCall(GrBulkLoadParticles(w, w->from, &b->store, b->group_properties));
  else
    PetscCall(GrFillStore(w->comm, w->the_case, &b->store, b->group_properties));
  if (b->cell && !w->from)
    GrBulkCellBegin(w);
  PetscCall(GrBulkInsertCreate(w));
  PetscCall(GrBulkSurvey(w));
  if (!w->from)
    GrBulkTallyStart(w);
  PetscCall(MakeModel(w));
  PetscCall(GrBulkBoundsCreate(w));
  PetscCall(GrBulkCheckBox(w));
  if (w->from) /* GrBulkLoad goes on */
    PetscFunctionReturn(0);
  PetscCall(GrHistoryRecordsCreate(b->model.n_history, &none));
  PetscCall(GrBulkRebuild(w, &none));
  PetscCall(GrBulkMeasureExposure(w));
  PetscCall(GrBulkBeginBonds(w));
  PetscFunctionReturn(0);
}

GrStore *GrBulkStore(GrWorld w)
{
  return &w->bulk->store;
}

const GrBox *GrBulkBox(GrWorld w)
{
  return &w->bulk->box;
}

const GrWorldOps GrBulkOps = {.create = CreateBulk,
                              .destroy = DestroyBulk,
                              .layout = LayoutOfState,
                              .total = CountParticles,
                              .state = StateOf,
                              .acceleration = AccelerationOf,
                              .evaluate = GrBulkEvaluate,
                              .commit = GrBulkCommit,
                              .energies = GrBulkEnergies,
                              .contacts = GrBulkContacts,
                              .fault = GrBulkFaultKey,
                              .describe_fault = GrBulkDescribeFault,
                              .overlaps = GrBulkOverlaps,
                              .name = GrBulkName,
                              .overlap_remedy = GrBulkOverlapRemedy,
                              .left = ParticlesLeft,
                              .print_sides = GrBulkSidesPrint,
                              .step_bound = GrBulkStepBound,
                              .set_step = GrBulkSetStep,
                              .scales = GrBulkScales,
                              .epoch_ends = GrBulkEpochEnds,
                              .epoch = GrBulkEpoch,
                              .unseen = GrBulkUnseen,
                              .traffic = TrafficOfHalo,
                              .save = GrBulkSave,
                              .restore = GrBulkLoad};
