/* Tree of bounding spheres of the particles of a rank. Walls use it to find the particles near them (bounds.c). Level 0
   has a sphere for each chunk of GR_WALL_CHUNK particles, which usually are neighbours. Each higher level has a sphere
   for GR_WALL_BOUNDS_FAN spheres of the level below. The last level has a single sphere. The tree contains the
   reference positions of all particles with their radii and margins. */
#ifndef GRANUM_WALL_BOUNDS_H
#define GRANUM_WALL_BOUNDS_H

#include <granum/wall.h>
#include <petscsys.h>

/* The data of the particles of a rank that walls need. */
typedef struct {
  PetscInt n;
  const double *state;            /* [9 n] position, velocity, spin */
  const double *reference;        /* [3 n] positions when the candidates were listed last [m] */
  const double *radius;           /* [n] [m] */
  const double *mass;             /* [n] [kg] */
  const PetscInt64 *type, *group; /* [n] */
  const double *margin;           /* [n] displacement allowed until the next list of candidates [m]; NULL: 0 */
  /* Sets the masses of the contacts of a batch (GrBatch), where particles belong to rigid bodies; NULL: none do. */
  void (*set_masses)(const void *bodies, void *batch);
  const void *bodies;
} GrWallParticles;

enum { GR_WALL_BOUNDS_FAN = 8, GR_WALL_BOUNDS_LEVELS = 22 };

typedef struct {
  double centre[3], radius; /* [m] */
} GrWallSphere;
/* The tree: spheres level after level. */

typedef struct {
  int levels;                                /* 0: there are no particles */
  PetscInt begin[GR_WALL_BOUNDS_LEVELS + 1]; /* [levels + 1] first sphere of a level */
  PetscInt capacity;
  GrWallSphere *sphere;
} GrWallBounds;

/* Computes the tree from the reference positions. Not collective. */
PetscErrorCode GrWallBoundsFind(const GrWallParticles *particles, GrWallBounds *bounds);

#endif
