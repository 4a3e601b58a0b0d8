/* Cells: the spheres around those a rank owns, with their periodic images, sorted into cubic cells.

   Around the owned spheres lies a window, wider on every side by the largest distance of a pair. Every image (shift of
   -1, 0 or 1 sides along each periodic axis) of every sphere that lies in the window gets a place; the grid itself
   knows nothing of periodicity, and one box side may be thinner than a cell. A cell is wider than the largest distance
   of a pair, so that all partners of a sphere lie in its own cell and the 26 around it. Cells are numbered x first:
   three cells in a row along x hold one run of places. */
#ifndef GRANUM_CONTACT_CELLS_H
#define GRANUM_CONTACT_CELLS_H

#include "contact/search.h"

enum { GR_LANES = 8 }; /* arrays may be read this far beyond their last place */

static const int GrCellSteps[3] = {3, 1, 1};

typedef struct {
  double lower[3], inverse_edge[3]; /* [m], [1/m] */
  PetscInt count[3];
  PetscInt *start; /* [cells + 1] first place of a cell */

  /* By place. An image lies at fl(x + s L), which is not how the rule of search.h rounds; its radius is larger by more
     than that error, so that it is never missed but must be tested again. */
  PetscInt n;
  double *x[3], *radius; /* [n + GR_LANES] */
  PetscInt *index;       /* [n + GR_LANES] local index of the sphere */
  signed char *image;    /* [n] packed shift of the image; 0: the sphere itself */

  /* Working memory: images in the order they were found; keys and scratch of GrCellsOrder. */
  PetscInt *found_index, *found_cell;
  signed char *found_image;
  uint64_t *key;
  PetscInt *scratch;
  PetscInt capacity_places, capacity_found, capacity_cells, capacity_order;
} GrCells;

PetscErrorCode GrCellsBuild(GrCells *cells, const GrSpheres *spheres);
PetscErrorCode GrCellsDestroy(GrCells *cells);

/* GrSpaceOrder of search.h. */
PetscErrorCode GrCellsOrder(GrCells *cells, const GrSpheres *spheres, PetscInt *order);

/* The cell of a coordinate along an axis; what lies outside, or is not a number, counts to the outermost cells. */
static inline PetscInt GrCellOf(const GrCells *cells, int axis, double x)
{
  double u = (x - cells->lower[axis]) * cells->inverse_edge[axis];
  PetscInt last = cells->count[axis] - 1;
  return u > 0 ? (u < (double)last ? (PetscInt)u : last) : 0;
}

#endif
