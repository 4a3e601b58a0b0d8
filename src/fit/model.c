/* Computes the values of all data for sets of parameters, on all ranks; see model.h.

   The impacts of all sets are members of one ensemble: table after table, set after set, row after row. Each rank
   computes a contiguous range of them, in pieces. The result of an impact does not depend on the other impacts, and
   each value is computed by one rank, so that the values have the same bits on any number of ranks. */
#include "fit/model.h"

#include "base/math/elementary.h"
#include "base/math/exponential.h"
#include "fit/parts.h"
#include "impact/impact.h"
#include "impact/static_curve.h"
#include "run/ensemble.h"
#include <granum/error.h>
#include <math.h>
#include <string.h>

enum { PIECE = 4096, SET = GR_FIT_KEY_MAX + GR_AMOUNT_UNIT_MAX + 32 };
enum { SIDE = 4 };     /* sets of parameters for a derivative */
enum { SHORTER = 16 }; /* ratio of the steps, if the computed values have a kink near the point */

static const double PATH_NOISE = 1e-13; /* rounding error of the points of a prescribed path [1] */

/* An impact of the ensemble: its set of parameters, its table of data and its row. */
typedef struct {
  PetscInt set;
  int table, row;
} Member;

/* ---- parameters ---- */

double GrFitModelParameter(const GrFitModel *model, PetscInt k, double u)
{
  const GrFitCoordinate *c = &model->coordinate[k];
  const GrFitFree *free = &model->fit->free[k];
  return fmin(fmax(c->width > 0 ? c->width * u : GrExp(u), free->lower), free->upper);
}

static void SetCoordinate(const GrFitFree *free, GrFitCoordinate *c)
{
  c->width = free->lower > 0 ? 0 : free->upper - free->lower;
  c->lower = c->width > 0 ? free->lower / c->width : GrLogarithm(free->lower);
  c->upper = c->width > 0 ? free->upper / c->width : GrLogarithm(free->upper);
  c->first = c->width > 0 ? free->first / c->width : GrLogarithm(free->first);
}

/* Reads the case with a set of parameters; *made is NULL if it is not a valid case. */
static PetscErrorCode MakeCase(const GrFitModel *model, const double u[], GrCase **made)
{
  const char **set;
  char *text;

  *made = NULL;
  PetscCall(PetscMalloc2(model->m, &set, model->m * SET, &text));
  for (PetscInt k = 0; k < model->m; k++) {
    const GrFitFree *free = &model->fit->free[k];
    const bool unit = free->constant && strcmp(free->unit, "1") != 0;
    set[k] = text + k * SET;
    snprintf(text + k * SET, SET, "%s=%.17g%s%s", free->key, GrFitModelParameter(model, k, u[k]), unit ? " " : "",
             unit ? free->unit : "");
  }
  const PetscErrorCode code = GrCaseParse(model->the_case->file, model->fit->base, (int)model->m, set, made);
  PetscCall(PetscFree2(set, text));
  if (code && GrFailureCode() != GR_EXIT_INPUT)
    PetscCall(code);
  GrFailureClear();
  return *made ? GrFitChainRead(*made) : 0;
}

/* ---- impacts ---- */

/* The kind of ensemble that computes the impacts of a table. */
static const GrRunEnsembleKind *KindOf(const GrCase *the_case, const GrFitData *data)
{
  return *data->angle || GrObliqueEnsemble.takes(the_case) ? &GrObliqueEnsemble : &GrImpactEnsemble;
}

/* Returns the place in the result of a member of the number with this name; NULL: there is none. */
static const GrMember *FindResult(const GrRunEnsembleKind *kind, const char *name)
{
  const GrEnsembleTable *table = &kind->tables[kind->n_tables - 1];
  for (int k = 0; k < table->n; k++)
    if (strcmp(table->member[k].column.name, name) == 0)
      return &table->member[k];
  return NULL;
}

