/* Common functions of chains and assemblies as worlds; see granum/world.h. */
#include "world/world_impl.h"

#include <granum/error.h>
#include <math.h>
#include <string.h>
#include <sys/resource.h>

/* Creates a world without particles. */
static PetscErrorCode CreateEmpty(MPI_Comm comm, const GrCase *the_case, GrWorld *world)
{
  struct rusage usage = {0};
  GrWorld w;

  PetscCall(PetscNew(&w));
  (void)getrusage(RUSAGE_SELF, &usage);
  w->load.memory_before = 1024.0 * (double)usage.ru_maxrss;
  w->comm = comm;
  w->the_case = the_case;
  w->clock.until = the_case->time.end;
  w->clock.trial = NAN;
  PetscCallMPI(MPI_Comm_rank(comm, &w->rank));
  PetscCallMPI(MPI_Comm_size(comm, &w->size));
  w->ops = the_case->dimension == 1 ? &GrChainOps : &GrBulkOps;
  PetscCall(GrTimersCreate(&w->timers));
  *world = w;
  return w->ops->create(w);
}

PetscErrorCode GrWorldCreate(MPI_Comm comm, const GrCase *the_case, GrWorld *world)
{
  PetscCall(CreateEmpty(comm, the_case, world));
  PetscCall((*world)->ops->fill(*world));
  GrTimersFit(&(*world)->timers, (PetscInt)(GrWorldTotal(*world) / (*world)->size));
  return 0;
}

PetscErrorCode GrWorldDestroy(GrWorld *world)
{
  if (!*world)
    return 0;
  PetscCall((*world)->ops->destroy(*world));
  PetscCall(PetscFree((*world)->load.particle_cost));
  return PetscFree(*world);
}

const GrEquilibrium *GrWorldEquilibrium(GrWorld w)
{
  return w->balanced ? &w->equilibrium : NULL;
}

void GrWorldEquilibriumPrint(GrWorld world, const char *mark, FILE *out)
{
  const GrEquilibrium *e = GrWorldEquilibrium(world);
  if (e)
    fprintf(out,
            "%sequilibrium of %" PetscInt64_FMT " beads under %g N: net forces of at most %.3g N are left, %.3f s\n",
            mark, e->beads, e->load, e->residual, e->seconds);
}

MPI_Comm GrWorldComm(GrWorld w)
{
  return w->comm;
}

const GrCase *GrWorldCase(GrWorld w)
{
  return w->the_case;
}

GrLayout GrWorldLayout(GrWorld w)
{
  return w->ops->layout(w);
}

PetscInt64 GrWorldTotal(GrWorld w)
{
  return w->ops->total(w);
}

double *GrWorldState(GrWorld w)
{
  return w->ops->state ? w->ops->state(w) : NULL;
}

double *GrWorldAcceleration(GrWorld w)
{
  return w->ops->acceleration(w);
}

void GrWorldNoSolution(GrWorld w)
{
  w->clock.trial = NAN;
}

PetscErrorCode GrWorldCommit(GrWorld w, double t, const double *u)
{
  if (w->clock.trial != t) { /* the last evaluation was a stage: make one at the solution */
    const GrStep none = {.rule = &GrStepStages};
    PetscCall(GrWorldEvaluate(w, t, u, &none));
  }
  PetscCall(GrTimerBegin(&w->timers, GR_PHASE_COMMIT));
  PetscCall(w->ops->commit(w, t, u));
  w->account.known = false;
  w->clock.committed = t;
  w->clock.trial = NAN; /* committed once; the buffers have changed sides */
  return GrTimerEnd(&w->timers, GR_PHASE_COMMIT);
}

const char *const GrWorldSideNames[GR_SIDES] = {"lower_x", "lower_y", "lower_z", "upper_x", "upper_y", "upper_z"};

GrLeft GrWorldLeft(GrWorld w)
{
  return w->ops->left ? w->ops->left(w) : (GrLeft){{0}, {0}};
}

void GrWorldLeftText(GrWorld w, char *text, size_t length)
{
  const GrLeft left = GrWorldLeft(w);
  size_t used = 0;

  text[0] = 0;
  for (int past = 0; past < 2; past++)
    for (int side = 0; side < GR_SIDES; side++) {
      const PetscInt64 n = past ? left.past_walls[side] : left.open[side];
      if (n > 0 && used < length)
        used += (size_t)snprintf(text + used, length - used, "%s%" PetscInt64_FMT " %s %s", used ? ", " : "", n,
                                 past ? "past a wall at" : "through", GrWorldSideNames[side]);
    }
}

void GrWorldSidesPrint(GrWorld w, const char *mark, FILE *out)
{
  if (w->ops->print_sides)
    w->ops->print_sides(w, mark, out);
}

