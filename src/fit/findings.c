/* The table of findings of a fit; see findings.h. A row has a word, a condition and a sentence. */
#include "fit/findings.h"

#include "base/text.h"
#include <math.h>
#include <string.h>

static const double flat = 1e-3;       /* singular value / largest singular value below which a direction is flat */
static const double correlated = 0.95; /* correlation above which a pair is reported */
static const double least = 0.05;      /* smallest component of a direction that is named */
static const double fallen = 1e-4;     /* fall of chi^2, in units of its scale, that is reported */

/* Quantile of the normal distribution for the probability 1e-6, below which chi^2 is reported. */
static const double far = 4.753424;

/* A fit, and the parameter, direction or pair of parameters of which a row may speak. */
typedef struct {
  const GrFitModel *model;
  const GrFitPoint *best;
  const GrFit *fit;
  PetscInt k, j; /* parameter or direction; second parameter of a pair, j < k */
} Facts;

/* The subject of a row: the fit, each parameter, each direction of the singular values, or each pair of parameters. */
typedef enum { FIT, PARAMETER, DIRECTION, PAIR } Subject;

typedef struct {
  const char *kind; /* word in the results */
  Subject of;
  bool (*holds)(const Facts *f);
  void (*say)(const Facts *f, GrText *out); /* one sentence with its remedy, without the end of the line */
} Finding;

static const char *KeyOf(const Facts *f, PetscInt k)
{
  return f->model->fit->free[k].key;
}

/* ---- the fit ---- */

static bool Fails(const Facts *f)
{
  return f->best->failed > 0;
}

static void SayFails(const Facts *f, GrText *out)
{
  PetscInt i = 0;

  while (i + 1 < f->model->n && !isnan(f->fit->computed[i]))
    i++;
  const GrFitDatum *first = &f->model->datum[i];
  GrTextPrint(out,
              "%" PetscInt_FMT " of %" PetscInt_FMT " data have no computed value at the best point, the first in row "
              "%d of fit.data.%d%s",
              f->best->failed, f->model->n, first->row + 1, first->table,
              f->model->fit->data[first->table].kind == GR_FIT_CHAIN
                  ? ": its chain fails, or its pulse does not pass its bead before time.end; write a later end"
                  : "");
}

/* Whether chi^2 is too large for its degrees of freedom. By the approximation of Wilson and Hilferty, (chi^2/f)^(1/3)
   is normal with the mean 1 - 2/(9 f) and the variance 2/(9 f). Without deviations of the data chi^2 is the measure of
   their scatter, so that no value is too large. */
static bool Misfits(const Facts *f)
{
  const double freedom = (double)(f->model->n - f->model->m);
  if (freedom < 1 || f->best->failed || isnan(f->model->datum[0].deviation))
    return false;
  const double variance = 2 / (9 * freedom), root = 1 - variance + far * sqrt(variance);
  return f->best->square > freedom * root * root * root;
}

static void SayMisfits(const Facts *f, GrText *out)
{
  const PetscInt freedom = f->model->n - f->model->m;
  GrTextPrint(out,
              "chi^2 %.6g for %" PetscInt_FMT " %s of freedom: the law or the deviations of the data are wrong, "
              "and the printed deviations are too small",
              f->best->square, freedom, freedom == 1 ? "degree" : "degrees");
}

static bool HasKinks(const Facts *f)
{
  return f->best->kinks > 0;
}

static void SayKinks(const Facts *f, GrText *out)
{
  GrTextPrint(out,
              "%" PetscInt_FMT " of %" PetscInt_FMT " data are at a kink of the computed values, where derivatives "
              "from both sides differ: the deviations are estimates",
              f->best->kinks, f->model->n);
}

/* ---- a parameter ---- */

static bool IsDead(const Facts *f)
{
  return f->best->dead[f->k];
}

static void SayDead(const Facts *f, GrText *out)
{
  GrTextPrint(out, "%s has no effect on the data: its value is arbitrary; fix it, or add data that depend on it",
              KeyOf(f, f->k));
}

static bool IsBound(const Facts *f)
{
  return f->best->bound[f->k];
}

