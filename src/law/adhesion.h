/* Linear adhesion: an attraction that is constant while the surfaces touch. Between separated surfaces it decreases
   linearly with their distance, to 0 at the distance s. The adhesion laws of adhesion.c, such as `reversible`, use it.
   F is the force [N], d the overlap [m]:
     F = -f_a          in contact, at overlaps d >= 0
     F = -k_a (d + s)  without contact, up to the surface distance -d = s = f_a/k_a
     F = 0             at larger distances
   Loading and unloading have the same force. */
#ifndef GRANUM_LAW_ADHESION_H
#define GRANUM_LAW_ADHESION_H

#include "base/math/elementary.h"
#include <granum/law.h>

/* Indices of the coefficients of linear adhesion. FORCE: attraction f_a in contact [N]. SLOPE: decrease k_a of the
   attraction per surface distance [N/m]. REACH: surface distance s = f_a/k_a at which the attraction ends [m]. */
enum { GR_LINE_FORCE, GR_LINE_SLOPE, GR_LINE_REACH, GR_LINE_COEFFICIENTS };

/* Sets coefficient[GR_LINE_COEFFICIENTS] of linear adhesion. force: attraction f_a in contact [N]. slope: decrease k_a
   of the attraction per surface distance [N/m]. */
void GrLinePrepare(double force, double slope, double *coefficient);

/* Implements GrLaw.force for linear adhesion, a law without history. */
void GrLineForce(const GrLawBatch *batch);
/* Implements GrLaw.energy for linear adhesion: sets `recoverable` to the energy of each contact [J], `consumed` to 0.
   */
void GrLineEnergy(const GrLawBatch *batch, double *recoverable, double *consumed);
/* Implements GrLaw.stiffness for linear adhesion: returns the slope k_a [N/m] for any overlap. */
double GrLineStiffness(const double *coefficient, double overlap);
/* Implements GrLaw.reach for linear adhesion, and for other laws whose coefficient GR_LINE_REACH is the largest
   distance of the surfaces with an attraction [m]: returns this coefficient. */
double GrLineReach(const double *coefficient);

/* Returns a history value: 1 if the two surfaces have touched, otherwise 0. It becomes 1 when they touch (d > 0), and 0
   when their distance -d reaches `reach` [m]. In between it keeps `touched`, its value at the last step; NaN remains
   NaN. d: overlap [m]. */
static inline double GrLineFollowTouch(double reach, double touched, double d)
{
  double lasts = d + reach > 0.0 ? touched : 0.0;
  return d > 0.0 ? 1.0 + GrMarkNan(touched) : lasts;
}

#endif
