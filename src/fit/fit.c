/* Fits the free parameters of a case: searches, and the statistics of the best point (granum/fit.h). */
#include "fit/findings.h"
#include "fit/profile.h"
#include "input/key/key.h"

#include <granum/fit.h>
#include <math.h>

/* ---- starts ---- */

/* Number `i` of the sequence of van der Corput in base `base`, in (0, 1). */
static double Corput(PetscInt i, int base)
{
  double number = 0, digit = 1;
  for (; i > 0; i /= base) {
    digit /= base;
    number += digit * (double)(i % base);
  }
  return number;
}

static int NextPrime(int prime)
{
  for (;;) {
    int divisor = 2;
    prime++;
    while (divisor * divisor <= prime && prime % divisor)
      divisor++;
    if (divisor * divisor > prime)
      return prime;
  }
}

/* Point at which search number `start` begins: the start values, then points of Halton's sequence in the ranges. */
static void PlaceStart(const GrFitModel *model, PetscInt start, double u[])
{
  int prime = 1;
  for (PetscInt k = 0; k < model->m; k++) {
    const GrFitCoordinate *c = &model->coordinate[k];
    prime = NextPrime(prime);
    u[k] = start == 0 ? c->first : c->lower + (c->upper - c->lower) * Corput(start, prime);
  }
}

/* ---- statistics ---- */

/* Sets covariance, deviations and correlations of the values. Directions that the data do not determine are left out;
   parameters with a part in them have an infinite deviation. */
static void SetCovariance(const GrFitModel *model, const GrFitPoint *best, GrFit *fit)
{
  const PetscInt m = model->m, a = best->n_active;
  const double variance = GrFitVariance(model, best);

  for (PetscInt k = 0; k < m; k++)
    fit->deviation[k] = best->dead[k] ? INFINITY : 0;
  for (PetscInt j = 0; j < a; j++) {
    const double s = best->svd.singular[j], *v = best->svd.right + j * a;
    for (PetscInt k = 0; k < a; k++) {
      const PetscInt row = best->active[k];
      if (s < best->floor && fabs(v[k]) > 1e-3)
        fit->deviation[row] = INFINITY;
      for (PetscInt l = 0; s >= best->floor && l < a; l++)
        fit->covariance[row * m + best->active[l]] +=
            variance * v[k] * v[l] / (s * s) * fit->scale[row] * fit->scale[best->active[l]];
    }
  }
  for (PetscInt k = 0; k < m; k++)
    fit->deviation[k] += sqrt(fit->covariance[k * m + k]);
  for (PetscInt k = 0; k < m; k++)
    for (PetscInt l = 0; l < m; l++) {
      const double product = fit->deviation[k] * fit->deviation[l];
      fit->correlation[k * m + l] = isfinite(product) && product > 0 ? fit->covariance[k * m + l] / product : NAN;
    }
}

/* A datum without a computed value keeps the residual GR_FIT_FAILED, and has no computed value and no band. */
static void SetData(const GrFitModel *model, const GrFitPoint *best, GrFit *fit)
{
  const PetscInt m = model->m;

  for (PetscInt i = 0; i < model->n; i++) {
    const GrFitDatum *d = &model->datum[i];
    const double sigma = isnan(d->deviation) ? 1 : d->deviation;
    const bool failed = best->residual[i] == GR_FIT_FAILED;
    const double place[] = {d->table, d->row, d->observed, d->x, d->other};
    double band = 0;
    for (PetscInt k = 0; k < m; k++)
      for (PetscInt l = 0; l < m; l++)
        band += best->jacobian[i * m + k] * best->jacobian[i * m + l] * fit->covariance[k * m + l] /
                (fit->scale[k] * fit->scale[l]);
    fit->measured[i] = d->value;
    fit->sigma[i] = d->deviation;
    fit->computed[i] = failed ? NAN : d->value + best->residual[i] * sigma;
    fit->residual[i] = best->residual[i];
    fit->band[i] = failed ? NAN : sigma * sqrt(fmax(band, 0));
    for (int k = 0; k < 5; k++)
      fit->place[5 * i + k] = place[k];
  }
}

/* Akaike's information criterion with the correction for few data. */
static double Aicc(const GrFitModel *model, double square)
{
  const bool known = !isnan(model->datum[0].deviation);
  const double n = (double)model->n, k = (double)model->m + (known ? 0 : 1);
  if (!(n - k - 1 > 0))
    return INFINITY;
  return (known ? square : n * log(square / n)) + 2 * k + 2 * k * (k + 1) / (n - k - 1);
}

static PetscErrorCode SetResult(const GrFitModel *model, const GrFitPoint *best, GrFit *fit)
{
  const PetscInt m = model->m, a = best->n_active;

  for (PetscInt k = 0; k < m; k++) {
    fit->value[k] = GrFitModelParameter(model, k, best->u[k]);
    fit->scale[k] = model->coordinate[k].width > 0 ? model->coordinate[k].width : fit->value[k];
    fit->state[k] = best->dead[k] ? GR_FIT_DEAD : best->bound[k] ? GR_FIT_BOUND : GR_FIT_FREE;
  }
  SetCovariance(model, best, fit);
  SetData(model, best, fit);
  PetscCall(PetscArraycpy(fit->jacobian, best->jacobian, model->n * m));
  for (PetscInt j = 0; j < a; j++) {
    fit->singular[j] = best->svd.singular[j];
    for (PetscInt k = 0; k < a; k++)
      fit->vector[j * m + best->active[k]] = best->svd.right[j * a + k];
  }
  fit->chi_squared = best->square;
  fit->aicc = Aicc(model, best->square);
  fit->kinks = (double)best->kinks;
  return 0;
}

