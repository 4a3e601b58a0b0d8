/* Rotations as unit quaternions (w, x, y, z), and the free rotation of a rigid body.

   A quaternion q converts a vector y of the body frame to the domain's axes: v = R(q) y.

   Free rotation over a time h: the angular momentum L in the domain's axes is constant. With the momentum y = R^T L in
   the principal axes and the spin I^-1 y, one step of the implicit midpoint rule is
     m = y + tau/2 (m x I^-1 m)                             solved by iteration; m: mean of both ends
     q' = q (1, tau/2 I^-1 m)/|.|                           rotation by the Cayley map of tau I^-1 m
     tau = h (1 - h^2/12 Q),  Q = a2 a3 m1^2 + a3 a1 m2^2 + a1 a2 m3^2   with m of the first iteration
     a1 = 1/I3 - 1/I2,  a2 = 1/I1 - 1/I3,  a3 = 1/I2 - 1/I1
   The rule keeps energy, |y| and L to rounding for any tau (they are quadratic in y, and R' y' = R y). tau makes the
   momentum in the body, and so the period of tumbling, correct to fourth order; the angle about L is correct to second
   order. With the torque applied to L in half kicks before and after, the step has second order.
     h time [s];  L, y, m angular momentum [kg m^2/s];  I principal moments [kg m^2];  q unit quaternion [1]
   Sources: E. Hairer, C. Lubich, G. Wanner, Geometric Numerical Integration (2006), IV.2.1 (quadratic invariants) and
   IX.2 (modified equation of the midpoint rule, from which tau follows).
   Range: the iteration converges if h times the spin is below about 1; steps that resolve contacts have 0.01. */
#ifndef GRANUM_BASE_MATH_ROTATION_H
#define GRANUM_BASE_MATH_ROTATION_H

#include "base/math/vec4.h"
#include "base/math/vector.h"

/* Functions for four bodies at a time: component k of each GrVec4 belongs to body k. This function computes the
   rotation matrices of unit quaternions q; r[k]: the k-th axis of the body, in the domain's axes. */
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

/* Converts the vectors y of four bodies from the body frames to vectors v in the domain's axes. */
GR_VEC4_INLINE void GrRotateToSpace4(GrVec4 r[3][3], const GrVec4 y[3], GrVec4 v[3])
{
  for (int a = 0; a < 3; a++)
    v[a] = r[0][a] * y[0] + r[1][a] * y[1] + r[2][a] * y[2];
}

/* Converts the vectors v of four bodies from the domain's axes to vectors y in the body frames. */
GR_VEC4_INLINE void GrRotateToBody4(GrVec4 r[3][3], const GrVec4 v[3], GrVec4 y[3])
{
  for (int k = 0; k < 3; k++)
    y[k] = r[k][0] * v[0] + r[k][1] * v[1] + r[k][2] * v[2];
}

/* Computes the unit quaternions of the products p q of rotations: first q, then p. */
GR_VEC4_INLINE void GrRotationProduct4(const GrVec4 p[4], const GrVec4 q[4], GrVec4 product[4])
{
  const GrVec4 w = p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3];
  const GrVec4 x = p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2];
  const GrVec4 y = p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1];
  const GrVec4 z = p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0];
  GrVec4 scale = w * w + x * x + y * y + z * z;
  double root[GR_ROW];

  GrVec4Store(&scale, root);
  for (int lane = 0; lane < GR_ROW; lane++) /* in memory, so that compilers make it one vector instruction */
    root[lane] = sqrt(root[lane]);
  GrVec4Load(root, &scale);
  scale = 1 / scale;
  product[0] = scale * w;
  product[1] = scale * x;
  product[2] = scale * y;
  product[3] = scale * z;
}

/* Rotates four free bodies over a time h [s]: updates q. L: angular momenta in the domain's axes [kg m^2/s]; inverse:
   1/I of the principal axes [1/(kg m^2)]. A body whose iteration has converged keeps its values, so that its result
   does not depend on the other three bodies. The first iterations, which nearly all bodies need, are not checked. */
GR_VEC4_INLINE void GrRotateFree4(double h, const GrVec4 inverse[3], const GrVec4 L[3], GrVec4 q[4])
{
  enum { UNCHECKED = 4, MOST = 50 };
  const double enough = 4e-16; /* relative change of the last iteration, which the next one would shrink further */
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

/* The functions for one body call the functions for four bodies and use their first component. This function computes
   the axes r of the body from its unit quaternion q. */
static inline void GrRotationAxes(const double q[4], double r[3][3])
{
  const GrVec4 rows[4] = {{q[0]}, {q[1]}, {q[2]}, {q[3]}};
  GrVec4 axes[3][3];

  GrRotationAxes4(rows, axes);
  for (int k = 0; k < 9; k++)
    r[k / 3][k % 3] = axes[k / 3][k % 3][0];
}

static inline void GrRotationProduct(const double p[4], const double q[4], double product[4])
{
  const GrVec4 one[4] = {{p[0], 1}, {p[1]}, {p[2]}, {p[3]}}, two[4] = {{q[0]}, {q[1]}, {q[2]}, {q[3]}};
  GrVec4 result[4];

  GrRotationProduct4(one, two, result);
  for (int k = 0; k < 4; k++)
    product[k] = result[k][0];
}

/* Converts a vector y from the body frame to the domain's axes. */
static inline void GrRotateToSpace(double r[3][3], const double y[3], double v[3])
{
  for (int a = 0; a < 3; a++)
    v[a] = r[0][a] * y[0] + r[1][a] * y[1] + r[2][a] * y[2];
}

/* Converts a vector v from the domain's axes to the body frame. */
static inline void GrRotateToBody(double r[3][3], const double v[3], double y[3])
{
  for (int k = 0; k < 3; k++)
    y[k] = GrDot3(r[k], v);
}

#endif
