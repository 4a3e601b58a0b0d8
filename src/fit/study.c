/* Runs the fits of a study: each case is a fit, which all ranks compute together. Writes their results, and a case with
   the fitted values. */
#include "base/text.h"
#include "input/key/key.h"
#include "run/ensemble.h"
#include "run/folder/folder.h"
#include <granum/command.h>
#include <granum/error.h>
#include <granum/fit.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PATH = 512, SET = GR_FIT_KEY_MAX + GR_AMOUNT_UNIT_MAX + 32 };

/* A fit of the study, and its place in the results. */
typedef struct {
  const GrRunEnsemble *ensemble;
  const GrCase *the_case;
  GrFit fit;
  char group[PATH]; /* group of the results file */
} Written;

/* Writes a dataset of `total` rows that rank 0 has. */
static PetscErrorCode WriteRows(const Written *w, const char *part, PetscInt total, GrColumn column, const double *data)
{
  const bool mine = w->ensemble->rank == 0;
  char group[PATH];

  PetscCall(PetscSNPrintf(group, sizeof(group), "%s%s%s", w->group, *part ? "/" : "", part));
  return GrResultsRows(w->ensemble->results, group, &column, (GrRows){total, 0, mine ? total : 0}, data);
}

/* Numbers of rows, and numbers of columns. PROFILED: the parameters, if there are profiles. */
typedef enum { ONE, PARAMETERS, DATA, SEARCHES, PROFILED, POINTS, PLACES, VALUES } Extent;

static PetscInt ExtentOf(const GrFit *f, Extent extent)
{
  const PetscInt m = f->parameters, points = f->profile.points;
  const PetscInt size[] = {[ONE] = 1,
                           [PARAMETERS] = m,
                           [DATA] = f->data,
                           [SEARCHES] = f->starts,
                           [PROFILED] = points ? m : 0,
                           [POINTS] = m * points,
                           [PLACES] = 5,
                           [VALUES] = m + 2};
  return size[extent];
}

/* A dataset: an array of GrFit. */
typedef struct {
  const char *group, *name;
  Extent rows, columns;
  size_t offset; /* of the pointer to the array in GrFit [bytes] */
  const char *description;
} Dataset;

#define ARRAY(member) offsetof(GrFit, member)
static const Dataset datasets[] = {
    {"parameters", "value", PARAMETERS, ONE, ARRAY(value), "best values, in SI units"},
    {"parameters", "deviation", PARAMETERS, ONE, ARRAY(deviation),
     "standard deviations of the values, in SI units; inf: the data do not determine it"},
    {"parameters", "scale", PARAMETERS, ONE, ARRAY(scale),
     "derivative of the value by its coordinate: the value if the coordinate is its logarithm, otherwise the width of "
     "the range"},
    {"parameters", "state", PARAMETERS, ONE, ARRAY(state),
     "0: determined by the data; 1: at an end of its range; 2: without effect"},
    {"parameters", "covariance", PARAMETERS, PARAMETERS, ARRAY(covariance), "covariance of the values, in SI units"},
    {"parameters", "correlation", PARAMETERS, PARAMETERS, ARRAY(correlation),
     "correlation of the values; NaN: not determined"},
    {"parameters", "singular_value", PARAMETERS, ONE, ARRAY(singular),
     "singular values of the derivatives of the residuals by the coordinates"},
    {"parameters", "direction", PARAMETERS, PARAMETERS, ARRAY(vector),
     "direction of each singular value, in the coordinates"},
    {"parameters", "profile_lower", PROFILED, ONE, ARRAY(profile.lower),
     "lower end of the interval in which the profile of chi^2 rises by at most 4 of its scale, in SI units; -inf: the "
     "data give no limit in the range"},
    {"parameters", "profile_upper", PROFILED, ONE, ARRAY(profile.upper), "upper end of this interval; inf: no limit"},
    {"parameters", "profile_unconverged", PROFILED, ONE, ARRAY(profile.unconverged),
     "number of ends of this interval whose search did not converge: they are estimates"},
    {"data", "measured", DATA, ONE, ARRAY(measured), "measured values, in SI units"},
    {"data", "deviation", DATA, ONE, ARRAY(sigma),
     "standard deviations of the measured values, in SI units; NaN: unknown"},
    {"data", "computed", DATA, ONE, ARRAY(computed), "computed values, in SI units; NaN: none"},
    {"data", "residual", DATA, ONE, ARRAY(residual), "(computed - measured)/deviation; without deviations in SI units"},
    {"data", "band", DATA, ONE, ARRAY(band),
     "standard deviations of the computed values that follow from the covariance; NaN: no value"},
    {"data", "place", DATA, PLACES, ARRAY(place),
     "table, row and quantity, from 0; independent variable; angle of an impact [rad], speed of a curve or chain "
     "[m/s], NaN: none"},
    {"data", "jacobian", DATA, PARAMETERS, ARRAY(jacobian), "derivatives of the residuals by the coordinates"},
    {"", "searches", SEARCHES, VALUES, ARRAY(search),
     "of each search: values at its end in SI units, sum of squares, and 1 if it converged"},
    {"", "profiles", POINTS, VALUES, ARRAY(profile.row),
     "points of the profiles, parameter after parameter: values of all parameters in SI units, the smallest sum of "
     "squares with this parameter fixed, and 1 if the search converged"},
};

