/* The model of a fit: the computed values of all data as functions of the free parameters, and their derivatives.

   Coordinates u of the parameters: see granum/fit.h. Rank 0 asks for values; the other ranks serve it: they wait in
   GrFitModelServe and compute their share of the impacts and chains of all sets of parameters. A set of parameters is a
   case: the base case with the values of the free keys. If the case cannot be read (a value that a law refuses), or an
   impact fails, the computed values are NaN. */
#ifndef GRANUM_FIT_MODEL_H
#define GRANUM_FIT_MODEL_H

#include "case/case.h"
#include <petscsys.h>
#include <stdbool.h>

/* A free parameter in its coordinate u. */
typedef struct {
  double lower, upper; /* ends of the range, in u */
  double first;        /* u at which the first search starts */
  double width;        /* p = width u; 0: p = exp(u) */
} GrFitCoordinate;

/* The model. Only rank 0 uses the members from `value` on. */
typedef struct {
  MPI_Comm comm;
  int rank, size;
  const GrCase *the_case;
  const GrFitCase *fit;
  PetscInt m, n;               /* numbers of free parameters and of data */
  GrFitCoordinate *coordinate; /* [m] */
  GrFitDatum *datum;           /* [n] */
  double noise;                /* relative error of computed values [1] */
  double step;                 /* step of the differences, in u */
  double *value;               /* [4 m + 1][n] computed values of the last differences */
  double evaluations;          /* number of sets of parameters that have been computed */
} GrFitModel;

/* Creates and destroys a model. Collective. */
PetscErrorCode GrFitModelCreate(MPI_Comm comm, const GrCase *the_case, GrFitModel *model);
PetscErrorCode GrFitModelDestroy(GrFitModel *model);

/* Computes residuals[n] and jacobian[n][m], both divided by the standard deviations, at u[m]. Only rank 0 calls it,
   while the other ranks are in GrFitModelServe. Residuals without a computed value are GR_FIT_FAILED, and their
   derivatives are 0. Derivatives are central differences of fourth order, one-sided at the ends of the ranges. Where
   the one-sided derivatives differ, because an event of the law is near the point, the step is shortened. Sets *failed
   to the number of data without a value, and *kinks to the number of data whose one-sided derivatives also differ with
   the shortest step. Rank 0 only. */
PetscErrorCode GrFitModelLinearize(GrFitModel *model, const double u[], double residual[], double jacobian[],
                                   PetscInt *failed, PetscInt *kinks);

/* Computes residual[n] at u[m]. Rank 0 only. */
PetscErrorCode GrFitModelResidual(GrFitModel *model, const double u[], double residual[], PetscInt *failed);

/* Serves rank 0 until it calls GrFitModelRelease. */
PetscErrorCode GrFitModelServe(GrFitModel *model);
PetscErrorCode GrFitModelRelease(GrFitModel *model);

/* Returns the index among the data of the first quantity of a row of a table; its next quantities follow at distances
   GrCaseFitRows. */
static inline PetscInt GrFitModelFirst(const GrFitModel *model, int table, int row)
{
  PetscInt first = 0;
  for (int t = 0; t < table; t++)
    first += (PetscInt)GrCaseFitRows(&model->fit->data[t]) * model->fit->data[t].n_observed;
  return first + row;
}

/* Returns the value of a parameter from its coordinate. */
double GrFitModelParameter(const GrFitModel *model, PetscInt k, double u);

/* Residual of a datum that has no computed value [standard deviations]. */
#define GR_FIT_FAILED 1e4

#endif
