/* Sizes and types of the particles of an assembly, over all ranks. */
#ifndef GRANUM_BULK_PARTICLES_H
#define GRANUM_BULK_PARTICLES_H

#include "contact/model.h"
#include "particle/fill/fill.h"
#include "particle/store.h"
#include "world/world_impl.h"

typedef struct {
  GrGroupProperties *group_properties; /* [n_grains] */
  int n_types;                         /* number of types; 0: more than GR_PARTICLE_TYPE_MAX, not listed */
  GrParticleType
      types[GR_PARTICLE_TYPE_MAX]; /* [n_types] types of particles at the start and of particles to be inserted */
  double lightest;                 /* smallest mass of a particle [kg] */
  double smallest_radius, largest_radius; /* over all ranks, at the start and of particles to be inserted [m] */
  PetscBool prescribed;                   /* some particle of any rank has a prescribed velocity */
} GrBulkParticles;

/* Sorted set of particle types. */
typedef struct {
  int capacity, n; /* n = -1: there are more types than the capacity */
  GrParticleType type[GR_PARTICLE_TYPE_MAX];
} GrBulkTypeSet;

/* Collects the types of the particles of this rank and of particles to be inserted. */
void GrBulkCollectTypes(GrWorld world, GrBulkTypeSet *own);

/* Adds the types of `other` to `types`. */
void GrBulkMergeTypes(GrBulkTypeSet *types, const GrBulkTypeSet *other);

/* Sets the type number of each particle of this rank among the types of the model, and its safe overlap (store.h).
   Insertion and removal of particles never change type numbers. */
PetscErrorCode GrBulkSetParticleTypes(GrWorld world);

/* Material, radius and mass of a particle. */
GrParticleType GrBulkTypeOf(GrWorld world, PetscInt particle);

/* Finds number, sizes, masses and types of the particles of all ranks, the first skin and the first margins. Fails if
   there are no particles and none are inserted. Collective. */
PetscErrorCode GrBulkSurveyParticles(GrWorld world);

/* Adds the overlaps of particles of this rank in the initial state. Over all ranks each overlap is added once. */
void GrBulkFindOverlaps(GrWorld world, GrOverlaps *overlaps);

/* Writes `id (group)` of a particle and, where its group comes from a file, the line. Collective for groups of
   files. */
PetscErrorCode GrBulkNameParticle(GrWorld world, PetscInt64 id, size_t length, char *name);

/* Advice on an initial overlap, for a message. */
const char *GrBulkAdviseOnOverlap(GrWorld world, const GrOverlap *overlap);

#endif
