/* Numbers of an assembly on which later steps depend, in addition to its particles and contact histories. Also the
   state of the current epoch, which is the time between two rebuilds of the neighbour list (bulk.h). */
#ifndef GRANUM_BULK_NUMBERS_H
#define GRANUM_BULK_NUMBERS_H

#include "parallel/box.h"
#include <granum/world.h>

/* Number of classes of speed, and also number of classes of margin (margin.c). */
enum { GR_CENSUS_CLASSES = 8 };
/* Indices of the counts that are made at the end of each epoch. A pair is counted once for each of its two particles,
   on the rank that owns the particle. The sums over all ranks therefore do not depend on the number of ranks. */
enum {
  GR_CENSUS_CANDIDATES, /* candidate pairs */
  GR_CENSUS_MADE_TYPES, /* candidate pairs whose pair type was created for this pair only (GrModelAdd) */
  GR_CENSUS_CONTACTS,   /* candidate pairs that are in contact */
  GR_CENSUS_PARTICLES,  /* particles */
  GR_CENSUS_SPEED,      /* particles in each class of speed: GR_CENSUS_CLASSES counts */
  GR_CENSUS_MARGIN = GR_CENSUS_SPEED + GR_CENSUS_CLASSES, /* particles in each class of margin */
  GR_CENSUS_COUNTS = GR_CENSUS_MARGIN + GR_CENSUS_CLASSES /* number of counts */
};

/* Numbers that are saved in checkpoints. All ranks have the same values.

   The margin of a particle is the displacement since the last reneighbouring up to which none of its contacts is missed
   (GrStore.margin). */
typedef struct {
  double skin; /* no margin of a particle is smaller than half the skin [m] */
  /* largest speed of a particle, divided by the margin that margin.c chose for the fastest particles [1/s] */
  double pace;
  /* maximum over all particles of v divided by the margin of the particle [1/s], with v the largest speed of the
     particle and its candidate partners; 0 if all margins are equal */
  double exposure;
  double time;              /* time of the state that the checkpoint has [s] */
  double reference_time;    /* time of the last reneighbouring (bulk.h) [s] */
  PetscInt64 steps;         /* number of accepted steps since the start of the run */
  PetscInt64 reneighboured; /* value of `steps` at the last reneighbouring */
  PetscInt64 next_check;    /* value of `steps` at the next check of displacements */
  /* upper limit of the next time step [s], for integrators with variable steps; 0: no limit */
  double longest_step;
  /* 1: the next rebuild of the neighbour list is a reneighbouring; 0: it keeps the reference positions */
  PetscInt64 reneighbour_due;
  GrLeft left; /* numbers of particles that left through the sides of the domain */
  /* number of particles inserted since the start of the run; their ids follow after the last id at the start */
  PetscInt64 inserted;
  /* number of particles removed since the start of the run by the entries of the input key `removal` */
  PetscInt64 removed;
  /* bit k: entry k of the input key `removal` removes particles at the end of the current epoch */
  PetscInt64 removal_due;
  double removal_time; /* the entries of `removal` have been checked for removals due up to this time [s] */
  /* counts at the end of the previous epoch; the first check of displacements sums them over all ranks */
  PetscInt64 counted[GR_CENSUS_COUNTS];
  double counted_skin; /* value of `skin` in the epoch, the time between two rebuilds, that `counted` belongs to [m] */
} GrBulkNumbers;

/* Results of the last check of displacements, for the particles of all ranks. */
typedef struct {
  PetscInt64 step;     /* value of GrBulkNumbers.steps at the check; -1: no check has been made */
  double fastest;      /* largest speed of a particle [m/s] */
  PetscBool may_leave; /* whether some particle or body is outside the box, or the case has removals */
} GrBulkChecked;

typedef struct {
  GrBulkChecked checked;
  /* A box that contains the simulation box and all reference positions. It is larger than the simulation box if a
     rotating wall has pushed particles out of it. */
  GrParallelBox extent;
  /* whether `extent` is valid; if a wall rotates, the first check of displacements after a rebuild computes it */
  PetscBool extent_known;
} GrBulkEpochState;

#endif
