/* Mass properties of clumps (granum/clump.h). */
#ifndef GRANUM_CLUMP_CLUMP_H
#define GRANUM_CLUMP_CLUMP_H

#include <granum/clump.h>
#include <petscsys.h>

/* Computes from n >= 1 spheres the mass properties `body` of their clump, and member[n], the spheres in the frame of
   the body (centre of mass and principal axes). The relative error is about 1e-12, and up to 1e-8 if edges of the
   surface nearly coincide. If all centres have the same z, the third principal axis is exactly the z axis. All
   machines compute the same bits. */
PetscErrorCode GrClumpPrepare(int n, const GrClumpSphere sphere[], GrClumpMassFrom mass_from, GrClumpMember member[],
                              GrClumpBody *body);

/* Computes `body` and member[n] for n spheres that represent a solid. The solid gives the mass properties.
   flat: whether the case has dimension 2. */
void GrClumpPrepareSolid(int n, const GrClumpSphere sphere[], bool flat, const GrClumpSolid *solid,
                         GrClumpMember member[], GrClumpBody *body);

/* Returns the distance between the centres of two spheres [m]. */
double GrClumpDistance(const GrClumpSphere *a, const GrClumpSphere *b);

/* Returns whether sphere i is inside another sphere. Of several equal spheres, only the first counts as not inside. */
bool GrClumpIsInside(int n, const GrClumpSphere sphere[], int i);

/* Returns whether sphere i touches no other sphere. */
bool GrClumpIsSeparate(int n, const GrClumpSphere sphere[], int i);

#endif
