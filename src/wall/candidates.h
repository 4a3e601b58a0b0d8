/* The walls of a case on one rank, and their candidates. A candidate is a pair of a particle and a part of a wall
   (face, edge, triangle) that may touch before the next rebuild of the neighbour list. granum lists the candidates
   again at each rebuild. */
#ifndef GRANUM_WALL_CANDIDATES_H
#define GRANUM_WALL_CANDIDATES_H

#include "base/math/sum.h"
#include "contact/batch.h"
#include "wall/mesh.h"

/* Data of the particles of a rank, as the functions of walls read them. */
typedef struct {
  PetscInt n;
  const double *state; /* [9 n] position [m], velocity [m/s] and angular velocity [rad/s] of each particle */
  /* [3 n] positions from which the candidates are listed (reference positions, bulk/bulk.h) [m] */
  const double *reference;
  const double *radius;    /* [n] [m] */
  const double *mass;      /* [n] [kg] */
  const PetscInt64 *type;  /* [n] particle type in the contact model */
  const PetscInt64 *group; /* [n] number of the particle group in the input */
  /* [n] distance that a particle may move from its reference position before the candidates must be listed again
     [m]; NULL: 0 for all particles */
  const double *margin;
  /* Function that sets the reduced masses of the contacts of a batch (a GrBatch *) if particles belong to rigid bodies.
     It is called with the member `bodies` below. NULL: no particle belongs to a rigid body. */
  void (*set_masses)(const void *bodies, void *batch);
  const void *bodies;
} GrWallParticles;

/* Tree of bounding spheres of the particles of a rank, with which a wall finds the particles near it. Level 0 has
   one sphere around each chunk of GR_WALL_CHUNK consecutive particles, which usually are near each other. Each
   higher level has one sphere around GR_WALL_BOUNDS_FAN spheres of the level below. The highest level has a single
   sphere. A sphere encloses its particles at their reference positions, each with its radius and margin. */
enum { GR_WALL_BOUNDS_FAN = 8, GR_WALL_BOUNDS_LEVELS = 22 };

typedef struct {
  double centre[3], radius; /* [m] */
} GrWallSphere;

/* The tree: an array of its spheres, level after level, from level 0. */
typedef struct {
  int levels;                                /* number of levels; 0: the rank has no particles */
  PetscInt begin[GR_WALL_BOUNDS_LEVELS + 1]; /* [levels + 1] index of the first sphere of each level */
  PetscInt capacity;
  GrWallSphere *sphere;
} GrWallBounds;

/* State of the load-controlled motion of a wall (with a servo, or with a mass that moves freely) along its direction.
   */
typedef struct {
  /* displacement [m], speed [m/s] and acceleration [m/s^2] that the load causes, in addition to the prescribed
     motion */
  double distance, speed, acceleration;
  /* target force of a servo [N]; for a wall with a mass, the prescribed force on it plus its weight, along its
     direction [N] */
  double load;
  double inertia;   /* mass of the wall, or effective mass of a servo wall [kg]; 0: not known yet */
  double power;     /* power of the wall on the particles due to this motion [W] */
  double work;      /* time integral of this power since the start of the run [J] */
  double reference; /* value of `distance` when granum last listed the candidates [m] */
} GrWallTravel;

/* A particle near a mesh wall (mesh sphere): the slots of its contacts in the contact history (contact/history.h),
   and the triangles near it. */
typedef struct {
  PetscInt particle; /* number of the particle */
  PetscInt slot;     /* its first slot */
  PetscInt first;    /* index of its first triangle in the list GrWallMeshSpheres.near */
  int n_slots;       /* number of its slots */
  PetscInt n;        /* number of its triangles in this list */
} GrWallMeshSphere;

/* The mesh spheres of all mesh walls, in the order of their slots. */
typedef struct {
  PetscInt n, capacity;
  GrWallMeshSphere *sphere;
  GrMeshList near;   /* triangles near each sphere, in the order of the spheres */
  GrMeshList groups; /* working memory for the function that lists the candidates */
} GrWallMeshSpheres;

/* All walls of a case, and their candidates on this rank. Each candidate has a slot, which is its index in the
   contact history (contact/history.h) and in the arrays [n] below. A block has GR_BLOCK_SLOTS slots and belongs to
   one wall. The blocks are ordered by wall, and within a wall by particle. All candidates of a particle with a wall
   are in the same block. Slots after the last candidate of a block are not used. */
typedef struct {
  int n_walls;
  const GrWall *wall; /* [n_walls] walls of the case; the case owns this memory */
  /* [n_walls] particle type that represents the wall in the contact model; the type type[w] + 1 represents its flat
     parts */
  int *type;
  PetscInt n;         /* number of slots */
  PetscInt capacity;  /* number of slots for which memory is allocated */
  int *of_block;      /* [n / GR_BLOCK_SLOTS] number of the wall to which each block belongs */
  PetscInt *particle; /* [n] number of the particle of each candidate; -1: the slot is not used */
  /* [n] number of the part of the wall; for a mesh, the triangle that the particle touched at the end of the last
     step */
  int64_t *part;
  int64_t *trial_part; /* [n] only for a mesh: the triangle that the particle touched in the last evaluation */
  int *pair_type;      /* [n] pair type in the contact model */
  GrWallMeshSpheres mesh;
  GrWallBounds bounds; /* bounding spheres of the particles when granum last listed the candidates */
  /* sphere around all particles, each enlarged by its search distance, when granum last listed the candidates */
  GrWallSphere seen;
  double seen_time; /* time when granum last listed the candidates [s] */
  /* upper bound of the total distance by which `seen` has approached points outside of it since the start [m] */
  double came;
  /* [n_walls] for each wall a value of `came` [m]: the wall has no candidates while `came` is smaller and the time is
     at most far_time */
  double *far_came;
  double *far_time;  /* [n_walls] latest time until which far_came is valid [s] */
  GrHistory history; /* contact history of all slots */
  const GrCase *the_case;
  double slack;    /* extra search distance for meshes that move, see GrWallsSlack [m] */
  int n_moving;    /* number of walls with a prescribed motion */
  int *moving;     /* [n_moving] numbers of these walls */
  int n_sides;     /* number of walls that close a side of the domain */
  int *at_side;    /* [n_sides] numbers of these walls */
  int n_travels;   /* number of load-controlled walls */
  int *giving_way; /* [n_travels] numbers of the load-controlled walls */
  /* [n_walls] index of a load-controlled wall in the arrays [n_travels]; -1: the wall is not load-controlled */
  int *travel;
  GrWallTravel *trial;     /* [n_travels] state of each load-controlled wall in the last evaluation */
  GrWallTravel *committed; /* [n_travels] state of each load-controlled wall at the end of the last step */
  /* exact sums over the contacts of each load-controlled wall: forces, masses and impedances (GrWallsResist) */
  GrSum *sum;
} GrWalls;

#endif
