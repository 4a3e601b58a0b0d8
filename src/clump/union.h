/* Moments of a union of spheres, and of the union of discs in which a plane of equal z cuts it. */
#ifndef GRANUM_CLUMP_UNION_H
#define GRANUM_CLUMP_UNION_H

#include <granum/clump.h>
#include <petscsys.h>

/* Moments of a body: volume, and the integrals of x, y, z, x^2, y^2, z^2, x y, x z, y z. The moments of a slice at
   height z are the same integrals over its area. */
enum { GR_CLUMP_MOMENTS = 10 };

/* Part of the rim of a disc that another disc covers: an arc, counterclockwise in the plane of the slice. `from` and
   `to` replace the angles of its ends by numbers that need no arc tangent: they increase with the angle, from 0 at +x
   to 4 after a full turn; opposite directions differ by 2. */
typedef struct {
  double from, to;          /* positions of both ends of the arc, as numbers from 0 to 4 that replace angles [1] */
  double start[2], stop[2]; /* unit vectors (x, y) from the centre of the disc to the ends */
} GrClumpArc;

/* Spheres of which none is inside another, and for each sphere the list of the spheres that intersect it. */
typedef struct {
  int n;
  GrClumpSphere *sphere; /* [n] */
  int *first;            /* [n + 1] position in `neighbour` of the first sphere that intersects each sphere */
  int *neighbour;        /* [first[n]] numbers of the intersecting spheres */
  /* [n] radius of the disc of each sphere in the current slice [m]; 0: the slice does not cut the sphere */
  double *radius;
  /* working memory: the covered arcs of the disc that is being computed, two for each intersecting sphere */
  GrClumpArc *arc;
} GrClumpUnion;

/* Computes the moments of the union of the discs in the slice at height z. */
void GrClumpSlice(const GrClumpUnion *u, double z, double moment[GR_CLUMP_MOMENTS]);

/* Computes the moments of the union of n spheres about the origin. Lengths should be scaled to the order of 1. *error:
   bound of the error of each moment. */
PetscErrorCode GrClumpUnionMoments(int n, const GrClumpSphere sphere[], double moment[GR_CLUMP_MOMENTS], double *error);

#endif
