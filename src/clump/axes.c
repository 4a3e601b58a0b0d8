/* axes: principal axes of a tensor of inertia; see axes.h. They follow from Jacobi's rotations of the tensor, which use
   only additions, multiplications, divisions and square roots, so that all machines give the same bits. */
#include "clump/axes.h"

#include "base/math/vector.h"
#include <math.h>
#include <stdbool.h>

enum { SWEEPS = 12 };             /* the convergence is quadratic; 6 sweeps are enough for every matrix */
static const double equal = 1e-9; /* moments that differ by less than this fraction of their sum count as equal */

/* Makes a[p][q] zero by a rotation in the plane of axes p and q (Golub and Van Loan, Matrix Computations, 8.5). */
static void Rotate(double a[3][3], double v[3][3], int p, int q)
{
  if (a[p][q] == 0)
    return;
  const double tau = (a[q][q] - a[p][p]) / (2 * a[p][q]);
  const double t = (tau < 0 ? -1 : 1) / (fabs(tau) + sqrt(1 + tau * tau)), c = 1 / sqrt(1 + t * t), s = t * c;
  const int r = 3 - p - q;
  const double app = a[p][p] - t * a[p][q], aqq = a[q][q] + t * a[p][q];
  const double arp = c * a[r][p] - s * a[r][q], arq = s * a[r][p] + c * a[r][q];
  a[p][p] = app;
  a[q][q] = aqq;
  a[p][q] = a[q][p] = 0;
  a[r][p] = a[p][r] = arp;
  a[r][q] = a[q][r] = arq;
  for (int k = 0; k < 3; k++) {
    const double vp = v[k][p], vq = v[k][q];
    v[k][p] = c * vp - s * vq;
    v[k][q] = s * vp + c * vq;
  }
}

/* The sign of the largest component; of nearly equal components the first one counts. */
static double SignOf(const double v[3])
{
  int largest = 0;
  for (int k = 1; k < 3; k++)
    largest = fabs(v[k]) > (1 + equal) * fabs(v[largest]) ? k : largest;
  return v[largest] < 0 ? -1 : 1;
}

void GrClumpFindAxes(const double inertia[3][3], bool flat, double moments[3], double axes[3][3])
{
  const double near = equal * (inertia[0][0] + inertia[1][1] + inertia[2][2]);
  double a[3][3], v[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, axis[3][3];
  int order[3] = {0, 1, 2};
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++)
      a[i][k] = i != k && fabs(inertia[i][k]) < 1e-3 * near ? 0 : inertia[i][k];
  for (int sweep = 0; sweep < SWEEPS; sweep++) {
    Rotate(a, v, 0, 1);
    Rotate(a, v, 0, 2);
    Rotate(a, v, 1, 2);
  }
  for (int pass = 0; pass < 3; pass++)
    for (int k = 0; k < (flat ? 1 : 2); k++)
      if (a[order[k + 1]][order[k + 1]] < a[order[k]][order[k]] - near) {
        const int other = order[k];
        order[k] = order[k + 1];
        order[k + 1] = other;
      }
  for (int i = 0; i < 3; i++) {
    moments[i] = a[order[i]][order[i]];
    for (int k = 0; k < 3; k++)
      axis[i][k] = v[k][order[i]];
  }
  for (int i = 0; i < 3; i += 2) {
    const double sign = SignOf(axis[i]);
    for (int k = 0; k < 3; k++)
      axis[i][k] *= sign;
  }
  GrCross3(axis[2], axis[0], axis[1]);
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++)
      axes[k][i] = axis[i][k] + 0.0; /* no negative zeros */
}

/* Computes the largest of the four components from the diagonal, the others from sums and differences of the rest. */
void GrClumpFindQuaternion(const double m[3][3], double q[4])
{
  const double trace = m[0][0] + m[1][1] + m[2][2];
  int i = 0;
  for (int k = 1; k < 3; k++)
    i = m[k][k] > m[i][i] ? k : i;
  const int j = (i + 1) % 3, k = (i + 2) % 3;
  const bool by_trace = trace >= m[i][i];
  const double four = 2 * sqrt(by_trace ? 1 + trace : 1 + m[i][i] - m[j][j] - m[k][k]); /* 4 times the largest one */
  if (by_trace) {
    q[0] = 0.25 * four;
    for (int n = 0; n < 3; n++)
      q[n + 1] = (m[(n + 2) % 3][(n + 1) % 3] - m[(n + 1) % 3][(n + 2) % 3]) / four;
  } else {
    q[0] = (m[k][j] - m[j][k]) / four;
    q[i + 1] = 0.25 * four;
    q[j + 1] = (m[j][i] + m[i][j]) / four;
    q[k + 1] = (m[k][i] + m[i][k]) / four;
  }
  double length = 0, sign = 0;
  for (int n = 0; n < 4; n++) {
    length += q[n] * q[n];
    sign = sign != 0 ? sign : q[n] < 0 ? -1 : q[n] > 0;
  }
  for (int n = 0; n < 4; n++)
    q[n] = sign * q[n] / sqrt(length) + 0.0;
}
