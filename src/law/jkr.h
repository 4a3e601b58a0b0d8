/* The curve of Johnson, Kendall and Roberts: common code of the adhesive laws that follow it.

   With the contact radius a = a_s s^2, a_s that of pull-off at given overlap,
     d = D (s^4 - 4 s),  F = P (s^6/6 - s^3),  D = a_s^2/R,  P = pi w R,  a_s^3 = pi w R^2/(8 E),  s >= 1
   from s = 1, where d = -3 D and F = -5/6 P. The largest pull is 3/2 P, at s^3 = 3, where d = -3^(1/3) D; d = 0 at
   s^3 = 4, F = 0 at s^3 = 6. The parameter pull_off sets whether a contact ends at s = 1 or at the largest pull.

   s from d: s^4 - 4 s - q = (s^2 - r s + g)(s^2 + r s + h) with r^2 = m the real root of m^3 + 4 q m - 16 = 0. With
   p = q/3 and c^3 = 1 + sqrt(1 + p^3), m = 2 (c - p/c) = 4/(c^2 + p + p^2/c^2), a sum without cancellation, and
   s = [r + sqrt(8/r - m)]/2. Error: a few ulp for d >= 0; near pull-off the root is double, and an ulp of d gives s an
   error of 1e-16/sqrt(e), F one of the same size, e = 1 + d/(3 D). */
#ifndef GRANUM_LAW_JKR_H
#define GRANUM_LAW_JKR_H

#include "law/loop.h"

/* Value of s at d = 0: the cube root of 4. */
#define GR_JKR_TOUCH 1.5874010519681994

/* Row of the parameter `work_of_adhesion`. */
#define GR_JKR_WORK                                                                                                    \
  "work_of_adhesion", "J/m^2", NULL, ABOVE_ZERO, NULL,                                                                 \
      "w: energy to separate a unit area of the two surfaces, g1 + g2 - g12; for equal bodies twice the surface "      \
      "energy",                                                                                                        \
      0.05

/* Row of the parameter `restitution`. */
#define GR_JKR_RESTITUTION                                                                                             \
  "restitution", "1", NULL, 0, 1, true, false, "1",                                                                    \
      "e: restitution of a free elastic impact without adhesion; 1: no dashpot", 0

/* Row of the parameter `pull_off`. */
#define GR_JKR_PULL_OFF                                                                                                \
  "pull_off", NULL, "fixed_grips|largest_pull", WORDS_ONLY, "fixed_grips",                                             \
      "where the contact ends: fixed_grips, where the curve of force over overlap ends, as if stiff grips move the "   \
      "bodies; largest_pull, at the largest pull, as under a dead load and in LAMMPS",                                 \
      0
enum { GR_JKR_FIXED_GRIPS, GR_JKR_LARGEST_PULL };

/* Work that separates touching bodies, from d = 0 to pull-off at s = 1, divided by 4 P D [1]: 3/5 4^(1/3) + 1/10. */
#define GR_JKR_GAIN (0.6 * GR_JKR_TOUCH + 0.1)

/* Values at the largest pull, s^3 = 3: the surface distance -d divided by D [1]; the work of F from s = 1 to this
   point, divided by 4 P D [1]: -(1 + 3^(4/3))/10. */
#define GR_JKR_REACH_LARGEST_PULL 1.4422495703074083
#define GR_JKR_WORK_LARGEST_PULL (-0.1 - 0.3 * GR_JKR_REACH_LARGEST_PULL)

/* Coefficients of a pair, in the symbols of the head: pull P [N]; depth D [m]; radius a_s [m]; viscosity of the dashpot
   at s = 1 [N s/m]; end: surface distance at which the contact ends, divided by D [1]; left: work of F from s = 1 to
   this distance, divided by 4 P D [1]. */
typedef struct {
  double pull, depth, radius, viscosity, end, left;
} GrJkr;

/* Computes the coefficients of a pair. work_of_adhesion: w [J/m^2]; pull_off: GR_JKR_FIXED_GRIPS or
   GR_JKR_LARGEST_PULL. Returns NULL, or an error message: fault; correction. */
const char *GrJkrPrepare(const GrLawPair *pair, double work_of_adhesion, double restitution, int pull_off, GrJkr *jkr);

/* Returns s [1] at the overlap d [m]; 1 if the surfaces are beyond pull-off. reach: 3 D [m]. */
GR_INLINE double GrJkrRoot(double d, double reach)
{
  const double inside = (d + reach) / reach, e = inside > 0.0 ? inside : 0.0 * inside, p = e - 1.0;
  const double c = GrCbrt(1.0 + sqrt(e * (e * (e - 3.0) + 3.0))), t = p / c; /* 1 + p^3 in e */
  const double m = 4.0 / (c * c + p + t * t), r = sqrt(m), left = 8.0 / r - m;
  return 0.5 * (r + sqrt(left > 0.0 ? left : 0.0));
}

/* Returns the force divided by P [1] at s. */
GR_INLINE double GrJkrForce(double s)
{
  const double cube = s * s * s;
  return cube * (cube * (1.0 / 6.0) - 1.0);
}

/* Returns the work of F from pull-off (s = 1) to s, divided by 4 P D [1]: s^10/60 - s^7/6 + s^4/4 - 1/10. The head of
   the file defines s, P and D. */
GR_INLINE double GrJkrWork(double s)
{
  const double cube = s * s * s;
  return s * cube * (cube * (cube - 10.0) + 15.0) * (1.0 / 60.0) - 0.1;
}

/* Returns the slope dF/dd at s, divided by P/D [1]: (s^5 - 3 s^2)/(4 s^3 - 4). */
static inline double GrJkrSlope(double s)
{
  const double cube = s * s * s;
  return s * s * (cube - 3.0) / (4.0 * (cube - 1.0));
}

#endif
