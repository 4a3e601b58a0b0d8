/* The region in which particles are placed (a box, a cylinder, a sphere or a disc), and random positions in it.

   A particle of radius r is inside the region if the distance of its centre from the surface of the region is at
   least r. For a disc, the distance is measured from its rim. A box may have open faces, across which particles
   extend: the faces across a periodic axis if the box is as long as the domain, and the faces between two parts of a
   larger box. In dimension 2 the region is the intersection of the shape with the plane of the domain: a sphere becomes
   a disc, and a disc becomes a line. */
#ifndef GRANUM_PARTICLE_FILL_REGION_H
#define GRANUM_PARTICLE_FILL_REGION_H

#include "base/math/random.h"
#include "case/case.h"
#include <stdbool.h>

/* The region in which the particles of a group are placed. */
typedef struct {
  const GrWithin *shape;     /* shape as the input describes it; not owned */
  int dimension;             /* dimension of the case, 2 or 3 */
  double plane;              /* z coordinate of all positions in dimension 2 [m] */
  double lower[3], upper[3]; /* lower and upper corner of a box [m] */
  bool open[2][3];           /* whether the lower and the upper face of a box across each axis are open */
  double gap;                /* smallest distance of a particle from the faces of a box that are not open [m] */
  double centre[3];          /* centre of the region [m] */
  double axis[3];            /* axis of a cylinder, or normal of a disc; unit vector */
  double across[2][3];       /* two unit vectors, perpendicular to `axis` and to each other */
  double length;             /* length of a cylinder [m] */
} GrRegion;

/* Initializes a region from a shape of the input that GrFillWithinCheck has accepted. The region refers to `shape`,
   which must not be freed while the region is used. */
void GrFillRegionPrepare(const GrCase *the_case, const GrWithin *shape, GrRegion *region);

/* Returns the volume of the region [m^3], and sets *dimensions to 3. For a disc, and in dimension 2 for the other
   shapes, returns the area [m^2] and sets *dimensions to 2. For a disc in dimension 2, returns the length [m] and
   sets *dimensions to 1. */
double GrFillRegionVolume(const GrRegion *region, int *dimensions);

/* Returns the radius of the largest particle that fits into the region [m]. */
double GrFillRegionLargest(const GrRegion *region);

/* Returns the length of the region along the unit vector `along` [m]. */
double GrFillRegionExtent(const GrRegion *region, const double along[3]);

/* Computes the bounding box of the region [m]. */
void GrFillRegionBox(const GrRegion *region, double lower[3], double upper[3]);

/* Computes the bounding box of the positions of GrFillRegionDraw for a particle with this radius [m]. */
void GrFillRegionPlaces(const GrRegion *region, double radius, double lower[3], double upper[3]);

/* Returns a lower bound of the distance of the point x from these positions [m]; 0: x is such a position. */
double GrFillRegionOutside(const GrRegion *region, double radius, const double x[3]);

/* Computes a random position x [m] for the centre of a particle with this radius [m]. All positions at which the
   particle is inside the region are equally probable. id, try: x is number `try`, from 0, of the random positions that
   belong to this id; it depends only on the arguments. Returns a uniform random number from 0 to 1 that is independent
   of x. The positions of an id repeat after 2^31 tries in a box, and after 2^25 tries in other shapes. */
double GrFillRegionDraw(const GrRegion *region, double radius, GrRandom random, PetscInt64 id, PetscInt64 try,
                        double x[3]);

#endif
