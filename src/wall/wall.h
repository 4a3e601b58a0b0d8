/* Walls: surfaces whose motion is prescribed or controlled by a load (granum/wall.h).

   A wall provides geometry: it fills batches (contact/batch.h) with overlap, normal, velocity of the wall at the
   contact point and the slot of the history. They are evaluated like contacts between particles. The particle is the
   first body and the wall the second, with the normal -N that points from the particle into the wall. */
#ifndef GRANUM_WALL_WALL_H
#define GRANUM_WALL_WALL_H

#include "wall/geometry.h"
#include "wall/mesh_slots.h"
#include "wall/travel.h"

/* Writes the wall as a body for the contact laws to type[0], and its flat parts (granum/wall.h), if it has any, as a
   second body to type[1]. Returns the number of bodies. */
enum { GR_WALL_TYPES = 2 };
int GrWallTypes(const GrWall *wall, GrParticleType type[GR_WALL_TYPES]);

/* Whether parts of the wall are flat while others are curved. */
static inline PetscBool GrWallHasFlatParts(const GrWall *wall)
{
  return (PetscBool)(wall->shape->has_flat_parts && wall->shape->has_flat_parts(wall));
}

/* Writes the particle types of all walls to type[first] and following, where GR_WALL_TYPES elements per wall must be
   allocated. Walls with the same bodies share their types. of[w] becomes the number of the type of wall w; its flat
   parts have the next type. Returns the number of all types, including the first ones. */
int GrWallsTypes(int n_walls, const GrWall wall[], int first, GrParticleType type[], int of[]);

/* The model has the types of particles first, then the types of GrWallsTypes. The case must outlive the walls. */
PetscErrorCode GrWallsCreate(const GrCase *the_case, const GrModel *model, GrWalls *walls);
/* Frees all memory of the walls. */
PetscErrorCode GrWallsDestroy(GrWalls *walls);

/* Finds the walls that move, that close a side and that are absent. To be called again when the walls of the case have
   changed, or when `wall` points to the walls of another stage. */
void GrWallsClassify(GrWalls *walls);

/* Rebuilds the list of candidates: particles whose reference position is nearer to a part of a wall at time t than
   radius + margin + `reach` + the reach of the adhesion, which is at most `adhesion`. Empties the history. A particle
   of type GR_PARTICLE_TYPE_OWN gets its own pair type in the model. Particles of infinite mass have no contacts with
   walls. */
PetscErrorCode GrWallsList(GrWalls *walls, GrModel *model, const GrWallParticles *particles, double t, double reach,
                           double adhesion);

/* Extra search distance for candidates of a wall, compared with other walls [m]. It is positive for a mesh that
   moves, so that its motion does not force rebuilds of the neighbour list. */
double GrWallsSlack(const GrWalls *walls, int wall);

/* Calls `visit` for the contacts that act at time t, batch after batch, in the order of the slots; first = number of
   the particle, second = number of the wall. A batch holds the contacts of one block, thus of one wall; it may be
   empty. */
void GrWallsWalk(GrWalls *walls, const GrModel *model, const GrWallParticles *particles, double t, GrBatch *batch,
                 GrBatchVisit visit, void *context);

/* Adds the force [N] of a batch's contacts on their wall, and its torque about the reference point of the wall [N m],
   to exact sums. */
void GrWallsAddForce(const GrWalls *walls, const GrBatch *batch, const double *state, double t, GrSum sum[6]);

/* Sets the pose at time t of `next`, the description of the same wall from time t on (a new stage), to the pose of the
   wall. change: says which of oscillation and rotation begin at t; NULL: none. */
void GrWallsRestartMotion(const GrWalls *walls, int wall, double t, const GrStageChange *change, GrWall *next);

/* A particle whose centre has passed through a triangle. */
typedef struct {
  PetscInt particle;
  int wall;
  int64_t triangle;
  double way; /* displacement of the particle relative to the wall [m] */
} GrWallPassage;
/* Function that GrWallsFindPassages calls for a passage. context: data of the caller. */
typedef void (*GrPassageVisit)(void *context, const GrWallPassage *passage);

/* Calls `visit` for each particle whose centre has passed through a triangle between t - h and t. */
void GrWallsFindPassages(const GrWalls *walls, const GrWallParticles *particles, double t, double h,
                         GrPassageVisit visit, void *context);

#endif