/* Computes members of one kind, whose cases have the same setting. */
static PetscErrorCode SolveRun(const GrFitModel *model, const GrRunEnsembleKind *kind, PetscInt count,
                               const Member member[], GrCase *const the_case[], double value[])
{
  GrVariant variant = {.name = ""};
  GrStudy study = {.n_variants = 1, .variant = &variant, .n_points = (int)count};
  GrRunEnsemble e = {.kind = kind, .comm = PETSC_COMM_SELF, .size = 1, .study = &study, .count = count};
  GrCase *copy;
  double *speed, *angle;
  char *result;

  PetscCall(PetscMalloc4(count, &copy, count, &speed, count, &angle, count, &variant.point));
  PetscCall(PetscMalloc1(count + 1, &e.begin));
  PetscCall(PetscCalloc1((size_t)count * kind->size, &result));
  e.result = result;
  for (PetscInt i = 0; i < count; i++) {
    const GrFitData *data = &model->fit->data[member[i].table];
    e.begin[i] = i;
    speed[i] = GrCaseFitColumn(data, data->speed)[member[i].row];
    angle[i] = *data->angle ? GrCaseFitColumn(data, data->angle)[member[i].row] : 0;
    copy[i] = *the_case[member[i].set];
    copy[i].impact.velocities = (GrRange){.count = 1, .value = &speed[i]};
    copy[i].impact.angles = (GrRange){.count = *data->angle ? 1 : 0, .value = &angle[i]};
    variant.point[i] = &copy[i];
  }
  e.begin[count] = count;
  PetscCall(kind->solve(&e, 0, (PetscInt)count));
  for (PetscInt i = 0; i < count; i++) {
    const GrFitData *data = &model->fit->data[member[i].table];
    double *to = value + member[i].set * model->n + GrFitModelFirst(model, member[i].table, member[i].row);
    for (int k = 0; k < data->n_observed; k++, to += GrCaseFitRows(data)) {
      const GrMember *found = FindResult(kind, data->observed[k].quantity);
      PetscCheck(found, PETSC_COMM_SELF, PETSC_ERR_PLIB, "no result %s", data->observed[k].quantity);
      *to = *(const double *)(result + (size_t)i * kind->size + found->offset);
    }
  }
  PetscCall(PetscFree(result));
  PetscCall(PetscFree(e.begin));
  return PetscFree4(copy, speed, angle, variant.point);
}

/* Whether one call of `solve` can compute two members. */
static bool SameRun(const GrFitModel *model, const Member *one, const Member *two, GrCase *const the_case[])
{
  const GrCase *a = the_case[one->set], *b = the_case[two->set];
  const GrRunEnsembleKind *kind = KindOf(a, &model->fit->data[one->table]);
  return kind == KindOf(b, &model->fit->data[two->table]) && (a == b || kind->same_setting(a, b));
}

static PetscErrorCode SolvePiece(const GrFitModel *model, PetscInt count, const Member member[],
                                 GrCase *const the_case[], double value[])
{
  for (PetscInt first = 0, end; first < count; first = end) {
    for (end = first + 1; end < count && SameRun(model, &member[end - 1], &member[end], the_case);)
      end++;
    const GrRunEnsembleKind *kind = KindOf(the_case[member[first].set], &model->fit->data[member[first].table]);
    PetscCall(SolveRun(model, kind, end - first, member + first, the_case, value));
  }
  return 0;
}

/* Computes the impacts of this rank. */
static PetscErrorCode SolveImpacts(const GrFitModel *model, PetscInt sets, GrCase *const the_case[], double value[])
{
  PetscInt64 total = 0, at = 0;
  Member *member;
  PetscInt n = 0;

  for (PetscInt s = 0; s < sets; s++)
    for (int t = 0; t < model->fit->n_data; t++)
      if (the_case[s] && model->fit->data[t].kind == GR_FIT_IMPACTS)
        total += GrCaseFitRows(&model->fit->data[t]);
  const PetscInt64 first = total * model->rank / model->size, end = total * (model->rank + 1) / model->size;
  PetscCall(PetscMalloc1(PIECE, &member));
  for (int t = 0; t < model->fit->n_data; t++)
    for (PetscInt s = 0; s < sets; s++)
      for (int i = 0; i < GrCaseFitRows(&model->fit->data[t]); i++) {
        if (!the_case[s] || model->fit->data[t].kind != GR_FIT_IMPACTS)
          continue;
        if (at >= first && at < end)
          member[n++] = (Member){s, t, i};
        if (n == PIECE || (n > 0 && at + 1 == end)) {
          PetscCall(SolvePiece(model, n, member, the_case, value));
          n = 0;
        }
        at++;
      }
  return PetscFree(member);
}

