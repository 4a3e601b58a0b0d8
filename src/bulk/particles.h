/* Sizes and types of the particles of an assembly on all ranks. A particle type is a combination of material, radius
   and mass. */
#ifndef GRANUM_BULK_PARTICLES_H
#define GRANUM_BULK_PARTICLES_H

#include "contact/model.h"
#include "particle/fill/fill.h"
#include "particle/store.h"
#include "world/world_impl.h"

typedef struct {
  GrGroupProperties *group_properties; /* [n_grains] properties of each group of particles */
  /* number of particle types; 0: there are more than GR_PARTICLE_TYPE_MAX types, and `types` is not set */
  int n_types;
  /* [n_types] types of the particles at the start of the run, and of the particles that will be inserted */
  GrParticleType types[GR_PARTICLE_TYPE_MAX];
  double lightest; /* smallest mass of a particle [kg] */
  /* smallest and largest radius of all particles, at the start and to be inserted [m] */
  double smallest_radius, largest_radius;
  PetscBool prescribed; /* whether some particle on any rank has a prescribed velocity */
} GrBulkParticles;

/* A sorted set of particle types. */
typedef struct {
  int capacity; /* largest number of types that the set may have */
  int n;        /* number of types in the set; -1: there are more types than `capacity` */
  GrParticleType type[GR_PARTICLE_TYPE_MAX];
} GrBulkTypeSet;

/* Sets *own to the types of all particles of this rank and of all particles that will be inserted. */
void GrBulkCollectTypes(GrWorld world, GrBulkTypeSet *own);

/* Adds the types in the set `other` to the set `types`. */
void GrBulkMergeTypes(GrBulkTypeSet *types, const GrBulkTypeSet *other);

/* Sets GrStore.type and GrStore.safe of each particle of this rank: the number of its type in the contact model, and
   its largest stable overlap [m]. When particles are inserted or removed, the numbers of the types do not change. */
PetscErrorCode GrBulkSetParticleTypes(GrWorld world);

/* Returns material, radius and mass of particle number `particle` of this rank. */
GrParticleType GrBulkTypeOf(GrWorld world, PetscInt particle);

/* Finds the number, the sizes, the masses and the types of the particles of all ranks. Sets the initial values of the
   skin and of the margins (numbers.h). Fails if the case has no particles and will insert none. Collective. */
PetscErrorCode GrBulkSurveyParticles(GrWorld world);

/* Adds the overlaps in the initial state to `overlaps`. If all ranks call this function, each overlap is added on
   exactly one rank. */
void GrBulkFindOverlaps(GrWorld world, GrOverlaps *overlaps);

/* Writes a text that identifies a particle in a message to name[length]: `id (group)`. If the particles of the group
   are read from a file, the text also has the line of the particle, and the function is collective. */
PetscErrorCode GrBulkNameParticle(GrWorld world, PetscInt64 id, size_t length, char *name);

/* Returns a text for a message: how the user can avoid this overlap in the initial state. */
const char *GrBulkAdviseOnOverlap(GrWorld world, const GrOverlap *overlap);

#endif
