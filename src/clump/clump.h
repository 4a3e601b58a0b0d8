/* Mass properties of clumps (granum/clump.h). */
#ifndef GRANUM_CLUMP_CLUMP_H
#define GRANUM_CLUMP_CLUMP_H

#include <granum/clump.h>
#include <petscsys.h>

/* Computes the mass properties `body` of a clump of n >= 1 spheres, and member[n], its spheres in the frame of the
   body. The relative errors are about 1e-12, and up to 1e-8 if edges of the surface nearly coincide. If all
   centres have the same z, the third principal axis is the z axis, exactly. The result has the same bits on all
   machines. */
PetscErrorCode GrClumpPrepare(int n, const GrClumpSphere sphere[], GrClumpMassFrom mass_from, GrClumpMember member[],
                              GrClumpBody *body);

/* Computes `body` and member[n] of spheres that replace a solid with the given mass properties. flat: dimension 2. */
void GrClumpPrepareSolid(int n, const GrClumpSphere sphere[], bool flat, const GrClumpSolid *solid,
                         GrClumpMember member[], GrClumpBody *body);

/* Returns the distance between the centres of two spheres [m]. */
double GrClumpDistance(const GrClumpSphere *a, const GrClumpSphere *b);

/* Whether sphere i is inside another sphere. Of several equal spheres, the first counts as outside the others. */
bool GrClumpIsInside(int n, const GrClumpSphere sphere[], int i);

/* Whether sphere i touches no other sphere. */
bool GrClumpIsSeparate(int n, const GrClumpSphere sphere[], int i);

#endif
