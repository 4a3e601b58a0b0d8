/* Numbers of an assembly on which later steps depend, in addition to particles and contact histories. An epoch is the
   time between two rebuilds of the neighbour list. Reneighbouring is a rebuild with new reference positions of the
   particles (bulk.h). */
#ifndef GRANUM_BULK_NUMBERS_H
#define GRANUM_BULK_NUMBERS_H

#include "parallel/box.h"
#include <granum/world.h>
#include <stdbool.h>

/* Number of classes into which particles are divided by their speed, and again by their margin (margin.c). */
enum { GR_COUNTED_CLASSES = 8 };
/* Indices of the numbers that are counted before each rebuild of the neighbour list, to choose the next skin and
   margins. A pair counts once for each of its two particles, on the rank that owns the particle. The sums over all
   ranks therefore do not depend on the number of ranks. */
enum {
  GR_COUNTED_CANDIDATES, /* candidate pairs */
  GR_COUNTED_MADE_TYPES, /* candidate pairs whose contact coefficients are computed for this pair alone (GrModelAdd) */
  GR_COUNTED_CONTACTS,   /* candidate pairs that are in contact */
  GR_COUNTED_PARTICLES,  /* particles */
  GR_COUNTED_SPEED,      /* first of GR_COUNTED_CLASSES counts: particles in each class of speed */
  /* first of GR_COUNTED_CLASSES counts: particles in each class of margin */
  GR_COUNTED_MARGIN = GR_COUNTED_SPEED + GR_COUNTED_CLASSES,
  GR_COUNTED_COUNTS = GR_COUNTED_MARGIN + GR_COUNTED_CLASSES /* number of counts */
};

/* The particle or wall for whose contacts the step of the run was too long (bulk/bound/contacts.c). */
typedef struct {
  double inverse;      /* 1 / its longest stable step [1/s]; 0: there was none */
  PetscInt64 particle; /* id of the particle */
  PetscInt64 wall;     /* number of the wall; -1: it is a particle */
  PetscInt64 contacts; /* number of its contacts */
} GrBulkTightest;

/* When the contacts of the particles are summed, and the result (bulk/bound/contacts.c). */
typedef struct {
  PetscInt64 next;         /* value of GrBulkNumbers.steps from which a check sums the contacts */
  PetscInt64 every;        /* number of steps between the last sum and the next one; 0: contacts are not summed */
  double before;           /* largest GrBulkTightest.inverse in the last sum (GrBulkLimitWatch) [1/s] */
  GrBulkTightest tightest; /* contacts for which the step was too long */
} GrBulkWatch;

/* Numbers that are saved in checkpoints. All ranks have the same values. Reneighbouring is a rebuild of the neighbour
   list with new reference positions of the particles. The margin of a particle is the displacement since the last
   reneighbouring up to which none of its contacts is missed (GrStore.margin). */
typedef struct {
  double skin; /* skin of the neighbour list [m]; every margin is at least half the skin */
  /* largest speed of a particle divided by the largest margin, when the skin was chosen [1/s]. 1/pace is about the time
     until the next reneighbouring */
  double pace;
  /* maximum over all particles of v/margin [1/s]; v: largest speed of the particle and of its partners in candidate
     pairs. 0 if all margins are equal */
  double exposure;
  double time;              /* time of the last accepted step [s] */
  double reference_time;    /* time of the last reneighbouring [s] */
  PetscInt64 steps;         /* number of accepted steps since the start of the run, plus 1 for the initial state */
  PetscInt64 reneighboured; /* value of `steps` at the last reneighbouring */
  PetscInt64 next_check;    /* value of `steps` at the next check of displacements */
  /* upper limit of the next time step, for integrators with variable steps [s]; 0: no limit */
  double longest_step;
  /* 1: the next rebuild of the neighbour list is a reneighbouring; 0: it keeps the reference positions */
  PetscInt64 reneighbour_due;
  GrLeft left; /* numbers of particles that left through the sides of the domain */
  /* number of particles inserted since the start of the run; their ids follow after the last id at the start */
  PetscInt64 inserted;
  /* number of particles removed since the start of the run by the entries of the input key `removal` */
  PetscInt64 removed;
  /* bit k: entry k of the input key `removal` removes particles at the next rebuild of the neighbour list */
  PetscInt64 removal_due;
  double removal_time; /* the entries of `removal` have been checked up to this time [s] */
  /* numbers counted before the last rebuild (GR_COUNTED_...): sums over all ranks; the first check of displacements
     after the rebuild sets them */
  PetscInt64 counted[GR_COUNTED_COUNTS];
  double counted_skin; /* skin before the last rebuild, to which the numbers `counted` belong [m] */
  /* speed of impacts for which the step has been planned [m/s]; 0: not planned yet, or exceeded at a given step */
  double expected_speed;
  double seen_speed; /* largest speed of a particle that exceeded `expected_speed` at a reneighbouring [m/s]; 0: none */
  GrBulkWatch watch; /* stable step of the contacts during the run */
} GrBulkNumbers;

/* Results, over all ranks, of the last check of how far particles are from their reference positions
   (GrBulkCheckDisplacements). */
typedef struct {
  PetscInt64 step; /* value of GrBulkNumbers.steps at the check; -1: no check has been made */
  double fastest;  /* largest speed of a particle [m/s] */
  /* bound of the speed of a particle relative to a wall or another particle until the next check [m/s]; infinite: not
     known */
  double relative;
  bool may_leave; /* whether some particle or body is outside the box, or the input has the key `removal` */
} GrBulkChecked;

/* Numbers that are not saved in checkpoints, because they are computed again. */
typedef struct {
  GrBulkChecked checked; /* largest speed, and whether particles may leave, at the last check of displacements */
  /* box that contains the simulation box and all reference positions; it is larger than the simulation box if a
     rotating wall has pushed particles out */
  GrParallelBox extent;
  /* whether `extent` is valid; if a wall rotates, the first check of displacements after a rebuild computes `extent` */
  bool extent_known;
} GrBulkEpochState;

#endif