/* ---- compressions ---- */

/* Computes the tables of compressions with one set of parameters. value: [model->n] values of this set. */
static PetscErrorCode SolveCompression(const GrFitModel *model, const GrCase *the_case, double value[])
{
  GrImpactPoint point;
  PetscCall(GrImpactPrepare(the_case, &point));
  const GrImpactSetting setting = GrImpactSettingOf(the_case);
  const GrImpactTask task = {point.coefficient, point.adhesion_coefficient, point.pair.mass, 1};

  for (int t = 0; t < model->fit->n_data; t++) {
    const GrFitData *data = &model->fit->data[t];
    double *to = value + GrFitModelFirst(model, t, 0);
    if (data->kind != GR_FIT_COMPRESSION)
      continue;
    for (int k = 0; k < data->n_observed; k++, to += GrCaseFitRows(data))
      GrImpactStaticPath(&setting, &task, GrCaseFitRows(data), GrCaseFitColumn(data, data->overlap), to);
  }
  return 0;
}

static PetscErrorCode SolveCompressions(const GrFitModel *model, PetscInt sets, GrCase *const the_case[],
                                        double value[])
{
  bool any = false;

  for (int t = 0; t < model->fit->n_data; t++)
    any = any || model->fit->data[t].kind == GR_FIT_COMPRESSION;
  for (PetscInt s = model->rank; any && s < sets; s += model->size)
    if (the_case[s])
      PetscCall(SolveCompression(model, the_case[s], value + s * model->n));
  return 0;
}

/* ---- all ranks ---- */

/* Computes value[sets][n] for u[sets][m], which all ranks have; rank 0 gets the values. Collective. */
static PetscErrorCode Compute(const GrFitModel *model, PetscInt sets, const double u[], double value[])
{
  const PetscInt total = sets * model->n;
  GrCase **the_case;
  double *mine;

  PetscCall(PetscMalloc1(sets, &the_case));
  PetscCall(PetscCalloc1(total, &mine));
  for (PetscInt s = 0; s < sets; s++)
    PetscCall(MakeCase(model, u + s * model->m, &the_case[s]));
  PetscCall(SolveImpacts(model, sets, the_case, mine));
  PetscCall(SolveCompressions(model, sets, the_case, mine));
  PetscCall(GrFitCurvesSolve(model, sets, the_case, mine));
  PetscCall(GrFitChainsSolve(model, sets, the_case, mine));
  PetscCall(GrFitPathsSolve(model, sets, the_case, mine));
  for (PetscInt i = 0; i < total; i++)
    mine[i] += 0.0; /* the sum over one rank would keep -0 */
  PetscCallMPI(MPI_Reduce(mine, value, total, MPI_DOUBLE, MPI_SUM, 0, model->comm));
  for (PetscInt s = 0; s < sets; s++) {
    for (PetscInt i = 0; model->rank == 0 && !the_case[s] && i < model->n; i++)
      value[s * model->n + i] = NAN;
    PetscCall(GrCaseDestroy(&the_case[s]));
  }
  PetscCall(PetscFree(mine));
  return PetscFree(the_case);
}

/* Computes value[sets][n] for u[sets][m] on all ranks, while the other ranks are in GrFitModelServe. NaN: no value. */
static PetscErrorCode Evaluate(GrFitModel *model, PetscInt sets, const double u[], double value[])
{
  PetscCallMPI(MPI_Bcast(&sets, 1, MPIU_INT, 0, model->comm));
  PetscCallMPI(MPI_Bcast((double *)u, sets * model->m, MPI_DOUBLE, 0, model->comm));
  model->evaluations += (double)sets;
  return Compute(model, sets, u, value);
}

