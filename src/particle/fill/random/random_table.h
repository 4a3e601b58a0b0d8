/* Hash table of spheres, to find the neighbours of a sphere from its position; a part of the placer (placer.h).

   The box is divided into cells. A cell is at least as wide as the largest distance at which two spheres can touch.
   A sphere therefore touches only spheres in its own cell and in the 26 neighbouring cells. Each cell has a linked
   list (chain) of its spheres in the hash table. The size of the table depends on the number of spheres, not on the
   volume of the box. Several cells may use the same chain, which costs time but does not change results. */
#ifndef GRANUM_PARTICLE_FILL_RANDOM_RANDOM_TABLE_H
#define GRANUM_PARTICLE_FILL_RANDOM_RANDOM_TABLE_H

#include "particle/fill/random/random_case.h"
#include <stdbool.h>

/* Hash table of spheres in a box that is divided into cells. */
typedef struct {
  double lower[3];  /* lower corner of the box [m] */
  double length[3]; /* lengths of the box [m] */
  double width[3];  /* widths of a cell [m] */
  double gap;       /* smallest allowed distance between the surfaces of two spheres [m] */
  double reach;     /* largest distance of the centres at which two spheres can touch; a cell is at least as wide [m] */
  bool periodic[3]; /* whether the box is periodic along each axis */
  PetscInt64 cells[3];  /* number of cells along each axis */
  PetscInt n;           /* number of spheres */
  PetscInt capacity;    /* number of spheres for which memory is allocated, a power of two */
  GrPackSphere *sphere; /* [n] the spheres */
  PetscInt *next;       /* [capacity] for each sphere, index of the next sphere in its chain (linked list); -1: none */
  PetscInt *head;       /* [2 capacity] index of the first sphere of each chain; -1: the chain is empty */
} GrPackTable;

/* Initializes an empty table for the box and the gap of the case c. reach: smallest allowed width of a cell [m]. */
void GrPackTableInit(GrPackTable *table, const GrPackCase *c, double reach);

/* Adds a sphere to the table. */
PetscErrorCode GrPackTableAdd(GrPackTable *table, const GrPackSphere *sphere);

/* Removes all spheres from the table. */
void GrPackTableClear(GrPackTable *table);
/* Frees a table. */
PetscErrorCode GrPackTableDestroy(GrPackTable *table);

/* Returns whether a sphere in the table prevents placing `sphere`: it is nearer than the gap allows and has priority.
   Priority: the smaller key; at equal keys, the smaller number. */
bool GrPackTableBlocks(const GrPackTable *table, const GrPackSphere *sphere);

#endif
