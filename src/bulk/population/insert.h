/* Insertion of particles during a run: groups of the generator `insert` (particle/fill/insert.h). */
#ifndef GRANUM_BULK_POPULATION_INSERT_H
#define GRANUM_BULK_POPULATION_INSERT_H

#include "bulk/population/population.h"
#include "particle/fill/apportion.h"
#include "particle/fill/insert.h"

/* A group that is inserted. All later insertions follow from the saved members, the time and the present particles. */
typedef struct {
  int group;
  const GrInsert *insert;
  GrDistribution radii; /* of clumps: of their containing spheres */
  GrRegion region;
  /* Saved. */
  GrApportion sizes; /* number of inserted particles of each size class */
  PetscInt64 event;  /* number of the next event: a time at which particles are inserted */
  PetscInt64 draws;  /* number of random positions drawn so far */
  PetscInt64 full;   /* 1: the level is reached */
  double mass;       /* mass inserted so far [kg] */
} GrInserting;

struct GrBulkInsertion {
  int n_groups;
  GrInserting *of;       /* [n_groups] */
  PetscInt64 next_id;    /* id of the next particle in the current event */
  PetscInt n, capacity;  /* number of particles of this rank in the current event */
  GrFillGrain *particle; /* [capacity] */
  PetscInt64 cut_for;    /* number of particles when growth last requested a partition of space */
};

/* Upper limits of an event; infinite: no limit. */
typedef struct {
  double number, mass, volume; /* [1], [kg], [m^3] */
} GrInsertLimit;

/* Progress of the insertion of a group, the same on all ranks. */
typedef struct {
  const char *group;
  double number, mass;    /* inserted so far [1], [kg] */
  double owed, owed_mass; /* due particles that have found no place: number [1], mass [kg] */
} GrInsertProgress;

/* Number of groups that are inserted; 0 also if the world is not an assembly. */
int GrBulkInsertCountGroups(GrWorld world);

/* Returns the progress of the k-th inserted group. */
GrInsertProgress GrBulkInsertFindProgress(GrWorld world, int k);

/* Expected number of particles of a group over the whole run; if the case does not limit it, the number at the start.
   */
double GrBulkInsertExpectedCount(GrWorld world, int group);

/* Adds a particle with a place x[3] to the event, on this rank. radius: of a clump, of the sphere that contains it. */
PetscErrorCode GrBulkInsertAccept(GrWorld world, int group, PetscInt64 id, double radius, const double x[3]);

/* Volume of a sphere [m^3], in dimension 2 its area [m^2]. */
double GrBulkInsertSphereVolume(GrWorld world, double radius);

/* Finds places for the particles of one event of a group (insert_place.c). Collective. */
PetscErrorCode GrBulkInsertPlace(GrWorld world, GrInserting *inserting, GrInsertLimit limit);

#endif
