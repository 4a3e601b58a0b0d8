/* The walls of a case and their candidates on a rank: pairs of a particle and a part of a wall that may touch before
   the next rebuild of the neighbour list. */
#ifndef GRANUM_WALL_CANDIDATES_H
#define GRANUM_WALL_CANDIDATES_H

#include "base/math/sum.h"
#include "contact/batch.h"
#include "wall/mesh.h"

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

/* Tree of bounding spheres of the particles of a rank. Walls use it to find the particles near them. Level 0 has a
   sphere for each chunk of GR_WALL_CHUNK particles, which usually are neighbours. Each higher level has a sphere for
   GR_WALL_BOUNDS_FAN spheres of the level below. The last level has a single sphere. The tree contains the reference
   positions of all particles with their radii and margins. */
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

/* State of the load-controlled motion of one wall along its direction. */
typedef struct {
  double distance, speed, acceleration; /* relative to the prescribed motion [m], [m/s], [m/s^2] */
  double load;                          /* target force of a servo, or force on the mass of the wall [N] */
  double inertia;                       /* mass of the wall, or the inertia of a servo [kg]; 0: not known yet */
  double power, work;                   /* of the wall on the particles: power [W], work since the start [J] */
  double reference;                     /* distance when the neighbour list was rebuilt [m] */
} GrWallTravel;

/* A sphere near a mesh: its slots (places in the contact history), and the triangles near it. */
typedef struct {
  PetscInt particle, slot, first; /* its number; its first slot; index of its first triangle in the list */
  int n_slots;
  PetscInt n; /* number of triangles */
} GrWallMeshSphere;

/* Spheres near all meshes, in the order of their slots. */
typedef struct {
  PetscInt n, capacity;
  GrWallMeshSphere *sphere;
  GrMeshList near, groups; /* groups: while candidates are listed, triangles near a chunk of particles */
} GrWallMeshSpheres;

/* Candidates by their slots in the contact history. A slot belongs to one candidate; a block is GR_BLOCK_SLOTS slots.
   The blocks of each wall that has candidates follow those of the previous wall. Within a wall the particles have the
   order of the store. All candidates of a particle and a wall are in one block. Slots behind the last candidate of a
   block are not used. */
typedef struct {
  int n_walls;
  const GrWall *wall;   /* [n_walls], of the case */
  int *type;            /* [n_walls] particle type of the wall in the model; the next type is that of its flat parts */
  PetscInt n, capacity; /* slots */
  int *of_block;        /* [n / GR_BLOCK_SLOTS] wall of each block */
  PetscInt *particle;   /* [n] number of the particle; -1: the slot is not used */
  int64_t *part;        /* [n] part of the wall; of a mesh: triangle of the committed contact */
  int64_t *trial_part;  /* [n] of a mesh: triangle of the contact in the last evaluation */
  int *pair_type;       /* [n] pair type in the model */
  GrWallMeshSpheres mesh;
  GrWallBounds bounds; /* tree of the particles when candidates were last listed */
  GrWallSphere seen;   /* sphere around all particles at that time, with the search distances of candidates [m] */
  double seen_time;    /* time of the last list [s] */
  double came;         /* upper bound of the total approach of `seen` to points outside of it since the start [m] */
  double *far_came;    /* [n_walls] a wall has no candidates while `came` is less than this [m] */
  double *far_time;    /* [n_walls] and while the time is not later than this [s] */
  GrHistory history;   /* contact history of all slots */
  const GrCase *the_case;
  double slack;                    /* skin of meshes that move [m], see GrWallsSlack */
  int n_moving, *moving;           /* numbers of the walls that have a prescribed motion */
  int n_sides, *at_side;           /* numbers of the walls that close a side of the domain */
  int n_travels;                   /* number of load-controlled walls */
  int *giving_way;                 /* [n_travels] numbers of the load-controlled walls */
  int *travel;                     /* [n_walls] index of the wall in trial, committed; -1: its motion is prescribed */
  GrWallTravel *trial, *committed; /* [n_travels] states of the load-controlled walls; poses use `trial` */
  GrSum *sum;                      /* exact sums of an evaluation for each load-controlled wall */
} GrWalls;

#endif
