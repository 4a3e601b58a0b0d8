/* Common code of linear adhesion: F = -f_a in contact (overlap d >= 0), and F = -k_a (d + s) up to the surface distance
   s = f_a/k_a, equal on loading and unloading. The adhesion law `reversible` and other laws use it (adhesion.c). */
#ifndef GRANUM_LAW_ADHESION_H
#define GRANUM_LAW_ADHESION_H

#include <granum/law.h>

/* Indices of the coefficients of linear adhesion: attraction f_a in contact [N], slope k_a [N/m], reach s = f_a/k_a
   [m]. */
enum { GR_LINE_FORCE, GR_LINE_SLOPE, GR_LINE_REACH, GR_LINE_COEFFICIENTS };

/* Computes the coefficients of linear adhesion from force: f_a [N] and slope: k_a [N/m]. */
void GrLinePrepare(double force, double slope, double *coefficient);

/* GrLaw.force of linear adhesion, a law without history. */
void GrLineForce(const GrLawBatch *batch);
/* GrLaw.energy of linear adhesion: the energy of each contact [J], all of which is recoverable. */
void GrLineEnergy(const GrLawBatch *batch, double *recoverable, double *consumed);
/* GrLaw.stiffness of linear adhesion: the largest slope of the force over the distance, k_a [N/m] at any overlap. */
double GrLineStiffness(const double *coefficient, double overlap);
/* GrLaw.reach of linear adhesion: the surface distance s up to which the bodies attract each other [m]. */
double GrLineReach(const double *coefficient);

/* Returns the new value of a history value that records whether the bodies have touched: 1 from the first touch
   (overlap d > 0 [m]) until the surfaces are farther apart than `reach` [m], otherwise 0. touched: the committed value;
   NaN remains NaN. */
static inline double GrLineFollowTouch(double reach, double touched, double d)
{
  double lasts = d + reach > 0.0 ? touched : 0.0;
  return d > 0.0 ? 1.0 + 0.0 * touched : lasts;
}

#endif
