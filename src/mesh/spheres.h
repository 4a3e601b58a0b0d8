/* Spheres that fill a closed mesh, and the mass properties of the solid that it encloses. Not collective. */
#ifndef GRANUM_MESH_SPHERES_H
#define GRANUM_MESH_SPHERES_H

#include <granum/clump.h>
#include <petscsys.h>

/* Fills a closed mesh with at most `most` spheres inside it. The points of the surface are then nearer to a sphere than
   the tolerance [m]; tolerance 0: the smallest that so many spheres reach. sphere: [most]; *n: number of spheres; 0: no
   number up to `most` reaches the tolerance. *distance: largest distance of 8000 points of surface, edges and corners
   from the spheres [m]. The result has the same bits on all machines. */
PetscErrorCode GrMeshFillSpheres(const GrMesh *mesh, int most, double tolerance, GrClumpSphere sphere[], int *n,
                                 double *distance);

/* Computes the mass properties of the solid of uniform density in a closed mesh. Returns its volume [m^3], negative if
   the triangles face inwards. */
double GrMeshFindSolid(const GrMesh *mesh, GrClumpSolid *solid);

#endif
