/* run: a case from its start to its end, one epoch, since the order of a chain cannot change.

   After each accepted step (TSPostStep): commit, guard, record what is due, cut the next step of a variable-step method
   so that it ends on the next output time. Nothing else in the loop reads a clock, allocates or talks to all ranks,
   except the guard's one maximum every GUARD_EVERY steps and the output itself. */
#include "integrate/run_impl.h"

#include "integrate/rhs.h"
#include <errno.h>
#include <granum/error.h>
#include <math.h>
#include <petsctime.h>
#include <string.h>
#include <sys/stat.h>

enum { GUARD_EVERY = 256 };

static PetscErrorCode Moment(GrRun run, const double *u, GrMoment *m)
{
  PetscInt n = run->world->particles.n, length, steps;

  PetscFunctionBeginUser;
  PetscCall(VecGetLocalSize(run->state, &length));
  PetscCall(TSGetStepNumber(run->ts, &steps));
  PetscCall(TSGetTime(run->ts, &m->time));
  m->step = steps;
  m->x = u;
  m->v = u + n;
  m->viscous =
      length == GR_STATE_RK * n && GrWorldCase(run->world)->time.integrator == GR_INTEGRATOR_RK ? u + 2 * n : NULL;
  PetscFunctionReturn(0);
}

/* Variable steps end on the next output time; the step wanted before the cut is taken up again after it. */
static PetscErrorCode FitStep(GrRun run, double t)
{
  double next, room = run->recorder ? GrRecorderDue(run->recorder) - t : INFINITY;

  PetscFunctionBeginUser;
  PetscCall(TSGetTimeStep(run->ts, &next));
  next = PetscMax(next, run->wanted);
  run->wanted = 0;
  room = PetscMin(room, run->world->the_case->time.end - t);
  if (!(room > 0))
    PetscFunctionReturn(0);
  if (next >= room) {
    run->wanted = next;
    next = room;
  } else if (2 * next > room) { /* two even steps rather than one and a sliver */
    run->wanted = next;
    next = 0.5 * room;
  }
  PetscCall(TSSetTimeStep(run->ts, next));
  PetscFunctionReturn(0);
}

/* The guard, before whole frames and now and then, and what is due. */
static PetscErrorCode Record(GrRun run, const GrMoment *m, PetscBool due)
{
  PetscFunctionBeginUser;
  PetscCall(GrTimerBegin(&run->world->timers, GR_PHASE_OUTPUT));
  if (m->step % GUARD_EVERY == 0 || (due && GrRecorderFrameDue(run->recorder, m->time)))
    PetscCall(GrWorldGuard(run->world));
  if (due)
    PetscCall(GrRecorderRecord(run->recorder, m));
  PetscCall(GrTimerEnd(&run->world->timers, GR_PHASE_OUTPUT));
  PetscFunctionReturn(0);
}

static PetscErrorCode AfterStep(GrRun run, const double *u)
{
  GrMoment m;
  PetscBool due;

  PetscFunctionBeginUser;
  PetscCall(Moment(run, u, &m));
  PetscCall(GrWorldCommit(run->world, m.time, m.x, m.v));
  due = (PetscBool)(run->recorder && GrRecorderIsDue(run->recorder, m.time));
  if (due || m.step % GUARD_EVERY == 0)
    PetscCall(Record(run, &m, due));
  if (run->world->the_case->time.integrator == GR_INTEGRATOR_RK)
    PetscCall(FitStep(run, m.time));
  GrProgressStep(&run->progress, m.step, m.time);
  PetscFunctionReturn(0);
}

/* The only acceptance signal of a step is this callback with a reason >= 0. */
static PetscErrorCode PostStep(TS ts)
{
  GrRun run;
  TSConvergedReason reason;
  const double *u;

  PetscFunctionBeginUser;
  PetscCall(TSGetConvergedReason(ts, &reason));
  if (reason < 0)
    PetscFunctionReturn(0);
  PetscCall(TSGetApplicationContext(ts, &run));
  PetscCall(VecGetArrayRead(run->state, &u));
  PetscCall(AfterStep(run, u));
  PetscCall(VecRestoreArrayRead(run->state, &u));
  PetscFunctionReturn(0);
}

