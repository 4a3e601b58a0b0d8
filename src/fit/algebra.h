/* Singular value decomposition of the derivatives of a fit. */
#ifndef GRANUM_FIT_ALGEBRA_H
#define GRANUM_FIT_ALGEBRA_H

#include <petscsys.h>

/* Singular value decomposition of a matrix with n rows and m <= n columns: J = left^T diag(singular) right, with the
   singular values in descending order. The component of largest magnitude of each right singular vector is positive. */
typedef struct {
  PetscInt n, m;
  double *singular; /* [m] */
  double *left;     /* [m][n] row k: left singular vector k; 0 if the singular value is 0 */
  double *right;    /* [m][m] row k: right singular vector k */
} GrFitSvd;

/* Computes the decomposition of matrix[n][m]. Free it with GrFitSvdDestroy. The result has the same bits on every
   machine. */
PetscErrorCode GrFitSvdCreate(PetscInt n, PetscInt m, const double matrix[], GrFitSvd *svd);
PetscErrorCode GrFitSvdDestroy(GrFitSvd *svd);

#endif
