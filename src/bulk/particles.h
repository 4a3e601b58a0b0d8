/* Sizes and types of the particles of an assembly. A particle type is a combination of material, radius, mass and
   motion (GrBodyMotion). */
#ifndef GRANUM_BULK_PARTICLES_H
#define GRANUM_BULK_PARTICLES_H

#include "contact/model.h"
#include "particle/fill/fill.h"
#include "particle/store.h"
#include "world/world_impl.h"
#include <stdbool.h>

/* Sizes and types of all particles of the run, equal on all ranks. */
typedef struct {
  GrGroupProperties *group_properties; /* [the_case->n_grains] ids and range of radii of each group of particles */
  /* number of different particle types on all ranks; 0: there are more than GR_PARTICLE_TYPE_MAX, `types` is not set */
  int n_types;
  /* [n_types] types of the particles at the start of the run, and of the particles that will be inserted */
  GrParticleType types[GR_PARTICLE_TYPE_MAX];
  double lightest[2]; /* smallest mass on any rank: of free particles, of fixed particles [kg] */
  /* smallest and largest radius of all particles of the run: at the start and inserted later [m] */
  double smallest_radius, largest_radius;
  bool prescribed; /* whether some particle on any rank has a prescribed velocity */
} GrBulkParticles;

/* Sorted set of particle types, without duplicates. */
typedef struct {
  int n;                                     /* number of types in the set; -1: more than GR_PARTICLE_TYPE_MAX */
  GrParticleType type[GR_PARTICLE_TYPE_MAX]; /* [n] the types, sorted */
} GrBulkTypeSet;

/* Sets *own to the types of the particles of this rank and of all particles that will be inserted. */
void GrBulkCollectTypes(GrWorld world, GrBulkTypeSet *own);

/* Adds the types in the set `other` to the set `types`. */
void GrBulkMergeTypes(GrBulkTypeSet *types, const GrBulkTypeSet *other);

/* Sets GrStore.type and GrStore.safe of each particle of this rank: the number of its type in the contact model, and
   the largest overlap at which its contacts are stable [m]. Insertion and removal never change type numbers. */
void GrBulkSetParticleTypes(GrWorld world);

/* Returns material, radius, mass and motion of a particle of this rank or of a ghost. particle: its index in the store.
   */
GrParticleType GrBulkTypeOf(GrWorld world, PetscInt particle);

/* Statistics of the particles of all ranks. */
typedef struct {
  PetscInt64 number;   /* number of particles */
  PetscInt64 held;     /* not 0: some particles have a prescribed velocity */
  double lightest[2];  /* smallest mass of the free particles, and of the particles with prescribed motion [kg] */
  double widest;       /* largest radius [m] */
  double fastest;      /* largest speed [m/s] */
  GrBulkTypeSet types; /* particle types */
} GrBulkStatistics;

/* Finds the statistics of the particles when a world is created, and stores them in the world. Also sets the motion of
   the walls (wall_motion, whose `gap` it allocates), the mass of a deforming box, and the state of the first check of
   displacements. Fails if the case has no particles and will insert none. Collective. */
PetscErrorCode GrBulkFindStatistics(GrWorld world, GrBulkStatistics *statistics);

/* Sets the first skin and margins of the neighbour list of a new world. */
void GrBulkSetFirstMargins(GrWorld world, const GrBulkStatistics *statistics);

/* Adds the initial overlaps of the particles of this rank to `overlaps`. An overlap between particles of two ranks is
   added on only one of these ranks. */
void GrBulkFindOverlaps(GrWorld world, GrOverlaps *overlaps);

/* Writes to name[length] a text that identifies a particle in messages: `id (group)`. If the group is read from a file,
   the text also has the line of the particle in the file; the function is then collective. */
PetscErrorCode GrBulkNameParticle(GrWorld world, PetscInt64 id, size_t length, char *name);

/* Texts for messages about a particle whose centre is behind the surface of a wall, by the key that sets the side. */
typedef struct {
  const char *key;    /* key of the shape that sets the side of the particles; NULL: it has none */
  const char *wrong;  /* the probable cause, as a clause */
  const char *remedy; /* what to write instead */
  const char *advice; /* both, for a particle at the start */
} GrWallSides;

/* Returns the texts for the shape of this wall. */
const GrWallSides *GrBulkSidesOf(const GrWall *wall);

/* Returns a text for an error message: how the user can avoid this overlap in the initial state. */
const char *GrBulkAdviseOnOverlap(GrWorld world, const GrOverlap *overlap);

#endif
