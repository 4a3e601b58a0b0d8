/* Motion of the walls of an assembly: distances to particles (gaps), displacement budgets, and the work of each wall
   (wall_work.c). The displacement budget of a wall [m] is the displacement up to which none of its contacts is
   missed. */
#ifndef GRANUM_BULK_WALLS_H
#define GRANUM_BULK_WALLS_H

#include "wall/wall.h"
#include "world/world_impl.h"

/* Two times in the current epoch [s]. Up to `until` all moving walls are within their displacement budgets. From
   `not_until` on some wall exceeds its budget. Between the two times neither is known yet (displacement.c). */
typedef struct {
  double until, not_until;
} GrBulkWallBudget;

/* This rank's share of the work of the walls on particles up to the end of the last completed step, and the power of
   the wall at each contact, both at the end of this step and in the last evaluation. */
typedef struct {
  GrSum *sum;    /* [n_walls] work of each wall up to the end of the last completed step [J] */
  int committed; /* index k of the last completed step in the arrays below; index 1 - k: the last evaluation */
  PetscInt n[2], capacity[2]; /* number of contacts with a power that is not 0; number of allocated contacts */
  int *wall[2];               /* [n] number of the wall of each contact */
  double *power[2];           /* [n] power of the wall on the particle at each contact [W] */
} GrBulkWallWork;

typedef struct {
  PetscBool moves, turns; /* whether some wall moves; whether some wall rotates */
  /* [n_walls] distance from each wall that has a mass to the nearest particle [m] (GrBulkFindWallGaps) */
  double *gap;
  GrBulkWallBudget budget;
  GrBulkWallWork work;
} GrBulkWallMotion;

/* Allocates memory for the powers of all candidate contacts of particles with walls, the largest number that can
   act. */
PetscErrorCode GrBulkWallWorkReserve(GrWorld world);

/* Frees the memory of the powers. */
PetscErrorCode GrBulkWallWorkDestroy(GrBulkWallWork *work);

/* Begins an evaluation: deletes the powers of the previous evaluation. */
static inline void GrBulkWallWorkBegin(GrBulkWallWork *work)
{
  work->n[!work->committed] = 0;
}

/* Adds a contact to the current evaluation. wall: number of the wall; power: power of the wall on the particle [W]. */
static inline void GrBulkWallWorkAdd(GrBulkWallWork *work, PetscInt wall, double power)
{
  const int trial = !work->committed;
  if (power == 0)
    return;
  work->wall[trial][work->n[trial]] = (int)wall;
  work->power[trial][work->n[trial]++] = power;
}

/* Commits the powers of the last evaluation and adds the work of the step to work->sum. half: half the length of the
   step [s]. */
void GrBulkWallWorkCommit(GrBulkWallWork *work, double half);

/* Sets work[n_walls] [J] and power[n_walls] [W] of the walls at the end of the last completed step, this rank's
   share. */
void GrBulkWallWorkSums(GrWorld world, GrSum work[], GrSum power[]);

/* Restores work and power from the sums of a checkpoint. Overwrites power[n_walls]. */
PetscErrorCode GrBulkWallWorkRestore(GrWorld world, const GrSum work[], GrSum power[]);

#endif