PetscErrorCode GrWorldFindStepBound(GrWorld w, GrStepBound *bound)
{
  PetscCall(w->ops->step_bound(w, bound));
  w->clock.bound = *bound;
  return 0;
}

double GrWorldContactStep(GrWorld w, const GrStepBound *bound)
{
  const GrTime *time = &w->the_case->time;
  const double step = w->bulk ? GrWorldAutomaticStep(bound, time) : 0.5 * bound->stable;

  return PetscMin(step, time->end);
}

void GrWorldSetStep(GrWorld w, double step)
{
  w->clock.fixed_step = step;
  w->ops->set_step(w, step);
}

const double *GrWorldScales(GrWorld w)
{
  if (w->scales[0] == 0)
    w->ops->scales(w, &w->scales[0], &w->scales[1], &w->scales[2]);
  return w->scales;
}

PetscErrorCode GrWorldPlanNext(GrWorld w, double t, const double *u)
{
  bool ends = false;

  if (w->ops->epoch_ends)
    PetscCall(w->ops->epoch_ends(w, t, u, &ends));
  if (ends && w->clock.plan.next == GR_NEXT_STEP)
    w->clock.plan.next = GR_NEXT_EPOCH;
  return 0;
}

PetscInt64 GrWorldFusedSteps(GrWorld w)
{
  return w->ops->fused_steps ? w->ops->fused_steps(w) : INT64_MAX;
}

PetscErrorCode GrWorldEpoch(GrWorld w)
{
  w->account.known = false;
  if (w->ops->epoch)
    PetscCall(w->ops->epoch(w));
  return 0;
}

enum { BALANCE = (offsetof(GrBalance, good) - offsetof(GrBalance, external)) / sizeof(double) };
static const GrMember Members[] = {
    {{"energy_at_start", GR_REAL, 1, "J", "total energy at the start, from which the residual is computed"},
     offsetof(struct GrWorld_, account.energy_at_start),
     GR_FINITE},
    {{"external_at_start", GR_REAL, 1, "J", "external work at the start, from which external_work is counted"},
     offsetof(struct GrWorld_, account.external_at_start),
     GR_FINITE},
    {{"scales", GR_REAL, 3, "1", "scales of length, speed and energy for error control, in SI"},
     offsetof(struct GrWorld_, scales),
     GR_NOT_NEGATIVE},
    {{"fixed_step", GR_REAL, 1, "s", "fixed step, on which the margins of the next rebuild depend; 0: variable steps"},
     offsetof(struct GrWorld_, clock.fixed_step),
     GR_NOT_NEGATIVE},
    {{"balance_steps", GR_INTEGER, 3, "1",
      "checks of the energy balance: begun, step of the last compared check, warned"},
     offsetof(struct GrWorld_, account.balance.begun),
     GR_COUNT},
    {{"balance", GR_REAL, BALANCE, "1", "sums and maxima of the checks of the energy balance (GrBalance), in SI"},
     offsetof(struct GrWorld_, account.balance.external),
     GR_FINITE},
    {{"balance_good", GR_REAL, sizeof(GrLedger) / sizeof(double), "J", "ledger of the last check that closed"},
     offsetof(struct GrWorld_, account.balance.good),
     GR_FINITE},
    {{"deepest_contact", GR_INTEGER, 3, "1", "ids and wall of the contact with the largest overlap / radius"},
     offsetof(struct GrWorld_, deepest.first),
     GR_COUNT},
    {{"deepest", GR_REAL, 3, "1", "largest overlap / radius [1], its time [s], largest overlap since the last row [m]"},
     offsetof(struct GrWorld_, deepest.ratio),
     GR_FINITE}};
static const GrCheckpointStruct Saved = GR_CHECKPOINT_STRUCT(NULL, struct GrWorld_, Members);

PetscErrorCode GrWorldSave(GrWorld w, const double *u, GrCheckpoint file)
{
  PetscCall(GrWorldDeepestReduce(w));
  PetscCall(GrCheckpointPutStructs(file, &Saved, 1, w));
  return w->ops->save(w, u, file);
}

PetscErrorCode GrWorldRestore(MPI_Comm comm, const GrCase *the_case, GrCheckpoint file, double time, GrWorld *world)
{
  PetscCall(CreateEmpty(comm, the_case, world));
  PetscCall(GrCheckpointGetStructs(file, &Saved, 1, *world));
  (*world)->account.begun = true;
  (*world)->clock.committed = time;
  PetscCall((*world)->ops->restore(*world, file));
  GrTimersFit(&(*world)->timers, (PetscInt)(GrWorldTotal(*world) / (*world)->size));
  return 0;
}
