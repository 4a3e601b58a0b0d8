/* Common code of laws with a Hertzian spring, F = K d^(3/2), with the overlap d [m]. Unless the input gives K as the
   parameter `stiffness`, K = 4/3 E sqrt(R) [N/m^1.5], with the effective modulus E [Pa] and the effective radius R [m]
   of the pair. Coefficient 0 of these laws is K. */
#ifndef GRANUM_LAW_HERTZ_H
#define GRANUM_LAW_HERTZ_H

#include "law/loop.h"
#include <math.h>

/* Initializer of the optional parameter `stiffness` (GrLawParameter), which replaces the K from the materials. */
#define GR_HERTZ_STIFFNESS                                                                                             \
  "stiffness", "N/m^1.5", NULL, ABOVE_ZERO, "",                                                                        \
      "K of the spring; if omitted: 4/3 E sqrt(R) from the materials and radii", 0

/* Beginning of the text about the range of validity in the cards that `granum laws NAME` prints. */
#define GR_HERTZ_RANGE                                                                                                 \
  "as Hertz: overlap much smaller than R; contact long against the time an elastic wave takes through the bodies."

/* Sets *k to K of a pair [N/m^1.5]: the value of the parameter `stiffness` if the input has it, otherwise K from
   materials and radii. Returns NULL, or an error message of the form "problem; remedy". */
const char *GrHertzPrepare(const GrLawPair *pair, const GrLawValue *stiffness, double *k);

/* Returns the formula by which K depends on the effective radius R of a pair (for GrLaw.factors): K = f sqrt(R) with f
   = 4/3 E. If the input gives the parameter `stiffness`, K = f is this value. */
GrLawFactor GrHertzFactor(const GrLawPair *pair, const GrLawValue *stiffness);

/* Implements GrLaw.energy for a Hertzian spring: the recoverable energy is 2/5 K d^(5/2) [J], the consumed energy 0. */
void GrHertzEnergy(const GrLawBatch *batch, double *recoverable, double *consumed);

/* Implements GrLaw.stiffness for a Hertzian spring: returns 3/2 K d^(1/2) [N/m]. */
double GrHertzStiffness(const double *coefficient, double overlap);

/* Returns the results of a law with a Hertzian spring and a dashpot for contact i of a batch: spring force K d^(3/2)
   and dashpot force c v [N], with the overlap rate v [m/s]. Also returns the arguments c and root in the structure. c:
   viscosity of the dashpot [N s/m]. root: sqrt(d) [m^(1/2)]. */
GR_INLINE GrLawParts GrHertzParts(const GrLawBatch *batch, int i, double root, double c)
{
  const double spring = batch->coefficient[0][i] * batch->overlap[i] * root;
  return (GrLawParts){spring, c * batch->rate[i], c, root};
}

#endif
