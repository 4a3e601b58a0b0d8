/* Canonical order of spheres. In this order spheres that are near in space are near in memory.

   The key of a sphere is the number of its cell along a Hilbert curve. The curve passes through all cubic cells of the
   box. The highest bits of the key are the size class of the sphere (a range of radii). Therefore each size class is
   sorted along the curve separately, and the class of the largest spheres comes last. Spheres are sorted by (key, id).
   A key depends only on the box, the edge of a cell, the position and the radii. Two ranks that have the same two
   spheres therefore sort them in the same order. */
#ifndef GRANUM_CONTACT_NEIGHBOUR_CURVE_H
#define GRANUM_CONTACT_NEIGHBOUR_CURVE_H

#include <petscsys.h>

/* Computes key[i], the key of sphere i without size class, for n spheres. x: positions; coordinate a = 0, 1, 2 of
   sphere i is x[i * stride + a] [m]. lower, upper: corners of the box [m]. The longest side of the box is divided into
   2^b cells, b <= 20. b is the smallest number for which the cells are not larger than `edge` [m]; edge <= 0: b = 20. A
   position outside the cube of cells gets the nearest cell along each axis; a position NaN gets the first cell. Error
   PETSC_ERR_ARG_OUTOFRANGE if all sides of the box are 0. Not collective. */
PetscErrorCode GrCurveKeys(const double lower[3], const double upper[3], double edge, PetscInt n, const double *x,
                           PetscInt stride, uint64_t *key);

/* Adds the size classes to the keys of n spheres. Class c contains the radii [m] from smallest * 4^c to smallest *
   4^(c+1). Without size classes, a large sphere among small spheres would enlarge the boxes of the search tree
   (tree.h). */
void GrCurveClassify(PetscInt n, const double radius[], double smallest, uint64_t key[]);

/* Sorts n spheres by (key, id). order[k]: output, index of the sphere at position k of the sorted list. All ids must be
   different and not negative. The first n_sorted spheres must already have this order; if n_sorted = n, `key` is not
   read. Not collective. */
PetscErrorCode GrCurveOrder(PetscInt n_sorted, PetscInt n, const uint64_t *key, const PetscInt64 *id, PetscInt *order);

#endif
