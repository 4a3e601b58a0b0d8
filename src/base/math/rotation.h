/* Rotations as unit quaternions (w, x, y, z), and the free rotation of rigid bodies.

   A quaternion q has the rotation matrix R(q). It converts a vector y in the frame of a body (its principal axes) to
   the vector v = R(q) y in the axes of the domain.

   Free rotation during a time h: the angular momentum L in the axes of the domain is constant. In the frame of the body
   the angular momentum is y = R^T L, and the angular velocity is I^-1 y. One step of the implicit midpoint rule is
     m = y + tau/2 (m x I^-1 m)                             solved by iteration; m: mean of y before and after the step
     q' = q p/|p|,  p = (1, tau/2 I^-1 m)                   rotation by the Cayley map of tau I^-1 m
     tau = h (1 - h^2/12 Q),  Q = a2 a3 m1^2 + a3 a1 m2^2 + a1 a2 m3^2   with m of the first iteration
     a1 = 1/I3 - 1/I2,  a2 = 1/I1 - 1/I3,  a3 = 1/I2 - 1/I1
     h time, tau corrected time [s];  L, y, m angular momentum [kg m^2/s];  I principal moments [kg m^2]
     q unit quaternion [1];  q', y', R' are the values after the step
   For any tau the rule conserves energy and |y| up to rounding, because they are quadratic in y. It conserves L,
   because R' y' = R y. With the tau above, y and the period of tumbling have an error of fourth order in h. The
   rotation angle about L has an error of second order. If a torque acts, the caller changes L by half kicks before and
   after the rotation; the step then has second order. Sources: E. Hairer, C. Lubich, G. Wanner, Geometric Numerical
   Integration (2006), IV.2.1 (quadratic invariants) and IX.2 (modified equation of the midpoint rule, from which tau
   follows). Range: the iteration converges if h times the angular velocity is below about 1. In steps that resolve
   contacts this product is about 0.01. */
#ifndef GRANUM_BASE_MATH_ROTATION_H
#define GRANUM_BASE_MATH_ROTATION_H

#include "base/math/vec4.h"
#include "base/math/vector.h"

/* Computes the rotation matrices of four bodies from their unit quaternions q. r[k]: k-th axis of a body, as a vector
   in the axes of the domain. Number i of each GrVec4 belongs to body i. */
GR_VEC4_INLINE void GrRotationAxes4(const GrVec4 q[4], GrVec4 r[3][3])
{
  const GrVec4 xx = q[1] * q[1], yy = q[2] * q[2], zz = q[3] * q[3], xy = q[1] * q[2], xz = q[1] * q[3],
               yz = q[2] * q[3], wx = q[0] * q[1], wy = q[0] * q[2], wz = q[0] * q[3];

  r[0][0] = 1 - 2 * (yy + zz);
  r[0][1] = 2 * (xy + wz);
  r[0][2] = 2 * (xz - wy);
  r[1][0] = 2 * (xy - wz);
  r[1][1] = 1 - 2 * (xx + zz);
  r[1][2] = 2 * (yz + wx);
  r[2][0] = 2 * (xz + wy);
  r[2][1] = 2 * (yz - wx);
  r[2][2] = 1 - 2 * (xx + yy);
}

/* Converts vectors y, given in the frames of four bodies, to vectors v in the axes of the domain. r[k]: k-th axis of a
   body (GrRotationAxes4). Number i of each GrVec4 belongs to body i. */
GR_VEC4_INLINE void GrRotateToSpace4(GrVec4 r[3][3], const GrVec4 y[3], GrVec4 v[3])
{
  for (int a = 0; a < 3; a++)
    v[a] = r[0][a] * y[0] + r[1][a] * y[1] + r[2][a] * y[2];
}

/* Converts vectors v, given in the axes of the domain, to vectors y in the frames of four bodies. r[k]: k-th axis of a
   body (GrRotationAxes4). Number i of each GrVec4 belongs to body i. */
GR_VEC4_INLINE void GrRotateToBody4(GrVec4 r[3][3], const GrVec4 v[3], GrVec4 y[3])
{
  for (int k = 0; k < 3; k++)
    y[k] = r[k][0] * v[0] + r[k][1] * v[1] + r[k][2] * v[2];
}

/* Combines rotations of four bodies: `product` is the unit quaternion of the rotation q followed by the rotation p.
   Number i of each GrVec4 belongs to body i. */
GR_VEC4_INLINE void GrRotationProduct4(const GrVec4 p[4], const GrVec4 q[4], GrVec4 product[4])
{
  const GrVec4 w = p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3];
  const GrVec4 x = p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2];
  const GrVec4 y = p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1];
  const GrVec4 z = p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0];
  GrVec4 scale = w * w + x * x + y * y + z * z;
  double root[GR_ROW];

  GrVec4Store(&scale, root);
  /* the loop is over an array in memory, because compilers then use one vector instruction */
  for (int lane = 0; lane < GR_ROW; lane++)
    root[lane] = sqrt(root[lane]);
  GrVec4Load(root, &scale);
  scale = 1 / scale;
  product[0] = scale * w;
  product[1] = scale * x;
  product[2] = scale * y;
  product[3] = scale * z;
}

