/* search: all pairs of spheres that are near enough to touch before the next search.

   A pair is listed if its surfaces are nearer than `reach`. With id_1 < id_2, side L of the box and a shift s of -1, 0
   or 1 along each periodic axis (0 along the others), the sphere `second` is seen at its image s:

     r = (x_2 - x_1) + s L,    r_x^2 + r_y^2 + r_z^2 < c^2,    c = (R_1 + R_2) + reach        [m]

   computed in this order of operations, so that every rank that holds both spheres lists the same pairs, whatever the
   decomposition and the order in memory. A pair that is near through several images is listed once per image; a sphere
   that is near its own image is listed as a pair with itself, once for s and -s together, with the s whose last nonzero
   component (in the order x, y, z) is positive.

   Input: the owned spheres, then the ghosts: spheres of other ranks, each present once. Needed are those that have an
   image within reach of an owned sphere; others do no harm. Pairs of two ghosts are left out. Memory is proportional to
   spheres and pairs, time to spheres (see Limits); all arrays are kept between calls and grow geometrically.

   Limits. A sphere whose position is not a number has no pairs. Images two sides off are not looked at; they can touch
   only where a periodic side is shorter than the largest diameter (plus the range of adhesion), which the caller must
   refuse. One level of cells of the size of the largest pair: correct for any sizes, but the time per sphere grows
   with the cube of the ratio of sizes. Cells are at most a few per sphere: where a few spheres fly far from a dense
   crowd in a box much larger than the crowd, cells become larger and the search slower. */
#ifndef GRANUM_CONTACT_SEARCH_H
#define GRANUM_CONTACT_SEARCH_H

#include <petscsys.h>

typedef struct {
  PetscInt n_owned, n_all;   /* owned first, then ghosts */
  const double *x[3];        /* [n_all] positions [m], brought into the box along periodic axes: lower <= x <= upper */
  const double *radius;      /* [n_all] [m] */
  const PetscInt64 *id;      /* [n_all] all different, 0 <= id < 2^57 */
  double lower[3], upper[3]; /* of the box [m], finite; along other axes than periodic ones spheres may be outside */
  PetscBool periodic[3];
  double reach; /* skin + range of adhesion, >= 0 [m] */
} GrSpheres;

/* The pairs, and for every owned sphere the list of its contacts. Start from {0}; end with GrPairsDestroy. The numbers
   of the pairs depend on the order in memory. What a contact list says, read as (partner id, shift), does not: sums
   taken along it have the same bits on any rank. */
typedef struct {
  PetscInt n;
  PetscInt *first, *second; /* [n] local indices; id[first] < id[second], or first = second */
  signed char *shift;       /* [n] the image of `second` relative to `first`; see GrShiftAxis */

  /* Owned sphere i lists the pairs listed[i] <= k < listed[i + 1]: those with ghosts, with owned spheres behind i in
     memory and with itself, in ascending (partner id, shift). */
  PetscInt *listed; /* [n_owned + 1] */

  /* Owned sphere i takes part in contact[begin[i]] to contact[begin[i + 1] - 1], in ascending (partner id, shift of the
     pair); of a pair with itself first as `first`, then as `second`. See GrContactPair, GrContactSign. */
  PetscInt *begin;   /* [n_owned + 1] */
  PetscInt *contact; /* [begin[n_owned]] */

  PetscInt capacity_spheres, capacity_pairs;
} GrPairs;

/* Component -1, 0 or 1 of a shift along an axis. Packed: s_x + 3 s_y + 9 s_z, so -13 to 13; 0: no image; the shift of
   `first` relative to `second` is the negative. */
static inline int GrShiftAxis(int shift, int axis)
{
  static const int unit[3] = {1, 3, 9};
  return (shift + 13) / unit[axis] % 3 - 1;
}

/* The pair of an entry of `contact`, and the sphere's place in it: +1 as first, -1 as second. */
static inline PetscInt GrContactPair(PetscInt contact)
{
  return contact >> 1;
}
static inline int GrContactSign(PetscInt contact)
{
  return 1 - 2 * (int)(contact & 1);
}

/* Working memory of searches on one rank. */
typedef struct GrPairSearch_ *GrPairSearch;
PetscErrorCode GrPairSearchCreate(GrPairSearch *search);
PetscErrorCode GrPairSearchDestroy(GrPairSearch *search);

/* Lists the pairs. Not collective. Fastest when neighbours in space are neighbours in memory: see GrSpaceOrder. */
PetscErrorCode GrPairSearchRun(GrPairSearch search, const GrSpheres *spheres, GrPairs *pairs);
PetscErrorCode GrPairsDestroy(GrPairs *pairs);

/* An order in memory that keeps neighbours in space together: order[k] is the present index of the owned sphere that
   goes to place k. Along a Hilbert curve through cubic cells of the box, not larger than the largest owned sphere where
   2^21 cells along the longest side allow it; ties by id, so the result does not depend on the present order. Reads
   n_owned, x, radius, id, lower and upper. */
PetscErrorCode GrSpaceOrder(GrPairSearch search, const GrSpheres *spheres, PetscInt *order);

#endif
