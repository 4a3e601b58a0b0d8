/* Rotations as unit quaternions (w, x, y, z), and the free rotation of a rigid body.

   A quaternion q rotates a vector of the body frame into space: v = R(q) y.

   Free rotation over a time h: the angular momentum L in space is constant. With the momentum y = R^T L in the principal
   axes and the spin I^-1 y, one step of the implicit midpoint rule is
     m = y + tau/2 (m x I^-1 m)                             solved by iteration; m: mean of both ends
     q' = q (1, tau/2 I^-1 m)/|.|                           rotation by the Cayley map of tau I^-1 m
     tau = h (1 - h^2/12 Q),  Q = a2 a3 m1^2 + a3 a1 m2^2 + a1 a2 m3^2
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

#include "base/math/vector.h"

/* Columns of the rotation matrix of a unit quaternion: r[k] is the k-th body axis in space. */
static inline void GrRotationAxes(const double q[4], double r[3][3])
{
  const double w = q[0], x = q[1], y = q[2], z = q[3];
  const double xx = x * x, yy = y * y, zz = z * z, xy = x * y, xz = x * z, yz = y * z, wx = w * x, wy = w * y,
               wz = w * z;

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

/* Vector y of the body frame in space. */
static inline void GrRotateToSpace(double r[3][3], const double y[3], double v[3])
{
  for (int a = 0; a < 3; a++)
    v[a] = r[0][a] * y[0] + r[1][a] * y[1] + r[2][a] * y[2];
}

/* Vector v of space in the body frame. */
static inline void GrRotateToBody(double r[3][3], const double v[3], double y[3])
{
  for (int k = 0; k < 3; k++)
    y[k] = GrDot3(r[k], v);
}

/* Unit quaternion of the rotation p after the rotation q. */
static inline void GrRotationProduct(const double p[4], const double q[4], double product[4])
{
  const double w = p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3];
  const double x = p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2];
  const double y = p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1];
  const double z = p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0];
  const double scale = 1 / sqrt(w * w + x * x + y * y + z * z);

  product[0] = scale * w;
  product[1] = scale * x;
  product[2] = scale * y;
  product[3] = scale * z;
}

/* Rotates a free body over a time h [s]: changes q. L: angular momentum in space; inverse: 1/I of the principal axes. */
static inline void GrRotateFree(double h, const double inverse[3], const double L[3], double q[4])
{
  enum { MOST = 50 };
  const double a[3] = {inverse[2] - inverse[1], inverse[0] - inverse[2], inverse[1] - inverse[0]};
  const double enough = 4e-16; /* relative change of the last iteration, which the next one would shrink further */
  double r[3][3], y[3], m[3], spin[3], tau = h, change = 1;

  GrRotationAxes(q, r);
  GrRotateToBody(r, L, y);
  GrCopy3(y, m);
  for (int k = 0; k < MOST && change > enough * (fabs(y[0]) + fabs(y[1]) + fabs(y[2])); k++) {
    const double before[3] = {m[0], m[1], m[2]};
    const double fast = a[1] * a[2] * (m[0] * m[0]) + a[2] * a[0] * (m[1] * m[1]) + a[0] * a[1] * (m[2] * m[2]);
    tau = h * (1 - h * h / 12 * fast);
    m[0] = y[0] + 0.5 * tau * (a[0] * before[1] * before[2]);
    m[1] = y[1] + 0.5 * tau * (a[1] * before[2] * before[0]);
    m[2] = y[2] + 0.5 * tau * (a[2] * before[0] * before[1]);
    change = fabs(m[0] - before[0]) + fabs(m[1] - before[1]) + fabs(m[2] - before[2]);
  }
  for (int k = 0; k < 3; k++)
    spin[k] = 0.5 * tau * (inverse[k] * m[k]);
  const double turn[4] = {1, spin[0], spin[1], spin[2]}, from[4] = {q[0], q[1], q[2], q[3]};
  GrRotationProduct(from, turn, q);
}

#endif
