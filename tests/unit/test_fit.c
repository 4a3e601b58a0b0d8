/* Fits of a slow compression with a law from outside the library, F = k d^n, whose covariance is known in closed form,
   and the singular value decomposition.

   30 overlaps d = i/30 in the unit of the data, n = 1.5. The derivatives of ln F by (ln k, n) are (1, ln d), so that
   the correlation of (ln k, n) is -sum(w ln d)/sqrt(sum(w) sum(w ln^2 d)), with w = 1 for relative errors and w = F^2
   for absolute errors: 0.737 and 0.683.

   Profiles: F = a d + b d^2 is linear in a and b, so that the interval of the profile is that of the covariance, in the
   coordinates ln a and b/width as well. With F = k d^n, the best k of each n is known, so that chi^2 over n is.
   Labels: fit impact input law. */
#include "unit.h"

#include "fit/algebra.h"
#include <granum/fit.h>
#include <granum/law.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { ROWS = 30, TEXT = 8192 };

static const GrLawParameter parameters[] = {
    {"stiffness", "1", NULL, 0, INFINITY, true, true, NULL, "k", 10},
    {"exponent", "1", NULL, 1, 3, false, false, NULL, "n", 1.5},
    {0},
};

static const char *Prepare(const GrLawPair *pair, const GrLawValue *value, double *coefficient)
{
  coefficient[0] = value[0].number;
  coefficient[1] = value[1].number;
  return NULL;
}

static void Force(const GrLawBatch *b)
{
  for (int i = 0; i < b->n; i++) {
    b->force[i] = b->overlap[i] > 0 ? b->coefficient[0][i] * pow(b->overlap[i], b->coefficient[1][i]) : 0;
    b->dashpot[i] = 0;
  }
}

static void Energy(const GrLawBatch *b, double *recoverable, double *spent)
{
  for (int i = 0; i < b->n; i++) {
    recoverable[i] = b->coefficient[0][i] * pow(b->overlap[i], b->coefficient[1][i] + 1) / (b->coefficient[1][i] + 1);
    spent[i] = 0;
  }
}

static double Stiffness(const double *c, double overlap)
{
  return c[0] * c[1] * pow(overlap, c[1] - 1);
}

static const GrLaw power = {
    .name = "power",
    .summary = "power law",
    .source = "this test",
    .equation = "F = k d^n",
    .range = "any",
    .defects = "none",
    .parameters = parameters,
    .n_coefficients = 2,
    .prepare = Prepare,
    .force = Force,
    .energy = Energy,
    .stiffness = Stiffness,
};

static const GrLawParameter terms_parameters[] = {
    {"linear", "1", NULL, 0, INFINITY, true, true, NULL, "a", 10},
    {"square", "1", NULL, -INFINITY, INFINITY, true, true, NULL, "b", 1},
    {0},
};

static void ForceOfTerms(const GrLawBatch *b)
{
  for (int i = 0; i < b->n; i++) {
    const double d = b->overlap[i];
    b->force[i] = d > 0 ? b->coefficient[0][i] * d + b->coefficient[1][i] * d * d : 0;
    b->dashpot[i] = 0;
  }
}

static void EnergyOfTerms(const GrLawBatch *b, double *recoverable, double *spent)
{
  for (int i = 0; i < b->n; i++) {
    const double d = b->overlap[i];
    recoverable[i] = b->coefficient[0][i] * d * d / 2 + b->coefficient[1][i] * d * d * d / 3;
    spent[i] = 0;
  }
}

static double StiffnessOfTerms(const double *c, double overlap)
{
  return c[0] + 2 * c[1] * overlap;
}

static const GrLaw terms = {
    .name = "terms",
    .summary = "two terms",
    .source = "this test",
    .equation = "F = a d + b d^2",
    .range = "any",
    .defects = "none",
    .parameters = terms_parameters,
    .n_coefficients = 2,
    .prepare = Prepare,
    .force = ForceOfTerms,
    .energy = EnergyOfTerms,
    .stiffness = StiffnessOfTerms,
};

static int Register(void **state)
{
  return (int)GrLawRegister(&power) || (int)GrLawRegister(&terms);
}

/* Writes an input: law, its free parameters, key of the standard deviations (or ""), other keys of the fit, and data.
   */
static void WriteInput(const char *law, const char *free, const char *deviation, const char *keys,
                       const double overlap[ROWS], const double force[ROWS], char text[TEXT])
{
  int used = snprintf(text, TEXT,
                      "problem: fit\n"
                      "materials: {steel: {density: 7800}}\n"
                      "contacts: [{between: '*', normal: {law: %s}}]\n"
                      "bodies: [{material: steel, radius: 10}, {material: steel, radius: 10}]\n"
                      "fit:\n  free: [%s]\n  %s\n"
                      "  data:\n"
                      "    - of: compression\n"
                      "      observed: [{quantity: force%s%s}]\n"
                      "      columns:\n        overlap: {unit: m, values: [",
                      law, free, keys, *deviation ? ", " : "", deviation);
  for (int i = 0; i < ROWS; i++)
    used += snprintf(text + used, (size_t)(TEXT - used), "%s%.17g", i ? ", " : "", overlap[i]);
  used += snprintf(text + used, (size_t)(TEXT - used), "]}\n        force: {unit: N, values: [");
  for (int i = 0; i < ROWS; i++)
    used += snprintf(text + used, (size_t)(TEXT - used), "%s%.17g", i ? ", " : "", force[i]);
  used += snprintf(text + used, (size_t)(TEXT - used), "]}\n");
  assert_true(used < TEXT);
}

