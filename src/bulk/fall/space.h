/* Free space between the walls: the cells of a grid that particles can reach. */
#ifndef GRANUM_BULK_FALL_SPACE_H
#define GRANUM_BULK_FALL_SPACE_H

#include "bulk/fall/near.h"
#include <stdbool.h>

/* Grid of cubes over the simulation box. A cell is reached if a particle can get to its centre. */
typedef struct {
  const GrParallelBox *box;
  GrNear near;            /* the barriers */
  double least;           /* smallest distance from a wall of a particle's centre [m] */
  double size[3];         /* lengths of a cell [m] */
  PetscInt n[3];          /* number of cells along each axis */
  double down[3];         /* direction of gravity, without periodic axes; unit vector */
  double ceiling;         /* particles do not rise above this level [m]; a level is a coordinate along `down` */
  unsigned char *reached; /* [n[0] n[1] n[2]] 1: the cell is reached */
  PetscInt *queue;        /* [n[0] n[1] n[2]] reached cells whose neighbours have not been tried yet */
} GrFreeSpace;

/* Creates a grid without reached cells. barrier[n_barriers] is owned by the caller. least: see GrFreeSpace; a cell has
   at least twice this size. */
PetscErrorCode GrBulkFallSpaceCreate(const GrParallelBox *box, int dimension, double least, int n_barriers,
                                     const GrBarrier *barrier, GrFreeSpace *space);

/* Marks the cells whose centres a particle at x [m] can reach in a straight line. */
void GrBulkFallSpaceMark(GrFreeSpace *space, const double x[3]);

/* Marks all cells that particles can reach from the marked cells, below the ceiling. */
void GrBulkFallSpaceFill(GrFreeSpace *space);

/* Finds the levels of the highest and of the lowest reached place [m], and the barrier at the lowest place; -1: the
   edge of the box. Returns whether some cell is reached. */
bool GrBulkFallSpaceLevels(const GrFreeSpace *space, double *highest, double *lowest, int *barrier);

/* Returns the volume of the reached cells [m^3]; in dimension 2: the area [m^2]. */
double GrBulkFallSpaceVolume(const GrFreeSpace *space, int dimension);

/* Frees the grid. */
PetscErrorCode GrBulkFallSpaceDestroy(GrFreeSpace *space);

#endif
