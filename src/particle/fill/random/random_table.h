/* Hash table of spheres by their position: a part of random.c.

   Cells are at least as wide as the largest distance at which two spheres can touch. A sphere therefore touches only
   spheres in the same cell or in the 26 neighbouring cells. Cells are chains of a hash table, whose size follows the
   number of spheres, not the volume of the box. Cells that share a chain cost time only. */
#ifndef GRANUM_PARTICLE_FILL_RANDOM_RANDOM_TABLE_H
#define GRANUM_PARTICLE_FILL_RANDOM_RANDOM_TABLE_H

#include "particle/fill/random/random_case.h"
#include <stdbool.h>

typedef struct {
  double lower[3], length[3], width[3]; /* corner and lengths of the box, widths of a cell [m] */
  double gap, reach;
  PetscBool periodic[3];
  PetscInt64 cells[3];
  PetscInt n, capacity;  /* a power of two */
  GrPackSphere *sphere;  /* [n] */
  PetscInt *next, *head; /* [capacity], [2 capacity]; -1 ends a chain */
} GrPackTable;

/* Sets up an empty table. reach: least width of a cell [m]. */
void GrPackTableInit(GrPackTable *table, const GrPackCase *c, double reach);

/* Adds a sphere. */
PetscErrorCode GrPackTableAdd(GrPackTable *table, const GrPackSphere *sphere);

/* Removes all spheres. */
void GrPackTableClear(GrPackTable *table);
/* Frees a table. */
PetscErrorCode GrPackTableDestroy(GrPackTable *table);

/* Whether a sphere of smaller key is nearer to this sphere than the gap allows. */
bool GrPackTableBlocks(const GrPackTable *table, const GrPackSphere *sphere);

#endif