static void SayBound(const Facts *f, GrText *out)
{
  const GrFitFree *free = &f->model->fit->free[f->k];
  const double value = f->fit->value[f->k];
  GrTextPrint(out, "%s is at the %s end of its range, and the squares fall beyond it; widen the range, or fix it",
              free->key, value - free->lower < free->upper - value ? "lower" : "upper");
}

static bool HasProfile(const Facts *f)
{
  return f->fit->profile.points > 0;
}

static bool HasNoLower(const Facts *f)
{
  return HasProfile(f) && !IsDead(f) && f->fit->profile.lower[f->k] == -INFINITY;
}

static bool HasNoUpper(const Facts *f)
{
  return HasProfile(f) && !IsDead(f) && f->fit->profile.upper[f->k] == INFINITY;
}

/* Point number i of the profile of the parameter: values, chi^2, and whether the search converged. */
static const double *ProfileAt(const Facts *f, PetscInt i)
{
  return f->fit->profile.row + (f->k * f->fit->profile.points + i) * (f->model->m + 2);
}

static void PrintValue(GrText *out, const Facts *f, double value)
{
  const char *unit = f->model->fit->free[f->k].unit;
  GrTextPrint(out, "%.6g%s%s", value, strcmp(unit, "1") == 0 ? "" : " ", strcmp(unit, "1") == 0 ? "" : unit);
}

/* point: the point of the profile at this end of the range. */
static void SayNoLimit(const Facts *f, const char *side, double end, PetscInt point, GrText *out)
{
  const double rise = (ProfileAt(f, point)[f->model->m] - f->best->square) / GrFitVariance(f->model, f->best);
  GrTextPrint(out, "the data give no %s limit of %s: at the %s end of its range, ", side, KeyOf(f, f->k), side);
  PrintValue(out, f, end);
  GrTextPrint(out, ", chi^2 has risen by %.2g and not by 4; widen the range, or add other data", fmax(rise, 0));
}

static void SayNoLower(const Facts *f, GrText *out)
{
  SayNoLimit(f, "lower", f->model->fit->free[f->k].lower, 0, out);
}

static void SayNoUpper(const Facts *f, GrText *out)
{
  SayNoLimit(f, "upper", f->model->fit->free[f->k].upper, f->fit->profile.points - 1, out);
}

/* The point of the profile with the smallest chi^2. */
static const double *LowestOf(const Facts *f)
{
  const double *lowest = ProfileAt(f, 0);
  for (PetscInt i = 1; i < f->fit->profile.points; i++)
    lowest = ProfileAt(f, i)[f->model->m] < lowest[f->model->m] ? ProfileAt(f, i) : lowest;
  return lowest;
}

static bool Falls(const Facts *f)
{
  return HasProfile(f) && LowestOf(f)[f->model->m] < f->best->square - fallen * GrFitVariance(f->model, f->best);
}

static void SayFalls(const Facts *f, GrText *out)
{
  const double *lowest = LowestOf(f);
  GrTextPrint(out, "the profile of %s has the smaller chi^2 %.6g at ", KeyOf(f, f->k), lowest[f->model->m]);
  PrintValue(out, f, lowest[f->k]);
  GrTextPrint(out, ": the search has not found the best values; start there, or give more starts");
}

static PetscInt CountUnconverged(const Facts *f)
{
  PetscInt n = 0;
  for (PetscInt i = 0; i < f->fit->profile.points; i++)
    n += ProfileAt(f, i)[f->model->m + 1] == 0 ? 1 : 0;
  return n;
}

static bool IsRough(const Facts *f)
{
  return CountUnconverged(f) > 0 || (HasProfile(f) && f->fit->profile.unconverged[f->k] > 0);
}

static void SayRough(const Facts *f, GrText *out)
{
  const double ends = f->fit->profile.unconverged[f->k];
  GrTextPrint(out,
              "searches of the profile of %s did not converge, for %" PetscInt_FMT " of %" PetscInt_FMT
              " points and %.0f of 2 ends of the interval: %s",
              KeyOf(f, f->k), CountUnconverged(f), f->fit->profile.points, ends,
              ends > 0 ? "the interval is an estimate" : "these points are estimates");
}

