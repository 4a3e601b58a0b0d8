/* The force curve of Johnson, Kendall and Roberts (JKR), common code of the adhesive laws that use it.

   The curve has the parameter s >= 1. The contact radius is a = a_s s^2; its smallest value a_s is the radius at which
   a contact separates if the overlap, not the force, is prescribed:
     d = D (s^4 - 4 s),  F = P (s^6/6 - s^3),  D = a_s^2/R,  P = pi w R,  a_s^3 = pi w R^2/(8 E),  s >= 1
     d overlap [m];  F force [N], > 0 repulsive;  a contact radius [m];  R effective radius [m];
     E effective modulus [Pa];  w work of adhesion [J/m^2]
   Points of the curve:
     s = 1          its end (pull-off): d = -3 D, F = -5/6 P
     s = 3^(1/3)    largest pull: F = -3/2 P, d = -3^(1/3) D
     s = 4^(1/3)    d = 0
     s = 6^(1/3)    F = 0
   The parameter pull_off sets whether a contact ends at s = 1 or at the largest pull.

   Solution for s, with q = d/D: s^4 - 4 s - q = (s^2 - r s + g)(s^2 + r s + h), where r^2 = m is the real root of
   m^3 + 4 q m - 16 = 0. With p = q/3 and c^3 = 1 + sqrt(1 + p^3) it is m = 2 (c - p/c) = 4/(c^2 + p + p^2/c^2). The
   last form is used, because it has no cancellation. Then s = [r + sqrt(8/r - m)]/2.
   Error: a few ulp for d >= 0. Near pull-off the root is double: an error of 1 ulp in d changes s by 1e-16/sqrt(e),
   e = 1 + d/(3 D), and F/P by about the same number. */
#ifndef GRANUM_LAW_JKR_H
#define GRANUM_LAW_JKR_H

#include "law/loop.h"
#include <stdbool.h>

/* Value of s at the overlap d = 0: the cube root of 4. */
#define GR_JKR_TOUCH 1.5874010519681994

/* Descriptor (GrLawParameter) of the parameter `work_of_adhesion`. */
#define GR_JKR_WORK                                                                                                    \
  "work_of_adhesion", "J/m^2", NULL, ABOVE_ZERO, NULL,                                                                 \
      "w: energy to separate a unit area of the two surfaces, g1 + g2 - g12; for equal bodies twice the surface "      \
      "energy",                                                                                                        \
      0.05

/* Descriptor (GrLawParameter) of the parameter `restitution`. */
#define GR_JKR_RESTITUTION                                                                                             \
  "restitution", "1", GR_ELASTIC, 0, 1, true, false, "1",                                                              \
      "e: restitution of a free elastic impact without adhesion; 1: no dashpot", 0

/* Descriptor (GrLawParameter) of the parameter `pull_off`. */
#define GR_JKR_PULL_OFF                                                                                                \
  "pull_off", NULL, "fixed_grips|largest_pull", WORDS_ONLY, "fixed_grips",                                             \
      "where the contact ends: fixed_grips, where the curve of force over overlap ends, as if stiff grips move the "   \
      "bodies; largest_pull, at the largest pull, as under a dead load and in LAMMPS",                                 \
      0
/* Values of the parameter `pull_off`: the contact ends at the end of the curve (s = 1), or at the largest pull. */
enum { GR_JKR_FIXED_GRIPS, GR_JKR_LARGEST_PULL };

/* Work that separates the surfaces from overlap d = 0 to the end of the curve (s = 1), divided by 4 P D [1]: 3/5
   4^(1/3) + 1/10. P, D: units of force and overlap in the curve. */
#define GR_JKR_GAIN (0.6 * GR_JKR_TOUCH + 0.1)

/* Surface distance at the largest pull, divided by D = a_s^2/R [1]: the cube root of 3. */
#define GR_JKR_REACH_LARGEST_PULL 1.4422495703074083
/* Work of the force from the end of the curve (s = 1) to the largest pull, divided by 4 P D [1]: -(1 +
   3^(4/3))/10. */
