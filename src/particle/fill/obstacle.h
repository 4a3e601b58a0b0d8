/* Walls as obstacles for particles that granum places: particles must not touch them or be inside their closed meshes.

   A closed part of a mesh is a solid, such as a shaft: no particle is placed inside it. Exception: the part contains
   the whole region that is filled, as a drum does. Random positions in the region decide this. */
#ifndef GRANUM_PARTICLE_FILL_OBSTACLE_H
#define GRANUM_PARTICLE_FILL_OBSTACLE_H

#include "mesh/inside.h"
#include "particle/fill/region.h"
#include <stdbool.h>

/* A wall that may block places. */
typedef struct {
  const GrWall *wall;  /* owned by the case */
  GrWallPose pose;     /* pose of the wall when the particles are placed */
  GrMeshInside inside; /* closed parts of its mesh, which owns this; NULL: the wall has no solids */
  bool *contains;      /* [GrMeshInsideParts(inside)] whether a part contains the region, and so is no solid */
  double share;        /* fraction of the region that is inside solids, estimated [1] */
} GrFillObstacle;

/* The region in which particles are placed: all points that are inside both shapes. */
typedef struct {
  const GrWithin *shape, *also; /* two shapes; the second may be GR_WITHIN_ALL, which is all of space */
  double radius;                /* smallest radius of the particles [m] */
  uint64_t seed;                /* seed of the group */
} GrFillSpace;

/* Creates the obstacle of a wall in this pose: decides which closed parts of a mesh are solids. */
PetscErrorCode GrFillObstacleCreate(const GrCase *the_case, const GrFillSpace *space, const GrWall *wall,
                                    const GrWallPose *pose, GrFillObstacle *obstacle);

/* Lists the walls that have solids at the start of the run, for a group whose generator fills a part of the domain
   (GrGenerator.fills); none for other generators. radius: smallest radius of the group [m]. solid: [n] to be freed with
   GrFillObstaclesFree. The result is the same on every rank. Not collective. */
PetscErrorCode GrFillSolidsFind(const GrCase *the_case, const GrGrains *grains, double radius, int *n,
                                GrFillObstacle **solid);

/* Returns whether the point x [m] is inside a solid of the obstacle. */
bool GrFillObstacleHas(const GrFillObstacle *obstacle, const double x[3]);

/* Removes obstacle k from a list of *n. */
PetscErrorCode GrFillObstaclesRemove(int k, int *n, GrFillObstacle obstacle[]);

/* Frees a list of n obstacles. */
PetscErrorCode GrFillObstaclesFree(int n, GrFillObstacle **obstacle);

/* Returns whether one of n obstacles blocks a particle with the centre x [m]: x is inside a solid, or nearer to the
   surface of a wall than `reach` [m]. */
bool GrFillObstaclesBlock(int n, const GrFillObstacle obstacle[], const double x[3], double reach);

#endif
