/* Groups whose particles are inserted during the run: keys of the input, and estimates. src/bulk/population/ inserts
   the particles.

   Events are at the times from + k every, k = 1, 2, ..., up to until, and at `from` itself if there is no rate. Times
   count from the start of the run, or of the stage `during`. The number due at an event is
     by number  rate (t - from), rounded;     by mass  mass_rate (t - from), to the nearest particle;
   at most `count` or `mass` in total. Without a rate the total is due at once; with solid_fraction or level alone, as
   many particles as find a place. Particles are not inserted
     solid_fraction:  while spheres whose centres are in the region fill this fraction of it, or
     level:           after the top of a resting particle has reached that height, measured against gravity. A particle
                      rests if it is slower than sqrt(g R)/10 and outside the region.
   Particles that find no place are the first at the next event. */
#ifndef GRANUM_PARTICLE_FILL_INSERT_H
#define GRANUM_PARTICLE_FILL_INSERT_H

#include "particle/fill/distribution.h"
#include "particle/fill/region.h"

typedef struct {
  GrWithin region;
  double rate, mass_rate;       /* [1/s], [kg/s]; NaN: not given, as for all real members below */
  PetscInt64 count;             /* total number; 0: not given */
  double mass;                  /* total mass [kg] */
  double solid_fraction, level; /* [1], [m] */
  double from, until;           /* [s] */
  double every;                 /* time between events [s]; its default is set when the case has been read */
  double gap;                   /* least distance between two surfaces [m] */
  PetscInt64 tries;             /* positions tried for a particle in an event */
  int during;                   /* number of the stage in which particles are inserted; -1: all stages */
} GrInsert;

/* Keys of a group that is inserted; NULL for other groups. */
const GrInsert *GrFillInsertOf(const GrGrains *grains);

/* Largest expected speed of a particle when it is inserted [m/s]. */
double GrFillInsertSpeed(const GrGrains *grains);

/* Estimates for a group before the run. */
typedef struct {
  const GrCase *the_case;
  const GrGrains *grains;
  const GrInsert *insert;
  GrRegion region;
  GrDistribution radii;  /* of clumps: of their containing spheres */
  double fits, fraction; /* largest number of particles in the region, and their solid fraction */
  double stay;           /* mean time of a particle in the region [s]; infinite: nothing moves it */
  double mass;           /* mean mass of a particle [kg] */
  double rate, all;      /* particles per time [1/s]; total number; infinite: not given */
} GrInsertPlan;

/* Computes the estimates of a group with valid radii. */
void GrFillInsertPlanOf(const GrCase *the_case, const GrGrains *grains, GrInsertPlan *plan);

/* Number of particles until the end of the run, if all find a place; infinite: only the volume limits it. */
double GrFillInsertExpected(const GrInsertPlan *plan);

/* Mass of a particle of radius r; of a clump whose containing sphere has radius r [kg]. */
double GrFillInsertMass(const GrCase *the_case, const GrGrains *grains, double r);

#endif
