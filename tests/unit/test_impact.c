/* Impacts: exact restitutions, corners, ends, sticking, energy balance, curves, number of evaluations; and independence
   of the impacts.
   Labels: case impact input law parallel time. */
#include "unit.h"

#include "case/study.h"

#include "impact/impact.h"
#include <granum/error.h>
#include <math.h>
#include <string.h>

static const char base[] =
    "problem: impact\n"
    "materials: {steel: {density: 7800, youngs_modulus: 207 GPa, poisson_ratio: 0.3, yield_stress: 1030 MPa}}\n"
    "contacts: [{between: '*', normal: {law: hertz}}]\n"
    "bodies: [{material: steel, radius: 20 mm}, {material: steel, radius: 20 mm}]\n"
    "velocities: [8 m/s]\n";

/* The impacts of the base case with these changes. Steps have an error of 1e-12 each, some 100 of them make an impact,
   so most results are good to 1e-10. */
static const double EXACT = 2e-10;

typedef struct {
  GrStudy *study;
  GrImpactSetting setting;
  GrLawPair pair;
  double coefficient[GR_LAW_COEFFICIENTS_MAX], adhesion[GR_LAW_COEFFICIENTS_MAX];
} Case;

static void Make(Case *c, int n_set, const char *const set[])
{
  const GrContactRule *rule;
  assert_int_equal(GrStudyParse("impact.yaml", base, n_set, set, &c->study), 0);
  const GrCase *one = c->study->variant[0].point[0];
  GrCaseImpactPair(one, &c->pair, &rule);
  assert_null(rule->law->prepare(&c->pair, rule->value, c->coefficient));
  if (rule->adhesion)
    assert_null(rule->adhesion->prepare(&c->pair, rule->adhesion_value, c->adhesion));
  c->setting = GrImpactSettingOf(one);
}

static void Solve(const Case *c, PetscInt n, const double *speed, GrImpact *result)
{
  GrImpactTask task[512];
  const char *why[512];
  for (PetscInt i = 0; i < n; i++)
    task[i] = (GrImpactTask){c->coefficient, c->adhesion, c->pair.mass, speed[i]};
  assert_int_equal(GrImpactSolve(&c->setting, n, task, result, NULL, why), 0);
  for (PetscInt i = 0; i < n; i++)
    FACT(!why[i], "%s at %g m/s: %s", c->setting.law->name, speed[i], why[i]);
}

static GrImpact One(const char *law, const char *end, double speed)
{
  char set[2][256];
  const char *const sets[] = {set[0], set[1]};
  GrImpact result;
  Case c;
  snprintf(set[0], sizeof set[0], "contacts.0.normal=%s", law);
  snprintf(set[1], sizeof set[1], "end=%s", end);
  Make(&c, 2, sets);
  Solve(&c, 1, &speed, &result);
  assert_int_equal(GrStudyDestroy(&c.study), 0);
  return result;
}

static void Near(double value, double expected, double relative)
{
  FACT(fabs(value - expected) <= relative * fabs(expected), "%.15g instead of %.15g, off by %.3g", value, expected,
       value / expected - 1);
}

static void test_exact_restitution(void **state)
{
  Near(One("{law: hertz}", "separation", 8).restitution, 1, EXACT);
  Near(One("{law: tsuji, restitution: 0.7}", "separation", 8).restitution, 0.7, EXACT);
  Near(One("{law: linear, stiffness: 1e8, restitution: 0.3}", "separation", 0.01).restitution, 0.3, EXACT);
  Near(One("{law: zhang_sharf, restitution: 0.2}", "separation", 30).restitution, 0.2, EXACT);
  Near(One("{law: walton_braun, k1: 1e8, k2: 2e8}", "separation", 3).restitution, sqrt(0.5), EXACT);
}

/* Independent values, integrated with relative errors of 1e-11 to 1e-12, printed to 11 digits. */
static void test_independent_values(void **state)
{
  const char *printed = "{law: kelvin_voigt_elastoplastic, restitution_elastic: 0.86, restitution_plastic: 0.7, "
                        "hardness_ratio: 3, conformity: 13, variant: printed}";
  GrImpact whole = One(printed, "separation", 8), cut = One(printed, "zero_force", 8);
  GrImpact tsuji = One("{law: tsuji, restitution: 0.7, coefficient: published}", "zero_force", 8);
  GrImpact plastic = One("{law: ma_liu, hardness_ratio: 3, conformity: 13}", "separation", 8);
  Near(whole.separation_velocity, 5.6432626154, 1e-10);
  Near(whole.overlap_max, 0.00019215399644, 1e-10);
  Near(whole.duration, 8.929910567e-05, 1e-9);
  Near(cut.separation_velocity, 5.7657161166, 1e-10);
  Near(cut.duration, 8.287400834e-05, 1e-9);
  Near(tsuji.separation_velocity, 5.7456108881, 1e-10);
  Near(tsuji.duration, 7.410269577e-05, 1e-9);
  Near(tsuji.force_max, 40450.682471, 1e-10);
  Near(plastic.separation_velocity, 5.8601305012, 1e-10);
  Near(plastic.residual_overlap, 0.00010239456562, 1e-10);
}

