/* Vectors with three components. */
#ifndef GRANUM_BASE_MATH_VECTOR_H
#define GRANUM_BASE_MATH_VECTOR_H

#include <math.h>
#include <stdbool.h>

/* Copies a vector. */
static inline void GrCopy3(const double from[3], double to[3])
{
  for (int k = 0; k < 3; k++)
    to[k] = from[k];
}

/* a . b */
static inline double GrDot3(const double a[3], const double b[3])
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* |a| */
static inline double GrNorm3(const double a[3])
{
  return sqrt(GrDot3(a, a));
}

/* a x b */
static inline void GrCross3(const double a[3], const double b[3], double product[3])
{
  product[0] = a[1] * b[2] - a[2] * b[1];
  product[1] = a[2] * b[0] - a[0] * b[2];
  product[2] = a[0] * b[1] - a[1] * b[0];
}

/* Computes a unit vector across the vector a. */
static inline void GrAcross3(const double a[3], double across[3])
{
  const int least = fabs(a[0]) <= fabs(a[1]) && fabs(a[0]) <= fabs(a[2]) ? 0 : fabs(a[1]) <= fabs(a[2]) ? 1 : 2;
  const double other[3] = {least == 0, least == 1, least == 2};

  GrCross3(a, other, across);
  const double length = GrNorm3(across);
  for (int k = 0; k < 3; k++)
    across[k] /= length;
}

/* Computes (b - a) x (c - a): the normal of the triangle a, b, c, whose length is twice the area of the triangle. */
static inline void GrAreaVector(const double a[3], const double b[3], const double c[3], double area[3])
{
  const double one[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]}, two[3] = {c[0] - a[0], c[1] - a[1], c[2] - a[2]};
  GrCross3(one, two, area);
}

/* Whether some component is not 0. Returns true if a component is NaN. */
static inline bool GrIsNonzero3(const double a[3])
{
  return !(a[0] == 0 && a[1] == 0 && a[2] == 0);
}

#endif
