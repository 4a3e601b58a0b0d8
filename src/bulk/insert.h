/* Particles that come in during the run: groups of the generator `insert` (particle/fill/insert.h), as the world has
   them. */
#ifndef GRANUM_BULK_INSERT_H
#define GRANUM_BULK_INSERT_H

#include "bulk/bulk.h"
#include "particle/fill/apportion.h"
#include "particle/fill/insert.h"

/* A group that particles come into. What it will do follows from the numbers saved, the time and the particles that are
   there. */
typedef struct {
  int group;
  const GrInsert *insert;
  GrDistribution radii;
  GrRegion region;
  /* Saved. Of the sizes: how many of each class have come in, see particle/fill/apportion.h. */
  GrApportion sizes;
  PetscInt64 event; /* number of the next one */
  PetscInt64 draws; /* places drawn so far */
  PetscInt64 full;  /* 1: the level is reached */
  double mass;      /* that has come in [kg] */
} GrInserting;

struct GrBulkInsertion {
  int n_groups;
  GrInserting *of;      /* [n_groups] */
  PetscInt64 next_id;   /* of the particle that comes in next, in the event at hand */
  PetscInt n, room;     /* of these on this rank */
  GrNewcomer *newcomer; /* [room] */
  PetscInt64 cut_for;   /* particles that there were when space was last partitioned for their number */
};

/* What an event may bring in at most. */
typedef struct {
  double number, mass, volume; /* infinite: any */
} GrInsertLimit;

/* What has come in so far, the same on all ranks, and what was due but found no place. */
typedef struct {
  const char *group;
  double number, mass;    /* [1], [kg] */
  double owed, owed_mass; /* [1], [kg]: that of particles of mean mass, if the case counts them */
} GrInsertion;
GrInsertion GrBulkInsertion(GrWorld world, int group);

/* insert_case.c: particles of a group that there will have been by the end of the run, as far as the case says; where
   it does not, those of its start. */
double GrBulkExpected(GrWorld world, int group);

/* insert.c: a particle that has got a place, to be one of this rank. What a sphere takes of the room of a region [m^3],
   in dimension 2 [m^2]. */
PetscErrorCode GrBulkInsertTake(GrWorld world, int group, PetscInt64 id, double radius, const double x[3]);
double GrBulkInsertVolume(GrWorld world, double radius);

/* insert_place.c: one event of one group. Particles that found a place are in the store of some rank. Collective. */
PetscErrorCode GrBulkInsertPlace(GrWorld world, GrInserting *inserting, GrInsertLimit limit);

#endif