/* Bits do not depend on the batch, so neither on lanes nor on ranks. */
static void test_independent_of_others(void **state)
{
  enum { N = 300 };
  const char *const set[] = {"contacts.0.normal={law: ma_liu, hardness_ratio: 3, conformity: 13}"};
  double speed[N];
  GrImpact together[N], alone;
  Case c;
  Make(&c, 1, set);
  for (int i = 0; i < N; i++)
    speed[i] = 1e-3 * pow(3e4, (double)((i * 7) % N) / N);
  Solve(&c, N, speed, together);
  for (int i = 0; i < N; i += 13) {
    Solve(&c, 1, &speed[i], &alone);
    assert_memory_equal(&alone, &together[i], sizeof alone);
  }
  assert_int_equal(GrStudyDestroy(&c.study), 0);
}

/* Energy balance over seven decades of speed, with first yield in between. */
static void test_books(void **state)
{
  static const char *const laws[] = {
      "contacts.0.normal={law: tsuji, restitution: 0.5}",
      "contacts.0.normal={law: kelvin_voigt_elastoplastic, restitution_elastic: 0.9, restitution_plastic: 0.6, "
      "hardness_ratio: 3, conformity: 13, variant: printed}",
      "contacts.0.normal={law: ma_liu, hardness_ratio: 3, conformity: 13}",
      "contacts.0.normal={law: luding, k1: 1e8, k_p: 5e8, k_c: 3e7, plasticity_depth: 0.01}"};
  enum { N = 400 };
  double speed[N];
  GrImpact result[N];
  for (int i = 0; i < N; i++)
    speed[i] = 1e-5 * pow(1e7, (double)i / N);
  for (size_t k = 0; k < sizeof laws / sizeof *laws; k++) {
    Case c;
    Make(&c, 1, &laws[k]);
    Solve(&c, N, speed, result);
    for (int i = 0; i < N; i++)
      FACT(fabs(result[i].energy_residual) < EXACT, "%s at %g m/s: books miss %g", c.setting.law->name, speed[i],
           result[i].energy_residual);
    assert_int_equal(GrStudyDestroy(&c.study), 0);
  }
}

/* Strong cohesion keeps the bodies together: at rest the static force vanishes, and they never separated. */
static void test_sticking(void **state)
{
  GrImpact r = One("{law: luding, k1: 1e8, k_p: 5e8, k_c: 1e8, plasticity_depth: 0.01}", "separation", 5.5);
  assert_true(r.restitution == 0 && r.separation_velocity == 0);
  assert_true(r.residual_overlap > 0 && r.residual_overlap < r.overlap_max);
  assert_true(fabs(r.energy_residual) < EXACT);
}

/* Damping so strong that the bodies separate infinitely slowly counts as sticking. */
static void test_creeping(void **state)
{
  GrImpact r = One("{law: jankowski, restitution: 0.3, phases: both}", "separation", 1);
  assert_true(r.restitution == 0 && r.residual_overlap == 0);
}

/* Clipping ends the contact where the tension begins: the speed there is the separation speed. */
static void test_clip(void **state)
{
  const char *const set[] = {"contacts.0.normal={law: tsuji, restitution: 0.5}", "contacts.0.tension=clip"};
  const double speed = 2;
  GrImpact clipped, cut = One("{law: tsuji, restitution: 0.5}", "zero_force", speed);
  Case c;
  Make(&c, 2, set);
  Solve(&c, 1, &speed, &clipped);
  Near(clipped.separation_velocity, cut.separation_velocity, EXACT);
  assert_true(clipped.duration > cut.duration && clipped.force_min >= 0);
  assert_true(fabs(clipped.energy_residual) < EXACT);
  assert_int_equal(GrStudyDestroy(&c.study), 0);
}

/* Beyond the reach of the adhesion (L15 eqs. 17b, 18b): attraction adds the same energy on approach as it removes on
   separation; jump_in adds nothing and removes f_a^2/(2 k_a), and the bodies stick if they have less. */
