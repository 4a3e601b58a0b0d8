/* The grid of cells of the output fields, and the shares of its cells in a particle or a contact.

   A field in a cell is the mean over the cell of the coarse-grained field of Goldhirsch, for example the density

     rho_c = 1/V int_cell sum_i m_i phi(r - r_i) dr,    phi(r) = product over the axes of f(x/w)/w

   V volume of the cell, m mass, r_i centre, f kernel (kernel.h), w width [m]. The share of a cell in a particle is the
   integral of phi over the cell. In a contact it is the mean of this integral over the points of the branch vector, by
   Gauss's quadrature. The sum of the shares is 1 for any width if all sides are periodic. Along an axis without
   periodic sides the part of the kernel outside the box is lost, and the sum is less. An axis with one cell is not
   resolved: its share is 1.

   The cells deform with a box that deforms, and the kernel with the cells: x is a coordinate of the box
   (GrParallelBoxCoordinate). Without a kernel the cell of a point has the share 1, and a point beyond a side that is
   not periodic belongs to the next cell. */
#ifndef GRANUM_RECORD_GRID_SPREAD_H
#define GRANUM_RECORD_GRID_SPREAD_H

#include "parallel/box.h"
#include "record/grid/kernel.h"

/* Grid of cells. In the rows of a dataset z runs fastest. */
typedef struct {
  PetscInt64 cells[3];    /* number of cells along each axis */
  const GrKernel *kernel; /* NULL: none */
  double width;           /* width of the kernel [m] */
} GrGrid;

/* Largest number of nodes of the quadrature along a branch vector. */
enum { GR_SPREAD_PANELS = 20, GR_SPREAD_NODES = 3 * GR_SPREAD_PANELS };

/* Shares of the cells of a grid in a particle or a contact: of a block of count[0] x count[1] x count[2] cells
   that begins at the cell first[3]. Across a periodic side the block
   continues in the next image. */
typedef struct {
  const GrGrid *grid;
  const GrParallelBox *box;
  int nodes;
  double part[GR_SPREAD_NODES]; /* weights of the nodes; their sum is 1 */
  PetscInt64 plane[2];          /* first and last cell along x whose shares are wanted */
  PetscInt64 first[3];
  PetscInt count[3], capacity[3];
  double *share[3]; /* [nodes][capacity] shares of a node along each axis */
} GrSpread;

/* Allocates memory for the shares of branch vectors up to a length [m]. All planes are wanted. */
PetscErrorCode GrSpreadCreate(const GrGrid *grid, const GrParallelBox *box, double longest, GrSpread *spread);
PetscErrorCode GrSpreadDestroy(GrSpread *spread);

/* Returns the row of the cell that holds a point [m]. */
PetscInt64 GrGridFindCell(const GrGrid *grid, const GrParallelBox *box, const double point[3]);

/* Computes the shares in a particle with this centre [m]. Returns false, and computes nothing, if no cell with a share
   is in the wanted planes. */
bool GrSpreadPoint(GrSpread *spread, const double centre[3]);
/* The same for a contact whose branch vector [m] begins at a point [m]. */
bool GrSpreadBranch(GrSpread *spread, const double begin[3], const double branch[3]);

/* Returns the row of cell k[3] of the block. */
PetscInt64 GrSpreadRow(const GrSpread *spread, const PetscInt k[3]);
/* Returns its share. */
double GrSpreadShare(const GrSpread *spread, const PetscInt k[3]);

#endif
