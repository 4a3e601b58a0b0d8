/* Common code of linear adhesion: F = -f_a in contact and -k_a (d + s) up to the distance s = f_a/k_a, equal on loading
   and unloading. The law `reversible` and other laws use it; see adhesion.c. */
#ifndef GRANUM_LAW_ADHESION_H
#define GRANUM_LAW_ADHESION_H

#include <granum/law.h>

/* Its coefficients: f_a [N], k_a [N/m], s [m]. */
enum { GR_LINE_FORCE, GR_LINE_SLOPE, GR_LINE_REACH, GR_LINE_COEFFICIENTS };

void GrLinePrepare(double force, double slope, double *coefficient);

/* The functions of a law without history. */
void GrLineForce(const GrLawBatch *batch);
void GrLineEnergy(const GrLawBatch *batch, double *recoverable, double *consumed);
double GrLineStiffness(const double *coefficient, double overlap);
double GrLineReach(const double *coefficient);

/* Follows a touch: 1 from the first touch (d > 0) until the surfaces are farther apart than `reach` [m], otherwise 0. A
   history that is not a number shows. */
static inline double GrLineFollowTouch(double reach, double touched, double d)
{
  double lasts = d + reach > 0.0 ? touched : 0.0;
  return d > 0.0 ? 1.0 + 0.0 * touched : lasts;
}

#endif
