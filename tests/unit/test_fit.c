/* Fits of a slow compression with a law from outside the library, F = k d^n, whose covariance is known in closed form,
   and the singular value decomposition.

   30 overlaps d = i/30 in the unit of the data, n = 1.5. The derivatives of ln F by (ln k, n) are (1, ln d), so that
   the correlation of (ln k, n) is -sum(w ln d)/sqrt(sum(w) sum(w ln^2 d)), with w = 1 for relative errors and w = F^2
   for absolute errors: 0.737 and 0.683.
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

static int Register(void **state)
{
  return (int)GrLawRegister(&power);
}

/* Writes an input with the data F = 10 d^1.5. deviation: key of their standard deviations. */
static void WriteInput(const char *deviation, char text[TEXT])
{
  int used = snprintf(text, TEXT,
                      "problem: fit\n"
                      "materials: {steel: {density: 7800}}\n"
                      "contacts: [{between: '*', normal: {law: power}}]\n"
                      "bodies: [{material: steel, radius: 10}, {material: steel, radius: 10}]\n"
                      "fit:\n"
                      "  free:\n"
                      "    - {key: contacts.0.normal.stiffness, from: 1, to: 100, start: 3}\n"
                      "    - {key: contacts.0.normal.exponent, from: 1, to: 3, start: 2}\n"
                      "  data:\n"
                      "    - of: compression\n"
                      "      observed: [{quantity: force, %s}]\n"
                      "      columns:\n        overlap: {unit: m, values: [",
                      deviation);
  for (int i = 1; i <= ROWS; i++)
    used += snprintf(text + used, (size_t)(TEXT - used), "%s%.17g", i > 1 ? ", " : "", (double)i / ROWS);
  used += snprintf(text + used, (size_t)(TEXT - used), "]}\n        force: {unit: N, values: [");
  for (int i = 1; i <= ROWS; i++)
    used += snprintf(text + used, (size_t)(TEXT - used), "%s%.17g", i > 1 ? ", " : "", 10 * pow((double)i / ROWS, 1.5));
  used += snprintf(text + used, (size_t)(TEXT - used), "]}\n");
  assert_true(used < TEXT);
}

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
  GrStudy *study;
  GrFit fit;

  WriteInput(deviation, text);
  assert_int_equal(GrStudyReadText(PETSC_COMM_SELF, "power.yaml", text, 0, NULL, &study), 0);
  assert_int_equal(GrFitSolve(PETSC_COMM_SELF, GrStudyAt(study, 0, 0, NULL), &fit), 0);
  assert_true(fit.converged == 1 && fit.data == ROWS && fit.parameters == 2);
  assert_true(fabs(fit.value[0] / 10 - 1) < 1e-9);
  assert_true(fabs(fit.value[1] / 1.5 - 1) < 1e-9);
  /* the derivatives are of fourth order with a step of 4e-3 */
  assert_true(fabs(fit.correlation[1] - Correlation(relative)) < 1e-7);
  assert_true(fabs(fit.correlation[1] - printed) < 5e-4);
  assert_int_equal(GrFitDestroy(&fit), 0);
  assert_int_equal(GrStudyDestroy(&study), 0);
}

static void TestPower(void **state)
{
  FitsPower("relative: 0.01", true, 0.737);
  FitsPower("absolute: 0.01 N", false, 0.683);
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

UNIT_PETSC(BEFORE(Register), CASE(TestPower), CASE(TestDecomposition));
