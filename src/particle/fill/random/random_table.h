/* Hash table of spheres by their position: a part of random.c.

   Cells are at least as wide as the largest distance at which two spheres can touch. A sphere therefore touches only
   spheres in the same cell or in the 26 neighbouring cells. The spheres of a cell are in a chain of a hash table, whose
   size depends on the number of spheres and not on the volume of the box. Several cells may share a chain; this costs
   time only. */
#ifndef GRANUM_PARTICLE_FILL_RANDOM_RANDOM_TABLE_H
#define GRANUM_PARTICLE_FILL_RANDOM_RANDOM_TABLE_H

#include "particle/fill/random/random_case.h"
#include <stdbool.h>

typedef struct {
  double lower[3], length[3], width[3]; /* corner and lengths of the box, widths of a cell [m] */
  double gap, reach;
  PetscBool periodic[3];
  PetscInt64 cells[3];
  PetscInt n, capacity;  /* number of spheres; allocated spheres, a power of two */
  GrPackSphere *sphere;  /* [n] */
  PetscInt *next, *head; /* [capacity] next sphere of the chain; [2 capacity] first sphere of each chain; -1: none */
} GrPackTable;

/* Initializes an empty table for the box and gap of c. reach: smallest width of a cell [m]. */
void GrPackTableInit(GrPackTable *table, const GrPackCase *c, double reach);

/* Adds a sphere. */
PetscErrorCode GrPackTableAdd(GrPackTable *table, const GrPackSphere *sphere);

/* Removes all spheres. */
void GrPackTableClear(GrPackTable *table);
/* Frees a table. */
PetscErrorCode GrPackTableDestroy(GrPackTable *table);

/* Whether the table has a sphere with a smaller key that is nearer to this sphere than the gap allows. */
bool GrPackTableBlocks(const GrPackTable *table, const GrPackSphere *sphere);

#endif
