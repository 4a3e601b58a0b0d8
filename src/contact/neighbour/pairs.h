/* pairs: spheres among which pairs are looked for, and lists of pairs; see pair_list.h. */
#ifndef GRANUM_CONTACT_NEIGHBOUR_PAIRS_H
#define GRANUM_CONTACT_NEIGHBOUR_PAIRS_H

#include <petscsys.h>

typedef struct {
  PetscInt n, n_owned;       /* all; those with an index below n_owned */
  const double *x[3];        /* [n] positions [m], brought into the box along periodic axes: lower <= x <= upper */
  const double *radius;      /* [n] [m] */
  const PetscInt64 *id;      /* [n] all different */
  const PetscInt *index;     /* [n] the caller's number of the sphere: below n_owned if owned, otherwise a ghost */
  double lower[3], upper[3]; /* of the box [m], finite; along other axes than periodic ones spheres may be outside */
  PetscBool periodic[3];
  double tilt;  /* along x, of the image beyond the upper side along y [m] */
  double reach; /* skin + range of adhesion, >= 0 [m] */
} GrSpheres;

typedef struct {
  PetscInt first, second; /* the caller's numbers; id of first < id of second, or first = second */
  int shift;              /* the image of `second` relative to `first`; see GrShiftAxis */
  int type;               /* for the caller; 0 */
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

/* All three components. */
static inline void GrShiftSides(int shift, double sides[3])
{
  for (int a = 0; a < 3; a++)
    sides[a] = GrShiftAxis(shift, a);
}

/* Room for so many pairs; those that are there stay. */
PetscErrorCode GrPairsReserve(GrPairs *pairs, PetscInt64 n);
PetscErrorCode GrPairsDestroy(GrPairs *pairs);

#endif
