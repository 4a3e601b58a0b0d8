/* Data of the neighbour search: the spheres (input), the list of pairs (output), and the displacements of periodic
   images; see pair_list.h. */
#ifndef GRANUM_CONTACT_NEIGHBOUR_PAIRS_H
#define GRANUM_CONTACT_NEIGHBOUR_PAIRS_H

#include "parallel/box.h"

#include <petscsys.h>

/* Input of the search for pairs: the owned spheres and ghosts of a rank in canonical order (curve.h), and the box. */
typedef struct {
  PetscInt n;           /* number of all spheres, including ghosts */
  PetscInt n_owned;     /* number of owned spheres */
  const double *x[3];   /* [n] positions [m], wrapped into the box along periodic axes: lower <= x <= upper */
  const double *radius; /* [n] radii [m]; the caller may add margins to them */
  const PetscInt64 *id; /* [n] ids, all different */
  /* [n] number by which the caller refers to each sphere; numbers below n_owned are owned spheres, others ghosts */
  const PetscInt *index;
  GrParallelBox box; /* the box, finite; along axes that are not periodic, spheres may be outside */
  double reach;      /* a pair is listed if the distance of its surfaces is less than `reach` [m], >= 0 */
} GrSpheres;

/* A pair of spheres whose surface distance is less than GrSpheres.reach. */
typedef struct {
  /* the caller's numbers of the two spheres (GrSpheres.index). The id of `first` is less than the id of `second`, or
     they are the same sphere: the pair is then a sphere and its own periodic image */
  PetscInt first, second;
  int shift; /* packed displacement in box lengths (GrShiftAxis) of the periodic image of `second` near `first` */
  int type;  /* for the caller, for example the number of a pair type; the search sets it to 0 */
} GrPair;

/* List of pairs to which pairs are appended. Initialize it with {0}; free it with GrPairsDestroy. */
typedef struct {
  PetscInt n;        /* number of pairs */
  PetscInt capacity; /* number of pairs for which memory is allocated */
  GrPair *pair;      /* [n] the pairs */
} GrPairs;

/* GR_SHIFTS: number of images of a sphere: the sphere itself and its periodic images, displaced by -1, 0 or 1 box
   lengths along each axis. GR_UNSHIFTED: index of the sphere itself in an array of these images. */
enum { GR_SHIFTS = 27, GR_UNSHIFTED = 13 };

/* Returns the number of box lengths, -1, 0 or 1, by which a periodic image is displaced along an axis (0, 1 or 2).
   shift: packed shift s_x + 3 s_y + 9 s_z of the displacements along the three axes, from -13 to 13; 0: no
   displacement. If `second` has the shift s relative to `first`, then `first` has the shift -s relative to `second`. */
static inline int GrShiftAxis(int shift, int axis)
{
  static const int unit[3] = {1, 3, 9};
  return (shift + GR_UNSHIFTED) / unit[axis] % 3 - 1;
}

/* Computes the three components of a packed shift: sides[a] is the number of box lengths along axis a, -1, 0 or 1. */
static inline void GrShiftSides(int shift, double sides[3])
{
  for (int a = 0; a < 3; a++)
    sides[a] = GrShiftAxis(shift, a);
}

/* Allocates memory for at least n pairs. Pairs that are already in the list remain. Error PETSC_ERR_ARG_OUTOFRANGE if n
   exceeds the largest PetscInt. Not collective. */
PetscErrorCode GrPairsReserve(GrPairs *pairs, PetscInt64 n);

/* Frees the list and sets it to {0}. Not collective. */
PetscErrorCode GrPairsDestroy(GrPairs *pairs);

#endif
