/* Numbers of an assembly on which later steps depend, besides particles and contact histories; and the state of an
   epoch, the life of one neighbour list. */
#ifndef GRANUM_BULK_NUMBERS_H
#define GRANUM_BULK_NUMBERS_H

#include "parallel/box.h"
#include <granum/world.h>

/* Counts of an epoch: candidate pairs; candidate pairs that do not belong to a family and so have a pair type for their
   radii; acting contacts; particles; particles in each class of speed and in each class of margin (margin.c). A pair
   counts once for each of its two particles, on the rank that owns the particle, so that the sums do not depend on the
   number of ranks. */
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

/* Numbers that checkpoints have. They are the same on all ranks. */
typedef struct {
  double skin; /* twice the smallest margin of a particle [m] */
  /* inverse of the time in which the fastest particle, relative to its margin, moves by its margin [1/s] */
  double pace;
  /* maximum over all candidate pairs of (speed of one particle)/(margin of the other particle) [1/s] */
  double exposure;
  double time;              /* time of the committed state [s] */
  double reference_time;    /* time of the last reneighbouring (bulk.h) [s] */
  PetscInt64 steps;         /* number of accepted steps since the start */
  PetscInt64 reneighboured; /* value of `steps` at the last reneighbouring */
  PetscInt64 next_check;    /* value of `steps` at the next check of displacements */
  /* upper limit of the next time step for integrators with variable steps [s]; 0: no limit */
  double longest_step;
  PetscInt64 reneighbour_due; /* 1: the current epoch ends with reneighbouring; 0: without */
  GrLeft left;                /* numbers of particles that left through the sides of the domain */
  /* number of particles inserted since the start; their ids follow those of the particles at the start */
  PetscInt64 inserted;
  PetscInt64 removed; /* number of particles that entries of `removal` have removed since the start */
  /* bit k: entry k of `removal` removes particles at the end of the current epoch */
  PetscInt64 removal_due;
  double removal_time; /* time up to which the entries of `removal` have been checked [s] */
  /* counts of the previous epoch; the first check of displacements sums them over all ranks */
  PetscInt64 counted[GR_CENSUS_COUNTS];
  double counted_skin; /* skin of the epoch to which the counts `counted` belong [m] */
} GrBulkNumbers;

/* Results of the last check of displacements, over all ranks. */
typedef struct {
  PetscInt64 step;     /* value of GrBulkNumbers.steps at the check; -1: no check has been made */
  double fastest;      /* largest speed of a particle [m/s] */
  PetscBool may_leave; /* whether some particle may soon leave or be removed */
} GrBulkChecked;

typedef struct {
  GrBulkChecked checked;
  /* The box, enlarged to contain all reference positions if a wall rotates: a rotating wall may push particles out of
     the box. */
  GrParallelBox extent;
  PetscBool extent_known; /* whether `extent` is known; the first check of displacements after a rebuild computes it */
} GrBulkEpochState;

#endif
