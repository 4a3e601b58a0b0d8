/* Vectors of three numbers, for walls. */
#ifndef GRANUM_WALL_VECTOR_H
#define GRANUM_WALL_VECTOR_H

#include <math.h>
#include <stdbool.h>

static inline double GrWallDot(const double a[3], const double b[3])
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline double GrWallNorm(const double a[3])
{
  return sqrt(GrWallDot(a, a));
}

static inline void GrWallCross(const double a[3], const double b[3], double product[3])
{
  product[0] = a[1] * b[2] - a[2] * b[1];
  product[1] = a[2] * b[0] - a[0] * b[2];
  product[2] = a[0] * b[1] - a[1] * b[0];
}

/* Is any component other than zero? Not-a-number is. */
static inline bool GrWallIsNonzero(const double a[3])
{
  return !(a[0] == 0 && a[1] == 0 && a[2] == 0);
}

#endif
