/* The library as a program uses it that is not the command: steps one by one, what can be read between them, a force of
   the program's own, on chains and on assemblies, with both integrators, on three ranks.
   Labels: bulk chain input law parallel particle run time wall. */
#include "unit.h"

#include <granum/error.h>
#include <granum/run.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char chain[] = "dimension: 1\n"
                            "materials: {steel: {density: 7800, youngs_modulus: 200 GPa, poisson_ratio: 0.3}}\n"
                            "contacts: [{between: '*', normal: {law: hertz}}]\n"
                            "particles:\n"
                            "  striker: {chain: {count: 1}, material: steel, radius: 5 mm, velocity: 1}\n"
                            "  beads: {chain: {count: 11}, material: steel, radius: 5 mm}\n"
                            "time: {end: 100 us, step: 0.2 us, tolerance: 1e-10}\n";
static const char box[] =
    "dimension: 3\n"
    "materials: {steel: {density: 7800, youngs_modulus: 1 GPa, poisson_ratio: 0.3}}\n"
    "contacts: [{between: '*', normal: {law: hertz}}]\n"
    "domain: {lower: [0, 0, 0], upper: [0.04, 0.04, 0.06], periodic: [true, true, false]}\n"
    "walls: {floor: {side: lower_z, material: steel}}\n"
    "particles: {grains: {lattice: {sites: simple_cubic, spacing: 10 mm, upper: [0.04, 0.04, 0.03]}, material: steel,\n"
    "            radius: 5 mm, velocity: [0, 0, -1], velocity_deviation: 0.5, seed: 7}}\n"
    "time: {end: 2 ms, step: 4 us, tolerance: 1e-9, skin: 0.5 mm}\n";
enum { TOTAL_MAX = 64 };

/* Gravity, as a force of the program; the ids that it has seen. */
static const double pull[3] = {3, 0, -9};
static void Pull(void *context, const GrForceChunk *c)
{
  for (PetscInt i = 0; i < c->n; i++)
    for (int k = 0; k < 3; k++)
      c->force[3 * i + k] = c->mass[i] * pull[k];
  *(PetscInt64 *)context += c->n;
}
static PetscInt64 pulled;
static const GrForce force = {"pull", Pull, &pulled};

typedef struct {
  GrCase *the_case;
  GrWorld world;
  GrRun run;
} Simulation;

static Simulation Begin(const char *text, int n_set, const char *const set[], const GrForce *own)
{
  Simulation s;

  FACT(!GrCaseParse("library.yaml", text, n_set, set, &s.the_case), "%s", GrFailureMessage());
  GrCaseSetForce(s.the_case, own);
  assert_int_equal(GrWorldCreate(PETSC_COMM_WORLD, s.the_case, &s.world), 0);
  assert_int_equal(GrRunCreate(s.world, NULL, NULL, &s.run), 0);
  assert_null(GrRunDirectoryOf(s.run));
  return s;
}

static void End(Simulation *s)
{
  assert_int_equal(GrRunDestroy(&s->run), 0);
  assert_int_equal(GrWorldDestroy(&s->world), 0);
  assert_int_equal(GrCaseDestroy(&s->the_case), 0);
}

/* A quantity of all particles on all ranks, by id. */
static void ReadAll(GrRun run, GrQuantity what, double all[3 * TOTAL_MAX])
{
  PetscInt64 id[TOTAL_MAX];
  double own[3 * TOTAL_MAX];

  GrRunIds(run, id);
  assert_int_equal(GrRunRead(run, what, own), 0);
  memset(all, 0, 3 * TOTAL_MAX * sizeof(double));
  for (PetscInt i = 0; i < GrRunCount(run); i++)
    memcpy(&all[3 * (id[i] - 1)], &own[3 * i], 3 * sizeof(double));
  MPI_Allreduce(MPI_IN_PLACE, all, 3 * TOTAL_MAX, MPI_DOUBLE, MPI_SUM, PETSC_COMM_WORLD);
}

static double Dot(const double a[3], const double b[3])
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Contacts without friction: the branch vector is parallel to the normal, the force on the first body antiparallel. */
static void AddContacts(void *context, int n, const GrContact contact[])
{
  double *sum = context;
  for (int i = 0; i < n; i++) {
    const double *normal = contact[i].normal, *branch = contact[i].branch, *own = contact[i].force;
    assert_true(contact[i].overlap > 0 && fabs(Dot(normal, normal) - 1) < 1e-14);
    assert_true(fabs(Dot(normal, branch) / sqrt(Dot(branch, branch)) - 1) < 1e-14);
    assert_true(Dot(normal, own) <= 0);
    for (int k = 0; k < 3; k++) {
      const double f = own[k];
      assert_true(fabs(f - Dot(normal, own) * normal[k]) <= -1e-14 * Dot(normal, own));
      sum[3 * (contact[i].first - 1) + k] += f;
      if (contact[i].second)
        sum[3 * (contact[i].second - 1) + k] -= f;
      else
        assert_int_equal(contact[i].wall, 0);
    }
  }
}

