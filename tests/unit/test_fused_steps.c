/* Steps without output or checks are made several at once (world/step.h: GrStepPlan). With a check at each step all
   results are the same: bits, number of steps, times; also at the pauses of a run.
   Labels: base bulk chain contact input law run time wall. */
#include "unit.h"

#include <granum/error.h>
#include <granum/run.h>
#include <math.h>
#include <string.h>

#include "base/petsc_compat.h"

static const char chain[] = "dimension: 1\n"
                            "materials: {steel: {density: 7800, youngs_modulus: 193e9, poisson_ratio: 0.3}}\n"
                            "contacts: [{between: '*', normal: {law: tsuji, restitution: 0.7}}]\n"
                            "particles: {beads: {chain: {count: 9}, material: steel, radius: 2.38 mm}}\n"
                            "initial_velocities: [{id: 1, velocity: 1.77}]\n"
                            "time: {end: 100 us, step: 0.1 us}\n";
static const char spheres[] =
    "dimension: 3\n"
    "domain: {lower: [-0.1, -0.1, -0.1], upper: [0.1, 0.1, 0.1]}\n"
    "materials: {steel: {density: 7800, youngs_modulus: 193e9, poisson_ratio: 0.3}}\n"
    "contacts: [{between: '*', normal: {law: tsuji, restitution: 0.7}, tangential: {law: mindlin, friction: 0.3}}]\n"
    "particles:\n"
    "  one: {at: [{position: [0, 0, 0]}], material: steel, radius: 5 mm, velocity: [2, 0, 0]}\n"
    "  two: {at: [{position: [10.05 mm, 1 mm, 0]}], material: steel, radius: 5 mm}\n"
    "time: {end: 100 us, step: 0.1 us}\n";
enum { STEPS = 1000, NUMBERS = 18 };

typedef struct {
  double state[NUMBERS];
  PetscInt64 step;
  double time, drag;        /* [s], energy that a fluid has taken [J] */
  PetscInt monitored;       /* steps that a monitor has seen */
  PetscObjectState touched; /* how often the state was handed out for writing */
} Outcome;

/* Sees the steps 0, 1, 2, ... at their times. */
static PetscErrorCode CountSteps(TS ts, PetscInt step, PetscReal t, Vec u, void *context)
{
  Outcome *o = context;

  PetscFunctionBeginUser;
  assert_true(step == o->monitored || (step == STEPS && o->monitored == STEPS + 1)); /* the last one again */
  assert_true(fabs(t - step * 1e-7) < 1e-15);
  o->monitored = step + 1;
  PetscFunctionReturn(0);
}

/* Runs to the end, `at_once` steps after each other between two pauses. */
static void Solve(const char *text, PetscInt64 at_once, bool monitors, Outcome *o)
{
  bool ended = false;
  PetscReal before;
  GrCase *c;
  GrWorld world;
  GrRun run;
  GrLedger ledger;
  PetscInt n;
  const double *u;

  *o = (Outcome){.monitored = 0};
  FACT(!GrCaseParse("fused_steps.yaml", text, 0, NULL, &c), "%s", GrFailureMessage());
  assert_int_equal(GrWorldCreate(PETSC_COMM_SELF, c, &world), 0);
  assert_int_equal(GrRunCreate(world, NULL, NULL, &run), 0);
  if (monitors)
    assert_int_equal(TSMonitorSet(GrRunTS(run), CountSteps, o, NULL), 0);
  while (!ended) {
    const PetscInt64 asked = o->step + at_once;
    FACT(!GrRunSteps(run, at_once, &ended), "%s", GrFailureMessage());
    assert_int_equal(GrRunWhen(run, &o->step, &o->time), 0);
    assert_int_equal(TSGetPrevTime(GrRunTS(run), &before), 0);
    assert_true(o->step == PetscMin(asked, STEPS));
    assert_true(fabs(o->time - before - 1e-7) < 1e-15);
  }
  assert_int_equal(GrRunLedger(run, &ledger), 0);
  o->drag = ledger.dissipated_drag;
  assert_int_equal(VecGetLocalSize(GrRunState(run), &n), 0);
  assert_int_equal(n, NUMBERS);
  assert_int_equal(PetscObjectStateGet((PetscObject)GrRunState(run), &o->touched), 0);
  assert_int_equal(VecGetArrayRead(GrRunState(run), &u), 0);
  memcpy(o->state, u, sizeof(o->state));
  assert_int_equal(VecRestoreArrayRead(GrRunState(run), &u), 0);
  assert_int_equal(GrRunDestroy(&run), 0);
  assert_int_equal(GrWorldDestroy(&world), 0);
  assert_int_equal(GrCaseDestroy(&c), 0);
}

static void Compare(const char *text)
{
  static const PetscInt64 at_once[] = {1, 7, 300};
  Outcome plain, monitored, paused;

  Solve(text, STEPS + 1, false, &plain);
  Solve(text, STEPS + 1, true, &monitored);
  print_message("%d steps, the state was touched %d times, with a monitor %d times\n", STEPS, (int)plain.touched,
                (int)monitored.touched);
  assert_int_equal(monitored.monitored, STEPS + 1);
  assert_memory_equal(plain.state, monitored.state, sizeof(plain.state));
  assert_true(plain.time == monitored.time && plain.drag == monitored.drag);
  assert_true(plain.touched < STEPS / 10 && monitored.touched >= STEPS / 10);
  for (int k = 0; k < 3; k++) {
    Solve(text, at_once[k], false, &paused);
    assert_memory_equal(plain.state, paused.state, sizeof(plain.state));
    assert_true(plain.time == paused.time && plain.drag == paused.drag);
  }
}

static void test_chain(void **state)
{
  Compare(chain);
}

static void test_spheres(void **state)
{
  Compare(spheres);
}

static void CompareWith(const char *keys)
{
  char text[2048];
  snprintf(text, sizeof(text), "%s%s", spheres, keys);
  Compare(text);
}

/* The energy loss in the fluid follows from the velocity at the end of each step. */
static void test_drag(void **state)
{
  CompareWith("drag: {linear: 1e-3}\n");
}

/* A wall that a load presses onto a sphere is a body that makes steps as well. */
static void test_load(void **state)
{
  CompareWith("walls: {lid: {point: [0, 0, 5 mm], normal: [0, 0, -1], material: steel, mass: 10 g, load: 100 N}}\n");
}

UNIT_PETSC(CASE(test_chain), CASE(test_spheres), CASE(test_drag), CASE(test_load));