/* ---- the fit ---- */

static PetscErrorCode Allocate(GrFit *fit)
{
  const PetscInt m = fit->parameters, n = fit->data;
  PetscCall(PetscCalloc6(m, &fit->value, m, &fit->deviation, m, &fit->scale, m, &fit->state, m * m, &fit->covariance,
                         m * m, &fit->correlation));
  PetscCall(PetscCalloc6(n, &fit->measured, n, &fit->sigma, n, &fit->computed, n, &fit->residual, n, &fit->band, 5 * n,
                         &fit->place));
  PetscCall(
      PetscCalloc4(n * m, &fit->jacobian, m, &fit->singular, m * m, &fit->vector, fit->starts * (m + 2), &fit->search));
  return PetscCalloc4(m, &fit->profile.lower, m, &fit->profile.upper, m, &fit->profile.unconverged,
                      m * fit->profile.points * (m + 2), &fit->profile.row);
}

/* Runs all searches, on rank 0. The best point is that of the search with the smallest sum of squares
   among the searches that converged, or among all searches if no search converged. */
static PetscErrorCode Search(GrFitModel *model, GrFit *fit)
{
  const PetscInt m = model->m;
  GrFitPoint best, point;

  PetscCall(GrFitPointCreate(model, &best));
  PetscCall(GrFitPointCreate(model, &point));
  for (PetscInt s = 0; s < fit->starts; s++) {
    double *row = fit->search + s * (m + 2);
    bool converged;
    PlaceStart(model, s, point.u);
    PetscCall(GrFitSearchRun(model, &point, &converged));
    for (PetscInt k = 0; k < m; k++)
      row[k] = GrFitModelParameter(model, k, point.u[k]);
    row[m] = point.square;
    row[m + 1] = converged ? 1 : 0;
    if (converged == (fit->converged > 0) ? point.square < best.square : converged) {
      const GrFitPoint former = best;
      best = point;
      point = former;
      fit->converged = converged ? 1 : 0;
    }
  }
  PetscCall(SetResult(model, &best, fit));
  PetscCall(GrFitProfileCompute(model, &best, fit));
  fit->evaluations = model->evaluations;
  PetscCall(GrFitFindings(model, &best, fit));
  PetscCall(GrFitPointDestroy(&point));
  return GrFitPointDestroy(&best);
}

PetscErrorCode GrFitSolve(MPI_Comm comm, const GrCase *the_case, GrFit *fit)
{
  GrFitModel model;

  PetscCall(GrFitModelCreate(comm, the_case, &model));
  *fit = (GrFit){.parameters = model.m,
                 .data = model.n,
                 .starts = (PetscInt)the_case->fit.starts,
                 .profile.points = (PetscInt)the_case->fit.profile};
  if (model.rank > 0) {
    PetscCall(GrFitModelServe(&model));
  } else {
    PetscCall(Allocate(fit));
    PetscCall(Search(&model, fit));
    PetscCall(GrFitModelRelease(&model));
  }
  PetscCallMPI(MPI_Bcast(&fit->chi_squared, 1, MPI_DOUBLE, 0, comm));
  PetscCallMPI(MPI_Bcast(&fit->aicc, 1, MPI_DOUBLE, 0, comm));
  PetscCallMPI(MPI_Bcast(&fit->kinks, 1, MPI_DOUBLE, 0, comm));
  PetscCallMPI(MPI_Bcast(&fit->evaluations, 1, MPI_DOUBLE, 0, comm));
  PetscCallMPI(MPI_Bcast(&fit->converged, 1, MPI_DOUBLE, 0, comm));
  return GrFitModelDestroy(&model);
}

PetscErrorCode GrFitDestroy(GrFit *fit)
{
  PetscCall(PetscFree6(fit->value, fit->deviation, fit->scale, fit->state, fit->covariance, fit->correlation));
  PetscCall(PetscFree6(fit->measured, fit->sigma, fit->computed, fit->residual, fit->band, fit->place));
  PetscCall(PetscFree4(fit->jacobian, fit->singular, fit->vector, fit->search));
  PetscCall(PetscFree4(fit->profile.lower, fit->profile.upper, fit->profile.unconverged, fit->profile.row));
  PetscCall(PetscFree(fit->findings));
  PetscCall(PetscFree(fit->kinds));
  *fit = (GrFit){0};
  return 0;
}

const char *GrFitUnit(const char *kind, const char *quantity)
{
  const int found = GrKeyWordFind(GR_FIT_KIND_NAMES, kind);
  return found < 0 ? NULL : GrCaseFitUnit((GrFitKind)found, quantity);
}