/* Rotates four bodies without torque during a time h [s], and updates their unit quaternions q. L: angular momenta in
   the axes of the domain [kg m^2/s]. inverse: 1/I for the principal moments of inertia I [1/(kg m^2)]. The iteration
   stops for each body separately, so that its result does not depend on the other three bodies. The first iterations
   have no check for convergence, because nearly all bodies need them. */
GR_VEC4_INLINE void GrRotateFree4(double h, const GrVec4 inverse[3], const GrVec4 L[3], GrVec4 q[4])
{
  enum { UNCHECKED = 4, MOST = 50 };
  const double enough = 4e-16; /* the iteration stops when the relative change of m is smaller than this number */
  const GrVec4 a[3] = {inverse[2] - inverse[1], inverse[0] - inverse[2], inverse[1] - inverse[0]};
  GrVec4 r[3][3], y[3], m[3], rate[3];
  GrMask4 active = {-1, -1, -1, -1};

  GrRotationAxes4(q, r);
  GrRotateToBody4(r, L, y);
  const GrVec4 size = enough * (GR_VEC4_MAGNITUDE(y[0]) + GR_VEC4_MAGNITUDE(y[1]) + GR_VEC4_MAGNITUDE(y[2]));
  for (int c = 0; c < 3; c++)
    m[c] = y[c] + 0.5 * h * a[c] * (y[(c + 1) % 3] * y[(c + 2) % 3]);
  const GrVec4 fast = a[1] * a[2] * (m[0] * m[0]) + a[2] * a[0] * (m[1] * m[1]) + a[0] * a[1] * (m[2] * m[2]);
  const GrVec4 tau = h * (1 - h * h / 12 * fast);
  for (int c = 0; c < 3; c++)
    rate[c] = 0.5 * tau * a[c];
  for (int k = 0; k < MOST && GrMask4Bits(active); k++) {
    const GrVec4 next[3] = {y[0] + rate[0] * (m[1] * m[2]), y[1] + rate[1] * (m[2] * m[0]),
                            y[2] + rate[2] * (m[0] * m[1])};
    GrVec4 change = {0};
    for (int c = 0; c < 3; c++) {
      change += GR_VEC4_MAGNITUDE(next[c] - m[c]);
      m[c] = GR_VEC4_SELECT(active, next[c], m[c]);
    }
    if (k >= UNCHECKED)
      active &= change > size;
  }
  const GrVec4 turn[4] = {
      {1, 1, 1, 1}, 0.5 * tau * (inverse[0] * m[0]), 0.5 * tau * (inverse[1] * m[1]), 0.5 * tau * (inverse[2] * m[2])};
  const GrVec4 from[4] = {q[0], q[1], q[2], q[3]};
  GrRotationProduct4(from, turn, q);
}

/* Computes the axes of one body from its unit quaternion q. r[k]: k-th axis, as a vector in the axes of the domain. */
static inline void GrRotationAxes(const double q[4], double r[3][3])
{
  const GrVec4 rows[4] = {{q[0]}, {q[1]}, {q[2]}, {q[3]}};
  GrVec4 axes[3][3];

  GrRotationAxes4(rows, axes);
  for (int k = 0; k < 9; k++)
    r[k / 3][k % 3] = axes[k / 3][k % 3][0];
}

/* Computes `product`, the unit quaternion of the rotation q followed by the rotation p, for one body. */
static inline void GrRotationProduct(const double p[4], const double q[4], double product[4])
{
  const GrVec4 one[4] = {{p[0], 1}, {p[1]}, {p[2]}, {p[3]}}, two[4] = {{q[0]}, {q[1]}, {q[2]}, {q[3]}};
  GrVec4 result[4];

  GrRotationProduct4(one, two, result);
  for (int k = 0; k < 4; k++)
    product[k] = result[k][0];
}

/* Converts a vector y in the frame of a body to the vector v in the axes of the domain. r[k]: k-th axis of the body. */
static inline void GrRotateToSpace(double r[3][3], const double y[3], double v[3])
{
  for (int a = 0; a < 3; a++)
    v[a] = r[0][a] * y[0] + r[1][a] * y[1] + r[2][a] * y[2];
}

/* Converts a vector v in the axes of the domain to the vector y in the frame of a body. r[k]: k-th axis of the body. */
static inline void GrRotateToBody(double r[3][3], const double v[3], double y[3])
{
  for (int k = 0; k < 3; k++)
    y[k] = GrDot3(r[k], v);
}

#endif
