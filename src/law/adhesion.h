/* Common code of linear adhesion, for the law `reversible` and other laws (adhesion.c):
     F = -f_a          in contact, at overlaps d >= 0
     F = -k_a (d + s)  without contact, up to the surface distance -d = s = f_a/k_a
     F = 0             at larger distances
   Loading and unloading have the same force. */
#ifndef GRANUM_LAW_ADHESION_H
#define GRANUM_LAW_ADHESION_H

#include <granum/law.h>

/* Indices of the coefficients of linear adhesion: GR_LINE_FORCE f_a, the attraction in contact [N]; GR_LINE_SLOPE k_a
   [N/m]; GR_LINE_REACH s = f_a/k_a [m]. */
enum { GR_LINE_FORCE, GR_LINE_SLOPE, GR_LINE_REACH, GR_LINE_COEFFICIENTS };

/* Computes the coefficients of linear adhesion. force: f_a [N]; slope: k_a [N/m]. */
void GrLinePrepare(double force, double slope, double *coefficient);

/* GrLaw.force of linear adhesion, a law without history. */
void GrLineForce(const GrLawBatch *batch);
/* GrLaw.energy of linear adhesion: computes the energy of each contact [J], which is recoverable; `consumed` is 0. */
void GrLineEnergy(const GrLawBatch *batch, double *recoverable, double *consumed);
/* GrLaw.stiffness of linear adhesion: returns k_a [N/m], the largest slope of the force, at any overlap. */
double GrLineStiffness(const double *coefficient, double overlap);
/* GrLaw.reach of linear adhesion: returns s, the largest surface distance with an attraction [m]. */
double GrLineReach(const double *coefficient);

/* Returns the trial value of a history value that records a touch: 1 from the first touch (d > 0) until the surface
   distance exceeds `reach` [m], otherwise 0. touched: committed value; if it is NaN, the result is NaN. d: overlap
   [m]. */
static inline double GrLineFollowTouch(double reach, double touched, double d)
{
  double lasts = d + reach > 0.0 ? touched : 0.0;
  return d > 0.0 ? 1.0 + 0.0 * touched : lasts;
}

#endif