static void Solve(const char *text, GrFit *fit)
{
  GrStudy *study;

  assert_int_equal(GrStudyReadText(PETSC_COMM_SELF, "fit.yaml", text, 0, NULL, &study), 0);
  assert_int_equal(GrFitSolve(PETSC_COMM_SELF, GrStudyAt(study, 0, 0, NULL), fit), 0);
  assert_int_equal(GrStudyDestroy(&study), 0);
  assert_true(fit->converged == 1 && fit->data == ROWS && fit->parameters == 2);
}

static const char power_free[] = "{key: contacts.0.normal.stiffness, from: 1, to: 100, start: 3},"
                                 "{key: contacts.0.normal.exponent, from: 1, to: 3, start: 2}";

/* The correlation of (ln k, n) in closed form. */
static double Correlation(bool relative)
{
  double sum = 0, first = 0, second = 0;
  for (int i = 1; i <= ROWS; i++) {
    const double d = (double)i / ROWS, weight = relative ? 1 : d * d * d;
    sum += weight;
    first += weight * log(d);
    second += weight * log(d) * log(d);
  }
  return -first / sqrt(sum * second);
}

static void FitsPower(const char *deviation, bool relative, double printed)
{
  char text[TEXT];
  double overlap[ROWS], force[ROWS];
  GrFit fit;

  for (int i = 0; i < ROWS; i++) {
    overlap[i] = (double)(i + 1) / ROWS;
    force[i] = 10 * pow(overlap[i], 1.5);
  }
  WriteInput("power", power_free, deviation, "", overlap, force, text);
  Solve(text, &fit);
  assert_true(fabs(fit.value[0] / 10 - 1) < 1e-9);
  assert_true(fabs(fit.value[1] / 1.5 - 1) < 1e-9);
  /* the derivatives are of fourth order with a step of 4e-3 */
  assert_true(fabs(fit.correlation[1] - Correlation(relative)) < 1e-7);
  assert_true(fabs(fit.correlation[1] - printed) < 5e-4);
  assert_int_equal(GrFitDestroy(&fit), 0);
}

static void TestPower(void **state)
{
  FitsPower("relative: 0.01", true, 0.737);
  FitsPower("absolute: 0.01 N", false, 0.683);
}

/* Adds errors with this standard deviation, which do not depend on each other. */
static void AddErrors(double deviation, double force[ROWS])
{
  for (int i = 0; i < ROWS; i++)
    force[i] += deviation * sqrt(2) * sin(2.4 * (i + 1) * (i + 1));
}

/* A linear model: the interval of the profile is the value plus and minus two deviations. */
static void ProfilesTerms(const char *deviation)
{
  char text[TEXT];
  double overlap[ROWS], force[ROWS];
  GrFit fit;

  for (int i = 0; i < ROWS; i++) {
    overlap[i] = (double)(i + 1) / ROWS;
    force[i] = 10 * overlap[i] + overlap[i] * overlap[i];
  }
  AddErrors(0.2, force);
  WriteInput("terms",
             "{key: contacts.0.normal.linear, from: 1, to: 100, start: 3},"
             "{key: contacts.0.normal.square, from: -20, to: 20, start: 2}",
             deviation, "profile: 5", overlap, force, text);
  Solve(text, &fit);
  for (int k = 0; k < 2; k++) {
    const double width = 2 * fit.deviation[k], end[2] = {fit.profile.lower[k], fit.profile.upper[k]};
    const double scale = *deviation ? 1 : fit.chi_squared / (ROWS - 2);
    for (int side = 0; side < 2; side++) {
      const double *row = fit.profile.row + (k * 5 + 4 * side) * 4;
      assert_true(fabs((end[side] - fit.value[k]) / width - (side ? 1 : -1)) < 1e-6);
      assert_true(row[k] == end[side] && fabs((row[2] - fit.chi_squared) / (4 * scale) - 1) < 1e-6 && row[3] == 1);
    }
    /* the other parameter follows along the line of regression */
    const double *row = fit.profile.row + k * 5 * 4, slope = fit.covariance[1] / (fit.deviation[k] * fit.deviation[k]);
    const double other = fit.value[1 - k] + slope * (row[k] - fit.value[k]);
    assert_true(fabs(row[1 - k] - other) < 1e-6 * fit.deviation[1 - k]);
  }
  assert_true(fit.profile.unconverged[0] == 0 && fit.profile.unconverged[1] == 0);
  assert_null(strstr(fit.findings, "did not converge"));
  assert_null(strstr(fit.findings, "limit"));
  assert_int_equal(GrFitDestroy(&fit), 0);
}

