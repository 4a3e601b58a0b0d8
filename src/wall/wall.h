/* Walls: half-spaces whose surface is a plane that moves as the input prescribes (granum/case.h, GrWall).

   A wall is a provider of geometry: it fills batches (contact/batch.h) with (overlap, normal, velocity of the wall at the
   point of contact, slot of the history), and the same evaluation follows as between particles. A particle is always
   the first body, the wall the second, with normal pointing from the particle into the wall:
     gap = N . (x - p),  d = R - gap,  n = -N,  point of contact  c = x - gap N,  velocity there  v_w + w_w x (c -
   pivot) p, N point and outward normal at time t; v_w, w_w velocity of the pivot and angular velocity. */
#ifndef GRANUM_WALL_WALL_H
#define GRANUM_WALL_WALL_H

#include "base/sum.h"
#include "contact/batch.h"
#include "parallel/box.h"

/* A wall at a time. */
typedef struct {
  double point[3], normal[3];            /* [m]; unit vector */
  double pivot[3], velocity[3], spin[3]; /* [m], of the pivot [m/s], [rad/s] */
} GrWallPose;

GrWallPose GrWallAt(const GrWall *wall, double t);

/* By how much the surface may have come nearer to any place in the box, at any time between the two [m]: an upper
   bound, up to the rounding of positions. A plane that moves within itself comes no nearer. Infinite if a number is not
   finite.
 */
double GrWallPath(const GrWall *wall, const GrBox *box, double from, double to);

/* The side of the domain (granum/world.h) that a wall stands at: the one it is parallel to at the start and pushes away
   from, wherever its point is. -1: none. */
int GrWallSide(const GrWall *wall);

/* How far a wall that does not turn goes back from its point against its normal at most, until `end` [m], >= 0. */
double GrWallRetreat(const GrWall *wall, double end);

/* Distance of a place from the surface [m], negative behind it. */
static inline double GrWallGap(const GrWallPose *pose, const double x[3])
{
  return pose->normal[0] * (x[0] - pose->point[0]) + pose->normal[1] * (x[1] - pose->point[1]) +
         pose->normal[2] * (x[2] - pose->point[2]);
}

/* Candidates between the particles of a rank and all walls. */
typedef struct {
  int n_walls;
  const GrWall *wall;   /* [n_walls], of the case */
  int wall_type;        /* of the first wall in the model; the others follow */
  PetscInt n, capacity; /* candidates, ordered by wall, then by particle in memory */
  PetscInt *particle;   /* [n] */
  PetscInt *begin;      /* [n_walls + 1] candidates of a wall */
  PetscInt *slot;       /* [n_walls + 1] slot of its first candidate in the history; each wall begins a block */
  int *pair_type;       /* [n] of the model */
  GrHistory history;    /* a slot per candidate, and some that are never used */
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

/* Lists the candidates anew: particles whose reference position is nearer to a wall at time t than radius + reach + the
   adhesion's reach. Empties the history. Type GR_PARTICLE_TYPE_OWN: a pair type of its own is added to the model. Particles of
   infinite mass have no contacts with walls. */
PetscErrorCode GrWallsList(GrWalls *walls, GrModel *model, const GrWallParticles *particles, double t, double reach);

/* Hands all contacts that act at time t to `visit`, batch after batch, in the order of the candidates; first = number of
   the particle, second = number of the wall. A batch is what acts of one block of the
   history, maybe nothing, and so of one wall. */
typedef void (*GrBatchVisit)(void *context, GrBatch *batch);
void GrWallsWalk(GrWalls *walls, const GrModel *model, const GrWallParticles *particles, double t, GrBatch *batch,
                 GrBatchVisit visit, void *context);

/* Adds force and torque (about the wall's point) of the contacts in a batch on their wall to exact sums. */
void GrWallsAddForce(const GrWalls *walls, const GrBatch *batch, const double *state, double t, GrSum sum[6]);

#endif