static PetscErrorCode WriteDatasets(const Written *w)
{
  for (size_t k = 0; k < sizeof(datasets) / sizeof(datasets[0]); k++) {
    const Dataset *d = &datasets[k];
    const PetscInt rows = ExtentOf(&w->fit, d->rows);
    const GrColumn column = {d->name, GR_REAL, (int)ExtentOf(&w->fit, d->columns), "1", d->description};
    if (rows > 0)
      PetscCall(WriteRows(w, d->group, rows, column, *(double *const *)((const char *)&w->fit + d->offset)));
  }
  return 0;
}

static PetscErrorCode WriteText(const Written *w, const char *name, const char *description, GrText *text)
{
  char path[PATH], *characters;

  PetscCall(PetscSNPrintf(path, sizeof(path), "%s/%s", w->group, name));
  PetscCall(GrTextTake(text, &characters));
  PetscCall(GrResultsText(w->ensemble->results, path, description, characters));
  return PetscFree(characters);
}

/* Writes names and units of the parameters and of the measured quantities, a line each. */
static PetscErrorCode WriteNames(const Written *w)
{
  const GrFitCase *fit = &w->the_case->fit;
  GrText keys = {0}, units = {0}, quantities = {0};

  for (int k = 0; k < fit->n_free; k++) {
    GrTextPrint(&keys, "%s%s", k ? "\n" : "", fit->free[k].key);
    GrTextPrint(&units, "%s%s", k ? "\n" : "", fit->free[k].unit);
  }
  for (int t = 0; t < fit->n_data; t++)
    for (int k = 0; k < fit->data[t].n_observed; k++) {
      const char *quantity = fit->data[t].observed[k].quantity, *unit, *x = GrCaseFitAbscissa(&fit->data[t], &unit);
      GrTextPrint(&quantities, "%s%d %d %s %s %s %s %s", t || k ? "\n" : "", t, k,
                  GrKeyWordAt(GR_FIT_KIND_NAMES, (int)fit->data[t].kind).text, quantity,
                  GrCaseFitUnit(fit->data[t].kind, quantity), x, unit);
    }
  PetscCall(WriteText(w, "keys", "paths of the free parameters, a line each", &keys));
  PetscCall(WriteText(w, "units", "SI units of the free parameters, a line each", &units));
  return WriteText(w, "quantities",
                   "of each measured quantity: table, quantity, kind of the table, name, unit, independent variable, "
                   "its unit",
                   &quantities);
}

