/* The region in which particles are inserted: a box, a cylinder, a sphere or a disc; random positions in it.

   A particle of radius r is inside if the distance of its centre from the surface of the region is at least r; for a
   disc, the distance from the rim. Along a periodic axis, a box as long as the domain has no surface. In dimension 2
   the region is the section of the shape with the plane of the domain: of a sphere a disc, of a disc a line. */
#ifndef GRANUM_PARTICLE_FILL_REGION_H
#define GRANUM_PARTICLE_FILL_REGION_H

#include "base/math/random.h"
#include <granum/case.h>

typedef struct {
  const GrWithin *shape;
  int dimension;
  double plane;         /* in dimension 2: the z coordinate of all positions [m] */
  PetscBool endless[3]; /* whether the region is a box that has no surface along this axis */
  double centre[3];     /* [m] */
  double axis[3];       /* axis of a cylinder or a disc, unit vector */
  double across[2][3];  /* two unit vectors perpendicular to the axis */
  double length;        /* length of a cylinder [m] */
} GrRegion;

/* Prepares the region from a shape that GrFillWithinCheck has accepted. The shape must remain valid as long as the
   region. */
void GrFillRegionPrepare(const GrCase *the_case, const GrWithin *shape, GrRegion *region);

/* Returns the volume of the region [m^3]; for a disc, or in dimension 2, its area [m^2]; for a disc in dimension 2 its
   length [m]. Sets *dimensions to 3, 2 or 1 accordingly. */
double GrFillRegionVolume(const GrRegion *region, int *dimensions);

/* Returns the radius of the largest sphere that is inside the region [m]. */
double GrFillRegionLargest(const GrRegion *region);

/* Returns the length of the region along the unit vector `along` [m]. */
double GrFillRegionExtent(const GrRegion *region, const double along[3]);

/* Computes the bounding box of the region [m]. */
void GrFillRegionBox(const GrRegion *region, double lower[3], double upper[3]);

/* Whether a point x [m] is inside the region. False for a disc. */
PetscBool GrFillRegionHas(const GrRegion *region, const double x[3]);

/* Computes x [m], the random position number `draw` of the centre of a sphere with this radius [m]: uniform among the
   positions at which the sphere is inside. It is a function of seed and draw. */
void GrFillRegionDraw(const GrRegion *region, double radius, uint64_t seed, PetscInt64 draw, double x[3]);

#endif
