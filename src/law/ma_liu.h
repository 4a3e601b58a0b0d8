/* The curves of Ma and Liu, shared by the law ma_liu and by compliant_dashpot, which takes its restitution from them.
   Equations, sources and corrections: see ma_liu.c. All functions vectorise. */
#ifndef GRANUM_LAW_MA_LIU_H
#define GRANUM_LAW_MA_LIU_H

#include "law/yield.h"
#include <stdbool.h>

/* The coefficients of one contact: K [N/m^1.5]; overlaps at first yield, at full plasticity and at the elastic limit of
   the law [m]; c1 [N/m], c2 [N/m], c3 [N], and k1 [N/m] of the loading curve (yield.h). */
typedef struct {
  double k, d_y, d_p, d_e, c1, c2, c3, k1;
} GrMaLiu;

/* Unloading curve of a contact that has passed its elastic limit: F = K_r (d - d_r)^(3/2). */
typedef struct {
  double k, depth, residual; /* K_r [N/m^1.5]; d_max - d_r [m]; residual overlap d_r [m] */
} GrMaLiuUnloading;

/* Returns the coefficients of contact i. They must be the first eight coefficients of the law, in the order of
   GrMaLiu. */
GR_INLINE GrMaLiu GrMaLiuAt(const double *const *coefficient, int i)
{
  return (GrMaLiu){coefficient[0][i], coefficient[1][i], coefficient[2][i], coefficient[3][i],
                   coefficient[4][i], coefficient[5][i], coefficient[6][i], coefficient[7][i]};
}

/* A point of the loading curve. */
typedef struct {
  double force, work; /* force F at this overlap [N]; work of F from overlap 0 to this overlap [J] (W23 eqs. 1, 2) */
  double to_plastic;  /* force at the smaller of this overlap and d_p, the overlap at full plasticity [N] */
} GrMaLiuPoint;

/* Returns the work of F from overlap 0 to d_y [J]: 2/5 F_y d_y, with F_y computed from c1 and c3. */
GR_INLINE double GrMaLiuYieldWork(GrMaLiu s)
{
  return 0.4 * (s.c3 + s.c1 * s.d_y) * s.d_y;
}

/* Returns the point of the loading curve at the overlap d >= 0 [m]: Hertz up to d_y, yielding up to d_p, then a
   straight line of slope k1. */
GR_INLINE GrMaLiuPoint GrMaLiuLoad(GrMaLiu s, double d)
{
  double x = d < s.d_p ? d : s.d_p, beyond = d < s.d_p ? 0.0 * d : d - s.d_p;
  double root = sqrt(x), log_x = GrLogarithm(x / s.d_y), at_yield = GrMaLiuYieldWork(s);
  double hertz = s.k * x * root, yielding = x * (s.c1 + s.c2 * log_x) + s.c3, force = x < s.d_y ? hertz : yielding;
  double hertz_work = 0.4 * s.k * (x * x) * root;
  double yielding_work =
      at_yield + (x - s.d_y) * ((0.5 * s.c1 - 0.25 * s.c2) * (x + s.d_y) + s.c3) + 0.5 * s.c2 * (x * x) * log_x;
  double work = x < s.d_y ? hertz_work : yielding_work;
  return (GrMaLiuPoint){force + s.k1 * beyond, work + beyond * (force + 0.5 * s.k1 * beyond), force};
}

/* Returns the unloading curve from the largest overlap d_max [m]. top: point of the loading curve at d_max. K_r
   replaces the radius R_e of W23 eq. 3; d_r as corrected in ma_liu.c. */
GR_INLINE GrMaLiuUnloading GrMaLiuUnload(GrMaLiu s, double d_max, GrMaLiuPoint top)
{
  double x = d_max < s.d_p ? d_max : s.d_p;
  double k = s.k * sqrt(s.k * x * sqrt(x) / top.to_plastic);
  double root = GrCbrt(top.force / k), depth = root * root;
  return (GrMaLiuUnloading){k, depth, d_max - depth};
}

/* Returns (d_p - d_y)/(change of sqrt(work of loading) from d_y to d_p) [m/J^0.5]. The square root of the work is
   nearly linear in d between them, so this slope gives a good first estimate of d for a given work. */
GR_INLINE double GrMaLiuChord(GrMaLiu s)
{
  return (s.d_p - s.d_y) / (sqrt(GrMaLiuLoad(s, s.d_p).work) - sqrt(GrMaLiuLoad(s, s.d_y).work));
}

/* Returns the overlap after one Newton step from d towards the overlap at which the work of loading equals `work` [J];
   at least d_y. */
GR_INLINE double GrMaLiuCloser(GrMaLiu s, double work, double d)
{
  GrMaLiuPoint now = GrMaLiuLoad(s, d);
  return GrLarger(s.d_y, d - 2.0 * (now.work - sqrt(now.work * work)) / now.force);
}

/* Returns the overlap [m] at which the work of loading is `work` [J], at least d_y. chord: result of GrMaLiuChord. Four
   Newton steps from the first estimate are accurate to the last bits, for all allowed parameters, up to 1000 d_p and
   beyond. */
GR_INLINE double GrMaLiuOverlapMax(GrMaLiu s, double chord, double work)
{
  double at_yield = GrMaLiuYieldWork(s), above = GrLarger(at_yield, work);
  double d = s.d_y + chord * (sqrt(above) - sqrt(at_yield));
  d = GrMaLiuCloser(s, above, GrMaLiuCloser(s, above, d));
  return GrMaLiuCloser(s, above, GrMaLiuCloser(s, above, d));
}

/* Returns the restitution of an impact whose kinetic energy is `work` [J]: sqrt(U_r/U_c), where U_c = work is the
   energy consumed during compression and U_r the energy returned during unloading (W23 eqs. 2, 4 and 38; sources in
   ma_liu.c). chord: result of GrMaLiuChord. */
GR_INLINE double GrMaLiuRestitution(GrMaLiu s, double chord, double work)
{
  double d_max = GrMaLiuOverlapMax(s, chord, work);
  GrMaLiuUnloading u = GrMaLiuUnload(s, d_max, GrMaLiuLoad(s, d_max));
  double returned = sqrt(0.4 * u.k * (u.depth * u.depth) * sqrt(u.depth) / work);
  bool elastic = (d_max < s.d_e) | (d_max <= s.d_y);
  return elastic ? 1.0 : returned;
}

/* Computes the coefficients of a pair from its yield point. published: whether the unloading curve is that of the
   paper, without corrections. Returns NULL, or an error message: fault; correction. */
const char *GrMaLiuPrepare(const GrYield *yield, bool published, GrMaLiu *s);

#endif