/* ---- a direction ---- */

static double ShareOf(const Facts *f)
{
  return f->best->svd.singular[f->k] / f->best->svd.singular[0];
}

static bool IsFlat(const Facts *f)
{
  return ShareOf(f) < flat;
}

/* "ln KEY", or "KEY / width". */
static void PrintCoordinate(GrText *out, const Facts *f, PetscInt k)
{
  const GrFitCoordinate *c = &f->model->coordinate[k];
  if (c->width > 0)
    GrTextPrint(out, "%s/%.6g", KeyOf(f, k), c->width);
  else
    GrTextPrint(out, "ln %s", KeyOf(f, k));
}

static void SayFlat(const Facts *f, GrText *out)
{
  const GrFitPoint *best = f->best;
  const double *vector = best->svd.right + f->k * best->n_active;
  int n = 0;

  if (best->svd.singular[f->k] < best->floor)
    GrTextPrint(out, "the data do not determine one combination of parameters: they are the same along (");
  else
    GrTextPrint(out,
                "the data hardly determine one combination of parameters (singular value %.2g of the largest): "
                "they are nearly the same along (",
                ShareOf(f));
  for (PetscInt k = 0; k < best->n_active; k++)
    if (fabs(vector[k]) > least)
      GrTextPrint(out, "%s%.4f", n++ ? ", " : "", vector[k]);
  GrTextPrint(out, ") in (");
  n = 0;
  for (PetscInt k = 0; k < best->n_active; k++)
    if (fabs(vector[k]) > least) {
      GrTextPrint(out, "%s", n++ ? ", " : "");
      PrintCoordinate(out, f, best->active[k]);
    }
  GrTextPrint(out, "); fix one of them, or add other data");
}

/* ---- a pair of parameters ---- */

static double CorrelationOf(const Facts *f)
{
  return f->fit->correlation[f->k * f->model->m + f->j];
}

static bool IsCorrelated(const Facts *f)
{
  return fabs(CorrelationOf(f)) > correlated;
}

static void SayCorrelated(const Facts *f, GrText *out)
{
  GrTextPrint(out, "%s and %s have the correlation %.4f: the data hardly distinguish them", KeyOf(f, f->j),
              KeyOf(f, f->k), CorrelationOf(f));
}

/* ---- the table ---- */

static const Finding findings[] = {
    {"no_value", FIT, Fails, SayFails},
    {"misfit", FIT, Misfits, SayMisfits},
    {"no_effect", PARAMETER, IsDead, SayDead},
    {"at_end", PARAMETER, IsBound, SayBound},
    {"flat", DIRECTION, IsFlat, SayFlat},
    {"correlated", PAIR, IsCorrelated, SayCorrelated},
    {"kink", FIT, HasKinks, SayKinks},
    {"no_lower_limit", PARAMETER, HasNoLower, SayNoLower},
    {"no_upper_limit", PARAMETER, HasNoUpper, SayNoUpper},
    {"not_best", PARAMETER, Falls, SayFalls},
    {"unconverged_profile", PARAMETER, IsRough, SayRough},
};

PetscErrorCode GrFitFindings(const GrFitModel *model, const GrFitPoint *best, GrFit *fit)
{
  const PetscInt count[] = {[FIT] = 1, [PARAMETER] = model->m, [DIRECTION] = best->n_active, [PAIR] = model->m};
  Facts f = {model, best, fit, 0, 0};
  GrText lines = {0}, kinds = {0};

  GrTextPrint(&lines, "%s", "");
  GrTextPrint(&kinds, "%s", "");
  for (size_t row = 0; row < sizeof(findings) / sizeof(findings[0]); row++)
    for (f.k = 0; f.k < count[findings[row].of]; f.k++)
      for (f.j = 0; f.j < (findings[row].of == PAIR ? f.k : 1); f.j++)
        if (findings[row].holds(&f)) {
          findings[row].say(&f, &lines);
          GrTextPrint(&lines, "\n");
          GrTextPrint(&kinds, "%s\n", findings[row].kind);
        }
  PetscCall(GrTextTake(&lines, &fit->findings));
  return GrTextTake(&kinds, &fit->kinds);
}
