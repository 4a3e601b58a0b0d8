/* Overlaps and forces at which two spheres begin to yield and become fully plastic, after Ma and Liu. Common code of
   the elastoplastic laws.

     p_y = 1.61 s_y;  d_y = pi^2 R p_y^2/(4 E^2);  d_p = eps^2 d_y/2;  F_y = pi^3 R^2 p_y^3/(6 E^2) = K d_y^(3/2);
     lam = ln(eps^2/2);  c2 = (2 psi s_y - p_y) pi R/lam;  c1 = [p_y (1 + lam) - 2 psi s_y] pi R/lam;
     c3 = F_y - c1 d_y;  F_p = d_p (c1 + c2 lam) + c3;  k1 = 2 pi R psi s_y
     d_y, F_y overlap [m] and force [N] at first yield;  d_p, F_p at full plasticity;  p_y pressure at first yield [Pa];
     s_y yield stress of the softer body [Pa];  psi hardness ratio [1];  eps conformity [1];  R effective radius [m];
     E effective modulus [Pa];  K coefficient of Hertz's law [N/m^1.5];  c1, c2, c3, k1 see GrYield
   Source: W25 (G. Wang et al., Mech. Syst. Signal Process. (2025), doi 10.1016/j.ymssp.2025.112399) eq. 2; D. Ma and
   C. Liu, J. Appl. Mech. 82 (2015), doi 10.1115/1.4031483. */
#ifndef GRANUM_LAW_YIELD_H
#define GRANUM_LAW_YIELD_H

#include "law/loop.h"
#include <stdbool.h>

/* First loading of two spheres, force F over overlap d: Hertz's law up to first yield, then a transition, then a line
   from full plasticity on. */
typedef struct {
  double k;          /* K of Hertz's law F = K d^(3/2), valid up to first yield [N/m^1.5] */
  double d_y, f_y;   /* overlap [m] and force [N] at first yield */
  double d_p, f_p;   /* overlap [m] and force [N] at full plasticity */
  double c1, c2, c3; /* c1, c2 [N/m], c3 [N]: F = d [c1 + c2 ln(d/d_y)] + c3 at overlaps d from d_y to d_p */
  double k1;         /* constant stiffness at overlaps above d_p [N/m] */
} GrYield;

/* Descriptors (GrLawParameter) of parameters of the elastoplastic laws. psi must be above 0.805, because 2 psi s_y
   must exceed p_y = 1.61 s_y. */
#define GR_YIELD_HARDNESS_RATIO                                                                                        \
  "hardness_ratio", "1", NULL, 0.805, 10, true, false, NULL,                                                           \
      "psi: hardness over yield stress; 2.6 to 3.0 for metals; some papers print 2.38", 3
#define GR_YIELD_CONFORMITY                                                                                            \
  "conformity", "1", NULL, 2, 100, true, false, NULL,                                                                  \
      "eps: sets the overlap of full plasticity, d_p = eps^2 d_y/2; 13 to 20 in the source", 13

#define GR_YIELD_STIFFNESS                                                                                             \
  "stiffness", "N/m^1.5", NULL, ABOVE_ZERO, "",                                                                        \
      "K of Hertz's spring, which also defines E = 3 K/(4 sqrt(R)); if omitted: 4/3 E sqrt(R) from the materials "     \
      "and radii",                                                                                                     \
      0

/* Computes GrYield for two spheres. If the parameter `stiffness` is given, its K determines the effective modulus E;
   otherwise E follows from the materials. Returns NULL, or an error message of the form "fault; correction". */
const char *GrYieldPrepare(const GrLawPair *pair, const GrLawValue *stiffness, double hardness_ratio, double conformity,
                           GrYield *yield);

/* Common code of laws with a Hertzian spring up to the yield overlap d_y and a linear spring at larger overlaps:
     F = K d^(3/2)                       d <= d_y
     F = F_y + jump + K_line (d - d_y)   d > d_y;  F_y = K d_y^(3/2)
   The coefficients of these laws begin with K [N/m^1.5], d_y [m], K_line [N/m] and jump [N], in this order. K_line is
   the slope of the line; `jump` is the change of F at d_y. */

/* Returns the force [N] of a spring that is Hertzian up to the yield overlap and linear beyond, in contact i. */
GR_INLINE double GrYieldSpring(const GrLawBatch *batch, int i)
{
  const double *const *c = batch->coefficient;
  const double d = batch->overlap[i], d_y = c[1][i], x = d > d_y ? d_y : d, jump = c[3][i];
  return c[0][i] * x * GrRoot(x) + c[2][i] * (d - x) + (d > d_y ? jump : 0.0);
}

/* The following functions are for laws with a spring that is Hertzian up to the yield overlap d_y and linear beyond. */
/* Implements GrLaw.energy: sets `recoverable` to the energy of the spring [J], and `consumed` to 0. */
void GrYieldEnergy(const GrLawBatch *batch, double *recoverable, double *consumed);

/* Implements GrLaw.stiffness: returns the largest slope of the spring force at overlaps up to `overlap` [N/m], without
   the jump of the force at the yield overlap, which no time step resolves. */
double GrYieldStiffness(const double *coefficient, double overlap);

/* Number of overlaps at which the spring force is not smooth (GrLaw.n_corners): the yield overlap. */
enum { GR_YIELD_CORNERS = 1 };
/* Implements GrLaw.corners: sets corner[0][i] to the yield overlap d_y of contact i [m]. */
void GrYieldCorners(const GrLawBatch *batch, double *const *corner);

#endif
