/* The search for the parameters with the smallest sum of squares, on rank 0.

   TAO searches from a start: BRGN (Gauss-Newton with bounds and a proximal term), or POUNDERS (without derivatives).
   Steps by the singular value decomposition of the jacobian then improve the result to the accuracy of the computed
   values, so that it depends on the data and not on the tolerances of TAO. A search has converged if the next step
   would change each parameter by less than a thousandth of its standard deviation, or less than 1e-7; or if data are at
   a kink of the computed values and no step, however short, lowers the squares. Searches with one parameter fixed begin
   near the result of an earlier one, and need the second part only. */
#ifndef GRANUM_FIT_SEARCH_H
#define GRANUM_FIT_SEARCH_H

#include "fit/algebra.h"
#include "fit/model.h"

/* The linearized model at a point. */
typedef struct {
  PetscInt fixed;    /* index of the parameter that the search keeps; -1: none */
  double *u;         /* [m] coordinates */
  double *residual;  /* [n] */
  double *jacobian;  /* [n][m] */
  double square;     /* sum of the squares of the residuals */
  PetscInt failed;   /* number of data without a computed value */
  PetscInt kinks;    /* see GrFitModelLinearize */
  bool *dead;        /* [m] whether the parameter has no effect on the computed values */
  bool *bound;       /* [m] whether the value is at an end of the range, and the squares would fall beyond it */
  PetscInt n_active; /* number of parameters that are neither fixed, dead nor at a bound */
  PetscInt *active;  /* [m] their indices */
  GrFitSvd svd;      /* of the columns of the active parameters */
  double floor;      /* singular values below this one are errors of the computed values */
} GrFitPoint;

/* Allocates and frees a point. */
PetscErrorCode GrFitPointCreate(const GrFitModel *model, GrFitPoint *point);
PetscErrorCode GrFitPointDestroy(GrFitPoint *point);

/* Copies a point, without its decomposition. */
PetscErrorCode GrFitPointCopy(const GrFitModel *model, const GrFitPoint *from, GrFitPoint *to);

/* Returns the variance of the residuals at the best point: 1 if the standard deviations of the data are known,
   otherwise the sum of squares over n - m; NaN: there are not more data than parameters. */
double GrFitVariance(const GrFitModel *model, const GrFitPoint *best);

/* Searches from point->u, and leaves the best point that it finds. Sets *converged. */
PetscErrorCode GrFitSearchRun(GrFitModel *model, GrFitPoint *point, bool *converged);

/* Sets coordinate k of a linearized point to `to`, and searches the other coordinates, which begin with the values of
   the linearized model. Sets *converged. */
PetscErrorCode GrFitSearchFixed(GrFitModel *model, PetscInt k, double to, GrFitPoint *point, bool *converged);

#endif