PetscErrorCode GrFitModelServe(GrFitModel *model)
{
  for (;;) {
    PetscInt sets = 0;
    double *u;
    PetscCallMPI(MPI_Bcast(&sets, 1, MPIU_INT, 0, model->comm));
    if (sets == 0)
      return 0;
    PetscCall(PetscMalloc1(sets * model->m, &u));
    PetscCallMPI(MPI_Bcast(u, sets * model->m, MPI_DOUBLE, 0, model->comm));
    PetscCall(Compute(model, sets, u, NULL));
    PetscCall(PetscFree(u));
  }
}

PetscErrorCode GrFitModelRelease(GrFitModel *model)
{
  PetscInt sets = 0;
  PetscCallMPI(MPI_Bcast(&sets, 1, MPIU_INT, 0, model->comm));
  return 0;
}

/* ---- derivatives ---- */

/* Offsets of the points of a derivative in steps, and their weights times the step. */
typedef struct {
  int offset[SIDE + 1];
  double weight[SIDE + 1];
} Stencil;
static const Stencil central = {{0, -2, -1, 1, 2}, {0, 1. / 12, -8. / 12, 8. / 12, -1. / 12}};
static const Stencil forward = {{0, 1, 2, 3, 4}, {-25. / 12, 48. / 12, -36. / 12, 16. / 12, -3. / 12}};
static const Stencil backward = {{0, -1, -2, -3, -4}, {25. / 12, -48. / 12, 36. / 12, -16. / 12, 3. / 12}};

/* Step of the differences of a parameter: shorter in a narrow range. */
static double StepOf(const GrFitModel *model, PetscInt k, double step)
{
  const GrFitCoordinate *c = &model->coordinate[k];
  return fmin(step, 0.125 * (c->upper - c->lower));
}

static const Stencil *StencilOf(const GrFitModel *model, PetscInt k, double step, double u)
{
  const GrFitCoordinate *c = &model->coordinate[k];
  const double reach = 2 * StepOf(model, k, step);
  return u + reach > c->upper ? &backward : u - reach < c->lower ? &forward : &central;
}

/* Derivative from the values f[SIDE + 1] at the points of a stencil. If some of them are NaN: from two neighbours. */
static double Differentiate(const Stencil *s, const double f[SIDE + 1], double h)
{
  double sum = 0;
  for (int i = 0; i <= SIDE; i++)
    sum += s->weight[i] * f[i];
  if (isfinite(sum))
    return sum / h;
  for (int i = 1; i <= SIDE; i++)
    if (abs(s->offset[i]) == 1 && isfinite(f[i]) && isfinite(f[0]))
      return (f[i] - f[0]) / (s->offset[i] * h);
  return 0;
}

/* Whether the derivatives from below and above differ, beyond the error of the computed values. */
static bool HasKink(const GrFitModel *model, const Stencil *s, const double f[SIDE + 1])
{
  if (s != &central)
    return false;
  const double above = -1.5 * f[0] + 2 * f[3] - 0.5 * f[4], below = 1.5 * f[0] - 2 * f[2] + 0.5 * f[1];
  return fabs(above - below) > fmax(0.02 * fmax(fabs(above), fabs(below)), 1000 * model->noise * fabs(f[0]));
}

static double Weight(const GrFitDatum *datum)
{
  return isnan(datum->deviation) ? 1 : 1 / datum->deviation;
}

static void SetResiduals(const GrFitModel *model, const double value[], double residual[], PetscInt *failed)
{
  *failed = 0;
  for (PetscInt i = 0; i < model->n; i++) {
    const bool valid = isfinite(value[i]);
    residual[i] = valid ? (value[i] - model->datum[i].value) * Weight(&model->datum[i]) : GR_FIT_FAILED;
    *failed += valid ? 0 : 1;
  }
}

PetscErrorCode GrFitModelResidual(GrFitModel *model, const double u[], double residual[], PetscInt *failed)
{
  PetscCall(Evaluate(model, 1, u, model->value));
  SetResiduals(model, model->value, residual, failed);
  return 0;
}

