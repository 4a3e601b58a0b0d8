/* A law from outside the library: one file that defines it and registers it, nothing else. It is then an input word
   like any other, with its parameters checked, and drives a chain.

   The law: F = k d + q d^3, elastic. Two equal beads that collide exchange their velocities, and the ledger closes.
   Labels: case chain contact impact input law run time. */
#include "unit.h"

#include "case/study.h"

#include "impact/impact.h"
#include <granum/error.h>
#include <granum/run.h>
#include <math.h>
#include <string.h>

enum { K, Q, N_COEFFICIENTS };

static const GrLawParameter parameters[] = {
    {"stiffness", "N/m", NULL, 0, INFINITY, true, true, NULL, "k", 1e7},
    {"hardening", "N/m^3", NULL, 0, INFINITY, false, true, "0", "q", 0},
    {0},
};

static const char *Prepare(const GrLawPair *pair, const GrLawValue *value, double *coefficient)
{
  coefficient[K] = value[0].number;
  coefficient[Q] = value[1].number;
  return coefficient[K] == 13 ? "13 brings bad luck; write another stiffness" : NULL;
}

static void Force(const GrLawBatch *b)
{
  for (int i = 0; i < b->n; i++) {
    double d = b->overlap[i];
    b->force[i] = b->coefficient[K][i] * d + b->coefficient[Q][i] * d * d * d;
    b->dashpot[i] = 0;
  }
}

static void Energy(const GrLawBatch *b, double *recoverable, double *spent)
{
  for (int i = 0; i < b->n; i++) {
    double d2 = b->overlap[i] * b->overlap[i];
    recoverable[i] = 0.5 * b->coefficient[K][i] * d2 + 0.25 * b->coefficient[Q][i] * d2 * d2;
    spent[i] = 0;
  }
}

static double Stiffness(const double *c, double overlap)
{
  return c[K] + 3 * c[Q] * overlap * overlap;
}

static const GrLaw cubic = {
    .name = "cubic",
    .summary = "hardening spring",
    .source = "this test",
    .equation = "F = k d + q d^3",
    .range = "any",
    .defects = "none",
    .parameters = parameters,
    .n_coefficients = N_COEFFICIENTS,
    .prepare = Prepare,
    .force = Force,
    .energy = Energy,
    .stiffness = Stiffness,
};

static const char text[] = "dimension: 1\n"
                           "materials: {steel: {density: 7800}}\n"
                           "contacts: [{between: '*', normal: {law: cubic, stiffness: 1e7, hardening: 1e17 N/m^3}}]\n"
                           "particles: {beads: {chain: {count: 2}, material: steel, radius: 5 mm}}\n"
                           "initial_velocities: [{id: 1, velocity: 1}]\n"
                           "time: {end: 200 us, integrator: rk, tolerance: 1e-10}\n";

static void test_register(void **state)
{
  assert_null(GrLawFind("cubic"));
  assert_int_equal(GrLawRegister(&cubic), 0);
  assert_ptr_equal(GrLawFind("cubic"), &cubic);
  assert_int_equal(GrLawRegister(&cubic), 1); /* the name is taken */
}

static void test_chain(void **state)
{
  GrCase *c;
  GrWorld world;
  GrRun run;
  GrLedger start, end;
  const double *u;

  assert_int_equal(GrCaseParse("cubic.yaml", text, 0, NULL, &c), 0);
  assert_int_equal(GrWorldCreate(PETSC_COMM_SELF, c, &world), 0);
  assert_int_equal(GrRunCreate(world, NULL, NULL, &run), 0);
  assert_int_equal(GrRunLedger(run, &start), 0);
  assert_int_equal(GrRunSolve(run), 0);
  assert_int_equal(GrRunLedger(run, &end), 0);
  assert_int_equal(VecGetArrayRead(GrRunState(run), &u), 0);
  /* The contact lasts some 40 steps of error 1e-10 each. */
  assert_true(fabs(u[2]) < 1e-8);
  assert_true(fabs(u[3] - 1) < 1e-8);
  assert_true(fabs(end.residual) < 1e-8 * start.kinetic);
  assert_int_equal(VecRestoreArrayRead(GrRunState(run), &u), 0);
  assert_int_equal(GrRunDestroy(&run), 0);
  assert_int_equal(GrWorldDestroy(&world), 0);
  assert_int_equal(GrCaseDestroy(&c), 0);
}

/* An impact with the law: d'' = -(k d + q d^3)/m, so m v^2/2 = k d^2/2 + q d^4/4 at the largest overlap. */
static void test_impact(void **state)
{
  const char *impact = "problem: impact\n"
                       "materials: {steel: {density: 7800}}\n"
                       "contacts: [{between: '*', normal: {law: cubic, stiffness: 1e7, hardening: 1e17 N/m^3}}]\n"
                       "bodies: [{material: steel, radius: 5 mm}, {shape: plane, material: steel, fixed: true}]\n"
                       "velocities: [0.1, 1, 10]\n";
  const double speed[3] = {0.1, 1, 10}, mass = 7800 * 4 * M_PI / 3 * 125e-9; /* the plane is fixed */
  GrImpact result[3];
  const char *why[3];
  GrCase *c;

  assert_int_equal(GrCaseParse("cubic.yaml", impact, 0, NULL, &c), 0);
  assert_int_equal(GrImpactSolveCase(c, 3, speed, result, why), 0);
  assert_true(!why[0] && !why[1] && !why[2]);
  for (int i = 0; i < 3; i++) {
    double d = result[i].overlap_max, energy = 0.5e7 * d * d + 0.25e17 * d * d * d * d;
    double kinetic = 0.5 * mass * speed[i] * speed[i];
    /* Some 50 steps of error 1e-12 each. */
    assert_true(fabs(result[i].restitution - 1) < 1e-10);
    assert_true(fabs(energy - kinetic) < 1e-10 * kinetic);
    assert_true(fabs(result[i].force_max - (1e7 * d + 1e17 * d * d * d)) < 1e-10 * result[i].force_max);
  }
  assert_int_equal(GrCaseDestroy(&c), 0);
}

static void Refuses(const char *set, const char *words)
{
  GrCase *c = NULL;

  assert_int_not_equal(GrCaseParse("cubic.yaml", text, 1, &set, &c), 0);
  assert_int_equal(GrFailureCode(), GR_EXIT_INPUT);
  FACT(strstr(GrFailureMessage(), words), "no '%s' in: %s", words, GrFailureMessage());
  GrFailureClear();
}

static void test_parameters(void **state)
{
  Refuses("contacts.0.normal.stiffness=-1", "stiffness");
  Refuses("contacts.0.normal.hardening=1 N/m^2", "hardening");
  Refuses("contacts.0.normal.hardenin=1", "did you mean");
  Refuses("contacts.0.normal.stiffness=13", "bad luck");
}

UNIT_PETSC(CASE(test_register), CASE(test_chain), CASE(test_impact), CASE(test_parameters));
