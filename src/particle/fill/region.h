/* The region in which particles are inserted: a box, a cylinder, a sphere or a disc; random positions in it.

   A particle of radius r is inside if its centre has the distance r from the surface, on a disc from the rim. Along a
   periodic axis, a box as long as the domain has no surface. In dimension 2 the region is its section with the plane of
   the domain: a sphere becomes a disc, a disc becomes a line. */
#ifndef GRANUM_PARTICLE_FILL_REGION_H
#define GRANUM_PARTICLE_FILL_REGION_H

#include "base/math/random.h"
#include <granum/case.h>

typedef struct {
  const GrWithin *shape;
  int dimension;
  double plane;         /* z of all positions in dimension 2 [m] */
  PetscBool endless[3]; /* a box without surface along this axis */
  double centre[3];     /* [m] */
  double axis[3];       /* axis of a cylinder or a disc, unit vector */
  double across[2][3];  /* two unit vectors perpendicular to the axis */
  double length;        /* length of a cylinder [m] */
} GrRegion;

/* Prepares the region of a checked shape (within.h), which must outlive it. */
void GrFillRegionPrepare(const GrCase *the_case, const GrWithin *shape, GrRegion *region);

/* Volume of the region [m^3]; for a disc, or in dimension 2, its area [m^2]; for a disc in dimension 2 its length [m].
   *dimensions: 3, 2 or 1. */
double GrFillRegionVolume(const GrRegion *region, int *dimensions);

/* Radius of the largest sphere inside [m]. */
double GrFillRegionLargest(const GrRegion *region);

/* Length of the region along a unit vector [m]. */
double GrFillRegionExtent(const GrRegion *region, const double along[3]);

/* Bounding box [m]. */
void GrFillRegionBox(const GrRegion *region, double lower[3], double upper[3]);

/* Whether a point is inside. False for a disc. */
PetscBool GrFillRegionHas(const GrRegion *region, const double x[3]);

/* Random position number `draw` of a centre: uniform among the positions at which the sphere is inside. */
void GrFillRegionDraw(const GrRegion *region, double radius, uint64_t seed, PetscInt64 draw, double x[3]);

#endif
