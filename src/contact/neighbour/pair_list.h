/* pair_list: neighbour search. It lists all pairs of spheres that can touch before the next search.

   A pair is listed if the distance of its surfaces is less than `reach` (GrSpheres). The sphere `first` is the sphere
   with the lower id. It may touch the periodic image of the sphere `second` with the shift s:

     r = (x_2 - x_1) + s L,    r_x^2 + r_y^2 + r_z^2 < c^2,    c = (R_1 + R_2) + reach        [m]

   r  vector between the centres [m];  x_1, x_2  positions [m];  R_1, R_2  radii [m];  c  cut-off distance [m]
   L  sides of the box [m];  s  shift, -1, 0 or 1 along each periodic axis, 0 along the other axes

   Every rank computes these expressions in the same order, with the same rounding errors. All ranks that have both
   spheres therefore list the same pairs, for every domain decomposition. If a sphere is near several images of another
   sphere, each image is listed as a pair. If a sphere is near its own images with the shifts s and -s, they are listed
   as a single pair of the sphere with itself. The listed shift is the one whose last nonzero component (in the order x,
   y, z) is positive.

   Order. The spheres are in canonical order: they are sorted along a space-filling curve (curve.h). Owned spheres and
   ghosts are mixed. The pairs are sorted by three numbers. The first is the place of the later sphere of the pair in
   the canonical order, the second is the place of the earlier sphere, and the third is the image of the later sphere
   relative to the earlier sphere. A run on one rank would list the same pairs in the same order. Between them it would
   list the pairs of spheres that this rank does not own. If the forces on a sphere are summed in this order, the sum is
   bitwise equal on every rank that has all pairs of the sphere.

   Input. The list of spheres must contain all owned spheres. It must also contain each sphere that has an image at a
   surface distance of less than `reach` from an owned sphere. It may contain more spheres.

   Cost. Memory is proportional to the numbers of spheres and pairs. Time is proportional to them as well if spheres
   that are consecutive in memory are near each other in space. The list is correct for any order, sizes and positions.
   The arrays keep their memory between calls. When they grow, their size grows by a constant factor.

   Limits. A sphere whose position is NaN has no pairs. The search ignores images with a shift of two sides of the box.
   These images can touch only if a periodic side is shorter than the largest diameter (plus the range of adhesion). The
   caller must reject this case. */
#ifndef GRANUM_CONTACT_NEIGHBOUR_PAIR_LIST_H
#define GRANUM_CONTACT_NEIGHBOUR_PAIR_LIST_H

#include "contact/neighbour/pairs.h"

/* Working memory of the searches on one rank. */
typedef struct GrPairSearch_ *GrPairSearch;

/* Allocates the working memory. Not collective. */
PetscErrorCode GrPairSearchCreate(GrPairSearch *search);

/* Frees the working memory; does nothing if *search is NULL. Not collective. */
PetscErrorCode GrPairSearchDestroy(GrPairSearch *search);

/* Sets `pairs` to the list of all pairs with a surface distance of less than spheres->reach. Pairs without an owned
   sphere of this rank are not listed. Error PETSC_ERR_ARG_OUTOFRANGE if the number of pairs exceeds the largest
   PetscInt. Not collective. */
PetscErrorCode GrPairSearchRun(GrPairSearch search, const GrSpheres *spheres, GrPairs *pairs);

#endif
