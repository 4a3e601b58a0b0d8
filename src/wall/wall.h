/* Walls: surfaces whose motion is prescribed or controlled by a load (granum/wall.h).

   For contacts with walls, these functions set the geometry of batches (contact/batch.h): overlap, normal, velocity at
   the contact point, and slot in the contact history. The contacts are then evaluated as contacts between particles
   are. The particle is the first body and the wall the second, with the normal -N that points from the particle into
   the wall. */
#ifndef GRANUM_WALL_WALL_H
#define GRANUM_WALL_WALL_H

#include "wall/geometry.h"
#include "wall/mesh_slots.h"
#include "wall/travel.h"

/* Sets the particle types of a wall for the contact laws: type[0] for the wall; type[1] for its flat parts
   (granum/wall.h), if it has curved and flat parts. Returns the number of types. */
enum { GR_WALL_TYPES = 2 };
int GrWallTypes(const GrWall *wall, GrParticleType type[GR_WALL_TYPES]);

/* Whether the wall has curved parts and flat parts. */
static inline PetscBool GrWallHasFlatParts(const GrWall *wall)
{
  return (PetscBool)(wall->shape->has_flat_parts && wall->shape->has_flat_parts(wall));
}

/* Appends the particle types of all walls to the array type[], which has `first` types and must have space for
   GR_WALL_TYPES more types per wall. Walls with equal types share them. Sets of[w] to the number of the type of wall w;
   its flat parts have the next type. Returns the new number of types in the array. */
int GrWallsTypes(int n_walls, const GrWall wall[], int first, GrParticleType type[], int of[]);

/* Creates the walls of a case, without candidates. The model must have the particle types of GrWallsTypes. The case
   must outlive the walls. */
PetscErrorCode GrWallsCreate(const GrCase *the_case, const GrModel *model, GrWalls *walls);
/* Frees all memory of the walls. */
PetscErrorCode GrWallsDestroy(GrWalls *walls);

/* Determines which walls move, close a side of the domain, or are absent. To be called again when the walls of the case
   have changed, or when walls->wall points to the walls of another stage. */
void GrWallsClassify(GrWalls *walls);

/* Rebuilds the list of candidates: particles whose reference position is nearer to a part of a wall at time t [s] than
   radius + margin + `reach` [m] + the reach of their adhesion, which is at most `adhesion` [m]. Deletes all entries of
   the contact history. Adds a pair type to the model for each candidate whose particle is not in the model's list of
   particle types (GR_PARTICLE_TYPE_OWN). Particles of infinite mass have no contacts with walls. */
PetscErrorCode GrWallsList(GrWalls *walls, GrModel *model, const GrWallParticles *particles, double t, double reach,
                           double adhesion);

/* Returns an extra search distance for candidates of a wall [m]. It is positive for a mesh that moves, so that its
   motion rarely requires a rebuild of the neighbour list, and 0 for other walls. */
double GrWallsSlack(const GrWalls *walls, int wall);

/* For each block of candidates in the order of the slots, computes `batch`, the contacts that act at time t [s], and
   calls visit(context, batch). In the batch, `first` is the number of the particle and `second` the number of the wall.
   All contacts of a batch are with one wall. A batch may be empty. */
void GrWallsWalk(GrWalls *walls, const GrModel *model, const GrWallParticles *particles, double t, GrBatch *batch,
                 GrBatchVisit visit, void *context);

/* Adds the force [N] of the contacts of a batch on their wall at time t [s], and its torque about the reference point
   of the wall [N m], to the exact sums sum[6]. state: [9 n] states of the particles. */
void GrWallsAddForce(const GrWalls *walls, const GrBatch *batch, const double *state, double t, GrSum sum[6]);

/* Begins the motion of a wall in a new stage at time t [s]: `next`, the description of the same wall in the new stage,
   gets the pose that the wall has at t. change: which of oscillation and rotation begin at t; NULL: none. */
void GrWallsRestartMotion(const GrWalls *walls, int wall, double t, const GrStageChange *change, GrWall *next);

/* A particle whose centre has passed through a triangle of a mesh wall. */
typedef struct {
  PetscInt particle;
  int wall;
  int64_t triangle;
  double way; /* displacement of the particle relative to the wall [m] */
} GrWallPassage;
/* Function that GrWallsFindPassages calls for each passage. context: data of the caller. */
typedef void (*GrPassageVisit)(void *context, const GrWallPassage *passage);

/* Calls `visit` for each particle whose centre has passed through a triangle of a mesh wall between the times t - h and
   t [s]. */
void GrWallsFindPassages(const GrWalls *walls, const GrWallParticles *particles, double t, double h,
                         GrPassageVisit visit, void *context);

#endif
