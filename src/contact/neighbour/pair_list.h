/* pair_list: all pairs of spheres that are near enough to touch before the next search, in canonical order.

   A pair is listed if its surfaces are nearer than `reach`. With id_1 < id_2, side L of the box and a shift s of -1, 0
   or 1 along each periodic axis (0 along the others), the sphere `second` is seen at its image s:

     r = (x_2 - x_1) + s L,    r_x^2 + r_y^2 + r_z^2 < c^2,    c = (R_1 + R_2) + reach        [m]

   computed in this order of operations, so that every rank that holds both spheres lists the same pairs, whatever the
   decomposition. A pair that is near through several images is listed once per image; a sphere that is near its own
   image is listed as a pair with itself, once for s and -s together, with the s whose last nonzero component (in the
   order x, y, z) is positive.

   Order. The spheres come in canonical order, owned and ghosts mixed: see curve.h. Pairs are listed in ascending (place
   of the later sphere, place of the earlier sphere, image of the later relative to the earlier). The list of a rank is
   so what remains of the list of all spheres on one rank when pairs without owned spheres are left out; forces added
   along it have the same bits for a sphere on any rank that holds all its pairs.

   Needed are all spheres of which an image is within reach of an owned sphere; others do no harm. Memory is
   proportional to spheres and pairs. Time is, too, where spheres that follow each other are near each other; the list
   is right in any order, for any sizes and places. All arrays are kept between calls and grow geometrically.

   Limits. A sphere whose position is not a number has no pairs. Images two sides off are not looked at; they can touch
   only where a periodic side is shorter than the largest diameter (plus the range of adhesion), which the caller must
   refuse. */
#ifndef GRANUM_CONTACT_NEIGHBOUR_PAIR_LIST_H
#define GRANUM_CONTACT_NEIGHBOUR_PAIR_LIST_H

#include "contact/neighbour/pairs.h"

/* Working memory of searches on one rank. */
typedef struct GrPairSearch_ *GrPairSearch;
PetscErrorCode GrPairSearchCreate(GrPairSearch *search);
PetscErrorCode GrPairSearchDestroy(GrPairSearch *search);

/* Lists the pairs. Not collective. */
PetscErrorCode GrPairSearchRun(GrPairSearch search, const GrSpheres *spheres, GrPairs *pairs);

#endif
