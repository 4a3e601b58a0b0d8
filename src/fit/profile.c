/* Computes the profile of chi^2 of each parameter; see profile.h. */
#include "fit/profile.h"

#include <math.h>

enum { ROUNDS = 50, HALVE_EVERY = 4 };
static const double RISE = 4;      /* rise of chi^2 at the ends of the interval, in units of its scale: 2 deviations */
static const double CLOSE = 1e-7;  /* relative error of this rise [1] */
static const double NARROW = 1e-9; /* relative width of a bracket that needs no further search [1] */

/* The profile of one parameter on one side of the best point. */
typedef struct {
  GrFitModel *model;
  const GrFitPoint *best;
  PetscInt k;
  double variance;         /* scale of chi^2 */
  double stop;             /* end of the range, in u */
  GrFitPoint inner, trial; /* last point below the rise; point of the current search */
} Side;

/* Distance of the end of the interval by the linearized model: two deviations; with the other parameters fixed if the
   deviation is unknown. */
static double GuessDistance(const Side *s, const GrFit *fit)
{
  const PetscInt m = s->model->m;
  const double deviation = fit->deviation[s->k] / fit->scale[s->k];
  double norm = 0;

  if (isfinite(deviation) && deviation > 0)
    return sqrt(RISE) * deviation;
  for (PetscInt i = 0; i < s->model->n; i++)
    norm += s->best->jacobian[i * m + s->k] * s->best->jacobian[i * m + s->k];
  return norm > 0 ? sqrt(RISE * s->variance / norm) : INFINITY;
}

/* Next coordinate: of Newton's method for the root of the rise, or by halving the bracket from `inside` to `outside`.
   outside = NaN: no outer point is known; then at most 4 times as far from the best point as `inside`. */
static double Next(const Side *s, double rise, double inside, double outside, int round)
{
  const double from = s->best->u[s->k], root = sqrt(fmax(rise, 0));
  double slope = 0, next;

  for (PetscInt i = 0; i < s->model->n; i++)
    slope += s->trial.jacobian[i * s->model->m + s->k] * s->trial.residual[i];
  next = s->trial.u[s->k] + (sqrt(RISE) - root) * root * s->variance / slope;
  if (isnan(outside)) {
    const double times = (next - from) / (inside - from);
    next = times > 1 && times < 4 ? next : inside + (inside - from);
    return fabs(next - from) < fabs(s->stop - from) ? next : s->stop;
  }
  const double share = (next - inside) / (outside - inside);
  return share > 0 && share < 1 && (round + 1) % HALVE_EVERY ? next : 0.5 * (inside + outside);
}

/* An end of the interval. */
typedef struct {
  double u;       /* coordinate */
  bool open;      /* whether chi^2 rises less up to the end of the range, at which u then is */
  bool converged; /* whether the search for the end and that of its point converged */
} End;

/* Finds the end of the interval on one side. A point below the rise is inside even if its search did not converge. */
static PetscErrorCode FindEnd(Side *s, double distance, End *end)
{
  const double from = s->best->u[s->k], reach = s->stop - from;
  double inside = from, outside = NAN, u = fabs(reach) <= distance ? s->stop : from + copysign(distance, reach);
  bool converged, outer = false; /* of the last search; of that for `outside` */

  *end = (End){s->stop, true, true};
  if (fabs(reach) <= NARROW * (s->model->coordinate[s->k].upper - s->model->coordinate[s->k].lower))
    return 0;
  PetscCall(GrFitPointCopy(s->model, s->best, &s->inner));
  for (int round = 0; round < ROUNDS; round++) {
    PetscCall(GrFitPointCopy(s->model, &s->inner, &s->trial));
    PetscCall(GrFitSearchFixed(s->model, s->k, u, &s->trial, &converged));
    const double rise = (s->trial.square - s->best->square) / s->variance;
    if (rise < RISE * (1 - CLOSE) && u == s->stop) {
      *end = (End){s->stop, true, true};
      return 0;
    }
    if (rise < RISE) {
      PetscCall(GrFitPointCopy(s->model, &s->trial, &s->inner));
      inside = u;
    } else {
      outside = u;
      outer = converged;
    }
    const bool close = fabs(rise / RISE - 1) <= CLOSE;
    const bool narrow = fabs(outside - inside) <= NARROW * fabs(inside - from);
    *end = (End){u, false, close ? converged : narrow && outer};
    if (close || narrow)
      return 0;
    u = Next(s, rise, inside, outside, round);
  }
  return 0;
}

/* Computes the points of one parameter between two coordinates, from the best point to both sides. */
static PetscErrorCode ComputePoints(Side *s, const End end[2], GrFit *fit)
{
  const PetscInt m = s->model->m, points = fit->profile.points;
  const double step = (end[1].u - end[0].u) / (double)(points - 1);
  PetscInt middle = 0;

  while (middle < points && end[0].u + step * (double)middle < s->best->u[s->k])
    middle++;
  for (int side = 0; side < 2; side++) {
    PetscCall(GrFitPointCopy(s->model, s->best, &s->trial));
    for (PetscInt i = side ? middle : middle - 1; i >= 0 && i < points; i += side ? 1 : -1) {
      double *row = fit->profile.row + (s->k * points + i) * (m + 2);
      bool converged;
      PetscCall(GrFitSearchFixed(s->model, s->k, end[0].u + step * (double)i, &s->trial, &converged));
      for (PetscInt l = 0; l < m; l++)
        row[l] = GrFitModelParameter(s->model, l, s->trial.u[l]);
      row[m] = s->trial.square;
      row[m + 1] = converged ? 1 : 0;
    }
  }
  return 0;
}

/* Without a scale of chi^2 there is no interval. */
static void SetNothing(const GrFit *fit)
{
  for (PetscInt k = 0; k < fit->parameters; k++)
    fit->profile.lower[k] = fit->profile.upper[k] = NAN;
  for (PetscInt i = 0; i < fit->parameters * fit->profile.points * (fit->parameters + 2); i++)
    fit->profile.row[i] = NAN;
}

PetscErrorCode GrFitProfileCompute(GrFitModel *model, const GrFitPoint *best, GrFit *fit)
{
  Side s = {.model = model, .best = best, .variance = GrFitVariance(model, best)};

  if (fit->profile.points == 0)
    return 0;
  if (!(s.variance > 0)) {
    SetNothing(fit);
    return 0;
  }
  PetscCall(GrFitPointCreate(model, &s.inner));
  PetscCall(GrFitPointCreate(model, &s.trial));
  for (s.k = 0; s.k < model->m; s.k++) {
    const GrFitCoordinate *c = &model->coordinate[s.k];
    double *limit[2] = {&fit->profile.lower[s.k], &fit->profile.upper[s.k]};
    End end[2];
    for (int side = 0; side < 2; side++) {
      s.stop = side ? c->upper : c->lower;
      PetscCall(FindEnd(&s, GuessDistance(&s, fit), &end[side]));
      *limit[side] = end[side].open ? (side ? INFINITY : -INFINITY) : GrFitModelParameter(model, s.k, end[side].u);
      fit->profile.unconverged[s.k] += end[side].converged ? 0 : 1;
    }
    PetscCall(ComputePoints(&s, end, fit));
  }
  PetscCall(GrFitPointDestroy(&s.inner));
  return GrFitPointDestroy(&s.trial);
}
