/* run: a case from its start to its end, epoch after epoch; TSSolve runs inside an epoch.

   After each accepted step (TSPostStep): commit, guard, record what is due, cut the next step of a variable-step method
   so that it ends on the next output time. Nothing else in the loop allocates or talks to all ranks, except the
   guard's one maximum every GUARD_EVERY steps and the output itself; clocks are read now and then. */
#include "integrate/run_impl.h"

#include "integrate/petsc_compat.h"
#include "integrate/rhs.h"
#include "integrate/step.h"
#include "output/directory.h"
#include <granum/error.h>
#include <petsctime.h>

enum { GUARD_EVERY = 256 };

static PetscErrorCode Moment(GrRun run, const double *u, GrMoment *m)
{
  PetscInt steps;

  PetscFunctionBeginUser;
  PetscCall(TSGetStepNumber(run->ts, &steps));
  PetscCall(TSGetTime(run->ts, &m->time));
  m->step = steps;
  m->u = u;
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
  PetscCall(GrWorldCommit(run->world, m.time, m.u));
  due = (PetscBool)(run->recorder && GrRecorderIsDue(run->recorder, m.time));
  if (due || m.step % GUARD_EVERY == 0)
    PetscCall(Record(run, &m, due));
  if (run->world->the_case->time.integrator == GR_INTEGRATOR_RK) {
    PetscCall(GrStepFit(run, m.time));
    PetscCall(TSRestartStep(run->ts)); /* the last stage saw the history before it was committed */
  }
  GrProgressStep(&run->progress, m.step, m.time);
  PetscCall(TSGetTimeStep(run->ts, &run->world->next_step));
  PetscCall(GrWorldEpochEnds(run->world, m.time, m.u, &run->epoch_ends));
  if (run->epoch_ends)
    PetscCall(TSSetConvergedReason(run->ts, TS_CONVERGED_USER));
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

PetscErrorCode GrRunCreate(GrWorld world, const char *directory, const char *options, GrRun *run_out)
{
  GrRun run;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&run));
  *run_out = run;
  run->world = world;
  GrStepChoose(run);
  PetscCall(GrTSCreate(world, run->step, &run->ts));
  PetscCall(GrTSBegin(world, run->ts, PETSC_FALSE, &run->state));
  PetscCall(TSGetTimeStep(run->ts, &run->step)); /* -ts_dt may have changed it */
  GrStepExplain(run);
  if (world->the_case->time.integrator == GR_INTEGRATOR_VERLET)
    PetscCall(GrWorldSetStep(world, run->step));
  PetscCall(TSSetApplicationContext(run->ts, run));
  PetscCall(TSSetPostStep(run->ts, PostStep));
  if (directory) {
    PetscCall(GrDirectoryMake(world->comm, directory));
    PetscCall(PetscStrallocpy(directory, &run->directory));
    PetscCall(GrDirectoryWrite(world->comm, directory, "input.yaml", world->the_case->resolved));
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
  PetscCall(GrWorldLedger(run->world, m.u, ledger));
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
  PetscCall(GrWorldCommit(run->world, m.time, m.u));
  PetscCall(GrWorldGuard(run->world));
  PetscCall(GrWorldLedger(run->world, m.u, &run->start));
  if (run->recorder)
    PetscCall(GrRecorderRecord(run->recorder, &m));
  PetscCall(VecRestoreArrayRead(run->state, &u));
  if (run->world->the_case->time.integrator == GR_INTEGRATOR_RK)
    PetscCall(GrStepFit(run, m.time));
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

/* TSSolve, epoch after epoch. */
static PetscErrorCode Solve(GrRun run)
{
  PetscFunctionBeginUser;
  do {
    run->epoch_ends = PETSC_FALSE;
    PetscCall(TSSolve(run->ts, NULL));
    if (run->epoch_ends) {
      PetscCall(GrTSEnd(run->world, run->ts, &run->state));
      PetscCall(GrWorldEpoch(run->world));
      PetscCall(GrTSBegin(run->world, run->ts, PETSC_TRUE, &run->state));
    }
  } while (run->epoch_ends);
  PetscFunctionReturn(0);
}

static PetscErrorCode Integrate(GrRun run)
{
  TSConvergedReason reason;
  PetscLogDouble begun, ended;

  PetscFunctionBeginUser;
  run->world->sure =
      (PetscBool)(run->world->the_case->time.integrator == GR_INTEGRATOR_VERLET && !GrTSMayRollBack(run->ts));
  PetscCall(Start(run));
  GrProgressBegin(&run->progress, run->world->rank, NULL, run->world->the_case->time.end);
  PetscCallMPI(MPI_Barrier(run->world->comm));
  PetscCall(PetscTime(&begun));
  PetscCall(Solve(run));
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
