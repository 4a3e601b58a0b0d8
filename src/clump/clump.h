/* Mass properties of clumps, which are rigid bodies of overlapping spheres (case/clump.h). */
#ifndef GRANUM_CLUMP_CLUMP_H
#define GRANUM_CLUMP_CLUMP_H

#include "case/clump.h"
#include <petscsys.h>
#include <stdbool.h>

/* Computes the mass properties `body` of a clump of n >= 1 spheres. Also computes member[n], the spheres in the frame
   of the body (origin at the centre of mass, principal axes). The relative error is about 1e-12, and up to 1e-8 if
   edges of the surface nearly coincide. If all centres have the same z, the third principal axis is exactly the z axis.
   All machines compute the same bits. mass_from: GR_CLUMP_UNION (uniform density in the union of the spheres) or
   GR_CLUMP_SUM (overlapping volume counts several times). */
PetscErrorCode GrClumpPrepare(int n, const GrClumpSphere sphere[], GrClumpMassFrom mass_from, GrClumpMember member[],
                              GrClumpBody *body);

/* Computes the mass properties `body` and member[n], the spheres in the frame of the body, for n spheres that represent
   a given solid, such as a mesh. The solid determines the mass properties. flat: whether the case has dimension 2;
   the third principal axis is then the z axis. */
void GrClumpPrepareSolid(int n, const GrClumpSphere sphere[], bool flat, const GrClumpSolid *solid,
                         GrClumpMember member[], GrClumpBody *body);

/* Returns the distance between the centres of two spheres [m]. */
double GrClumpDistance(const GrClumpSphere *a, const GrClumpSphere *b);

/* Returns whether sphere i of the clump is completely inside another sphere. If spheres are equal, returns false for
   the first of them and true for the others. */
bool GrClumpIsInside(int n, const GrClumpSphere sphere[], int i);

/* Returns whether sphere i of the clump touches no other sphere of the clump. */
bool GrClumpIsSeparate(int n, const GrClumpSphere sphere[], int i);

#endif
