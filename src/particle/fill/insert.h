/* Groups whose particles are inserted during the run: keys of the generator `insert`, and estimates before the run.
   src/bulk/population/ inserts the particles.

   Events are at the times from + k every, k = 1, 2, ..., up to until, and at `from` itself if there is no rate. Times
   count from the start of the run, or of the stage `during`. The number due at an event is
     by number  rate (t - from), rounded;     by mass  mass_rate (t - from), to the nearest particle;
   at most `count` or `mass` in total. Without a rate the total is due at once. If only solid_fraction or level is
   given, as many particles are inserted as find a free place. Particles are not inserted
     solid_fraction:  while spheres whose centres are in the region fill this fraction of it, or
     level:           after the top of a resting particle has reached that height, measured against gravity. A particle
                      rests if it is slower than sqrt(g R)/10 and outside the region.
   Particles that find no free place are the first to be inserted at the next event. */
#ifndef GRANUM_PARTICLE_FILL_INSERT_H
#define GRANUM_PARTICLE_FILL_INSERT_H

#include "particle/fill/distribution.h"
#include "particle/fill/region.h"

typedef struct {
  GrWithin region;
  /* particles per time [1/s]; mass per time [kg/s]; NaN: not given, also for all members of type double below */
  double rate, mass_rate;
  PetscInt64 count;             /* total number; 0: not given */
  double mass;                  /* total mass [kg] */
  double solid_fraction, level; /* limits of the insertion, see the head [1], [m] */
  double from, until;           /* first and last time of insertion [s] */
  double every;                 /* time between events [s]; its default is set when the case has been read */
  /* smallest distance between the surfaces of an inserted particle and another particle [m] */
  double gap;
  PetscInt64 tries; /* number of random positions that are tried for a particle at an event */
  int during;       /* number of the stage in which particles are inserted; -1: all stages */
} GrInsert;

/* Returns the keys of the generator `insert` of a group; NULL: the group has another generator. */
const GrInsert *GrFillInsertOf(const GrGrains *grains);

/* Returns the largest expected speed of a particle at its insertion [m/s]. */
double GrFillInsertSpeed(const GrGrains *grains);

/* Estimates about the insertion of a group, made before the run. */
typedef struct {
  const GrCase *the_case;
  const GrGrains *grains;
  const GrInsert *insert;
  GrRegion region;
  GrDistribution radii;  /* distribution of the radii; for clumps, of the spheres that contain them */
  double fits, fraction; /* largest number of particles that fit into the region, and their solid fraction [1] */
  /* mean time that a particle needs to leave the region [s]; infinite: it has no speed and no gravity */
  double stay;
  double mass;      /* mean mass of a particle [kg] */
  double rate, all; /* particles per time [1/s], and total number; infinite: the case does not give it */
} GrInsertPlan;

/* Computes these estimates (GrInsertPlan) for a group whose radii are valid. */
void GrFillInsertPlanOf(const GrCase *the_case, const GrGrains *grains, GrInsertPlan *plan);

/* Returns the number of particles inserted until the end of the run, if all find a free place; infinite: only the free
   volume limits this number. */
double GrFillInsertExpected(const GrInsertPlan *plan);

/* Returns the mass [kg] of a particle of radius r [m]; for clumps r is the radius of the sphere that contains the
   clump. */
double GrFillInsertMass(const GrCase *the_case, const GrGrains *grains, double r);

#endif