/* A step that divides the shortest output period (or the whole run), at most `longest`. */
static double Divide(const GrCase *c, double longest)
{
  double span = c->time.end;
  if (c->output.trajectory_every > 0)
    span = PetscMin(span, c->output.trajectory_every);
  if (c->output.energy_every > 0)
    span = PetscMin(span, c->output.energy_every);
  for (int s = 0; s < c->output.n_sensors; s++)
    if (c->output.sensors[s].every > 0)
      span = PetscMin(span, c->output.sensors[s].every);
  return span / ceil(span / longest);
}

static void ChooseStep(GrRun run)
{
  const GrCase *c = run->world->the_case;
  char bound[GR_REASON_MAX / 2];
  double stable;

  GrWorldStepBound(run->world, &stable, bound, sizeof(bound));
  run->stable = stable;
  if (c->time.step > 0)
    run->step = c->time.step;
  else if (isinf(stable))
    run->step = Divide(c, c->time.end / 100);
  else
    run->step = Divide(c, c->time.safety * stable);
  snprintf(run->reason, sizeof(run->reason), "%s", bound);
}

/* Once TS has the last word on the step. */
static void ExplainStep(GrRun run)
{
  const GrCase *c = run->world->the_case;
  const PetscBool fixed = (PetscBool)(c->time.integrator == GR_INTEGRATOR_VERLET);
  char bound[GR_REASON_MAX / 2], how[64] = "given";

  snprintf(bound, sizeof(bound), "%.*s", (int)sizeof(bound) - 1, run->reason);
  if (c->time.step == 0)
    snprintf(how, sizeof(how),
             isinf(run->stable) ? "auto, a hundredth of the run" : "auto, at most %g of the stable one",
             c->time.safety);
  snprintf(run->reason, sizeof(run->reason), "%s step %.6g s (%s); %s%s", fixed ? "fixed" : "first", run->step, how,
           bound, fixed && run->step > run->stable ? "; WARNING: the step is longer than that" : "");
}

static PetscErrorCode MakeDirectory(MPI_Comm comm, const char *directory)
{
  int rank, error = 0;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  if (rank == 0 && mkdir(directory, 0777) != 0 && errno != EEXIST)
    error = errno;
  PetscCallMPI(MPI_Bcast(&error, 1, MPI_INT, 0, comm));
  if (error)
    return GrFail(GR_EXIT_FILE, "%s: the output directory cannot be made: %s; give another one with -o", directory,
                  strerror(error));
  PetscFunctionReturn(0);
}

static PetscErrorCode WriteResolved(GrRun run)
{
  char path[PETSC_MAX_PATH_LEN];
  int error = 0;

  PetscFunctionBeginUser;
  PetscCall(PetscSNPrintf(path, sizeof(path), "%s/input.yaml", run->directory));
  if (run->world->rank == 0) {
    FILE *file = fopen(path, "w");
    if (!file || fputs(run->world->the_case->resolved, file) < 0 || fclose(file) != 0)
      error = errno;
  }
  PetscCallMPI(MPI_Bcast(&error, 1, MPI_INT, 0, run->world->comm));
  if (error)
    return GrFail(GR_EXIT_FILE, "%s: cannot be written: %s", path, strerror(error));
  PetscFunctionReturn(0);
}

PetscErrorCode GrRunCreate(GrWorld world, const char *directory, const char *options, GrRun *run_out)
{
  GrRun run;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&run));
  *run_out = run;
  run->world = world;
  ChooseStep(run);
  PetscCall(GrTSCreate(world, run->step, &run->ts, &run->state));
  PetscCall(TSGetTimeStep(run->ts, &run->step)); /* -ts_dt may have changed it */
  ExplainStep(run);
  if (world->the_case->time.integrator == GR_INTEGRATOR_VERLET)
    GrWorldSetStep(world, run->step);
  PetscCall(TSSetApplicationContext(run->ts, run));
  PetscCall(TSSetPostStep(run->ts, PostStep));
  if (directory) {
    PetscCall(MakeDirectory(world->comm, directory));
    PetscCall(PetscStrallocpy(directory, &run->directory));
    PetscCall(WriteResolved(run));
    PetscCall(GrRecorderCreate(world, directory, options, &run->recorder));
  }
  PetscFunctionReturn(0);
}

TS GrRunTS(GrRun run)
{
  return run->ts;
}

