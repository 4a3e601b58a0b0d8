/* Walls: surfaces whose motion is prescribed or controlled by a load (granum/wall.h).

   These functions fill batches (contact/batch.h) with the geometry of contacts between particles and walls: overlap,
   normal, velocity at the contact point, and slot (index) in the contact history (contact/history.h). The functions
   that compute the forces are the same as for contacts between particles. In a batch, the particle is the first body
   and the wall is the second body. The normal of the contact points from the particle into the wall: it is -N, where N
   is the normal of the wall. */
#ifndef GRANUM_WALL_WALL_H
#define GRANUM_WALL_WALL_H

#include "wall/geometry.h"
#include "wall/mesh_slots.h"
#include "wall/travel.h"
#include <stdbool.h>

/* Maximum number of particle types of a wall. */
enum { GR_WALL_TYPES = 2 };

/* Sets the particle types (material, radius and mass) that represent a wall in the contact model. type[0] represents
   the wall. If the wall has both curved and flat parts, type[1] represents its flat parts (granum/wall.h). Returns the
   number of types. */
int GrWallTypes(const GrWall *wall, GrParticleType type[GR_WALL_TYPES]);

/* Returns whether the wall has both curved and flat parts. */
static inline bool GrWallHasFlatParts(const GrWall *wall)
{
  return wall->shape->has_flat_parts && wall->shape->has_flat_parts(wall);
}

/* Appends the particle types of all walls to the array type[]. Before the call the array contains `first` types; it
   must have space for GR_WALL_TYPES more types per wall. Walls with equal types share these types. of[w]: output, index
   in type[] of the type of wall w; the type of its flat parts, if any, is the next. Returns the new number of types in
   the array. */
int GrWallsTypes(int n_walls, const GrWall wall[], int first, GrParticleType type[], int of[]);

/* Sets walls->type to the particle types of the walls in this model. GrWallsTypes must have appended them to its types.
   Call it again if walls->wall or the model changes. */
PetscErrorCode GrWallsFindTypes(GrWalls *walls, const GrModel *model);

/* Creates the walls of a case, with an empty list of candidates (see GrWallsList). The contact model must contain the
   particle types that GrWallsTypes has appended. The case must not be freed before the walls. */
PetscErrorCode GrWallsCreate(const GrCase *the_case, const GrModel *model, GrWalls *walls);
/* Frees all memory of the walls. */
PetscErrorCode GrWallsDestroy(GrWalls *walls);

/* Lists the walls with a prescribed motion (GrWalls.moving) and the walls that close a side of the domain
   (GrWalls.at_side). Walls that are absent in the current stage are in no list. Call this function again if the walls
   of the case have changed, or if walls->wall points to the walls of another stage. */
void GrWallsClassify(GrWalls *walls);

/* Rebuilds the list of candidates at time t [s] and deletes all histories of contacts with walls. A candidate is a pair
   of a particle and a part of a wall that may touch before the next rebuild. The distance of the part from the
   reference position of the particle is less than radius + margin of the particle + `reach` + a. reach: distance that
   the wall may move [m]. a: largest gap at which the adhesion of the pair acts. adhesion: upper bound of a [m]. If a
   particle shares no particle type (GR_PARTICLE_TYPE_OWN), adds a pair type to the model for each of its candidates.
   A particle with prescribed motion has no candidates with a wall that moves with the same constant velocity. */
PetscErrorCode GrWallsList(GrWalls *walls, GrModel *model, const GrWallParticles *particles, double t, double reach,
                           double adhesion);

/* Returns an additional search distance for the candidates of a wall [m]. It is > 0 for a moving mesh, so that its
   motion requires fewer rebuilds of the neighbour list, and 0 for other walls. */
double GrWallsSlack(const GrWalls *walls, int wall);

/* Visits the candidates block by block. For each block, writes the geometry of the contacts that act at time t [s] to
   `batch`, and calls visit(context, batch). In the batch, `first` is the number of the particle and `second` is the
   number of the wall, which differs between the contacts of a seam block (seam.h). A batch may be empty. */
void GrWallsWalk(GrWalls *walls, const GrModel *model, const GrWallParticles *particles, double t, GrBatch *batch,
                 GrBatchVisit visit, void *context);

/* Adds the forces [N] that the contacts of a batch exert on their walls at time t [s] to the exact sums sum[w][0] to
   sum[w][2] of wall w, and the torques about the reference point of the wall [N m] to sum[w][3] to sum[w][5]. state:
   [9 n] states of the particles (GrWallParticles.state). */
void GrWallsAddForce(const GrWalls *walls, const GrBatch *batch, const double *state, double t, GrSum (*sum)[6]);

/* Starts the motion of a wall in a new stage of the case at time t [s]. next: the same wall in the new stage; the
   function sets its pose to the pose of the wall at time t. change: the input keys of the stage for this wall. Speeds,
   oscillation and rotation continue unless the stage defines them. change NULL: the speeds in `next` are valid;
   oscillation and rotation continue. */
void GrWallsRestartMotion(const GrWalls *walls, int wall, double t, const GrStageChange *change, GrWall *next);

/* Prints a line for each motion whose first displacement or angle is not 0, at t = 0 of the case and in its stages.
   mark: beginning of each line. */
void GrWallsPrintFirst(const GrCase *the_case, const char *mark, FILE *out);

/* Returns whether two walls of a case coincide on an area at the start. If so, sets `point` to a point of this area
   [m]. samples: number of points from which the area is searched, for each wall. */
bool GrWallsCoincide(const GrCase *the_case, int one, int two, int samples, double point[3]);

/* Passage: an event in which a particle passes through a wall during a step: its overlap on the way exceeds
   time.overlap_limit or, for a mesh, its centre crosses a triangle. */
typedef struct {
  PetscInt particle; /* index of the particle on this rank */
  int wall;          /* number of the wall in the case */
  int64_t triangle;  /* number of the triangle in the mesh; -1: the wall has no mesh */
  double way;        /* displacement of the particle relative to the wall during the step [m] */
} GrWallPassage;
/* Function that GrWallsFindPassages calls for each passage. context: data of the caller. */
typedef void (*GrPassageVisit)(void *context, const GrWallPassage *passage);

/* Returns the shortest displacement of a particle relative to a wall or to another particle with which it can pass
   through this body in one step [m]. overlap_limit: time.overlap_limit; radius: radius of the particle, or the smaller
   radius of two particles [m]. */
double GrWallsShortestPassage(double overlap_limit, double radius);

/* Calls `visit` for each candidate pair of a particle that has passed through a wall during the last step. t: time at
   the end of the step [s]; h: length of the step [s]. */
void GrWallsFindPassages(const GrWalls *walls, const GrWallParticles *particles, double t, double h,
                         GrPassageVisit visit, void *context);

#endif
