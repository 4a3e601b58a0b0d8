/* A run with more steps than PETSc's step counter holds completes with the bits of a run that counts from 0, and its
   own step number continues as well.
   Labels: chain input law run time. */
#include "unit.h"

#include <granum/error.h>
#include <granum/run.h>
#include <string.h>

#include "run/run_impl.h"

static const char text[] = "dimension: 1\n"
                           "materials: {steel: {density: 7800, youngs_modulus: 193e9, poisson_ratio: 0.3}}\n"
                           "contacts: [{between: '*', normal: {law: hertz}}]\n"
                           "particles: {beads: {chain: {count: 2}, material: steel, radius: 2.38 mm}}\n"
                           "initial_velocities: [{id: 1, velocity: 1.77}]\n"
                           "time: {end: 25 us, step: 0.25 us}\n";
enum { STEPS = 100, NUMBERS = 4 };

/* The state at the end of a run whose first step has the number `from`. */
static void Solve(const char *integrator, PetscInt64 from, double end[NUMBERS])
{
  const char *sets[] = {integrator};
  GrCase *c;
  GrWorld world;
  GrRun run;
  const double *u;
  PetscInt64 step;

  assert_int_equal(GrCaseParse("count.yaml", text, 1, sets, &c), 0);
  assert_int_equal(GrWorldCreate(PETSC_COMM_SELF, c, &world), 0);
  assert_int_equal(GrRunCreate(world, NULL, NULL, &run), 0);
  assert_int_equal(GrRunSetStep(run, from), 0);
  FACT(!GrRunSolve(run), "%s", GrFailureMessage());
  assert_int_equal(GrRunStep(run, &step), 0);
  print_message("%s: from step %" PetscInt64_FMT " to %" PetscInt64_FMT ", t = %g s\n", integrator, from, step,
                world->clock.committed);
  assert_true(world->clock.committed > 24.9e-6);
  if (strstr(integrator, "verlet"))
    assert_int_equal(step - from, STEPS);
  assert_int_equal(VecGetArrayRead(GrRunState(run), &u), 0);
  memcpy(end, u, NUMBERS * sizeof(double));
  assert_int_equal(VecRestoreArrayRead(GrRunState(run), &u), 0);
  assert_int_equal(GrRunDestroy(&run), 0);
  assert_int_equal(GrWorldDestroy(&world), 0);
  assert_int_equal(GrCaseDestroy(&c), 0);
}

static void test_count(void **state)
{
  static const char *const integrators[] = {"time.integrator=verlet", "time.integrator=rk"};
  static const PetscInt64 starts[] = {INT32_MAX - 40, (PetscInt64)1 << 40};
  double plain[NUMBERS], far[NUMBERS];

  for (int k = 0; k < 2; k++) {
    Solve(integrators[k], 0, plain);
    for (int s = 0; s < 2; s++) {
      Solve(integrators[k], starts[s], far);
      assert_memory_equal(plain, far, sizeof(plain));
    }
  }
}

UNIT_PETSC(CASE(test_count));
