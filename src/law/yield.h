/* Overlaps and forces at which two spheres begin to yield and at which they are fully plastic, by Ma and Liu; common
   code of the elastoplastic laws.

   p_y = 1.61 s_y;  d_y = pi^2 R p_y^2/(4 E^2);  d_p = eps^2 d_y/2;  F_y = pi^3 R^2 p_y^3/(6 E^2) = K d_y^(3/2);
   lam = ln(eps^2/2);  c2 = (2 psi s_y - p_y) pi R/lam;  c1 = [p_y (1 + lam) - 2 psi s_y] pi R/lam;  c3 = F_y - c1 d_y;
   F_p = d_p (c1 + c2 lam) + c3;  k1 = 2 pi R psi s_y
     s_y yield stress, the smaller of the pair [Pa];  psi hardness ratio [1];  eps conformity [1];  R [m];  E [Pa]
   Source: W25 (G. Wang et al., Mech. Syst. Signal Process. (2025), doi 10.1016/j.ymssp.2025.112399) eq. 2; D. Ma and C.
   Liu, J. Appl. Mech. 82 (2015), doi 10.1115/1.4031483. */
#ifndef GRANUM_LAW_YIELD_H
#define GRANUM_LAW_YIELD_H

#include "law/loop.h"

typedef struct {
  double k;          /* Hertz's K [N/m^1.5] */
  double d_y, f_y;   /* overlap [m] and force [N] at first yield */
  double d_p, f_p;   /* overlap [m] and force [N] at full plasticity */
  double c1, c2, c3; /* coefficients of F = d [c1 + c2 ln(d/d_y)] + c3 between d_y and d_p [N/m], [N/m], [N] */
  double k1;         /* stiffness beyond d_p [N/m] */
} GrYield;

/* Rows of the parameters of the elastoplastic laws. 2 psi s_y must exceed p_y = 1.61 s_y, so psi > 0.805. */
#define GR_YIELD_HARDNESS_RATIO                                                                                        \
  "hardness_ratio", "1", NULL, 0.805, 10, true, false, NULL,                                                           \
      "psi: hardness over yield stress; 2.6 to 3.0 for metals, 2.38 also in print", 3
#define GR_YIELD_CONFORMITY                                                                                            \
  "conformity", "1", NULL, 2, 100, true, false, NULL,                                                                  \
      "eps: sets the overlap of full plasticity, d_p = eps^2 d_y/2; 13 to 20 in the source", 13

#define GR_YIELD_STIFFNESS                                                                                             \
  "stiffness", "N/m^1.5", NULL, ABOVE_ZERO, "",                                                                        \
      "K of Hertz's spring, which also defines E = 3 K/(4 sqrt(R)); if omitted: 4/3 E sqrt(R) from the materials "     \
      "and radii",                                                                                                     \
      0

/* Computes GrYield of a pair. The modulus E is that of the materials, or follows from K if the parameter `stiffness` is
   given. Returns NULL, or an error message: fault; correction. */
const char *GrYieldPrepare(const GrLawPair *pair, const GrLawValue *stiffness, double hardness_ratio, double conformity,
                           GrYield *yield);

/* Common code of laws with a Hertzian spring up to the yield overlap d_y and a linear spring beyond,
     F = K d^(3/2), d <= d_y;  F = F_y + jump + K_line (d - d_y), d > d_y.
   Coefficients 0 to 3 of these laws are K, d_y, K_line and the jump at d_y [N]. */

/* Returns the force of this spring for contact i of a batch [N]. */
GR_INLINE double GrYieldSpring(const GrLawBatch *batch, int i)
{
  const double *const *c = batch->coefficient;
  const double d = batch->overlap[i], d_y = c[1][i], x = d > d_y ? d_y : d, jump = c[3][i];
  return c[0][i] * x * GrRoot(x) + c[2][i] * (d - x) + (d > d_y ? jump : 0.0);
}

/* GrLaw.energy of these laws: the recoverable energy of the spring [J]; the consumed energy is 0. */
void GrYieldEnergy(const GrLawBatch *batch, double *recoverable, double *consumed);

/* GrLaw.stiffness of these laws [N/m]: the larger of Hertz's slope up to d_y and K_line. The jump is not included,
   because no time step resolves it. */
double GrYieldStiffness(const double *coefficient, double overlap);

/* Number of corners of these laws (GrLaw.corners): one, at the overlap d_y. */
enum { GR_YIELD_CORNERS = 1 };
/* Sets corner[0][i] to d_y of contact i: GrLaw.corners of these laws. */
void GrYieldCorners(const GrLawBatch *batch, double *const *corner);

#endif
