/* Loading and unloading curves of Ma and Liu: force F as a function of the overlap d. The law ma_liu uses them, and
   the law compliant_dashpot takes its restitution from them. ma_liu.c has the equations, their sources (W23 is a
   paper cited there) and corrections. All functions vectorise. */
#ifndef GRANUM_LAW_MA_LIU_H
#define GRANUM_LAW_MA_LIU_H

#include "law/common/yield.h"
#include <stdbool.h>

/* Coefficients of the loading and unloading curves of one contact: force F as a function of the overlap d. */
typedef struct {
  double k;   /* K, Hertz stiffness: F = K d^(3/2) up to d_y [N/m^1.5] */
  double d_y; /* overlap at first yield [m] */
  double d_p; /* overlap at full plasticity [m] */
  double d_e; /* elastic limit: a contact whose largest overlap is below d_e has dissipated no energy [m] */
  /* coefficients of the loading curve from d_y to d_p: F = d [c1 + c2 ln(d/d_y)] + c3; c1, c2 [N/m], c3 [N] */
  double c1, c2, c3;
  double k1; /* slope of the loading curve beyond d_p [N/m] */
} GrMaLiu;

/* Unloading curve F = K_r (d - d_r)^(3/2) of a contact whose largest overlap d_max exceeded the elastic limit. */
typedef struct {
  double k;        /* K_r, stiffness of the unloading curve [N/m^1.5] */
  double depth;    /* d_max - d_r, largest overlap minus residual overlap [m] */
  double residual; /* d_r, residual overlap at which the force becomes 0 [m] */
} GrMaLiuUnloading;

/* Returns the coefficients of contact i. coefficient: arrays of the coefficients of a law, whose first eight must be
   the members of GrMaLiu in their order. */
GR_INLINE GrMaLiu GrMaLiuAt(const double *const *coefficient, int i)
{
  return (GrMaLiu){coefficient[0][i], coefficient[1][i], coefficient[2][i], coefficient[3][i],
                   coefficient[4][i], coefficient[5][i], coefficient[6][i], coefficient[7][i]};
}

/* A point of the loading curve, force F over overlap d. d_p: overlap at full plasticity. */
typedef struct {
  double force;      /* force F at the overlap d of the point [N] (W23 eq. 1) */
  double work;       /* work of F from overlap 0 to d [J] (W23 eq. 2) */
  double to_plastic; /* force F at the smaller of the overlaps d and d_p [N] */
} GrMaLiuPoint;

/* Returns the work of the force from overlap 0 to d_y [J]: 2/5 F_y d_y, with the force F_y = c1 d_y + c3 at first
   yield. */
GR_INLINE double GrMaLiuYieldWork(GrMaLiu s)
{
  return 0.4 * (s.c3 + s.c1 * s.d_y) * s.d_y;
}

/* Returns force and work of the loading curve at the overlap d >= 0 [m]. The curve is Hertz's law up to first yield, at
   d_y. It is F = d [c1 + c2 ln(d/d_y)] + c3 up to full plasticity, at d_p, and a line of slope k1 beyond. */
GR_INLINE GrMaLiuPoint GrMaLiuLoad(GrMaLiu s, double d)
{
  double x = d < s.d_p ? d : s.d_p, beyond = d < s.d_p ? GrMarkNan(d) : d - s.d_p;
  double root = sqrt(x), log_x = GrLogarithm(x / s.d_y), at_yield = GrMaLiuYieldWork(s);
  double hertz = s.k * x * root, yielding = x * (s.c1 + s.c2 * log_x) + s.c3, force = x < s.d_y ? hertz : yielding;
  double hertz_work = 0.4 * s.k * (x * x) * root;
  double yielding_work =
      at_yield + (x - s.d_y) * ((0.5 * s.c1 - 0.25 * s.c2) * (x + s.d_y) + s.c3) + 0.5 * s.c2 * (x * x) * log_x;
  double work = x < s.d_y ? hertz_work : yielding_work;
  return (GrMaLiuPoint){force + s.k1 * beyond, work + beyond * (force + 0.5 * s.k1 * beyond), force};
}

/* Returns the unloading curve F = K_r (d - d_r)^(3/2) that starts at the largest overlap d_max [m]; top: point of the
   loading curve at d_max. The overlap d_r at zero force follows from the condition that the curve passes through `top`.
   The head of ma_liu.c has the formulas. */
GR_INLINE GrMaLiuUnloading GrMaLiuUnload(GrMaLiu s, double d_max, GrMaLiuPoint top)
{
  double x = d_max < s.d_p ? d_max : s.d_p;
  double k = s.k * sqrt(s.k * x * sqrt(x) / top.to_plastic);
  double root = GrCbrt(top.force / k), depth = root * root;
  return (GrMaLiuUnloading){k, depth, d_max - depth};
}

/* Returns the mean slope of the overlap d over sqrt(work) between d_y and d_p [m/J^0.5]. `work` is the work of loading
   up to d. sqrt(work) is nearly linear in d, so GrMaLiuOverlapMax estimates d from a given work with this slope. */
GR_INLINE double GrMaLiuChord(GrMaLiu s)
{
  return (s.d_p - s.d_y) / (sqrt(GrMaLiuLoad(s, s.d_p).work) - sqrt(GrMaLiuLoad(s, s.d_y).work));
}

/* Makes one Newton step for the overlap at which the work of loading is `work` [J]. d: estimate of this overlap [m].
   Returns a better estimate, at least d_y. */
GR_INLINE double GrMaLiuCloser(GrMaLiu s, double work, double d)
{
  GrMaLiuPoint now = GrMaLiuLoad(s, d);
  return GrLarger(s.d_y, d - 2.0 * (now.work - sqrt(now.work * work)) / now.force);
}

/* Returns the overlap at which the work of loading is `work` [J], but at least d_y [m]. chord: result of
   GrMaLiuChord. Four Newton steps give the overlap to the last bits, for all allowed parameters, and also for
   overlaps of 1000 d_p and more. */
GR_INLINE double GrMaLiuOverlapMax(GrMaLiu s, double chord, double work)
{
  double at_yield = GrMaLiuYieldWork(s), above = GrLarger(at_yield, work);
  double d = s.d_y + chord * (sqrt(above) - sqrt(at_yield));
  d = GrMaLiuCloser(s, above, GrMaLiuCloser(s, above, d));
  return GrMaLiuCloser(s, above, GrMaLiuCloser(s, above, d));
}

/* Returns the coefficient of restitution sqrt(U_r/U_c) of an impact. work: kinetic energy before the impact [J],
   equal to the energy U_c consumed during compression. U_r is the energy returned during unloading (W23 eqs. 2, 4
   and 38; sources in ma_liu.c). chord: result of GrMaLiuChord. */
GR_INLINE double GrMaLiuRestitution(GrMaLiu s, double chord, double work)
{
  double d_max = GrMaLiuOverlapMax(s, chord, work);
  GrMaLiuUnloading u = GrMaLiuUnload(s, d_max, GrMaLiuLoad(s, d_max));
  double returned = sqrt(0.4 * u.k * (u.depth * u.depth) * sqrt(u.depth) / work);
  bool elastic = (d_max < s.d_e) | (d_max <= s.d_y);
  return elastic ? 1.0 : returned;
}

/* Computes the coefficients of a pair of materials from its yield point. published: whether the unloading curve is
   the curve of the paper without the corrections. Returns NULL, or an error message in the form `fault; correction`. */
const char *GrMaLiuPrepare(const GrYield *yield, bool published, GrMaLiu *s);

#endif
