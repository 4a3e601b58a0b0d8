/* The region that particles are inserted in: a box, a cylinder, a sphere or a disc; and random places in it.

   A sphere of radius r lies wholly inside: its centre is r off the surface, on a disc r off the rim. Along an axis
   where the domain is periodic, a box as long as the domain has no surface. In dimension 2 all is in the plane of the
   domain: the sphere is a disc, and the disc is a line. */
#ifndef GRANUM_PARTICLE_FILL_REGION_H
#define GRANUM_PARTICLE_FILL_REGION_H

#include "base/math/random.h"
#include <granum/case.h>

typedef struct {
  const GrWithin *shape;
  int dimension;
  double plane;         /* z of all places in dimension 2 [m] */
  PetscBool endless[3]; /* a box without surface along this axis */
  double centre[3];     /* [m] */
  double axis[3];       /* of a cylinder or a disc, unit vector */
  double across[2][3];  /* unit vectors across it */
  double length;        /* of a cylinder [m] */
} GrRegion;

/* The shape has been checked (within.h) and stays. */
void GrRegionPrepare(const GrCase *the_case, const GrWithin *shape, GrRegion *region);

/* How much particles may share: a volume [m^3]; of a disc, or in dimension 2, an area [m^2]; of a disc in dimension 2 a
   length [m]. `dimensions`: 3, 2, 1. */
double GrRegionRoom(const GrRegion *region, int *dimensions);

/* The largest radius of a sphere that lies wholly inside [m]. */
double GrRegionLargest(const GrRegion *region);

/* How long the region is along a unit vector, and the box that it is in [m]. */
double GrRegionExtent(const GrRegion *region, const double along[3]);
void GrRegionBox(const GrRegion *region, double lower[3], double upper[3]);

/* Is a point inside? Of a disc nothing is. */
PetscBool GrRegionHas(const GrRegion *region, const double x[3]);

/* Place number `draw` for a sphere: uniform in what is open to its centre. */
void GrRegionDraw(const GrRegion *region, double radius, uint64_t seed, PetscInt64 draw, double x[3]);

#endif
