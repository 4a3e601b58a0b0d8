/* Insertion of particles during a run: groups with the generator `insert` (particle/fill/insert.h). Particles are
   inserted at events, at times that the case gives. */
#ifndef GRANUM_BULK_POPULATION_INSERT_H
#define GRANUM_BULK_POPULATION_INSERT_H

#include "bulk/population/population.h"
#include "particle/fill/apportion.h"
#include "particle/fill/insert.h"

/* A group whose particles are inserted. All later insertions follow from the saved members, the time and the particles
   present. */
typedef struct {
  int group;
  const GrInsert *insert;
  GrDistribution radii; /* distribution of the radii; of clumps, of the spheres that contain a clump */
  GrRegion region;
  /* Members that checkpoints have: */
  GrApportion sizes; /* number of particles inserted so far in each class of size */
  PetscInt64 event;  /* number of the next event at which particles of the group are inserted */
  PetscInt64 draws;  /* number of random positions that have been drawn for the group so far */
  PetscInt64 full;   /* 1: the region is filled up to the level of the case; 0: not yet */
  double mass;       /* mass inserted so far [kg] */
} GrInserting;

struct GrBulkInsertion {
  int n_groups;
  GrInserting *of;    /* [n_groups] */
  PetscInt64 next_id; /* id of the next particle in the current event */
  /* number of particles that this rank inserts at the current event; number of allocated particles */
  PetscInt n, capacity;
  GrFillGrain *particle; /* [capacity] */
  PetscInt64 cut_for;    /* number of particles when the insertion last requested a partition of space */
};

/* Upper limits of the particles inserted at one event; infinite: no limit. */
typedef struct {
  double number, mass, volume; /* number of particles [1], their mass [kg] and volume [m^3] */
} GrInsertLimit;

/* Progress of the insertion of a group, equal on all ranks. */
typedef struct {
  const char *group;
  double number, mass;    /* number [1] and mass [kg] of the particles inserted so far */
  double owed, owed_mass; /* number [1] and mass [kg] of particles that are due but have found no free place */
} GrInsertProgress;

/* Returns the number of groups whose particles are inserted; 0 also if the world is not an assembly. */
int GrBulkInsertCountGroups(GrWorld world);

/* Returns the progress of the k-th group whose particles are inserted, k from 0. */
GrInsertProgress GrBulkInsertFindProgress(GrWorld world, int k);

/* Returns the expected number of particles of a group over the whole run; if the case does not limit this number, the
   number at the start. */
double GrBulkInsertExpectedCount(GrWorld world, int group);

/* Adds a particle at x[3] [m] to the particles of the current event, on this rank. id: its id; radius: its radius [m];
   of a clump, radius of the sphere that contains the clump. */
PetscErrorCode GrBulkInsertAccept(GrWorld world, int group, PetscInt64 id, double radius, const double x[3]);

/* Returns the volume of a sphere [m^3], in dimension 2 the area of a disc [m^2]. radius [m]. */
double GrBulkInsertSphereVolume(GrWorld world, double radius);

/* Finds free places for the particles of one event of a group, up to the limits (insert_place.c). Collective. */
PetscErrorCode GrBulkInsertPlace(GrWorld world, GrInserting *inserting, GrInsertLimit limit);

#endif
