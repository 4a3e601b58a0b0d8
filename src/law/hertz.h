/* Common code of laws with a Hertzian spring: F = K d^(3/2), K = 4/3 E sqrt(R) [N/m^1.5] unless the input gives a
   stiffness. Coefficient 0 of these laws is K. */
#ifndef GRANUM_LAW_HERTZ_H
#define GRANUM_LAW_HERTZ_H

#include "law/loop.h"
#include <math.h>

/* Row of the optional parameter `stiffness`. */
#define GR_HERTZ_STIFFNESS                                                                                             \
  "stiffness", "N/m^1.5", NULL, ABOVE_ZERO, "",                                                                        \
      "K of the spring; if omitted: 4/3 E sqrt(R) from the materials and radii", 0

/* Text about the range of the spring for the law cards, to which each law appends its own range. */
#define GR_HERTZ_RANGE                                                                                                 \
  "as Hertz: overlap much smaller than R; contact long against the time an elastic wave takes through the bodies."

/* Computes K of a pair [N/m^1.5]: the value of the parameter `stiffness` if it is given, otherwise K from the
   materials. Returns NULL, or an error message: fault; correction. */
const char *GrHertzPrepare(const GrLawPair *pair, const GrLawValue *stiffness, double *k);

/* Returns the factor of K as a function of R, for GrLaw.factors. */
GrLawFactor GrHertzFactor(const GrLawPair *pair, const GrLawValue *stiffness);

/* GrLaw.energy of a Hertzian spring: recoverable energy 2/5 K d^(5/2) [J]; consumed energy 0. */
void GrHertzEnergy(const GrLawBatch *batch, double *recoverable, double *consumed);

/* GrLaw.stiffness of a Hertzian spring: 3/2 K d^(1/2) [N/m], which grows with d. */
double GrHertzStiffness(const double *coefficient, double overlap);

/* Returns the parts of F = K d^(3/2) + c v of contact i of a batch. root: sqrt(d) [m^(1/2)]; c: viscosity [N s/m]. */
GR_INLINE GrLawParts GrHertzParts(const GrLawBatch *batch, int i, double root, double c)
{
  const double spring = batch->coefficient[0][i] * batch->overlap[i] * root;
  return (GrLawParts){spring, c * batch->rate[i], c, root};
}

#endif
