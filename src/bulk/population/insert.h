/* Insertion of particles during a run, for groups with the generator `insert` (particle/fill/insert.h). An insertion
   event is a time at which the case lets particles be inserted. */
#ifndef GRANUM_BULK_POPULATION_INSERT_H
#define GRANUM_BULK_POPULATION_INSERT_H

#include "bulk/population/population.h"
#include "particle/fill/apportion.h"
#include "particle/fill/insert.h"
#include <stdbool.h>

/* A group whose particles are inserted during the run, and its progress. Checkpoints contain the members that change,
   so that a resumed run inserts the same particles as a run without interruption. */
typedef struct {
  int group;              /* number of the group in the case */
  const GrInsert *insert; /* input of the generator `insert` of the group */
  GrDistribution radii;   /* distribution of the radii; for clumps: of the radii of their enclosing spheres */
  GrRegion region;        /* region in which the particles are placed */
  /* The following members are saved in checkpoints. */
  GrApportion sizes; /* numbers of particles inserted so far in each size class */
  PetscInt64 event;  /* number of the next insertion event */
  PetscInt64 draws;  /* number of searches for a place so far; each has its own random positions */
  /* 1: insertion has ended, because the particles have reached the height given by the key `level`; 0: otherwise */
  PetscInt64 full;
  double mass; /* mass inserted so far [kg] */
  /* of a rate with observables: its integral from 0 to the begin of the insertion, NaN before it, and from there to the
     last event */
  double integral_at_begin, integral_at_event;
  /* Not saved, because only messages need it. */
  bool filled; /* whether the solid fraction of the region ended the last event */
} GrInserting;

/* All groups with insertion, and the particles of the current insertion event. */
struct GrBulkInsertion {
  int n_groups;          /* number of groups with insertion */
  GrInserting *of;       /* [n_groups] groups with insertion; the memory suffices for all groups */
  PetscInt64 next_id;    /* id of the next particle to be inserted at the current event */
  PetscInt n;            /* number of particles that this rank inserts at the current event */
  PetscInt capacity;     /* number of elements allocated in `particle` */
  GrFillGrain *particle; /* [capacity] particles that this rank inserts at the current event */
  /* number of particles of all ranks when insertion last requested a new partition of space; when the number has
     doubled, insertion requests another partition */
  PetscInt64 cut_for;
};

/* Upper limits for the particles that are inserted at one event; infinite: no limit. */
typedef struct {
  double number, mass, volume; /* number [1], total mass [kg] and total volume [m^3] of the particles */
} GrInsertLimit;

/* Progress of the insertion of a group; all ranks have the same values. */
typedef struct {
  const char *group;   /* name of the group */
  double number, mass; /* number [1] and mass [kg] of the particles inserted so far */
  /* number [1] and mass [kg] of particles whose time of insertion has passed, but which found no free place */
  double owed, owed_mass;
  bool filled; /* whether they are missing because the region has its solid fraction, not because of their places */
  bool over;   /* whether no event of the group follows: its stage, its time `until` or the run has ended */
} GrInsertProgress;

/* Returns the number of groups with insertion; 0 for a chain. */
int GrBulkInsertCountGroups(GrWorld world);

/* Returns the progress of the k-th group with insertion, k from 0. */
GrInsertProgress GrBulkInsertFindProgress(GrWorld world, int k);

/* Returns the number of spheres that a group is expected to have at the end of insertion: spheres at the start plus
   inserted spheres. If the case does not limit the insertion, returns the number at the start. */
double GrBulkInsertExpectedCount(GrWorld world, int group);

/* Stores the integral of each rate with observables up to the begin of the insertion, once t [s] has reached it. */
void GrBulkInsertNoteFeedback(GrWorld world, double t);

/* Returns the volume of a sphere [m^3]; in dimension 2: the area of a disc [m^2]. radius [m]. */
double GrBulkInsertSphereVolume(GrWorld world, double radius);

/* Finds free places for the particles that a group inserts at one event, and adds the particles to `inserting`. limit:
   largest number, mass and volume of these particles. Collective. */
PetscErrorCode GrBulkInsertPlace(GrWorld world, GrInserting *inserting, GrInsertLimit limit);

#endif
