/* Moments of a union of spheres, and of the union of discs in which a plane of equal z cuts it. */
#ifndef GRANUM_CLUMP_UNION_H
#define GRANUM_CLUMP_UNION_H

#include <granum/clump.h>
#include <petscsys.h>

/* Moments of a body: volume, and the integrals of x, y, z, x^2, y^2, z^2, x y, x z, y z. The moments of a slice are the
   same integrals over its area. */
enum { GR_CLUMP_MOMENTS = 10 };

/* Arc of the circle around a disc that another disc covers, counterclockwise in the plane of the slice. `from` and `to`
   replace the angles of its ends: they increase with the angle, from 0 at +x to 4 after a full turn, and need no arc
   tangent. Opposite directions differ by 2. */
typedef struct {
  double from, to;          /* angles of the two ends on this scale [1] */
  double start[2], stop[2]; /* unit vectors (x, y) from the centre of the disc to the ends */
} GrClumpArc;

/* Spheres of which none is inside another, and the spheres that intersect each. */
typedef struct {
  int n;
  GrClumpSphere *sphere; /* [n] */
  int *first;            /* [n + 1] position of the first neighbour of each sphere in the list */
  int *neighbour;        /* [first[n]] */
  double *radius;        /* [n] of the discs in the current slice; 0: none */
  GrClumpArc *arc;       /* arcs of one circle; two for each neighbour of a sphere */
} GrClumpUnion;

/* Computes the integrals over the union of discs at height z. */
void GrClumpSlice(const GrClumpUnion *u, double z, double moment[GR_CLUMP_MOMENTS]);

/* Computes the moments of the union of spheres about the origin. Lengths should be of the order of 1. *error: bound of
   the error of each moment. */
PetscErrorCode GrClumpUnionMoments(int n, const GrClumpSphere sphere[], double moment[GR_CLUMP_MOMENTS], double *error);

#endif
