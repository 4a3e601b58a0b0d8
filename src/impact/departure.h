/* Departure: the part of an impact from overlap 0 to the end of the contact, where only adhesion acts. This is the
   attraction of an adhesion law, or of a normal law with a reach.

   The lanes (lanes.h) cannot integrate it, because their variable q = d^(1/4) ends at overlap 0. No dashpot acts here,
   so force and speed follow from the overlap d alone: F(d) at rest, and m v^2/2 = m v0^2/2 + U(0) - U(d), with the
   recoverable energy U. The contact ends where the law ends it. If the energy does not suffice, the bodies turn back
   before and stick.

   Overlaps are parametrised by x from 0 to 1, d = d_end x (2 - x), so that samples are dense near the end. There the
   slope of jkr is infinite, and the speed of bodies that turn back falls as the root of the distance; both are smooth
   in x. */
#ifndef GRANUM_IMPACT_DEPARTURE_H
#define GRANUM_IMPACT_DEPARTURE_H

#include "impact/lanes.h"

typedef struct {
  double end;       /* overlap where the contact ends or the bodies turn back, <= 0 [m] */
  double energy;    /* kinetic and recoverable energy [J] */
  double force_min; /* smallest force [N]; 0 if there is no departure */
  double duration;  /* time from overlap 0 to the end [s] */
} GrImpactDeparture;

/* Computes the departure of the impact on a lane whose overlap has returned to 0. */
GrImpactDeparture GrImpactDepartureFind(const GrImpactLanes *lanes, int lane);

/* Returns the overlap [m] at the parameter x in [0, 1]. */
double GrImpactDepartureOverlap(const GrImpactDeparture *departure, double x);

/* Returns the speed of separation [m/s] at the parameter x; 0 where the energy does not suffice. */
double GrImpactDepartureSpeed(const GrImpactDeparture *departure, const GrImpactLanes *lanes, int lane, double x);

/* Returns the time [s] from x = `from` to x = `to`, by Gaussian quadrature with five points. */
double GrImpactDepartureTime(const GrImpactDeparture *departure, const GrImpactLanes *lanes, int lane, double from,
                             double to);

#endif
