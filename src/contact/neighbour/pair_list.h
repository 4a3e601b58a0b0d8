/* pair_list: neighbour search. It lists all pairs of spheres that can touch before the next search, in canonical order.

   A pair is listed if the distance of its surfaces is less than `reach`. The sphere `first` has the lower id. The
   sphere `second` acts through its image with shift s:

     r = (x_2 - x_1) + s L,    r_x^2 + r_y^2 + r_z^2 < c^2,    c = (R_1 + R_2) + reach        [m]

   r  vector between the centres [m];  x_1, x_2  positions [m];  R_1, R_2  radii [m];  c  cut-off distance [m]
   L  side of the box [m];  s  shift, -1, 0 or 1 along each periodic axis, 0 along the other axes

   The operations have this order on every rank. All ranks that hold both spheres therefore list the same pairs, for
   every domain decomposition. A pair that is near through several images is listed once per image. A sphere that is
   near its own image is listed as a pair with itself, once for s and -s together. The listed s is the shift whose last
   nonzero component (in the order x, y, z) is positive.

   Order. The spheres are in canonical order, owned spheres and ghosts mixed (curve.h). Pairs are listed in ascending
   (place of the later sphere, place of the earlier sphere, image of the later relative to the earlier). The list of a
   rank is the list of a run on one rank without the pairs that contain no sphere of this rank. The sum of the forces on
   a sphere in this order is therefore bitwise equal on every rank that holds all its pairs.

   Input. The spheres must include every sphere with an image within reach of an owned sphere. More spheres are allowed.

   Cost. Memory is proportional to the numbers of spheres and pairs. Time is proportional to them as well if spheres
   that are consecutive in memory are near each other in space. The list is correct for any order, sizes and positions.
   All arrays are kept between calls and grow geometrically.

   Limits. A sphere whose position is NaN has no pairs. The search ignores images that are two box sides away. They can
   touch only if a periodic side is shorter than the largest diameter (plus the range of adhesion). The caller must
   reject this case. */
#ifndef GRANUM_CONTACT_NEIGHBOUR_PAIR_LIST_H
#define GRANUM_CONTACT_NEIGHBOUR_PAIR_LIST_H

#include "contact/neighbour/pairs.h"

/* Working memory of the searches on one rank. */
typedef struct GrPairSearch_ *GrPairSearch;

/* Allocates the working memory. Not collective. */
PetscErrorCode GrPairSearchCreate(GrPairSearch *search);

/* Frees the working memory; does nothing if *search is NULL. Not collective. */
PetscErrorCode GrPairSearchDestroy(GrPairSearch *search);

/* Lists in `pairs` all pairs of spheres that are near each other (see the head) and of which at least one is owned by
   this rank. Replaces the old list. Error PETSC_ERR_ARG_OUTOFRANGE if the reach is negative or the number of pairs
   exceeds the largest PetscInt. Not collective. */
PetscErrorCode GrPairSearchRun(GrPairSearch search, const GrSpheres *spheres, GrPairs *pairs);

#endif
