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

#include <petscsys.h>

typedef struct {
  PetscInt n, n_owned;       /* all; those with an index below n_owned */
  const double *x[3];        /* [n] positions [m], brought into the box along periodic axes: lower <= x <= upper */
  const double *radius;      /* [n] [m] */
  const PetscInt64 *id;      /* [n] all different */
  const PetscInt *index;     /* [n] the caller's number of the sphere: below n_owned if owned, otherwise a ghost */
  double lower[3], upper[3]; /* of the box [m], finite; along other axes than periodic ones spheres may be outside */
  PetscBool periodic[3];
  double reach; /* skin + range of adhesion, >= 0 [m] */
} GrSpheres;

typedef struct {
  PetscInt first, second; /* the caller's numbers; id of first < id of second, or first = second */
  int shift;              /* the image of `second` relative to `first`; see GrShiftAxis */
  int kind;               /* for the caller; 0 */
} GrPair;

/* Start from {0}; end with GrPairsDestroy. */
typedef struct {
  PetscInt n, capacity;
  GrPair *pair; /* [n] */
} GrPairs;

/* Shifts, and the place of none in a table of all. */
enum { GR_SHIFTS = 27, GR_UNSHIFTED = 13 };

/* Component -1, 0 or 1 of a shift along an axis. Packed: s_x + 3 s_y + 9 s_z, so -13 to 13; 0: no image; the shift of
   `first` relative to `second` is the negative. */
static inline int GrShiftAxis(int shift, int axis)
{
  static const int unit[3] = {1, 3, 9};
  return (shift + GR_UNSHIFTED) / unit[axis] % 3 - 1;
}

/* Working memory of searches on one rank. */
typedef struct GrPairSearch_ *GrPairSearch;
PetscErrorCode GrPairSearchCreate(GrPairSearch *search);
PetscErrorCode GrPairSearchDestroy(GrPairSearch *search);

/* Lists the pairs. Not collective. */
PetscErrorCode GrPairSearchRun(GrPairSearch search, const GrSpheres *spheres, GrPairs *pairs);

/* Room for so many pairs; those that are there stay. */
PetscErrorCode GrPairsReserve(GrPairs *pairs, PetscInt64 n);
PetscErrorCode GrPairsDestroy(GrPairs *pairs);

#endif