static void test_apart(void **state)
{
  const char *const jump[] = {"contacts.0.normal={law: linear, stiffness: 1e8, restitution: 1}",
                              "contacts.0.adhesion={law: jump_in, force: 10 N, stiffness: 1e6}", "end=apart"};
  const char *const both_ways[] = {jump[0], "contacts.0.adhesion={law: reversible, force: 10 N, stiffness: 1e6}",
                                   jump[2]};
  const double speed[2] = {0.1, 0.01};
  GrImpact r[2];
  Case c;
  Make(&c, 3, jump);
  Solve(&c, 2, speed, r);
  Near(r[0].separation_velocity, sqrt(0.01 - 1e-4 / c.pair.mass), EXACT);
  Near(r[0].energy_lost, 5e-5, 1e-8); /* a small difference of two energies */
  assert_true(r[1].restitution == 0);
  assert_int_equal(GrStudyDestroy(&c.study), 0);
  Make(&c, 3, both_ways);
  Solve(&c, 2, speed, r);
  for (int i = 0; i < 2; i++) {
    double at_touch = speed[i] * speed[i] + 1e-4 / c.pair.mass; /* squared */
    double d = r[i].overlap_max, lost = 1e8 * d * d - 2 * 10 * d;
    Near(r[i].restitution, 1, EXACT);
    Near(lost, c.pair.mass * at_touch, EXACT);
    assert_true(fabs(r[i].energy_residual) < EXACT);
  }
  assert_int_equal(GrStudyDestroy(&c.study), 0);
}

/* Samples begin and end at overlap 0, pass the largest overlap and force, and move with their rate. */
static void test_curve(void **state)
{
  enum { N = 400 };
  const char *const set[] = {"contacts.0.normal={law: kelvin_voigt_elastoplastic, restitution_elastic: 0.9, "
                             "restitution_plastic: 0.6, hardness_ratio: 3, conformity: 13}"};
  double time[N], overlap[N], rate[N], force[N], d_max = 0, f_max = 0;
  GrImpactCurve curve = {time, overlap, rate, force};
  GrImpact result;
  const char *why;
  Case c;
  Make(&c, 1, set);
  c.setting.points = N;
  const GrImpactTask task = {c.coefficient, NULL, c.pair.mass, 5};
  assert_int_equal(GrImpactSolve(&c.setting, 1, &task, &result, &curve, &why), 0);
  assert_null(why);
  assert_true(overlap[0] < 1e-18 * result.overlap_max && overlap[N - 1] == 0 && time[0] == 0 && rate[0] == 5);
  Near(time[N - 1], result.duration, EXACT);
  Near(-rate[N - 1], result.separation_velocity, EXACT);
  for (int i = 1; i < N; i++) {
    double h = time[i] - time[i - 1], moved = overlap[i] - overlap[i - 1], mean = 0.5 * (rate[i] + rate[i - 1]);
    assert_true(h > 0);
    /* The trapezoidal rule is off by h^2 v''/12 of the step: with 400 samples less than 1e-4 of the speed. */
    assert_true(fabs(moved - mean * h) < 1e-4 * 5 * h);
    d_max = fmax(d_max, overlap[i]);
    f_max = fmax(f_max, force[i]);
  }
  Near(d_max, result.overlap_max, 1e-3);
  Near(f_max, result.force_max, 1e-3);
  assert_int_equal(GrStudyDestroy(&c.study), 0);
}

/* A force that is nan: the impact fails with a message, and its neighbours are not affected. */
static void test_failure(void **state)
{
  GrImpact result[3];
  const char *why[3];
  Case c;
  Make(&c, 0, NULL);
  double bad[GR_LAW_COEFFICIENTS_MAX] = {NAN};
  const GrImpactTask task[3] = {
      {c.coefficient, NULL, c.pair.mass, 1}, {bad, NULL, c.pair.mass, 2}, {c.coefficient, NULL, c.pair.mass, 3}};
  assert_int_equal(GrImpactSolve(&c.setting, 3, task, result, NULL, why), 0);
  assert_true(!why[0] && why[1] && !why[2]);
  assert_non_null(strstr(why[1], "not a number"));
  Near(result[0].separation_velocity, 1, EXACT);
  Near(result[2].separation_velocity, 3, EXACT);
  assert_int_equal(GrStudyDestroy(&c.study), 0);
}

static const GrLaw *counted_law;
static int evaluations;

static void CountForce(const GrLawBatch *batch)
{
  evaluations++;
  counted_law->force(batch);
}

/* The errors of a step are relative to the largest overlap of the impact. With errors relative to the current overlap
   the steps would become too short while the bodies separate: 1450 evaluations instead of 1350. */
static void test_evaluations(void **state)
{
  static const char *const set[] = {"contacts.0.normal={law: tsuji, restitution: 0.1}"};
  const double speed = 1;
  GrImpact result;
  Case c;
  Make(&c, 1, set);
  GrLaw counting = *c.setting.law;
  counted_law = c.setting.law;
  counting.force = CountForce;
  c.setting.law = &counting;
  Solve(&c, 1, &speed, &result);
  print_message("%d evaluations\n", evaluations);
  Near(result.restitution, 0.1, EXACT);
  FACT(evaluations > 0 && evaluations < 1400, "%d evaluations", evaluations);
  assert_int_equal(GrStudyDestroy(&c.study), 0);
}

UNIT_PETSC(CASE(test_exact_restitution), CASE(test_independent_values), CASE(test_independent_of_others),
           CASE(test_books), CASE(test_sticking), CASE(test_creeping), CASE(test_clip), CASE(test_apart),
           CASE(test_curve), CASE(test_failure), CASE(test_evaluations));
