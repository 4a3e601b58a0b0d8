/* pairs: input of the neighbour search (spheres), its output (list of pairs) and image shifts; see pair_list.h. */
#ifndef GRANUM_CONTACT_NEIGHBOUR_PAIRS_H
#define GRANUM_CONTACT_NEIGHBOUR_PAIRS_H

#include <petscsys.h>

/* The spheres of a rank, owned and ghost, in canonical order (curve.h), and the box: input of the search for pairs. */
typedef struct {
  PetscInt n, n_owned;       /* number of all spheres; number of owned spheres */
  const double *x[3];        /* [n] positions [m], wrapped into the box along periodic axes: lower <= x <= upper */
  const double *radius;      /* [n] [m] */
  const PetscInt64 *id;      /* [n] ids, all different */
  const PetscInt *index;     /* [n] particle numbers of the caller: below n_owned if owned, otherwise a ghost */
  double lower[3], upper[3]; /* corners of the box [m], finite; spheres may lie outside along axes without period */
  PetscBool periodic[3];
  double tilt;  /* displacement along x of the periodic image above the upper y side [m]; 0: the box is not tilted */
  double reach; /* surface distance below which a pair is listed: skin + range of adhesion, >= 0 [m] */
} GrSpheres;

/* A pair of spheres whose surface distance is less than GrSpheres.reach. */
typedef struct {
  PetscInt first, second; /* particle numbers of the caller; id of first < id of second, or first = second */
  int shift;              /* periodic image of `second` that is near `first`, as a packed shift (GrShiftAxis) */
  int type;               /* set to 0 by the search; the caller may use it */
} GrPair;

/* Growing list of pairs. Initialize with {0}; free with GrPairsDestroy. */
typedef struct {
  PetscInt n, capacity; /* number of pairs; allocated pairs */
  GrPair *pair;         /* [n] */
} GrPairs;

/* GR_SHIFTS: number of periodic images, -1, 0 or 1 box lengths away along each axis. GR_UNSHIFTED: index in a table of
   all images of the sphere itself. */
enum { GR_SHIFTS = 27, GR_UNSHIFTED = 13 };

/* Component of a packed shift along an axis: the number of box lengths by which the image is displaced, -1, 0 or 1. A
   packed shift is s_x + 3 s_y + 9 s_z, from -13 to 13; 0 means no shift. The shift of `first` relative to `second` is
   the negative. */
static inline int GrShiftAxis(int shift, int axis)
{
  static const int unit[3] = {1, 3, 9};
  return (shift + GR_UNSHIFTED) / unit[axis] % 3 - 1;
}

/* Computes all three components of a packed shift: sides[a] is the number of box lengths along axis a, -1, 0 or 1. */
static inline void GrShiftSides(int shift, double sides[3])
{
  for (int a = 0; a < 3; a++)
    sides[a] = GrShiftAxis(shift, a);
}

/* Allocates memory for at least n pairs and keeps the pairs in the list. Error PETSC_ERR_ARG_OUTOFRANGE if n exceeds
   the largest PetscInt. Not collective. */
PetscErrorCode GrPairsReserve(GrPairs *pairs, PetscInt64 n);

/* Frees the list and sets it to {0}. Not collective. */
PetscErrorCode GrPairsDestroy(GrPairs *pairs);

#endif
