/* The walls of a case on one rank, and their candidates. A candidate is a pair of a particle and a part of a wall
   (face, edge, triangle) that may touch before the next rebuild of the neighbour list. granum lists the candidates
   again at each rebuild. */
#ifndef GRANUM_WALL_CANDIDATES_H
#define GRANUM_WALL_CANDIDATES_H

#include "base/math/sum.h"
#include "contact/batch.h"
#include "wall/mesh.h"
#include <stdbool.h>

/* Data of the particles that a rank owns, as the functions of walls read them. */
typedef struct {
  PetscInt n;          /* number of particles */
  const double *state; /* [9 n] position [m], velocity [m/s] and angular velocity [rad/s] of each particle */
  /* [3 n] reference positions (bulk/bulk.h) [m]: candidates are listed for these positions */
  const double *reference;
  const double *radius;    /* [n] radius of each particle [m] */
  const double *mass;      /* [n] mass of each particle [kg] */
  const PetscInt64 *type;  /* [n] type of each particle in the contact model: its material, radius and mass */
  const PetscInt64 *group; /* [n] number of the particle group in the input */
  /* [n] distance that a particle may move from its reference position before the candidates must be listed again
     [m] */
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

/* A bounding sphere of particles. */
typedef struct {
  double centre[3], radius; /* centre and radius [m] */
} GrWallSphere;

/* Tree of bounding spheres of the particles of a rank: an array of spheres, level after level, from level 0. */
typedef struct {
  int levels;                                /* number of levels; 0: the rank has no particles */
  PetscInt begin[GR_WALL_BOUNDS_LEVELS + 1]; /* [levels + 1] index in `sphere` of the first sphere of each level */
  PetscInt capacity;                         /* number of spheres for which memory is allocated */
  GrWallSphere *sphere;                      /* [begin[levels]] bounding spheres */
} GrWallBounds;

/* Place of a wall that moves freely as a rigid body. */
typedef struct {
  double offset[3];      /* displacement of the centre of mass since the start of the run [m] */
  double orientation[4]; /* unit quaternion (w, x, y, z) of the principal axes */
} GrWallStance;

/* State of a wall that moves freely as a rigid body (wall/body.c). */
typedef struct {
  GrWallStance at;        /* current place */
  GrWallStance reference; /* place when the candidate pairs were last listed */
  double velocity[3];     /* velocity of the centre of mass [m/s] */
  double acceleration[3]; /* acceleration of the centre of mass [m/s^2] */
  double momentum[3];     /* angular momentum about the centre of mass [kg m^2/s] */
  double torque[3];       /* torque about the centre of mass [N m] */
  double reach;           /* upper bound of the distance of the surface from the centre of mass [m] */
} GrWallBodyState;

/* Kind of load-controlled motion (wall/load.h). */
typedef struct GrWallLoadKind GrWallLoadKind;

/* State of the load-controlled motion of a wall (with a servo, or with a mass that moves freely) along its direction.
   For a wall with a shaft, read angle [rad] instead of displacement, moment of inertia [kg m^2] instead of mass, and
   torque [N m] instead of force. For a rigid body, `speed` and `acceleration` are upper bounds for the points of its
   surface, and `distance` and `load` are 0. */
typedef struct {
  const GrWallLoadKind *kind; /* kind of the motion; checkpoints do not store it */
  /* displacement [m], speed [m/s] and acceleration [m/s^2] that the load causes, in addition to the prescribed
     motion */
  double distance, speed, acceleration;
  /* target force of a servo [N]; for a wall with a mass, the prescribed force on it plus its weight, along its
     direction [N] */
  double load;
  double inertia;     /* mass of the wall, or effective mass of a servo wall [kg]; 0: not known yet */
  double power;       /* power of the load-controlled motion on the particles [W] */
  double brake;       /* largest torque of a shaft's brake in the last evaluation [N m] */
  double work;        /* time integral of `power` since the start of the run [J] */
  double drive_power; /* power on the wall of a shaft's torques, of a load over time, or of a rigid body's loads [W] */
  double drive_work;  /* time integral of `drive_power` since the start of the run [J] */
  double lost_power;  /* power that the dashpots of the wall dissipate [W] */
  double lost;        /* time integral of `lost_power` since the start of the run [J] */
  double reference;   /* value of `distance` when the candidate pairs were last listed [m] */
  GrWallBodyState body; /* of a wall that moves freely as a rigid body */
} GrWallTravel;

/* The energies to which the walls that forces accelerate add their own [J]. */
typedef struct {
  GrSum *kinetic;  /* kinetic energy */
  GrSum *elastic;  /* energy of the springs that hold the walls */
  GrSum *external; /* work of the loads minus the work on the particles */
  GrSum *viscous;  /* energy that the dashpots of the walls have dissipated */
} GrWallEnergies;

/* A particle near a mesh wall (mesh sphere). It has a slot in the contact history (contact/history.h) for each contact
   that it may have with the mesh, and a list of triangles near it. */
typedef struct {
  PetscInt particle; /* index of the particle on this rank */
  PetscInt slot;     /* first of the consecutive slots of the particle */
  PetscInt first;    /* index in the list GrWallMeshSpheres.near of the first triangle near the particle */
  int n_slots;       /* number of slots of the particle */
  PetscInt n;        /* number of triangles near the particle: items first to first + n - 1 of the list */
} GrWallMeshSphere;

/* The particles near mesh walls (mesh spheres), in the order of their slots in the contact history. */
typedef struct {
  PetscInt n, capacity;     /* number of mesh spheres, and number for which memory is allocated */
  GrWallMeshSphere *sphere; /* [n] the mesh spheres */
  GrMeshList near;          /* numbers of the triangles near each mesh sphere, in the order of the mesh spheres */
  GrMeshList groups;        /* working memory for the function that lists the candidates */
} GrWallMeshSpheres;

/* All walls of a case, and their candidates on this rank. Each candidate has a slot, which is its index in the
   contact history (contact/history.h) and in the arrays [n] below. A block has GR_BLOCK_SLOTS slots. It belongs to one
   wall, except for the last blocks, the seam blocks: they have all candidates of the particles near the seam of two
   walls (seam.h), ordered by particle, and for a particle by wall. The other blocks are ordered by wall, and within a
   wall by particle. All candidates of a particle with a wall are in the same block. Slots after the last candidate of a
   block are not used. */
typedef struct {
  int n_walls;        /* number of walls of the case */
  const GrWall *wall; /* [n_walls] walls of the case; the case owns this memory */
  /* [n_walls] number of the particle type that represents wall w in the contact model; type[w] + 1 represents its flat
     parts, if it also has curved parts */
  int *type;
  PetscInt n;         /* number of slots */
  PetscInt capacity;  /* number of slots for which memory is allocated */
  PetscInt seams;     /* first slot of the seam blocks; n: there are none */
  int *of_slot;       /* [n] number of the wall of each candidate */
  PetscInt *particle; /* [n] index on this rank of the particle of each candidate; -1: the slot is not used */
  /* [n] number of the part of the wall (face, edge); for a mesh, the triangle that the particle touched at the end of
     the last step */
  int64_t *part;
  /* [n] only for a mesh: the triangle that the particle touched in the last evaluation of forces */
  int64_t *trial_part;
  int *pair_type;         /* [n] number of the pair type of each candidate in the contact model */
  GrWallMeshSpheres mesh; /* particles near mesh walls */
  GrWallBounds bounds;    /* bounding spheres of the particles when the candidates were last listed */
  /* sphere around the search ranges of all particles when the candidates were last listed; a wall outside of it has no
     candidates */
  GrWallSphere seen;
  double seen_time; /* time when the candidates were last listed [s] */
  /* sum over all rebuilds of (displacement of the centre of `seen` + increase of its radius) [m]. While `came`
     increases by x, the distance of `seen` from any point decreases by at most x */
  double came;
  /* [n_walls] a wall far from all particles is not searched for candidates while came < far_came [m] and the time is <=
     far_time [s]. far_came = -DBL_MAX: always searched; infinite: the wall is absent */
  double *far_came;
  double *far_time;  /* [n_walls] see far_came */
  GrHistory history; /* contact history of all slots */
  /* whether a contact may change its slot, because a wall has a mesh or flat parts; contacts at seams always may */
  bool has_facets;
  double time;            /* time of the current evaluation [s] */
  GrWallPose *pose;       /* [n_walls] poses of the walls with candidates in the current evaluation */
  int n_seam_walls;       /* number of walls with candidates in seam blocks */
  int *seam_wall;         /* [n_seam_walls] numbers of these walls */
  const GrCase *the_case; /* the case that defines the walls; not owned */
  double slack;           /* extra search distance for meshes that move, see GrWallsSlack [m] */
  int n_moving;           /* number of walls with a prescribed motion */
  int *moving;            /* [n_moving] numbers of the walls with a prescribed motion */
  int n_sides;            /* number of walls that lie on a side of the domain and close it */
  int *at_side;           /* [n_sides] indices of these walls in `wall` */
  int n_travels;          /* number of load-controlled walls */
  int *giving_way;        /* [n_travels] numbers of the load-controlled walls */
  /* [n_walls] index of a load-controlled wall in the arrays [n_travels]; -1: the wall is not load-controlled */
  int *travel;
  GrWallTravel *trial;     /* [n_travels] state of each load-controlled wall in the last evaluation of forces */
  GrWallTravel *committed; /* [n_travels] state of each load-controlled wall at the end of the last step */
  int n_sums;              /* largest number of sums of a load-controlled wall (GrWallLoadKind.n_sums) */
  GrSum *sum;              /* [n_sums n_travels] exact sums over the contacts of each load-controlled wall */
} GrWalls;

#endif
