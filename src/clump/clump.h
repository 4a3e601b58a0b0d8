/* Mass properties of clumps (granum/clump.h). */
#ifndef GRANUM_CLUMP_CLUMP_H
#define GRANUM_CLUMP_CLUMP_H

#include <granum/clump.h>
#include <petscsys.h>

/* Computes the mass properties of n >= 1 spheres, and the spheres in the frame of the body, member [n]. The relative
   errors are about 1e-12, and up to 1e-8 if edges of the surface nearly coincide. If all centres have the same z, the
   third principal axis is the z axis, exactly. The result has the same bits on all machines. */
PetscErrorCode GrClumpPrepare(int n, const GrClumpSphere sphere[], GrClumpMassFrom mass_from, GrClumpMember member[],
                              GrClumpBody *body);

/* The same for spheres that replace a solid with these mass properties. flat: dimension 2. */
void GrClumpPrepareSolid(int n, const GrClumpSphere sphere[], bool flat, const GrClumpSolid *solid,
                         GrClumpMember member[], GrClumpBody *body);

/* Distance between two centres. */
double GrClumpDistance(const GrClumpSphere *a, const GrClumpSphere *b);

/* Whether sphere i is inside another sphere. Of equal spheres only the first one is not. */
bool GrClumpIsInside(int n, const GrClumpSphere sphere[], int i);

/* Whether sphere i touches no other sphere. */
bool GrClumpIsSeparate(int n, const GrClumpSphere sphere[], int i);

#endif
