/* Writes the limits of the data; see findings.h. */
#include "fit/findings.h"

#include "base/text.h"
#include <math.h>

static const double flat = 1e-3;       /* singular value / largest singular value below which a direction is flat */
static const double correlated = 0.95; /* correlation above which a pair is reported */
static const double least = 0.05;      /* smallest component of a direction that is named */

/* Quantile of the normal distribution for the probability 1e-6, below which chi^2 is reported. */
static const double far = 4.753424;

static const char *KeyOf(const GrFitModel *model, PetscInt k)
{
  return model->fit->free[k].key;
}

/* "ln KEY", or "KEY / width". */
static void PrintCoordinate(GrText *out, const GrFitModel *model, PetscInt k)
{
  const GrFitCoordinate *c = &model->coordinate[k];
  if (c->width > 0)
    GrTextPrint(out, "%s/%.6g", KeyOf(model, k), c->width);
  else
    GrTextPrint(out, "ln %s", KeyOf(model, k));
}

static void PrintParameters(GrText *out, const GrFitModel *model, const GrFitPoint *best)
{
  for (PetscInt k = 0; k < model->m; k++) {
    const GrFitFree *free = &model->fit->free[k];
    const double value = GrFitModelParameter(model, k, best->u[k]);
    if (best->dead[k])
      GrTextPrint(out, "%s has no effect on the data: its value is arbitrary; fix it, or add data that depend on it\n",
                  free->key);
    if (best->bound[k])
      GrTextPrint(out, "%s is at the %s end of its range, and the squares fall beyond it; widen the range, or fix it\n",
                  free->key, value - free->lower < free->upper - value ? "lower" : "upper");
  }
}

static void PrintDirections(GrText *out, const GrFitModel *model, const GrFitPoint *best)
{
  for (PetscInt j = 0; j < best->n_active; j++) {
    const double share = best->svd.singular[j] / best->svd.singular[0];
    const double *vector = best->svd.right + j * best->n_active;
    int n = 0;
    if (!(share < flat))
      continue;
    if (best->svd.singular[j] < best->floor)
      GrTextPrint(out, "the data do not determine one combination of parameters: they are the same along (");
    else
      GrTextPrint(out,
                  "the data hardly determine one combination of parameters (singular value %.2g of the largest): "
                  "they are nearly the same along (",
                  share);
    for (PetscInt k = 0; k < best->n_active; k++)
      if (fabs(vector[k]) > least)
        GrTextPrint(out, "%s%.4f", n++ ? ", " : "", vector[k]);
    GrTextPrint(out, ") in (");
    n = 0;
    for (PetscInt k = 0; k < best->n_active; k++)
      if (fabs(vector[k]) > least) {
        GrTextPrint(out, "%s", n++ ? ", " : "");
        PrintCoordinate(out, model, best->active[k]);
      }
    GrTextPrint(out, "); fix one of them, or add other data\n");
  }
}

static void PrintCorrelations(GrText *out, const GrFitModel *model, const GrFit *fit)
{
  for (PetscInt k = 0; k < model->m; k++)
    for (PetscInt j = 0; j < k; j++) {
      const double c = fit->correlation[k * model->m + j];
      if (fabs(c) > correlated)
        GrTextPrint(out, "%s and %s have the correlation %.4f: the data tell them hardly apart\n", KeyOf(model, j),
                    KeyOf(model, k), c);
    }
}

/* Whether chi^2 is too large for f degrees of freedom. By the approximation of Wilson and Hilferty, (chi^2/f)^(1/3)
   is normal with the mean 1 - 2/(9 f) and the variance 2/(9 f). */
static bool IsFar(double square, double freedom)
{
  const double variance = 2 / (9 * freedom), root = 1 - variance + far * sqrt(variance);
  return square > freedom * root * root * root;
}

/* Without deviations of the data chi^2 is the measure of their scatter, so that no value is too large. */
static void PrintMisfit(GrText *out, const GrFitModel *model, const GrFitPoint *best)
{
  const PetscInt freedom = model->n - model->m;
  if (freedom < 1 || best->failed || isnan(model->datum[0].deviation) || !IsFar(best->square, (double)freedom))
    return;
  GrTextPrint(out,
              "chi^2 %.6g for %" PetscInt_FMT " %s of freedom: the law or the deviations of the data are wrong, "
              "and the printed deviations are too small\n",
              best->square, freedom, freedom == 1 ? "degree" : "degrees");
}

PetscErrorCode GrFitFindings(const GrFitModel *model, const GrFitPoint *best, GrFit *fit)
{
  GrText out = {0};

  GrTextPrint(&out, "%s", "");
  if (best->failed)
    GrTextPrint(&out, "%" PetscInt_FMT " of %" PetscInt_FMT " data have no computed value at the best point\n",
                best->failed, model->n);
  PrintMisfit(&out, model, best);
  PrintParameters(&out, model, best);
  PrintDirections(&out, model, best);
  PrintCorrelations(&out, model, fit);
  if (best->kinks)
    GrTextPrint(&out,
                "%" PetscInt_FMT " of %" PetscInt_FMT " data are at a kink of the computed values, where derivatives "
                "from both sides differ: the deviations are estimates\n",
                best->kinks, model->n);
  return GrTextTake(&out, &fit->findings);
}