/* Computes the values at the points of all derivatives with this step. */
static PetscErrorCode EvaluateAround(GrFitModel *model, double step, const double u[])
{
  const PetscInt m = model->m;
  double *points;

  PetscCall(PetscMalloc1((SIDE * m + 1) * m, &points));
  for (PetscInt s = 0; s <= SIDE * m; s++)
    PetscCall(PetscArraycpy(points + s * m, u, m));
  for (PetscInt k = 0; k < m; k++)
    for (int i = 1; i <= SIDE; i++)
      points[(SIDE * k + i) * m + k] += StencilOf(model, k, step, u[k])->offset[i] * StepOf(model, k, step);
  PetscCall(Evaluate(model, SIDE * m + 1, points, model->value));
  return PetscFree(points);
}

/* Computes the derivatives of a datum. Returns whether some of them have a kink. */
static bool DifferentiateDatum(const GrFitModel *model, double step, const double u[], PetscInt i, double derivative[])
{
  const double *value = model->value;
  bool kink = false;

  for (PetscInt k = 0; k < model->m; k++) {
    const Stencil *s = StencilOf(model, k, step, u[k]);
    double f[SIDE + 1] = {value[i]};
    for (int j = 1; j <= SIDE; j++)
      f[j] = value[(SIDE * k + j) * model->n + i];
    derivative[k] = isfinite(value[i]) ? Differentiate(s, f, StepOf(model, k, step)) * Weight(&model->datum[i]) : 0;
    kink = kink || HasKink(model, s, f);
  }
  return kink;
}

PetscErrorCode GrFitModelLinearize(GrFitModel *model, const double u[], double residual[], double jacobian[],
                                   PetscInt *failed, PetscInt *kinks)
{
  double step = model->step;
  bool *kink;

  PetscCall(PetscMalloc1(model->n, &kink));
  for (PetscInt i = 0; i < model->n; i++)
    kink[i] = true;
  do {
    PetscCall(EvaluateAround(model, step, u));
    if (step == model->step)
      SetResiduals(model, model->value, residual, failed);
    *kinks = 0;
    for (PetscInt i = 0; i < model->n; i++) {
      kink[i] = kink[i] && DifferentiateDatum(model, step, u, i, jacobian + i * model->m);
      *kinks += kink[i] ? 1 : 0;
    }
    step /= SHORTER;
  } while (*kinks > 0 && step > 3 * sqrt(model->noise));
  return PetscFree(kink);
}

/* ---- life ---- */

PetscErrorCode GrFitModelCreate(MPI_Comm comm, const GrCase *the_case, GrFitModel *model)
{
  const GrFitCase *fit = &the_case->fit;

  *model = (GrFitModel){.comm = comm, .the_case = the_case, .fit = fit, .m = fit->n_free, .n = GrCaseFitCount(fit)};
  PetscCallMPI(MPI_Comm_rank(comm, &model->rank));
  PetscCallMPI(MPI_Comm_size(comm, &model->size));
  PetscCall(PetscMalloc2(model->m, &model->coordinate, model->n, &model->datum));
  PetscCall(PetscMalloc1((SIDE * model->m + 1) * model->n, &model->value));
  for (PetscInt k = 0; k < model->m; k++)
    SetCoordinate(&fit->free[k], &model->coordinate[k]);
  GrCaseFitData(fit, model->datum);
  model->noise = fit->follows ? PATH_NOISE : the_case->impact.tolerance;
  for (int t = 0; t < fit->n_data; t++)
    if (fit->data[t].kind == GR_FIT_CHAIN)
      model->noise = fmax(model->noise, GrFitChainNoise(the_case));
    else if (fit->data[t].kind == GR_FIT_IMPACTS && KindOf(the_case, &fit->data[t]) == &GrObliqueEnsemble)
      model->noise = fmax(model->noise, the_case->impact.accuracy);
  model->step = GrPower(model->noise, 0.2); /* the errors noise/step and step^4 are then equal */
  return 0;
}

PetscErrorCode GrFitModelDestroy(GrFitModel *model)
{
  PetscCall(PetscFree2(model->coordinate, model->datum));
  return PetscFree(model->value);
}
