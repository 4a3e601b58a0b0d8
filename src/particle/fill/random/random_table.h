/* Spheres found by where they are: a part of random.c.

   Cells are no narrower than the largest distance at which two spheres can touch, so what a sphere could touch lies in
   its own cell and the 26 around it. Cells are chains of one hash table: its size follows the number of spheres held,
   not the volume of the box. Cells that share a chain cost time and nothing else. */
#ifndef GRANUM_PARTICLE_FILL_RANDOM_RANDOM_TABLE_H
#define GRANUM_PARTICLE_FILL_RANDOM_RANDOM_TABLE_H

#include "particle/fill/random/random_case.h"
#include <stdbool.h>

typedef struct {
  double lower[3], length[3], width[3]; /* of the box; of a cell */
  double gap, reach;
  PetscBool periodic[3];
  PetscInt64 cells[3];
  PetscInt n, capacity;  /* a power of two */
  GrPackSphere *sphere;  /* [n] */
  PetscInt *next, *head; /* [capacity], [2 capacity]; -1 ends a chain */
} GrPackTable;

/* reach: no two spheres nearer than this are in cells that do not touch. */
void GrPackTableInit(GrPackTable *table, const GrPackCase *c, double reach);
PetscErrorCode GrPackTableAdd(GrPackTable *table, const GrPackSphere *sphere);
void GrPackTableClear(GrPackTable *table);
PetscErrorCode GrPackTableDestroy(GrPackTable *table);

/* Is there a sphere nearer to this one than allowed that goes first? */
bool GrPackTableBlocks(const GrPackTable *table, const GrPackSphere *sphere);

#endif