static void TestLinearProfile(void **state)
{
  ProfilesTerms("absolute: 0.2 N");
  ProfilesTerms("relative: 0.2");
  ProfilesTerms("");
}

/* The smallest chi^2 of the exponent n, with the standard deviation 1 of the data. */
static double PowerSquare(double n, const double overlap[ROWS], const double force[ROWS])
{
  double above = 0, below = 0, sum = 0;
  for (int i = 0; i < ROWS; i++) {
    above += pow(overlap[i], n) * force[i];
    below += pow(overlap[i], 2 * n);
  }
  for (int i = 0; i < ROWS; i++)
    sum += pow(above / below * pow(overlap[i], n) - force[i], 2);
  return sum;
}

/* A nonlinear model: the interval is another one, and it contains the true value. */
static void TestNonlinearProfile(void **state)
{
  char text[TEXT];
  double overlap[ROWS], force[ROWS];
  GrFit fit;

  for (int i = 0; i < ROWS; i++) {
    overlap[i] = (double)(i + 1) / ROWS;
    force[i] = 10 * pow(overlap[i], 1.5);
  }
  AddErrors(1, force);
  WriteInput("power", power_free, "absolute: 1 N", "profile: 3", overlap, force, text);
  Solve(text, &fit);
  assert_true(fabs(fit.chi_squared / PowerSquare(fit.value[1], overlap, force) - 1) < 1e-9);
  for (int side = 0; side < 2; side++) {
    const double end = side ? fit.profile.upper[1] : fit.profile.lower[1];
    assert_true(fabs((PowerSquare(end, overlap, force) - fit.chi_squared) / 4 - 1) < 1e-6);
    assert_true(fabs(fabs(end - fit.value[1]) / (2 * fit.deviation[1]) - 1) > 0.02);
  }
  assert_true(fit.profile.lower[1] < 1.5 && 1.5 < fit.profile.upper[1]);
  assert_true(fit.profile.lower[0] < 10 && 10 < fit.profile.upper[0]);
  assert_int_equal(GrFitDestroy(&fit), 0);
}

/* Data at one overlap give the sum of both terms only: no interval has an end. */
static void TestOpenProfile(void **state)
{
  char text[TEXT];
  double overlap[ROWS], force[ROWS];
  GrFit fit;

  for (int i = 0; i < ROWS; i++) {
    overlap[i] = 1;
    force[i] = 11;
  }
  AddErrors(0.2, force);
  WriteInput("terms",
             "{key: contacts.0.normal.linear, from: 1, to: 100, start: 3},"
             "{key: contacts.0.normal.square, from: -200, to: 200, start: 2}",
             "absolute: 0.2 N", "profile: 3", overlap, force, text);
  Solve(text, &fit);
  assert_true(fit.profile.lower[0] == -INFINITY && fit.profile.upper[0] == INFINITY);
  /* the range of the other term is narrower than this one */
  assert_true(fit.profile.lower[1] > -100 && fit.profile.upper[1] < 20);
  assert_non_null(strstr(fit.findings, "the data give no upper limit of contacts.0.normal.linear"));
  assert_non_null(strstr(fit.findings, "the data give no lower limit of contacts.0.normal.linear"));
  assert_int_equal(GrFitDestroy(&fit), 0);
}

/* The decomposition of a matrix whose singular values differ by twelve orders of magnitude. */
static void TestDecomposition(void **state)
{
  enum { N = 7, M = 3 };
  const double singular[M] = {5, 1e-3, 1e-12};
  double matrix[N * M], v[M][M] = {{2. / 3, 2. / 3, 1. / 3}, {-2. / 3, 1. / 3, 2. / 3}, {1. / 3, -2. / 3, 2. / 3}};
  GrFitSvd svd;

  for (int i = 0; i < N; i++) /* left vectors: columns of the discrete sine transform */
    for (int j = 0; j < M; j++) {
      matrix[i * M + j] = 0;
      for (int k = 0; k < M; k++)
        matrix[i * M + j] += 0.5 * sin(M_PI * (i + 1) * (k + 1) / (N + 1)) * singular[k] * v[k][j];
    }
  assert_int_equal(GrFitSvdCreate(N, M, matrix, &svd), 0);
  for (int k = 0; k < M; k++) {
    const double sign = svd.right[k * M] * v[k][0] > 0 ? 1 : -1;
    /* the matrix is rounded to 1e-16 of its largest element */
    assert_true(fabs(svd.singular[k] - singular[k]) < 1e-15 + 1e-13 * singular[k]);
    for (int j = 0; k < 2 && j < M; j++)
      assert_true(fabs(svd.right[k * M + j] - sign * v[k][j]) < 1e-9);
  }
  assert_int_equal(GrFitSvdDestroy(&svd), 0);
}

UNIT_PETSC(BEFORE(Register), CASE(TestPower), CASE(TestLinearProfile), CASE(TestNonlinearProfile),
           CASE(TestOpenProfile), CASE(TestDecomposition));
