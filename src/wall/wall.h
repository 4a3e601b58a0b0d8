/* Walls: surfaces that move as the input prescribes (granum/wall.h).

   A wall is a provider of geometry: it fills batches (contact/batch.h) with (overlap, normal, velocity of the wall at
   the point of contact, slot of the history), and the same evaluation follows as between particles. A particle is
   always the first body, the wall the second, with the normal -N that points from the particle into the wall. */
#ifndef GRANUM_WALL_WALL_H
#define GRANUM_WALL_WALL_H

#include "base/sum.h"
#include "contact/batch.h"
#include "parallel/box.h"

/* Where a wall is at a time. */
GrWallPose GrWallAt(const GrWall *wall, double t);

/* The point of a wall, and its velocity. */
void GrWallPoint(const GrWall *wall, const GrWallPose *pose, double point[3], double velocity[3]);

/* Distance of a place from the surface [m], negative behind it, and its normal there. */
double GrWallGap(const GrWall *wall, const GrWallPose *pose, const double x[3], double normal[3]);

/* By how much the surface may have come nearer to any place in the box, at any time between the two [m]: an upper
   bound, up to the rounding of positions. Infinite if a number is not finite. */
double GrWallPath(const GrWall *wall, const GrBox *box, double from, double to);

/* The side of the domain (granum/world.h) that a wall closes at the start; -1: none. */
int GrWallSide(const GrWall *wall);

/* How far a wall that does not turn goes back from its side at most, until `end` [m], >= 0. */
double GrWallRetreat(const GrWall *wall, double end);

/* The wall as a body for the laws. */
GrParticleType GrWallType(const GrWall *wall);

/* Candidates between the particles of a rank and the parts of all walls, by their slots in the history: wall after
   wall, each in blocks of its own, in the order of the particles in memory. Those of a particle and a wall are in one
   block; slots behind the last one of a block are not used. */
typedef struct {
  int n_walls;
  const GrWall *wall;   /* [n_walls], of the case */
  int wall_type;        /* of the first wall in the model; the others follow */
  PetscInt n, capacity; /* slots */
  PetscInt *begin;      /* [n_walls + 1] first slot of a wall */
  PetscInt *particle;   /* [n]; -1: not used */
  int64_t *part;        /* [n] of the wall */
  int *pair_type;       /* [n] of the model */
  GrHistory history;    /* of all slots */
} GrWalls;

/* `wall_type`: the first wall's particle type in the model. The case must outlive the walls. */
PetscErrorCode GrWallsCreate(const GrCase *the_case, int wall_type, const GrModel *model, GrWalls *walls);
PetscErrorCode GrWallsDestroy(GrWalls *walls);

/* The particles of a rank, as walls see them. */
typedef struct {
  PetscInt n;
  const double *state;            /* [9 n] x, v, w */
  const double *reference;        /* [3 n] positions when candidates were listed last */
  const double *radius;           /* [n] */
  const double *mass;             /* [n] */
  const PetscInt64 *type, *group; /* [n] */
} GrWallParticles;

/* Lists the candidates anew: particles whose reference position is nearer to a part of a wall at time t than radius +
   reach + the adhesion's reach. Empties the history. Type GR_PARTICLE_TYPE_OWN: a pair type of its own is added to the
   model. Particles of infinite mass have no contacts with walls. */
PetscErrorCode GrWallsList(GrWalls *walls, GrModel *model, const GrWallParticles *particles, double t, double reach);

/* Hands all contacts that act at time t to `visit`, batch after batch, in the order of the slots; first = number of the
   particle, second = number of the wall. A batch is what acts of one block of the history, maybe nothing, and so of one
   wall. */
typedef void (*GrBatchVisit)(void *context, GrBatch *batch);
void GrWallsWalk(GrWalls *walls, const GrModel *model, const GrWallParticles *particles, double t, GrBatch *batch,
                 GrBatchVisit visit, void *context);

/* Adds force and torque (about the wall's point) of the contacts in a batch on their wall to exact sums. */
void GrWallsAddForce(const GrWalls *walls, const GrBatch *batch, const double *state, double t, GrSum sum[6]);

#endif