/* Without other forces the net force is the sum of the contact forces. */
static double CompareForces(GrRun run)
{
  double net[3 * TOTAL_MAX], sum[3 * TOTAL_MAX] = {0}, largest = 0;

  ReadAll(run, GR_READ_FORCE, net);
  assert_int_equal(GrRunContacts(run, AddContacts, sum), 0);
  MPI_Allreduce(MPI_IN_PLACE, sum, 3 * TOTAL_MAX, MPI_DOUBLE, MPI_SUM, PETSC_COMM_WORLD);
  for (int i = 0; i < 3 * TOTAL_MAX; i++)
    largest = fmax(largest, fabs(net[i]));
  for (int i = 0; i < 3 * TOTAL_MAX; i++)
    assert_true(fabs(net[i] - sum[i]) <= 1e-12 * largest);
  return largest;
}

/* Step by step, with all that can be read, and at once: the same bits. */
static void CompareSteps(const char *text, int n_set, const char *const set[])
{
  Simulation at_once = Begin(text, n_set, set, NULL), stepped = Begin(text, n_set, set, NULL);
  double end[2][3 * TOTAL_MAX], largest = 0, time;
  bool ended = false;
  PetscInt64 step, steps = 0;
  GrLedger ledger;

  assert_int_equal(GrRunSolve(at_once.run), 0);
  for (; !ended; steps++) {
    assert_int_equal(GrRunWhen(stepped.run, &step, &time), 0);
    assert_int_equal(step, steps);
    largest = fmax(largest, CompareForces(stepped.run));
    assert_int_equal(GrRunLedger(stepped.run, &ledger), 0);
    assert_int_equal(GrRunSteps(stepped.run, 1, &ended), 0);
  }
  assert_true(largest > 0 && steps > 20);
  assert_int_equal(GrRunSteps(stepped.run, 1, &ended), 0);
  assert_true(ended);
  for (GrQuantity what = GR_READ_POSITION; what <= GR_READ_TORQUE; what++) {
    ReadAll(at_once.run, what, end[0]);
    ReadAll(stepped.run, what, end[1]);
    assert_memory_equal(end[0], end[1], sizeof(end[0]));
  }
  End(&at_once);
  End(&stepped);
}

static const char *const rk[] = {"time.integrator=rk"};

static void test_steps(void **state)
{
  CompareSteps(chain, 0, NULL);
  CompareSteps(chain, 1, rk);
  CompareSteps(box, 0, NULL);
  CompareSteps(box, 1, rk);
}

/* The state vector of a run that a program steps is distributed over all ranks. */
static void CheckState(const char *text)
{
  Simulation s = Begin(text, 0, NULL, NULL);
  PetscInt all, own;
  int order;

  assert_int_equal(VecGetSize(GrRunState(s.run), &all), 0);
  assert_int_equal(VecGetLocalSize(GrRunState(s.run), &own), 0);
  MPI_Allreduce(MPI_IN_PLACE, &own, 1, MPIU_INT, MPI_SUM, PETSC_COMM_WORLD);
  assert_int_equal(all, own);
  MPI_Comm_compare(PetscObjectComm((PetscObject)GrRunState(s.run)), PETSC_COMM_WORLD, &order);
  assert_true(order == MPI_IDENT || order == MPI_CONGRUENT);
  End(&s);
}

static void test_state(void **state)
{
  CheckState(chain);
  CheckState(box);
}

/* The force of the program against the same as gravity of the case. */
static void CompareGravity(const char *text, const char *gravity, int n_set, double distance, double residual)
{
  const char *const set[] = {gravity, rk[0]};
  Simulation of_case = Begin(text, 1 + n_set, set, NULL), own = Begin(text, n_set, rk, &force);
  double end[2][3 * TOTAL_MAX];
  GrLedger ledger[2], start;

  pulled = 0;
  assert_int_equal(GrRunLedger(own.run, &start), 0);
  assert_int_equal(GrRunSolve(of_case.run), 0);
  assert_int_equal(GrRunSolve(own.run), 0);
  assert_true(pulled > 0 || GrRunCount(own.run) == 0);
  ReadAll(of_case.run, GR_READ_POSITION, end[0]);
  ReadAll(own.run, GR_READ_POSITION, end[1]);
  for (int i = 0; i < 3 * TOTAL_MAX; i++)
    FACT(fabs(end[0][i] - end[1][i]) < distance, "number %d is %g m instead of %g m (%s, %d)", i, end[1][i], end[0][i],
         gravity, n_set);
  assert_int_equal(GrRunLedger(of_case.run, &ledger[0]), 0);
  assert_int_equal(GrRunLedger(own.run, &ledger[1]), 0);
  assert_true(ledger[0].external_work != 0);
  assert_true(fabs(ledger[0].external_work - ledger[1].external_work) < 1e-5 * fabs(ledger[0].external_work));
  assert_true(fabs(ledger[1].residual) < residual * start.kinetic);
  End(&of_case);
  End(&own);
}

static void test_force(void **state)
{
  CompareGravity(chain, "gravity=3", 0, 1e-12, 1e-4);
  CompareGravity(chain, "gravity=3", 1, 1e-12, 1e-7);
  CompareGravity(box, "gravity=[3, 0, -9]", 0, 1e-9, 1e-4);
  CompareGravity(box, "gravity=[3, 0, -9]", 1, 1e-7, 1e-4); /* steps by other estimates of their errors */
}

UNIT_PETSC(CASE(test_steps), CASE(test_force), CASE(test_state));
