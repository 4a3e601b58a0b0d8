/* The walls of a case and their candidates on a rank: pairs of a particle and a part of a wall that may touch before
   the next rebuild of the neighbour list. */
#ifndef GRANUM_WALL_CANDIDATES_H
#define GRANUM_WALL_CANDIDATES_H

#include "base/math/sum.h"
#include "contact/batch.h"
#include "wall/mesh.h"

/* The particles of a rank, as walls see them. */
typedef struct {
  PetscInt n;
  const double *state;            /* [9 n] position, velocity, spin */
  const double *reference;        /* [3 n] positions when the candidates were listed last [m] */
  const double *radius;           /* [n] [m] */
  const double *mass;             /* [n] [kg] */
  const PetscInt64 *type, *group; /* [n] */
  const double *margin;           /* [n] displacement allowed until the next list of candidates [m]; NULL: 0 */
} GrWallParticles;

/* Bounding spheres of the particles of a rank, by which walls find the particles near them.

   A tree: level 0 has a sphere for each chunk of GR_WALL_CHUNK particles, which usually are neighbours. Each higher
   level has a sphere for GR_WALL_BOUNDS_FAN spheres of the level below. The last level has a single sphere. The tree
   contains the reference positions of all particles with their radii and margins. */
enum { GR_WALL_BOUNDS_FAN = 8, GR_WALL_BOUNDS_LEVELS = 22 };

typedef struct {
  double centre[3], radius; /* [m] */
} GrWallSphere;

typedef struct {
  int levels;                                /* 0: there are no particles */
  PetscInt begin[GR_WALL_BOUNDS_LEVELS + 1]; /* [levels + 1] first sphere of a level */
  PetscInt capacity;
  GrWallSphere *sphere;
} GrWallBounds;

/* State of the load-controlled motion of one wall along its direction. */
typedef struct {
  double distance, speed, acceleration; /* relative to the prescribed motion [m], [m/s], [m/s^2] */
  double load;                          /* target force, or force on its mass [N] */
  double inertia;                       /* mass of the wall, or the inertia of a servo [kg]; 0: not known yet */
  double power, work;                   /* of the wall on the particles [W], since the start [J] */
  double reference;                     /* distance when the neighbour list was rebuilt [m] */
} GrWallTravel;

/* A sphere near a mesh: its slots, and the triangles near it. */
typedef struct {
  PetscInt particle, slot, first; /* first slot; index of the first triangle in the list */
  int n_slots;
  PetscInt n; /* triangles */
} GrWallMeshSphere;

/* Spheres near all meshes, in the order of their slots. */
typedef struct {
  PetscInt n, capacity;
  GrWallMeshSphere *sphere;
  GrMeshList near, groups; /* groups: while candidates are listed, triangles near a chunk of particles */
} GrWallMeshSpheres;

/* Candidates by their slots in the history. Walls follow each
   other in their order. Each wall that has candidates has its own blocks, with its particles in the order of the store.
   All candidates of a particle and a wall are in one block. Slots behind the last candidate of a block are not used. */
typedef struct {
  int n_walls;
  const GrWall *wall;   /* [n_walls], of the case */
  int *type;            /* [n_walls] in the model; that of its flat parts is the next one */
  PetscInt n, capacity; /* slots */
  int *of_block;        /* [n / GR_BLOCK_SLOTS] the wall of a block */
  PetscInt *particle;   /* [n]; -1: not used */
  int64_t *part;        /* [n] of the wall; of a mesh: the triangle of the contact that was committed */
  int64_t *trial_part;  /* [n] of a mesh: of the last evaluation */
  int *pair_type;       /* [n] of the model */
  GrWallMeshSpheres mesh;
  GrWallBounds bounds; /* when candidates were listed last */
  GrWallSphere seen;   /* sphere around all particles then, enlarged by all distances that make a candidate [m] */
  double seen_time;    /* time of the last list [s] */
  double came;         /* upper bound of the total approach of `seen` to points outside of it since the start [m] */
  double *far_came;    /* [n_walls] no candidates while `came` is less than this [m] */
  double *far_time;    /* [n_walls] and the time is not later than this [s] */
  GrHistory history;   /* of all slots */
  const GrCase *the_case;
  double slack;                    /* skin of meshes that move [m], see GrWallsSlack */
  int n_moving, *moving;           /* numbers of the walls that have a prescribed motion */
  int n_sides, *at_side;           /* numbers of the walls that close a side of the domain */
  int n_travels;                   /* load-controlled walls */
  int *giving_way;                 /* [n_travels] their numbers */
  int *travel;                     /* [n_walls] number of its travel; -1: the wall moves as prescribed */
  GrWallTravel *trial, *committed; /* [n_travels]; poses follow from the trial state */
  GrSum *sum;                      /* sums of an evaluation for each of them */
} GrWalls;

#endif
