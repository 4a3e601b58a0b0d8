/* Spheres that fill the solid inside a closed mesh, and the mass properties of this solid. Not collective. */
#ifndef GRANUM_MESH_SPHERES_H
#define GRANUM_MESH_SPHERES_H

#include "case/clump.h"
#include "case/mesh.h"
#include <petscsys.h>

/* Fills a closed mesh with at most `most` spheres inside it, so that the distance of each point of the surface from the
   nearest sphere is at most the tolerance. The result has the same bits on all machines.
     tolerance  [m]; 0: the function finds the smallest tolerance that `most` spheres can satisfy
     sphere     [most] output: the spheres
     n          output: number of spheres; 0: `most` spheres cannot satisfy the tolerance
     distance   output: largest distance from a point of the surface to the nearest sphere [m], computed from at most
                8000 points on faces, edges and corners */
PetscErrorCode GrMeshFillSpheres(const GrMesh *mesh, int most, double tolerance, GrClumpSphere sphere[], int *n,
                                 double *distance);

/* Computes the mass properties of the solid inside a closed mesh, with uniform density. Returns the volume of the solid
   [m^3]; the value is negative if the normals of the triangles point inwards. */
double GrMeshFindSolid(const GrMesh *mesh, GrClumpSolid *solid);

#endif
