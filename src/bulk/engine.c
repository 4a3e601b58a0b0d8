/* engine: creation of an assembly, and its functions as a world (world/world_impl.h); see bulk.h. */
#include "bulk/bound/bound.h"
#include "bulk/bulk.h"
#include "bulk/epoch.h"
#include "bulk/output.h"
#include "bulk/population/counter.h"
#include "bulk/population/insert.h"
#include "bulk/population/residence.h"
#include "bulk/save/save.h"

#include <granum/error.h>
#include <math.h>

static GrLayout LayoutOfState(GrWorld w)
{
  const PetscInt n = w->bulk->store.columns.n, walls = w->bulk->wall_motion.moves ? w->the_case->n_walls : 0;
  const PetscInt works = w->the_case->time.integrator->integrates_work ? GR_STEP_WORKS + walls : 0;
  return (GrLayout){GR_LAYOUT_BULK, n, (GR_STATE + works) * n};
}

static bool HistoryActs(const GrHistory *h)
{
  bool acts = false;

  for (PetscInt k = 0; k < h->n_blocks && !acts; k++)
    acts = h->n[GrHistoryTrial(h)][k] > 0;
  return acts;
}

static bool ContactsAct(GrWorld w)
{
  return HistoryActs(&w->bulk->history) || HistoryActs(&w->bulk->walls.history);
}

static PetscInt64 CountParticles(GrWorld w)
{
  return w->bulk->population.total;
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

  GrParallelGhostsTraffic(w->bulk->neighbours.ghosts, &n, &size);
  *messages = (double)n;
  *bytes = (double)size;
}

static GrLeft ParticlesLeft(GrWorld w)
{
  return w->bulk->numbers.left;
}

/* ---- a new and a restored assembly ---- */

/* Creates the parts that need no particles. */
static PetscErrorCode CreateBulk(GrWorld w)
{
  GrBulk b;

  PetscCall(PetscNew(&w->bulk));
  b = w->bulk;
  PetscCall(GrStoreCreate(&b->store, GrBulkResidenceCountClocks(w->the_case) > 0));
  PetscCall(GrBulkNeighboursCreate(&b->neighbours));
  PetscCall(GrParallelPartitionCreate(w->comm, &b->ownership.partition));
  PetscCall(GrBulkPopulationCreate(w));
  PetscCall(PetscCalloc1(w->the_case->n_grains, &b->particles.group_properties));
  PetscCall(PetscCalloc1(3 * w->the_case->n_group_forces, &b->step.group_force));
  PetscCall(GrBulkStagesCreate(w));
  return GrBulkFeedbackCreate(w);
}

/* Creates the contact model, the walls, and the model for the limits of the step. They follow from the particles. */
static PetscErrorCode CreateModels(GrWorld w)
{
  const GrBulk b = w->bulk;

  PetscCall(GrBulkCreateModel(w));
  PetscCall(GrWallsCreate(w->the_case, &b->model, &b->walls));
  PetscCall(GrBulkWearCreate(w));
  b->history = (GrHistory){.n_values = b->model.n_history};
  PetscCall(GrBulkLimitCreate(w));
  return GrBulkCheckBox(w);
}

/* Fills a new assembly: box, particles, models; then the first neighbour list. */
static PetscErrorCode FillBulk(GrWorld w)
{
  const GrBulk b = w->bulk;
  GrBulkStatistics statistics;
  GrParallelColumns none;

  PetscCall(GrBulkCellCreate(w));
  PetscCall(GrFillStore(w->comm, w->the_case, &b->store, b->particles.group_properties));
  if (b->cell) {
    GrBulkCellAddFlow(w);
    GrBulkBodyWrap(w);
  }
  PetscCall(GrBulkInsertCreate(w));
  for (PetscInt i = 0; i < b->store.columns.n; i++) {
    GrBulkPopulationAddMass(w, i, &b->population.mass[GR_TALLY_START]);
    GrBulkResidenceBegin(w, i);
  }
  PetscCall(GrBulkFindStatistics(w, &statistics));
  GrBulkSetFirstMargins(w, &statistics);
  PetscCall(CreateModels(w));
  PetscCall(GrHistoryRecordsCreate(b->model.n_history, &none));
  PetscCall(GrBulkRebuild(w, &none));
  PetscCall(GrBulkMeasureExposure(w));
  GrBulkStageMeasure(w);
  return GrBulkBondCreateAll(w);
}

