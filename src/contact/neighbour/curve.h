/* curve: the canonical order of spheres, in which neighbours in space are neighbours in memory.

   A sphere's key is the place of its cell on a Hilbert curve through cubic cells of the box; above that stands the
   class of its size, so that each size follows the curve by itself, the largest last. Spheres are ordered by (key, id).
   A key is computed from box, cell, position and radii only, so that any two ranks that hold the same two spheres agree
   on which comes first. */
#ifndef GRANUM_CONTACT_NEIGHBOUR_CURVE_H
#define GRANUM_CONTACT_NEIGHBOUR_CURVE_H

#include <petscsys.h>

/* Keys of n spheres at x[i * stride + a] [m], axis a = 0, 1, 2. Cells are 2^b to the longest side of the box, not
   larger than `edge` [m] where 20 bits allow it; of size 0 or less, `edge` means the smallest possible. Positions
   beyond the cube of cells count to its outermost ones, those that are not a number to the first. */
PetscErrorCode GrCurveKeys(const double lower[3], const double upper[3], double edge, PetscInt n, const double *x,
                           PetscInt stride, uint64_t *key);

/* Puts the classes of size into keys: class c holds radii from 4^c smallest up to 4^(c+1) smallest [m]. Large spheres
   among small ones would make boxes of neighbours in memory wide, and mix pairs of unlike sizes with those of small
   ones. */
void GrCurveClassify(PetscInt n, const double radius[], double smallest, uint64_t key[]);

/* order[k]: which sphere is the k-th in ascending (key, id). Ids are all different and not negative. The first n_sorted
   spheres are in order among themselves; if they are all, keys are not looked at. */
PetscErrorCode GrCurveOrder(PetscInt n_sorted, PetscInt n, const uint64_t *key, const PetscInt64 *id, PetscInt *order);

#endif
