/* curve: canonical order of spheres, in which spheres that are near in space are near in memory.

   The key of a sphere is the place of its cell on a Hilbert curve through cubic cells of the box. The highest bits of
   the key hold the size class of the sphere, so that each size class follows the curve separately, the largest class
   last. Spheres are sorted by (key, id). A key depends only on box, cell edge, position and radii. Two ranks that hold
   the same two spheres therefore sort them in the same order. */
#ifndef GRANUM_CONTACT_NEIGHBOUR_CURVE_H
#define GRANUM_CONTACT_NEIGHBOUR_CURVE_H

#include <petscsys.h>

/* Computes the Hilbert keys key[n] of n spheres with positions x[i * stride + a] [m], axis a = 0, 1, 2. lower, upper:
   corners of the box [m]. The longest side of the box has 2^b cells, b <= 20. The cells are not larger than `edge` [m]
   unless this needs more than 20 bits; edge <= 0 selects 20 bits. A position outside the cube of cells gets the nearest
   cell along each axis; NaN gets the first cell. Error PETSC_ERR_ARG_OUTOFRANGE if the box has no extent. Not
   collective. */
PetscErrorCode GrCurveKeys(const double lower[3], const double upper[3], double edge, PetscInt n, const double *x,
                           PetscInt stride, uint64_t *key);

/* Adds the size classes to the keys: class c holds the radii [m] from 4^c smallest up to 4^(c+1) smallest. Without
   classes, a large sphere among small spheres enlarges the bounding boxes of the tree (tree.h), and pairs of unlike
   sizes lie between pairs of small spheres in the list. */
void GrCurveClassify(PetscInt n, const double radius[], double smallest, uint64_t key[]);

/* Sorts spheres by (key, id): order[k] is the index of the k-th sphere, [n]. Ids are all different and not negative.
   The first n_sorted spheres must be sorted already; if n_sorted = n, no key is read. Not collective. */
PetscErrorCode GrCurveOrder(PetscInt n_sorted, PetscInt n, const uint64_t *key, const PetscInt64 *id, PetscInt *order);

#endif
