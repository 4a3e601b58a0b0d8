/* Contact history is committed by accepted steps only: a run with rejected steps and with events must end like a
   plain run.

   Two beads of an elastoplastic law collide. Rejections: from time to time a step of 8 h is tried and rejected, in
   which the overlap far exceeds that of the accepted step. Events: four times are located by rolling steps back and
   dividing them. The same runs with a premature commit (in TSPostEvaluate, before a rollback; in TSPostStage, before
   a rejection) must give clearly wrong results; otherwise the test would be insensitive.
   Labels: chain input law run time world. */
#include "unit.h"

#include "world/world.h"

#include <granum/error.h>
#include <granum/run.h>
#include <math.h>

static const char text[] =
    "dimension: 1\n"
    "materials: {steel: {density: 7800, youngs_modulus: 193e9, poisson_ratio: 0.3, yield_stress: 940e6}}\n"
    "contacts: [{between: '*', normal: {law: ma_liu, hardness_ratio: 2.84, conformity: 13}}]\n"
    "particles: {beads: {chain: {count: 2}, material: steel, radius: 2.38 mm}}\n"
    "initial_velocities: [{id: 1, velocity: 1.77}]\n"
    "time: {end: 40 us, step: 0.25 us, overlap_limit: 1}\n"
    "run: {residual: off}\n"; /* the balance of runs that commit too early does not close */

#define STEP 0.25e-6
enum { EVENTS = 4 };
static const double event_times[EVENTS] = {2.13e-6, 4.41e-6, 5.77e-6, 7.31e-6};

typedef enum { COMMIT_RIGHT, COMMIT_POST_EVALUATE, COMMIT_POST_STAGE } Where;
static GrWorld world;

static PetscErrorCode Events(TS ts, PetscReal t, Vec u, PetscScalar value[], void *context)
{
  for (int i = 0; i < EVENTS; i++)
    value[i] = t - event_times[i];
  return 0;
}

static PetscErrorCode TryLongStep(TS ts)
{
  PetscInt n;
  PetscCall(TSGetStepNumber(ts, &n));
  PetscCall(TSSetTimeStep(ts, n % 5 == 3 ? 8 * STEP : STEP));
  return 0;
}

static PetscErrorCode RefuseLongStep(TSAdapt adapt, TS ts, PetscReal t, Vec u, PetscBool *accept)
{
  PetscReal now;
  PetscCall(TSGetTime(ts, &now));
  *accept = t - now <= 1.001 * STEP;
  return 0;
}

static PetscErrorCode CommitNow(TS ts, double t)
{
  Vec u;
  const double *x;
  PetscCall(TSGetSolution(ts, &u));
  PetscCall(VecGetArrayRead(u, &x));
  PetscCall(GrWorldCommit(world, t, x));
  PetscCall(VecRestoreArrayRead(u, &x));
  return 0;
}

static PetscErrorCode PrematureEvaluate(TS ts)
{
  double t;
  PetscCall(TSGetTime(ts, &t));
  PetscCall(CommitNow(ts, t));
  return 0;
}

static PetscErrorCode PrematureStage(TS ts, PetscReal t, PetscInt stage, Vec *y)
{
  PetscCall(CommitNow(ts, t));
  return 0;
}

/* Relative speed after the impact. */
static double Separation(double step, int events, int rejections, Where where)
{
  char set[64];
  const char *sets[] = {set};
  GrCase *c;
  GrRun run;
  const double *u;
  PetscInt direction[EVENTS] = {0};
  PetscBool terminate[EVENTS] = {PETSC_FALSE};
  double speed;

  snprintf(set, sizeof(set), "time.step=%.17g", step);
  assert_int_equal(GrCaseParse("commit.yaml", text, 1, sets, &c), 0);
  assert_int_equal(GrWorldCreate(PETSC_COMM_SELF, c, &world), 0);
  assert_int_equal(GrRunCreate(world, NULL, NULL, &run), 0);
  TS ts = GrRunTS(run);
  if (events) {
    assert_int_equal(TSSetEventHandler(ts, EVENTS, direction, terminate, Events, NULL, NULL), 0);
    assert_int_equal(TSSetEventTolerances(ts, 1e-10, NULL), 0);
  }
  if (rejections) {
    TSAdapt adapt;
    assert_int_equal(TSGetAdapt(ts, &adapt), 0);
    assert_int_equal(TSAdaptSetCheckStage(adapt, RefuseLongStep), 0);
    assert_int_equal(TSSetPreStep(ts, TryLongStep), 0);
  }
  if (where == COMMIT_POST_EVALUATE)
    assert_int_equal(TSSetPostEvaluate(ts, PrematureEvaluate), 0);
  if (where == COMMIT_POST_STAGE)
    assert_int_equal(TSSetPostStage(ts, PrematureStage), 0);
  assert_int_equal(GrRunSolve(run), 0);
  assert_int_equal(VecGetArrayRead(GrRunState(run), &u), 0);
  speed = u[3] - u[2];
  assert_int_equal(VecRestoreArrayRead(GrRunState(run), &u), 0);
  assert_int_equal(GrRunDestroy(&run), 0);
  assert_int_equal(GrWorldDestroy(&world), 0);
  assert_int_equal(GrCaseDestroy(&c), 0);
  return speed;
}

static void test_commit(void **state)
{
  const double exact = Separation(STEP / 256, 0, 0, COMMIT_RIGHT);
  const double plain = Separation(STEP, 0, 0, COMMIT_RIGHT);
  /* The error of the plain run at this step sets the scale: events and rejections only shorten steps, so they cannot do
     much worse. */
  const double scale = 3 * fabs(plain - exact) + 1e-4 * exact;

  for (int events = 0; events < 2; events++)
    for (int rejections = 0; rejections < 2; rejections++) {
      double right = fabs(Separation(STEP, events, rejections, COMMIT_RIGHT) - exact);
      double evaluate = fabs(Separation(STEP, events, rejections, COMMIT_POST_EVALUATE) - exact);
      double stage = fabs(Separation(STEP, events, rejections, COMMIT_POST_STAGE) - exact);
      print_message(
          "events %d, rejections %d: off by %.2e (allowed %.2e); committed in PostEvaluate %.2e, in PostStage %.2e\n",
          events, rejections, right, scale, evaluate, stage);
      assert_true(right < scale);
      if (events)
        assert_true(evaluate > 2 * scale);
      if (rejections)
        assert_true(stage > 2 * scale);
    }
}

UNIT_PETSC(CASE(test_commit));