/* Fills an assembly from a checkpoint in the same order: stage, box, particles, models; then the contact histories and
   numbers, with which the neighbour list is rebuilt. */
static PetscErrorCode RestoreBulk(GrWorld w, GrCheckpoint file)
{
  GrBulkStatistics statistics;

  PetscCall(GrBulkStagesRestore(w, file));
  PetscCall(GrBulkFeedbackLoad(w, file));
  PetscCall(GrBulkCellCreate(w));
  PetscCall(GrBulkLoadParticles(w, file));
  PetscCall(GrBulkInsertCreate(w));
  PetscCall(GrBulkFindStatistics(w, &statistics));
  PetscCall(GrBulkLoadTypes(w, file)); /* the types of the particles at the start */
  PetscCall(CreateModels(w));
  return GrBulkLoad(w, file);
}

static PetscErrorCode DestroyBulk(GrWorld w)
{
  GrBulk b = w->bulk;

  if (!b)
    return 0;
  PetscCall(GrBulkFreeWork(w));
  PetscCall(GrBulkLimitDestroy(b));
  PetscCall(GrHistoryDestroy(&b->history));
  PetscCall(GrWallsDestroy(&b->walls));
  PetscCall(GrModelDestroy(&b->model));
  PetscCall(GrBulkWallMotionDestroy(&b->wall_motion));
  PetscCall(PetscFree(b->step.group_force));
  PetscCall(GrBulkWearDestroy(&b->wall_motion.wear));
  PetscCall(PetscFree(b->cell));
  PetscCall(GrBulkFeedbackDestroy(&b->stages.feedback));
  PetscCall(GrBulkStagesDestroy(&b->stages));
  PetscCall(PetscFree(b->particles.group_properties));
  PetscCall(GrBulkPopulationDestroy(&b->population));
  PetscCall(GrParallelPartitionDestroy(&b->ownership.partition));
  PetscCall(GrBulkNeighboursDestroy(&b->neighbours));
  PetscCall(GrBulkBodyFree(b));
  PetscCall(PetscFree(b->broken_bonds.event));
  PetscCall(GrStoreDestroy(&b->store));
  return PetscFree(w->bulk);
}

const GrWorldOps GrBulkOps = {.create = CreateBulk,
                              .fill = FillBulk,
                              .restore = RestoreBulk,
                              .destroy = DestroyBulk,
                              .layout = LayoutOfState,
                              .total = CountParticles,
                              .state = StateOf,
                              .acceleration = AccelerationOf,
                              .evaluate = GrBulkEvaluate,
                              .commit = GrBulkCommit,
                              .start = GrBulkFeedbackEvaluate,
                              .acts = ContactsAct,
                              .energies = GrBulkSumEnergies,
                              .contacts = GrBulkContacts,
                              .largest_share = GrBulkFindLargestShare,
                              .check_finite = GrBulkCheckFinite,
                              .check_contacts = GrBulkLimitCheck,
                              .fault = GrBulkFindFaultKey,
                              .describe_fault = GrBulkDescribeFault,
                              .overlaps = GrBulkFindOverlaps,
                              .name = GrBulkNameParticle,
                              .overlap_remedy = GrBulkAdviseOnOverlap,
                              .left = ParticlesLeft,
                              .print_sides = GrBulkRemovePrintSides,
                              .step_bound = GrBulkLimitFind,
                              .set_step = GrBulkLimitSetStep,
                              .scales = GrBulkLimitFindScales,
                              .epoch_ends = GrBulkCheckEpoch,
                              .epoch = GrBulkBeginEpoch,
                              .fused_steps = GrBulkStepsToCheck,
                              .traffic = TrafficOfHalo,
                              .save = GrBulkSave};
