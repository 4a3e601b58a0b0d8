/* The walls of a case on a rank, and their candidates: pairs of a particle and a part of a wall (face, edge, triangle)
   that may touch before the next rebuild of the neighbour list. */
#ifndef GRANUM_WALL_CANDIDATES_H
#define GRANUM_WALL_CANDIDATES_H

#include "base/math/sum.h"
#include "contact/batch.h"
#include "wall/mesh.h"

/* Data of the particles of a rank that the functions of walls read. */
typedef struct {
  PetscInt n;
  const double *state;            /* [9 n] position [m], velocity [m/s], spin [rad/s] */
  const double *reference;        /* [3 n] reference positions (bulk/bulk.h) [m] */
  const double *radius;           /* [n] [m] */
  const double *mass;             /* [n] [kg] */
  const PetscInt64 *type, *group; /* [n] particle type in the contact model; number of the group in the input */
  const double *margin;           /* [n] displacement from `reference` up to which no contact is missed [m]; NULL: 0 */
  /* Sets the reduced masses of the contacts of a batch (a GrBatch *) if particles belong to rigid bodies; NULL: no
     particle does. bodies: the argument GrWallParticles.bodies. */
  void (*set_masses)(const void *bodies, void *batch);
  const void *bodies;
} GrWallParticles;

/* Tree of bounding spheres of the particles of a rank. Walls use it to find the particles near them. Level 0 has a
   sphere around each chunk of GR_WALL_CHUNK consecutive particles, which usually are near each other. Each higher level
   has a sphere around GR_WALL_BOUNDS_FAN spheres of the level below. The last level has a single sphere. The tree
   contains the reference positions of all particles with their radii and margins. */
enum { GR_WALL_BOUNDS_FAN = 8, GR_WALL_BOUNDS_LEVELS = 22 };

typedef struct {
  double centre[3], radius; /* [m] */
} GrWallSphere;

/* The tree: an array of spheres, level after level. */
typedef struct {
  int levels;                                /* number of levels; 0: there are no particles */
  PetscInt begin[GR_WALL_BOUNDS_LEVELS + 1]; /* [levels + 1] index of the first sphere of each level */
  PetscInt capacity;
  GrWallSphere *sphere;
} GrWallBounds;

/* State of the load-controlled motion of one wall along its direction. */
typedef struct {
  /* displacement [m], speed [m/s] and acceleration [m/s^2] relative to the prescribed motion */
  double distance, speed, acceleration;
  double load;        /* target force of a servo, or prescribed force on a wall with a mass [N] */
  double inertia;     /* mass of the wall, or effective mass of a servo wall [kg]; 0: not known yet */
  double power, work; /* power of the wall on the particles [W]; its work since the start [J] */
  double reference;   /* value of `distance` when the candidates were last listed [m] */
} GrWallTravel;

/* A sphere near a mesh: its slots (places in the contact history), and the triangles near it. */
typedef struct {
  /* number of the particle; its first slot; index in GrWallMeshSpheres.near of its first triangle */
  PetscInt particle, slot, first;
  int n_slots;
  PetscInt n; /* number of triangles near it */
} GrWallMeshSphere;

/* The spheres near all mesh walls, in the order of their slots. */
typedef struct {
  PetscInt n, capacity;
  GrWallMeshSphere *sphere;
  GrMeshList near, groups; /* near: triangles near the spheres; groups: working memory while candidates are listed */
} GrWallMeshSpheres;

/* All walls of a case, with their candidates on this rank. Each candidate has a slot, its place in the contact history;
   a block is GR_BLOCK_SLOTS slots. The blocks are ordered by wall. Within a wall the particles have the order of the
   particle store. All candidates of a particle and a wall are in one block. Slots after the last candidate of a block
   are not used. */
typedef struct {
  int n_walls;
  const GrWall *wall; /* [n_walls] walls of the case, not owned */
  /* [n_walls] particle type of the wall in the contact model; the following type is that of its flat parts */
  int *type;
  PetscInt n, capacity; /* number of slots; number of allocated slots */
  int *of_block;        /* [n / GR_BLOCK_SLOTS] number of the wall of each block */
  PetscInt *particle;   /* [n] number of the particle; -1: the slot is not used */
  /* [n] number of the part of the wall; for a mesh: triangle of the contact at the end of the last step */
  int64_t *part;
  int64_t *trial_part; /* [n] for a mesh: triangle of the contact in the last evaluation */
  int *pair_type;      /* [n] pair type in the contact model */
  GrWallMeshSpheres mesh;
  GrWallBounds bounds; /* tree of the particles when candidates were last listed */
  /* sphere that contained all particles, each enlarged by its search distance, when candidates were last listed [m] */
  GrWallSphere seen;
  double seen_time; /* time when candidates were last listed [s] */
  double came;      /* upper bound of the approach of `seen` to points outside of it, summed since the start [m] */
  /* [n_walls] while `came` is less than this and the time is not later than far_time, a wall has no candidates [m] */
  double *far_came;
  double *far_time;  /* [n_walls] see far_came [s] */
  GrHistory history; /* contact history of all slots */
  const GrCase *the_case;
  double slack;          /* extra search distance for meshes that move [m], see GrWallsSlack */
  int n_moving, *moving; /* walls with a prescribed motion: how many, and their numbers */
  int n_sides, *at_side; /* walls that close a side of the domain: how many, and their numbers */
  int n_travels;         /* number of load-controlled walls */
  int *giving_way;       /* [n_travels] numbers of the load-controlled walls */
  /* [n_walls] index of the wall in `trial` and `committed`; -1: its motion is prescribed */
  int *travel;
  /* [n_travels] state of each load-controlled wall: in the last evaluation, and at the end of the last step */
  GrWallTravel *trial, *committed;
  GrSum *sum; /* exact sums over the contacts of each load-controlled wall in an evaluation */
} GrWalls;

#endif
