/* The static curve of a contact: its force during a slow approach from a gap to an overlap, and during the slow
   separation that follows. No dashpot acts. `granum laws NAME --plot-data` prints it for laws that pull. */
#ifndef GRANUM_IMPACT_STATIC_CURVE_H
#define GRANUM_IMPACT_STATIC_CURVE_H

#include "impact/impact.h"

/* Number of points of the approach, and of the separation. */
enum { GR_STATIC_POINTS = 200 };

/* A point of a static curve: overlap [m], < 0: gap; force [N], < 0: attraction. */
typedef struct {
  double overlap, force;
} GrStaticPoint;

/* A static curve and its marked points. */
typedef struct {
  GrStaticPoint approach[GR_STATIC_POINTS], separation[GR_STATIC_POINTS];
  GrStaticPoint jump_in;  /* point after the jump of the force to attraction on approach; NaN: the force has no jump */
  GrStaticPoint pull_off; /* point of the largest attraction on separation */
} GrStaticCurve;

/* Computes the static curve of the laws of `setting`, with the coefficients of `task`, up to the overlap `top` > 0 [m].
   The curve begins and ends at a gap beyond the reach of the laws. */
void GrImpactStaticCurve(const GrImpactSetting *setting, const GrImpactTask *task, double top, GrStaticCurve *curve);

/* Computes the forces force[n] of a slow path through the overlaps overlap[n], which begins with an empty history. A
   law with `tension: clip` does not pull. */
void GrImpactStaticPath(const GrImpactSetting *setting, const GrImpactTask *task, PetscInt n, const double overlap[],
                        double force[]);

#endif
