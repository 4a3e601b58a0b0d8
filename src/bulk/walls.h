/* Motion of the walls of an assembly: distances between walls and particles, displacement budgets, and the work of the
   walls on the particles (wall_work.c). The displacement budget of a wall [m] is its displacement, since the reference
   positions of the particles were set (bulk.h), up to which no contact is missed. */
#ifndef GRANUM_BULK_WALLS_H
#define GRANUM_BULK_WALLS_H

#include "bulk/wear/wear.h"
#include "wall/wall.h"
#include "world/world_impl.h"
#include <stdbool.h>

/* Times for which the displacement budgets of the moving walls have been checked since the last rebuild of the
   neighbour list (displacement.c). Between `until` and `not_until` it is unknown whether a budget is exceeded. */
typedef struct {
  double until;     /* up to this time no wall exceeds its displacement budget [s] */
  double not_until; /* at this time, some wall exceeds its displacement budget [s] */
} GrBulkWallBudget;

/* Work and power of the walls on the particles. Each rank stores a part of them: the sum over all ranks is the total.
   Arrays with an index k = 0 or 1 exist twice: for the last completed step (k = committed), and for the last evaluation
   of forces (k = 1 - committed). Contacts without power are not stored. */
typedef struct {
  GrSum *sum;            /* [n_walls] work of each wall from the start to the end of the last completed step [J] */
  int committed;         /* index k of the last completed step */
  PetscInt n[2];         /* number of stored contacts */
  PetscInt capacity[2];  /* number of contacts for which memory is allocated */
  int *wall[2];          /* [n[k]] number of the wall, for each contact */
  PetscInt *particle[2]; /* [n[k]] number of the particle on this rank, for each contact */
  double *power[2];      /* [n[k]] power of the wall on the particle [W], for each contact */
} GrBulkWallWork;

/* Motion of the walls of the current stage, as far as the neighbour list and the energies need it. */
typedef struct {
  bool moves;     /* whether some wall moves, or its surface in itself, so that it can do work */
  bool turns;     /* whether some wall rotates */
  double fastest; /* upper bound of the speed of the walls in the box by their prescribed motions [m/s] */
  /* [n_walls] distance between each load-controlled wall with a mass and the nearest particle [m], infinite for other
     walls (GrBulkSpeedFindGaps) */
  double *gap;
  GrBulkWallBudget budget; /* times for which the displacements of the walls have been checked */
  GrBulkWallWork work;     /* work and power of the walls on the particles */
  GrBulkWear wear;         /* load and wear of the walls */
  int n_sums;              /* number of elements of `sum` */
  GrSum *sum;              /* [n_sums] memory for the sums over the contacts of walls (bound/walls.c) */
} GrBulkWallMotion;

/* Frees the memory of the motion of the walls. */
PetscErrorCode GrBulkWallMotionDestroy(GrBulkWallMotion *motion);

/* Allocates memory for the powers of all contacts with walls that can occur before the next rebuild of the neighbour
   list. Without a moving wall there are none, because walls at rest do no work. */
PetscErrorCode GrBulkWallWorkReserve(GrWorld world);

/* Begins an evaluation of forces: deletes the stored powers of the previous evaluation. */
static inline void GrBulkWallWorkBegin(GrBulkWallWork *work)
{
  work->n[!work->committed] = 0;
}

/* Appends the power of a contact to the list of the current evaluation. wall, particle: numbers of the wall and of the
   particle; power: power of the wall on the particle [W]. */
static inline void GrBulkWallWorkAdd(GrBulkWallWork *work, PetscInt wall, PetscInt particle, double power)
{
  const int trial = !work->committed;
  if (power == 0)
    return;
  work->wall[trial][work->n[trial]] = (int)wall;
  work->particle[trial][work->n[trial]] = particle;
  work->power[trial][work->n[trial]++] = power;
}

/* Sets power[n_walls][n] to the power of each wall on each particle of this rank in the last evaluation [W]. */
void GrBulkWallWorkPower(GrWorld world, double *power);

/* Completes a step: adds the work of the walls in this step to GrBulkWallWork.sum. The powers of the last evaluation
   then belong to the last completed step. works[n_walls][n]: works of the step on each particle [J]; NULL: the
   trapezoidal rule, with half the length of the step [s]. */
void GrBulkWallWorkCommit(GrWorld world, double half, const double *works);

/* Sets work[n_walls] [J] and power[n_walls] [W] to the work and the power of each wall at the end of the last completed
   step. The values are only the part of this rank: the sum over all ranks is the total. */
void GrBulkWallWorkSums(GrWorld world, GrSum work[], GrSum power[]);

/* Restores the work and the power of each wall from a checkpoint. work[n_walls], power[n_walls]: sums over all ranks.
   The first rank stores them as its part; the part of the other ranks is 0. Overwrites power[]. */
PetscErrorCode GrBulkWallWorkRestore(GrWorld world, const GrSum work[], GrSum power[]);

#endif
