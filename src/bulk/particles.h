/* Sizes and types of the particles of an assembly, over all ranks. */
#ifndef GRANUM_BULK_PARTICLES_H
#define GRANUM_BULK_PARTICLES_H

#include "contact/model.h"
#include "particle/fill/fill.h"
#include "particle/store.h"
#include "world/world_impl.h"

typedef struct {
  GrGroupProperties *group_properties; /* [n_grains] */
  /* number of particle types; 0: there are more than GR_PARTICLE_TYPE_MAX, and `types` is not set */
  int n_types;
  GrParticleType
      types[GR_PARTICLE_TYPE_MAX]; /* [n_types] types of particles at the start and of particles to be inserted */
  double lightest;                 /* smallest mass of a particle [kg] */
  double smallest_radius, largest_radius; /* over all particles at the start and all particles to be inserted [m] */
  PetscBool prescribed;                   /* whether some particle of any rank has a prescribed velocity */
} GrBulkParticles;

/* Sorted set of particle types: material, radius and mass. */
typedef struct {
  int capacity, n; /* largest and present number of types; n -1: there are more types than `capacity` */
  GrParticleType type[GR_PARTICLE_TYPE_MAX];
} GrBulkTypeSet;

/* Sets *own to the set of the types of the particles of this rank and of particles to be inserted. */
void GrBulkCollectTypes(GrWorld world, GrBulkTypeSet *own);

/* Adds the types in the set `other` to the set `types`. */
void GrBulkMergeTypes(GrBulkTypeSet *types, const GrBulkTypeSet *other);

/* Sets for each particle of this rank its type number in the contact model, and its largest stable overlap
   (store.safe). Insertion and removal of particles never change type numbers. */
PetscErrorCode GrBulkSetParticleTypes(GrWorld world);

/* Returns material, radius and mass of particle number `particle` of this rank. */
GrParticleType GrBulkTypeOf(GrWorld world, PetscInt particle);

/* Determines number, sizes, masses and types of the particles of all ranks, and sets the first skin and the first
   margins. Fails if there are no particles and none are inserted. Collective. */
PetscErrorCode GrBulkSurveyParticles(GrWorld world);

/* Adds to `overlaps` the overlaps of particles of this rank in the initial state. Over all ranks, each overlap is added
   once. */
void GrBulkFindOverlaps(GrWorld world, GrOverlaps *overlaps);

/* Writes the name of a particle for messages to name[length]: `id (group)` and, if the group is read from a file, the
   line of the particle. Collective if the group is read from a file. */
PetscErrorCode GrBulkNameParticle(GrWorld world, PetscInt64 id, size_t length, char *name);

/* Returns advice on how to avoid an overlap in the initial state, for a message. */
const char *GrBulkAdviseOnOverlap(GrWorld world, const GrOverlap *overlap);

#endif
