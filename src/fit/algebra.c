/* Singular value decomposition by one-sided Jacobi rotations (M. Hestenes, J. SIAM 6 (1958) 51): pairs of columns are
   rotated until all are orthogonal. Small singular values keep their relative accuracy (J. Demmel and K. Veselic, SIAM
   J. Matrix Anal. Appl. 13 (1992) 1204), which a decision about flat directions needs.

   PETSc's public interface returns no singular vectors: PCSVD keeps them private, and LAPACKgesvd_ would require
   linking LAPACK, which the link flags of PETSc's shared library do not contain. SLEPc would be a further library.
   LAPACK's bits also differ from library to library. */
#include "fit/algebra.h"

#include <math.h>
#include <stdbool.h>

enum { SWEEPS = 60 };
static const double orthogonal = 1e-15; /* largest cosine of the angle between two columns at the end [1] */

static double Product(PetscInt n, const double a[], const double b[])
{
  double sum = 0;
  for (PetscInt i = 0; i < n; i++)
    sum += a[i] * b[i];
  return sum;
}

/* Replaces a and b by c a - s b and s a + c b. */
static void Rotate(PetscInt n, double c, double s, double a[], double b[])
{
  for (PetscInt i = 0; i < n; i++) {
    const double old = a[i];
    a[i] = c * old - s * b[i];
    b[i] = s * old + c * b[i];
  }
}

/* Makes columns j and k orthogonal; Returns whether it rotated them. */
static bool RotatePair(const GrFitSvd *svd, PetscInt j, PetscInt k)
{
  double *a = svd->left + j * svd->n, *b = svd->left + k * svd->n;
  const double aa = Product(svd->n, a, a), bb = Product(svd->n, b, b), ab = Product(svd->n, a, b);

  if (!(fabs(ab) > orthogonal * sqrt(aa) * sqrt(bb)))
    return false;
  const double zeta = (bb - aa) / (2 * ab);
  const double t = (zeta < 0 ? -1 : 1) / (fabs(zeta) + sqrt(1 + zeta * zeta)), c = 1 / sqrt(1 + t * t);
  Rotate(svd->n, c, c * t, a, b);
  Rotate(svd->m, c, c * t, svd->right + j * svd->m, svd->right + k * svd->m);
  return true;
}

static void SwapRows(PetscInt n, double a[], double b[])
{
  for (PetscInt i = 0; i < n; i++) {
    const double old = a[i];
    a[i] = b[i];
    b[i] = old;
  }
}

/* Sorts the singular values. */
static void Sort(const GrFitSvd *svd)
{
  for (PetscInt j = 0; j < svd->m; j++) {
    PetscInt largest = j;
    for (PetscInt k = j + 1; k < svd->m; k++)
      largest = svd->singular[k] > svd->singular[largest] ? k : largest;
    if (largest == j)
      continue;
    SwapRows(1, svd->singular + j, svd->singular + largest);
    SwapRows(svd->n, svd->left + j * svd->n, svd->left + largest * svd->n);
    SwapRows(svd->m, svd->right + j * svd->m, svd->right + largest * svd->m);
  }
}

/* Divides the left vectors by the singular values, and gives both vectors their sign. */
static void Normalize(const GrFitSvd *svd)
{
  for (PetscInt k = 0; k < svd->m; k++) {
    double *left = svd->left + k * svd->n, *right = svd->right + k * svd->m;
    PetscInt largest = 0;
    for (PetscInt j = 1; j < svd->m; j++)
      largest = fabs(right[j]) > (1 + 1e-6) * fabs(right[largest]) ? j : largest;
    const double sign = right[largest] < 0 ? -1 : 1;
    for (PetscInt j = 0; j < svd->m; j++)
      right[j] *= sign;
    for (PetscInt i = 0; i < svd->n; i++)
      left[i] = svd->singular[k] > 0 ? sign * left[i] / svd->singular[k] : 0;
  }
}

PetscErrorCode GrFitSvdCreate(PetscInt n, PetscInt m, const double matrix[], GrFitSvd *svd)
{
  bool rotates = true;

  *svd = (GrFitSvd){.n = n, .m = m};
  PetscCheck(n >= m, PETSC_COMM_SELF, PETSC_ERR_ARG_SIZ, "fewer rows than columns");
  PetscCall(PetscCalloc3(m, &svd->singular, m * n, &svd->left, m * m, &svd->right));
  for (PetscInt k = 0; k < m; k++) {
    svd->right[k * m + k] = 1;
    for (PetscInt i = 0; i < n; i++)
      svd->left[k * n + i] = matrix[i * m + k];
  }
  for (int sweep = 0; rotates && sweep < SWEEPS; sweep++) {
    rotates = false;
    for (PetscInt j = 0; j < m; j++)
      for (PetscInt k = j + 1; k < m; k++)
        rotates = RotatePair(svd, j, k) || rotates;
  }
  for (PetscInt k = 0; k < m; k++)
    svd->singular[k] = sqrt(Product(n, svd->left + k * n, svd->left + k * n));
  Sort(svd);
  Normalize(svd);
  return 0;
}

PetscErrorCode GrFitSvdDestroy(GrFitSvd *svd)
{
  return PetscFree3(svd->singular, svd->left, svd->right);
}