#define GR_JKR_WORK_LARGEST_PULL (-0.1 - 0.3 * GR_JKR_REACH_LARGEST_PULL)

/* Indices of the first coefficients of laws with the JKR curve. In the curve, s is the square root of (contact
   radius)/a_s, with the contact radius a_s at the end of the curve (head of this file). R: effective radius [m]; w:
   work of adhesion. */
enum {
  GR_JKR_PULL,      /* P = pi w R, unit of the force in the curve; the largest pull is 3/2 P [N] */
  GR_JKR_DEPTH,     /* D = a_s^2/R, unit of the overlap in the curve [m] */
  GR_JKR_END,       /* surface distance at which the contact ends, divided by D [1]; it depends on `pull_off` */
  GR_JKR_RADIUS,    /* a_s, the smallest contact radius [m] */
  GR_JKR_VISCOSITY, /* viscosity of the dashpot at the end of the curve, s = 1 [N s/m] */
  GR_JKR_LEFT,      /* work of the force from s = 1 to the surface distance GR_JKR_END, divided by 4 P D [1] */
  GR_JKR_COEFFICIENTS
};

/* Computes coefficient[GR_JKR_COEFFICIENTS] of two bodies. work_of_adhesion: w [J/m^2]; restitution: coefficient of
   restitution of an impact without adhesion [1]; pull_off: GR_JKR_FIXED_GRIPS or GR_JKR_LARGEST_PULL. Returns NULL, or
   an error message. */
const char *GrJkrPrepare(const GrLawPair *pair, double work_of_adhesion, double restitution, int pull_off,
                         double *coefficient);

/* Returns e = 1 + d/(3 D) [1] at the overlap d [m]; beyond the end of the curve 0. reach: surface distance at the end
   of the curve, 3 D [m]. */
GR_INLINE double GrJkrPlace(double d, double reach)
{
  const double inside = (d + reach) / reach;
  return inside > 0.0 ? inside : GrMarkNan(inside);
}

/* Returns c = (1 + sqrt(1 + p^3))^(1/3), p = e - 1, of the head of this file. */
GR_INLINE double GrJkrCube(double e)
{
  return GrCbrt(1.0 + sqrt(e * (e * (e - 3.0) + 3.0))); /* 1 + p^3 */
}

/* Returns the parameter s [1] from e and c. */
GR_INLINE double GrJkrRootOf(double e, double c)
{
  const double p = e - 1.0, t = p / c;
  const double m = 4.0 / (c * c + p + t * t), r = sqrt(m), left = 8.0 / r - m;
  return 0.5 * (r + sqrt(left > 0.0 ? left : 0.0));
}

/* Returns the parameter s [1] of the JKR curve at the overlap d [m]. Beyond the end of the curve the result is 1.
   reach: surface distance at the end of the curve, 3 D [m]. */
GR_INLINE double GrJkrRoot(double d, double reach)
{
  const double e = GrJkrPlace(d, reach);
  return GrJkrRootOf(e, GrJkrCube(e));
}

/* Returns the force F of the JKR curve at the parameter s, divided by P = pi w R [1]. */
GR_INLINE double GrJkrForce(double s)
{
  const double cube = s * s * s;
  return cube * (cube * (1.0 / 6.0) - 1.0);
}

/* Returns the work of F from the end of the curve (s = 1) to s, divided by 4 P D [1]: s^10/60 - s^7/6 + s^4/4 -
   1/10. */
GR_INLINE double GrJkrWork(double s)
{
  const double cube = s * s * s;
  return s * cube * (cube * (cube - 10.0) + 15.0) * (1.0 / 60.0) - 0.1;
}

/* Returns the slope dF/dd of the JKR curve (head of this file) at the parameter s > 1, in units of P/D [1]:
   (s^5 - 3 s^2)/(4 s^3 - 4). */
static inline double GrJkrSlope(double s)
{
  const double cube = s * s * s;
  return s * s * (cube - 3.0) / (4.0 * (cube - 1.0));
}

#endif
