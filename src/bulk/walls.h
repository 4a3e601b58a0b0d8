/* Motion of the walls of an assembly: distances to particles (gaps), displacement budgets, and the work of each wall
   (wall_work.c). The displacement budget of a wall is its displacement up to which no contact with it is missed. */
#ifndef GRANUM_BULK_WALLS_H
#define GRANUM_BULK_WALLS_H

#include "wall/wall.h"
#include "world/world_impl.h"

/* Times of the current epoch [s]: up to `until` all moving walls are within their displacement budgets; from
   `not_until` on some wall exceeds its budget. Between the two it is not known yet (displacement.c). */
typedef struct {
  double until, not_until;
} GrBulkWallBudget;

/* Work of walls on particles up to the end of the last completed step, this rank's share. Also the power that the wall
   supplies at each contact, at the end of this step and in the last evaluation. */
typedef struct {
  GrSum *sum;    /* [n_walls] work of each wall [J] */
  int committed; /* index (0 or 1) of the last completed step in the arrays below; the other: last evaluation */
  PetscInt n[2], capacity[2]; /* number of contacts with power; allocated contacts */
  int *wall[2];               /* [n] number of the wall */
  double *power[2];           /* [n] power of the wall on the particle [W] */
} GrBulkWallWork;

typedef struct {
  PetscBool moves, turns; /* some wall moves; some wall rotates */
  double *gap;            /* [n_walls] see GrBulkFindWallGaps [m] */
  GrBulkWallBudget budget;
  GrBulkWallWork work;
} GrBulkWallMotion;

/* Allocates memory for the power of each candidate contact of a particle with a wall: the most that can act. */
PetscErrorCode GrBulkWallWorkReserve(GrWorld world);

/* Frees this memory. */
PetscErrorCode GrBulkWallWorkDestroy(GrBulkWallWork *work);

/* Begins an evaluation: deletes the powers of the evaluation before it. */
static inline void GrBulkWallWorkBegin(GrBulkWallWork *work)
{
  work->n[!work->committed] = 0;
}

/* Adds a contact to the evaluation: the number of its wall, and the power of the wall on the particle [W]. */
static inline void GrBulkWallWorkAdd(GrBulkWallWork *work, PetscInt wall, double power)
{
  const int trial = !work->committed;
  if (power == 0)
    return;
  work->wall[trial][work->n[trial]] = (int)wall;
  work->power[trial][work->n[trial]++] = power;
}

/* Accepts the evaluation as the end of a step of length 2 half [s]. */
void GrBulkWallWorkCommit(GrBulkWallWork *work, double half);

/* This rank's share of work[n_walls] [J] and of power[n_walls] [W] at the end of the last completed step. */
void GrBulkWallWorkSums(GrWorld world, GrSum work[], GrSum power[]);

/* Restores work and power from the sums of a checkpoint. Overwrites power[n_walls]. */
PetscErrorCode GrBulkWallWorkRestore(GrWorld world, const GrSum work[], GrSum power[]);

#endif