Vec GrRunState(GrRun run)
{
  return run->state;
}

const char *GrRunStepReason(GrRun run)
{
  return run->reason;
}

PetscErrorCode GrRunLedger(GrRun run, GrLedger *ledger)
{
  const double *u;
  GrMoment m;

  PetscFunctionBeginUser;
  PetscCall(VecGetArrayRead(run->state, &u));
  PetscCall(Moment(run, u, &m));
  PetscCall(GrWorldLedger(run->world, m.x, m.v, m.viscous, ledger));
  PetscCall(VecRestoreArrayRead(run->state, &u));
  PetscFunctionReturn(0);
}

/* Contacts that touch at the start have a history and a force before the first step. */
static PetscErrorCode Start(GrRun run)
{
  const double *u;
  GrMoment m;

  PetscFunctionBeginUser;
  PetscCall(VecGetArrayRead(run->state, &u));
  PetscCall(Moment(run, u, &m));
  GrWorldStage(run->world);
  PetscCall(GrWorldCommit(run->world, m.time, m.x, m.v));
  PetscCall(GrWorldGuard(run->world));
  PetscCall(GrWorldLedger(run->world, m.x, m.v, m.viscous, &run->start));
  if (run->recorder)
    PetscCall(GrRecorderRecord(run->recorder, &m));
  PetscCall(VecRestoreArrayRead(run->state, &u));
  if (run->world->the_case->time.integrator == GR_INTEGRATOR_RK)
    PetscCall(FitStep(run, m.time));
  PetscFunctionReturn(0);
}

static PetscErrorCode Finish(GrRun run)
{
  const double *u;
  GrMoment m;

  PetscFunctionBeginUser;
  PetscCall(GrWorldGuard(run->world));
  PetscCall(VecGetArrayRead(run->state, &u));
  PetscCall(Moment(run, u, &m));
  run->steps = m.step;
  PetscCall(GrRecorderFinish(&run->recorder, &m));
  PetscCall(VecRestoreArrayRead(run->state, &u));
  PetscCall(GrRunLedger(run, &run->end));
  PetscFunctionReturn(0);
}

static PetscErrorCode Integrate(GrRun run)
{
  TSConvergedReason reason;
  PetscLogDouble begun, ended;

  PetscFunctionBeginUser;
  PetscCall(Start(run));
  GrProgressBegin(&run->progress, run->world->rank, run->world->the_case->time.end);
  PetscCallMPI(MPI_Barrier(run->world->comm));
  PetscCall(PetscTime(&begun));
  PetscCall(TSSolve(run->ts, NULL));
  PetscCallMPI(MPI_Barrier(run->world->comm));
  PetscCall(PetscTime(&ended));
  run->seconds = ended - begun;
  GrProgressEnd(&run->progress);
  PetscCall(TSGetConvergedReason(run->ts, &reason));
  if (reason < 0) {
    double t;
    PetscCall(TSGetTime(run->ts, &t));
    PetscCall(GrWorldGuard(run->world)); /* the better message, if it has one */
    return GrFail(GR_EXIT_PHYSICS,
                  "at t = %.9g s: the integrator gave up (%s); probable cause: forces that jump or are not numbers; "
                  "use another law variant, a larger time.tolerance, or integrator: verlet",
                  t, TSConvergedReasons[reason]);
  }
  PetscFunctionReturn(0);
}

PetscErrorCode GrRunSolve(GrRun run)
{
  PetscErrorCode error = Integrate(run);

  PetscFunctionBeginUser;
  if (error) {
    if (GrFailureCode() == GR_EXIT_PHYSICS) /* on all ranks alike: what was recorded stays readable */
      (void)GrRecorderFinish(&run->recorder, NULL);
    PetscFunctionReturn(error);
  }
  PetscCall(Finish(run));
  PetscFunctionReturn(0);
}

PetscErrorCode GrRunDestroy(GrRun *run_out)
{
  GrRun run = *run_out;

  PetscFunctionBeginUser;
  if (!run)
    PetscFunctionReturn(0);
  PetscCall(TSDestroy(&run->ts));
  PetscCall(VecDestroy(&run->state));
  PetscCall(PetscFree(run->directory));
  PetscCall(PetscFree(*run_out));
  PetscFunctionReturn(0);
}
