/* engine: creation of an assembly, and its functions as a world (world/world_impl.h); see bulk.h. */
#include "bulk/bound.h"
#include "bulk/bulk.h"
#include "bulk/epoch.h"
#include "bulk/output.h"
#include "bulk/population/counter.h"
#include "bulk/population/insert.h"
#include "bulk/save/save.h"

#include <granum/error.h>
#include <math.h>

/* Creates the model, the walls and the contact history. */
static PetscErrorCode MakeModel(GrWorld w)
{
  const GrBulk b = w->bulk;

  if (w->from)
    PetscCall(GrBulkLoadTypes(w, w->from));
  PetscCall(GrBulkCreateModel(w));
  PetscCall(GrWallsCreate(w->the_case, &b->model, &b->walls));
  b->history = (GrHistory){.n_values = b->model.n_history};
  return 0;
}

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

static PetscErrorCode DestroyBulk(GrWorld w)
{
  GrBulk b = w->bulk;

  if (!b)
    return 0;
  PetscCall(GrBulkFreeWork(w));
  PetscCall(GrParallelGhostsDestroy(&b->neighbours.ghosts));
  PetscCall(GrParallelPartitionDestroy(&b->ownership.partition));
  PetscCall(GrPairSearchDestroy(&b->neighbours.search));
  PetscCall(GrPairsDestroy(&b->neighbours.pairs));
  PetscCall(GrWallsDestroy(&b->walls));
  PetscCall(PetscFree(b->wall_motion.work.sum));
  for (int k = 0; k < 2; k++) {
    PetscCall(PetscFree(b->wall_motion.work.wall[k]));
    PetscCall(PetscFree(b->wall_motion.work.particle[k]));
    PetscCall(PetscFree(b->wall_motion.work.power[k]));
  }
  PetscCall(GrHistoryDestroy(&b->history));
  PetscCall(GrModelDestroy(&b->model));
  for (int k = 0; b->bounds && k < PetscMax(1, b->stages.n); k++)
    PetscCall(GrModelDestroy(&b->bounds[k]));
  PetscCall(PetscFree(b->bounds));
  PetscCall(PetscFree(b->accurate));
  PetscCall(PetscFree(b->stages.of));
  PetscCall(PetscFree(b->stages.span));
  PetscCall(PetscFree(b->stages.now.walls));
  if (b->population.insertion) {
    PetscCall(PetscFree(b->population.insertion->of));
    PetscCall(PetscFree(b->population.insertion->particle));
  }
  PetscCall(PetscFree(b->population.insertion));
  PetscCall(GrStoreDestroy(&b->store));
  PetscCall(GrBulkBodyFree(b));
  PetscCall(PetscFree(b->particles.group_properties));
  PetscCall(PetscFree(b->population.counts));
  PetscCall(PetscFree(b->wall_motion.gap));
  PetscCall(PetscFree(b->neighbours.form));
  PetscCall(PetscFree(b->neighbours.body));
  PetscCall(PetscFree(b->broken_bonds.bond));
  PetscCall(PetscFree(b->cell));
  return PetscFree(w->bulk);
}

static GrLeft ParticlesLeft(GrWorld w)
{
  return w->bulk->numbers.left;
}

static PetscErrorCode CreateBulk(GrWorld w)
{
  GrParallelColumns none;
  GrBulk b;

  PetscCall(PetscNew(&w->bulk));
  b = w->bulk;
  b->population.particle_steps_to = 1; /* the commit of the start counts as a step */
  PetscCall(PetscCalloc1(w->the_case->output.n_counters, &b->population.counts));
  PetscCall(GrParallelPartitionCreate(w->comm, &b->ownership.partition));
  PetscCall(GrPairSearchCreate(&b->neighbours.search));
  PetscCall(GrStoreCreate(&b->store));
  PetscCall(GrBulkStagesCreate(w));
  PetscCall(PetscCalloc1(w->the_case->n_grains, &b->particles.group_properties));
  PetscCall(GrBulkCellCreate(w));
  if (w->from)
    PetscCall(GrBulkLoadParticles(w, w->from));
  else
    PetscCall(GrFillStore(w->comm, w->the_case, &b->store, b->particles.group_properties));
  if (b->cell && !w->from) {
    GrBulkCellAddFlow(w);
    GrBulkBodyWrap(w);
  }
  PetscCall(GrBulkInsertCreate(w));
  PetscCall(GrBulkSurveyParticles(w));
  for (PetscInt i = 0; i < b->store.columns.n && !w->from; i++)
    GrBulkPopulationAddMass(w, i, &b->population.mass[GR_TALLY_START]);
  PetscCall(MakeModel(w));
  PetscCall(GrBulkBoundsCreate(w));
  PetscCall(GrBulkCheckBox(w));
  if (w->from) /* GrBulkLoad completes the world */
    return 0;
  PetscCall(GrHistoryRecordsCreate(b->model.n_history, &none));
  PetscCall(GrBulkRebuild(w, &none));
  PetscCall(GrBulkMeasureExposure(w));
  return GrBulkBondCreateAll(w);
}

const GrWorldOps GrBulkOps = {.create = CreateBulk,
                              .destroy = DestroyBulk,
                              .layout = LayoutOfState,
                              .total = CountParticles,
                              .state = StateOf,
                              .acceleration = AccelerationOf,
                              .evaluate = GrBulkEvaluate,
                              .commit = GrBulkCommit,
                              .acts = ContactsAct,
                              .energies = GrBulkSumEnergies,
                              .contacts = GrBulkContacts,
                              .largest_share = GrBulkFindLargestShare,
                              .check_finite = GrBulkCheckFinite,
                              .check_contacts = GrBulkCheckContacts,
                              .fault = GrBulkFindFaultKey,
                              .describe_fault = GrBulkDescribeFault,
                              .overlaps = GrBulkFindOverlaps,
                              .name = GrBulkNameParticle,
                              .overlap_remedy = GrBulkAdviseOnOverlap,
                              .left = ParticlesLeft,
                              .print_sides = GrBulkRemovePrintSides,
                              .step_bound = GrBulkFindStepBound,
                              .set_step = GrBulkSetStep,
                              .scales = GrBulkFindScales,
                              .epoch_ends = GrBulkCheckEpoch,
                              .epoch = GrBulkBeginEpoch,
                              .unseen = GrBulkStepsToCheck,
                              .traffic = TrafficOfHalo,
                              .save = GrBulkSave,
                              .restore = GrBulkLoad};
