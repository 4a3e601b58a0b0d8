/* Numbers of an assembly on which later steps depend, besides particles and contact histories; and the state of an
   epoch. */
#ifndef GRANUM_BULK_NUMBERS_H
#define GRANUM_BULK_NUMBERS_H

#include "parallel/box.h"
#include <granum/world.h>

/* Counts of an epoch: candidate pairs, candidate pairs with separate pair types, contacts that act, particles;
   particles by class of their speed and by class of their margin (margin.c). A pair counts once for each of its two
   particles, on the rank that owns the particle, so that the sums do not depend on the number of ranks. */
enum { GR_CENSUS_CLASSES = 8 };
enum {
  GR_CENSUS_CANDIDATES,
  GR_CENSUS_MADE_TYPES,
  GR_CENSUS_CONTACTS,
  GR_CENSUS_PARTICLES,
  GR_CENSUS_SPEED,
  GR_CENSUS_MARGIN = GR_CENSUS_SPEED + GR_CENSUS_CLASSES,
  GR_CENSUS_COUNTS = GR_CENSUS_MARGIN + GR_CENSUS_CLASSES
};

/* Saved in checkpoints; the same on all ranks. */
typedef struct {
  double skin;                          /* twice the smallest margin of a particle [m] */
  double pace;                          /* speed at which a particle uses up its margin, divided by the margin [1/s] */
  double exposure;                      /* maximum of (speed of a candidate partner)/(margin of the particle) [1/s] */
  double time;                          /* time of the committed state [s] */
  double reference_time;                /* time of the last reneighbouring (bulk.h) [s] */
  PetscInt64 steps;                     /* number of accepted steps since the start */
  PetscInt64 reneighboured;             /* value of `steps` at the last reneighbouring */
  PetscInt64 next_check;                /* value of `steps` at the next check of displacements */
  double longest_step;                  /* upper limit of the next step if steps vary [s]; 0: no limit */
  PetscInt64 reneighbour_due;           /* 1: reneighbouring follows at the end of the epoch */
  GrLeft left;                          /* particles that left through the sides of the domain */
  PetscInt64 inserted;                  /* particles inserted since the start; their ids follow the ids of the start */
  PetscInt64 removed;                   /* number of particles removed in regions since the start */
  PetscInt64 removal_due;               /* bit k: removal k is due at the end of the epoch */
  double removal_time;                  /* time up to which removals have been checked [s] */
  PetscInt64 counted[GR_CENSUS_COUNTS]; /* counts of the previous epoch, which the first check sums over all ranks */
  double counted_skin;                  /* skin of the epoch in which `counted` was counted [m] */
} GrBulkNumbers;

/* Results of the last check of displacements, over all ranks. */
typedef struct {
  PetscInt64 step;     /* value of `steps` at the check; -1: there was none */
  double fastest;      /* largest speed of a particle [m/s] */
  PetscBool may_leave; /* a particle may be about to leave or to be removed */
} GrBulkChecked;

typedef struct {
  GrBulkChecked checked;
  /* Bounding box of the box and, if a wall rotates, of all reference positions: such a wall may push particles out of
     the box. */
  GrParallelBox extent;
  PetscBool extent_known; /* extent is known; the first check of displacements after a rebuild computes it */
} GrBulkEpochState;

#endif
