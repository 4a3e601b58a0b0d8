/* Common code of linear adhesion: F = -f_a in contact and -k_a (d + s) up to the distance s = f_a/k_a, equal on loading
   and unloading. The law `reversible` and other laws use it; see adhesion.c. */
#ifndef GRANUM_LAW_ADHESION_H
#define GRANUM_LAW_ADHESION_H

#include <granum/law.h>

/* Its coefficients: f_a [N], k_a [N/m], s [m]. */
enum { GR_LINE_FORCE, GR_LINE_SLOPE, GR_LINE_REACH, GR_LINE_COEFFICIENTS };

/* Computes the coefficients from f_a [N] and k_a [N/m]. */
void GrLinePrepare(double force, double slope, double *coefficient);

/* Functions of GrLaw for linear adhesion, a law without history. */
void GrLineForce(const GrLawBatch *batch);
/* Energy of each contact of the batch [J]: all of it is recoverable. */
void GrLineEnergy(const GrLawBatch *batch, double *recoverable, double *consumed);
/* Largest slope of the force over the distance: k_a [N/m], at any overlap. */
double GrLineStiffness(const double *coefficient, double overlap);
/* Distance up to which the bodies attract each other [m]. */
double GrLineReach(const double *coefficient);

/* Follows a touch: 1 from the first touch (d > 0) until the surfaces are farther apart than `reach` [m], otherwise 0. A
   history that is not a number shows. */
static inline double GrLineFollowTouch(double reach, double touched, double d)
{
  double lasts = d + reach > 0.0 ? touched : 0.0;
  return d > 0.0 ? 1.0 + 0.0 * touched : lasts;
}

#endif