static PetscErrorCode WriteSummary(const Written *w)
{
  const double summary[] = {w->fit.chi_squared, w->fit.aicc,        (double)w->fit.data, (double)w->fit.parameters,
                            w->fit.kinks,       w->fit.evaluations, w->fit.converged};
  static const GrColumn columns[] = {
      {"chi_squared", GR_REAL, 1, "1", "sum of the squares of the residuals at the best point"},
      {"aicc", GR_REAL, 1, "1", "Akaike's information criterion, corrected for few data"},
      {"data_count", GR_REAL, 1, "1", "number of data"},
      {"parameter_count", GR_REAL, 1, "1", "number of free parameters"},
      {"kink_count", GR_REAL, 1, "1", "number of data at a kink of the computed values"},
      {"evaluations", GR_REAL, 1, "1", "number of sets of parameters that were computed"},
      {"converged", GR_REAL, 1, "1", "1: a search converged; 0: the values are the best that were found"}};

  for (size_t k = 0; k < sizeof(columns) / sizeof(columns[0]); k++)
    PetscCall(WriteRows(w, "summary", 1, columns[k], &summary[k]));
  return 0;
}

/* Writes a text that rank 0 has. */
static PetscErrorCode WriteShared(const Written *w, const char *name, const char *description, const char *mine)
{
  const bool first = w->ensemble->rank == 0;
  int length = first ? (int)strlen(mine) + 1 : 0;
  GrText text = {0};
  char *all;

  PetscCallMPI(MPI_Bcast(&length, 1, MPI_INT, 0, w->ensemble->comm));
  PetscCall(PetscMalloc1(length, &all));
  if (first)
    PetscCall(PetscArraycpy(all, mine, length));
  PetscCallMPI(MPI_Bcast(all, length, MPI_CHAR, 0, w->ensemble->comm));
  GrTextPrint(&text, "%s", all);
  PetscCall(PetscFree(all));
  return WriteText(w, name, description, &text);
}

/* ---- the case with the fitted values ---- */

static int Ascending(const void *a, const void *b)
{
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Sorts a list of numbers, and writes the different ones as "[a, b]". */
static void WriteList(GrText *out, size_t n, double *number)
{
  qsort(number, n, sizeof(double), Ascending);
  GrTextPrint(out, "[");
  for (size_t i = 0; i < n; i++)
    if (i == 0 || number[i] > number[i - 1]) {
      GrTextPrint(out, "%s", i ? ", " : "");
      GrTextNumber(out, number[i]);
    }
  GrTextPrint(out, "]");
}

/* Makes the texts velocities=[...] and angle=[...] of the impacts of the data, curves included; "": there are none. */
static PetscErrorCode ListImpacts(const GrFitCase *fit, char *set[2])
{
  const PetscInt n = GrCaseFitCount(fit);
  GrText text[2] = {{0}, {0}};
  GrFitDatum *datum;
  double *number[2];
  size_t count[2] = {0, 0};

  PetscCall(PetscMalloc3(n, &datum, n, &number[0], n, &number[1]));
  GrCaseFitData(fit, datum);
  for (PetscInt i = 0; i < n; i++) {
    const GrFitKind kind = fit->data[datum[i].table].kind;
    if (kind != GR_FIT_IMPACTS && kind != GR_FIT_CURVE)
      continue;
    number[0][count[0]++] = kind == GR_FIT_IMPACTS ? datum[i].x : datum[i].other;
    if (kind == GR_FIT_IMPACTS && !isnan(datum[i].other))
      number[1][count[1]++] = datum[i].other;
  }
  for (int k = 0; k < 2; k++) {
    GrTextPrint(&text[k], "%s", "");
    if (count[k] > 0) {
      GrTextPrint(&text[k], k ? "angle=" : "velocities=");
      WriteList(&text[k], count[k], number[k]);
    }
    PetscCall(GrTextTake(&text[k], &set[k]));
  }
  return PetscFree3(datum, number[0], number[1]);
}

/* Writes the speeds of a chain as a sweep over the velocity of the striker, nothing if the data have none. If the data
   have several strikers, a comment names that of the sweep. */
static PetscErrorCode WriteSweep(const GrCase *the_case, GrText *out)
{
  const GrFitCase *fit = &the_case->fit;
  const PetscInt n = GrCaseFitCount(fit);
  GrFitDatum *datum;
  double *speed;
  size_t count = 0;
  int striker = -1;
  bool others = false;

  PetscCall(PetscMalloc2(n, &datum, n, &speed));
  GrCaseFitData(fit, datum);
  for (PetscInt i = 0; i < n; i++) {
    const GrFitData *data = &fit->data[datum[i].table];
    if (data->kind != GR_FIT_CHAIN || isnan(datum[i].other))
      continue;
    striker = striker < 0 ? data->striker : striker;
    others = others || data->striker != striker;
    if (data->striker != striker)
      continue;
    speed[count++] = copysign(datum[i].other, the_case->groups[striker].velocity);
  }
  if (others)
    GrTextPrint(out, "# The data have several strikers: the sweep has the speeds of '%s' only.\n",
                the_case->groups[striker].name);
  if (count > 0) {
    GrTextPrint(out, "sweep:\n  particles.%s.velocity: ", the_case->groups[striker].name);
    WriteList(out, count, speed);
    GrTextPrint(out, "\n");
  }
  return PetscFree2(datum, speed);
}

/* Head of a case with the fitted values whose data have no speeds. */
static const char invented[] =
    "# The data are slow compressions, which have no speed: the impact at 1 m/s is an example.\n"
    "# Write the speeds that you need as velocities.\n";

/* Writes fitted-NUMBER.yaml: the case with the fitted values, and the speeds and angles of the data. A chain has its
   speeds as a sweep. Collective. */
static PetscErrorCode WriteFitted(const Written *w, GrRunFolder folder, int number)
{
  const GrFitCase *fit = &w->the_case->fit;
  const PetscInt m = w->fit.parameters;
  GrText text = {0};
  char *impacts[2], *texts, *written, name[64];
  const char **set;
  double *value;
  GrCase *fitted;
  int n = 0;

  PetscCall(ListImpacts(fit, impacts));
  PetscCall(PetscMalloc3(m, &value, m + 2, &set, m * SET, &texts));
  if (w->ensemble->rank == 0)
    PetscCall(PetscArraycpy(value, w->fit.value, m));
  PetscCallMPI(MPI_Bcast(value, (int)m, MPI_DOUBLE, 0, w->ensemble->comm));
  for (; n < m; n++) {
    const GrFitFree *free = &fit->free[n];
    const bool unit = free->constant && strcmp(free->unit, "1") != 0;
    set[n] = texts + (size_t)n * SET;
    snprintf(texts + (size_t)n * SET, SET, "%s=%.17g%s%s", free->key, value[n], unit ? " " : "",
             unit ? free->unit : "");
  }
  for (int k = 0; k < 2; k++)
    if (*impacts[k])
      set[n++] = impacts[k];
  PetscCall(GrCaseParse(w->the_case->file, fit->base, n, set, &fitted));
  PetscCall(PetscSNPrintf(name, sizeof(name), "fitted-%d.yaml", number));
  GrTextPrint(&text, "%s%s", *impacts[0] || w->the_case->dimension == 1 || fit->follows ? "" : invented,
              GrCaseResolved(fitted));
  PetscCall(WriteSweep(w->the_case, &text));
  PetscCall(GrTextTake(&text, &written));
  PetscCall(GrRunFolderWrite(folder, name, written));
  PetscCall(PetscFree(written));
  PetscCall(GrCaseDestroy(&fitted));
  PetscCall(PetscFree3(value, set, texts));
  for (int k = 0; k < 2; k++)
    PetscCall(PetscFree(impacts[k]));
  return 0;
}

/* ---- report ---- */

/* Prints an end of an interval. */
static void PrintEnd(double end)
{
  if (isinf(end))
    printf(" %14s", "open");
  else
    printf(" %14.6g", end);
}

static void PrintFit(const Written *w, const char *name)
{
  const GrFitCase *fit = &w->the_case->fit;
  const GrFit *f = &w->fit;
  const bool profiled = f->profile.points > 0;

  printf("%s%s%-40s %14s %14s", name, *name ? ":\n" : "", "parameter", "value", "deviation");
  printf("%s  unit\n", profiled ? "   profile from             to" : "");
  for (PetscInt k = 0; k < f->parameters; k++) {
    char deviation[32] = "-"; /* at an end of its range */
    if (f->state[k] != GR_FIT_BOUND)
      snprintf(deviation, sizeof(deviation), "%.3g", f->deviation[k]);
    printf("%-40s %14.8g %14s", fit->free[k].key, f->value[k], deviation);
    if (profiled) {
      PrintEnd(f->profile.lower[k]);
      PrintEnd(f->profile.upper[k]);
    }
    printf("  %s\n", fit->free[k].unit);
  }
  printf("%" PetscInt_FMT " data, chi^2 %.6g, AICc %.6g, %.0f sets of parameters computed\n", f->data, f->chi_squared,
         f->aicc, f->evaluations);
  for (const char *line = f->findings; *line;) {
    const size_t length = strcspn(line, "\n");
    printf("note: %.*s\n", (int)length, line);
    line += length + (line[length] == '\n');
  }
}

/* Prints the fits in the order of their AICc, as differences from the smallest one. */
static void PrintComparison(const GrStudy *study, const double aicc[], const PetscInt data[])
{
  const int n = study->n_variants * study->n_points;
  double best = INFINITY;
  char name[PATH];

  for (int i = 0; i < n; i++) {
    best = fmin(best, aicc[i]);
    if (data[i] != data[0])
      return; /* AICc compares fits of the same data */
  }
  if (n == 1 || !isfinite(best))
    return;
  printf("%-40s %14s\n", "comparison", "AICc - least");
  for (int i = 0; i < n; i++) {
    GrStudyCaseName(study, i / study->n_points, i % study->n_points, sizeof(name), name);
    printf("%-40s %14.4g\n", name, aicc[i] - best);
  }
}

/* ---- the fits ---- */

static PetscErrorCode WriteFit(const Written *w, GrRunFolder folder, int number)
{
  if (!w->ensemble->results)
    return 0;
  PetscCall(WriteNames(w));
  PetscCall(WriteShared(w, "findings", "limits of the data, a line for each", w->fit.findings));
  PetscCall(WriteShared(w, "finding_kinds", "a word for each line of findings, such as flat", w->fit.kinds));
  PetscCall(WriteDatasets(w));
  PetscCall(WriteSummary(w));
  return WriteFitted(w, folder, number);
}

static PetscErrorCode RunFits(GrRunEnsemble *e, GrRunFolder folder)
{
  const GrStudy *study = e->study;
  const int n = study->n_variants * study->n_points;
  PetscInt *data;
  double *aicc;

  PetscCall(PetscMalloc2(n, &aicc, n, &data));
  for (int i = 0; i < n; i++) {
    Written w = {.ensemble = e, .the_case = study->variant[i / study->n_points].point[i % study->n_points]};
    char name[PATH - 8];
    GrStudyCaseName(study, i / study->n_points, i % study->n_points, sizeof(name), name);
    PetscCall(PetscSNPrintf(w.group, sizeof(w.group), "/fit%s%s", *name ? "/" : "", name));
    PetscCall(GrFitSolve(e->comm, w.the_case, &w.fit));
    PetscCall(WriteFit(&w, folder, i + 1));
    aicc[i] = w.fit.aicc;
    data[i] = w.fit.data;
    e->counted += e->rank == 0 ? (PetscInt64)w.fit.evaluations : 0;
    if (e->rank == 0)
      PrintFit(&w, name);
    if (e->rank == 0 && w.fit.converged == 0)
      GrRunEnsembleFail(e, i, "did not converge from any start");
    PetscCall(GrFitDestroy(&w.fit));
  }
  if (e->rank == 0)
    PrintComparison(study, aicc, data);
  return PetscFree2(aicc, data);
}

const GrRunEnsembleKind GrFitEnsemble = {
    .group = "fit",
    .members = "fits",
    .counted = "sets of parameters",
    .failed = "fits did not converge; the best values that were found are in the results",
    .member = "fit",
    .remedy = "give better starts, narrower ranges, more starts or iterations, or free fewer parameters",
    .run = RunFits,
};
