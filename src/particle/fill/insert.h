/* Groups whose particles are inserted during the run: input keys of the generator `insert`, and estimates before the
   run. The functions in src/bulk/population/ insert the particles.

   Particles are inserted at discrete times, the events: t = `from` + k `every` with k = 1, 2, ..., not after `until`.
   If the group has neither `rate` nor `mass_rate`, `from` is also an event. Times count from the start of the run or,
   if the group has the key `during`, from the start of that stage. The total number of particles due until an event is
     with rate: rate (t - from), rounded;  with mass_rate: the number whose mass is nearest to mass_rate (t - from);
     if the rate is a function of time, its integral from `from` to t
   but not more than the number `count` or the mass `mass`. Without a rate all particles are due at the first event. If
   the group only has solid_fraction or level, an event inserts all particles that find a free position. Two keys limit
   the insertion (R: radius of a particle; g: gravity):
     solid_fraction  no particles are inserted while the spheres with centres in the region fill this fraction of it
     level           insertion ends when the top of a particle at rest reaches this height, measured against gravity. A
                     particle is at rest if it is below the region and its speed is less than sqrt(g R)/10
   Particles that find no free position are the first to be inserted at the next event. */
#ifndef GRANUM_PARTICLE_FILL_INSERT_H
#define GRANUM_PARTICLE_FILL_INSERT_H

#include "case/function.h"
#include "particle/fill/distribution.h"
#include "particle/fill/region.h"

/* Values of the input keys of the generator `insert`. A member of type double is NaN if the input does not give it. An
   event is a time at which particles are inserted. */
typedef struct {
  GrWithin region;                                    /* shape in which particles are inserted */
  double rate;                                        /* number of particles inserted per time [1/s] */
  double mass_rate;                                   /* mass inserted per time [kg/s] */
  const GrFunction *rate_of_time, *mass_rate_of_time; /* the rates as functions of time; NULL: constant */
  PetscInt64 count;                                   /* total number of inserted particles; 0: not given */
  double mass;                                        /* total mass of inserted particles [kg] */
  double solid_fraction; /* solid fraction of the region at which no more particles are inserted [1] */
  double level;          /* insertion ends when the settled particles reach this height, measured against gravity [m] */
  double from;           /* time at which insertion begins [s] */
  double until;          /* time at which insertion ends [s] */
  double every;          /* time between two events [s] */
  double gap;            /* smallest distance from the surface of an inserted particle to any other surface [m] */
  PetscInt64 tries;      /* largest number of random positions that are tried for a particle at an event */
  int during;            /* number of the only stage in which particles are inserted, from 0; -1: in all stages */
} GrInsert;

/* Returns the values of the keys of `insert` of a group; NULL: the group has another generator. */
const GrInsert *GrFillInsertOf(const GrGrains *grains);

/* Estimates, made before the run, about the insertion of the particles of a group. */
typedef struct {
  const GrCase *the_case;
  const GrGrains *grains;
  const GrInsert *insert;
  GrRegion region;      /* region in which the particles are inserted */
  GrDistribution radii; /* distribution of the radii; for clumps, radii of their bounding spheres */
  double fits;          /* largest number of particles that fit into the region at the same time */
  double fraction;      /* solid fraction of the region with `fits` particles [1] */
  double stay; /* mean time until a particle leaves the region [s]; infinite: neither velocity nor gravity moves it */
  double mass; /* mean mass of a particle of the group [kg] */
  double rate; /* largest number of particles inserted per time [1/s]; infinite: not known */
  double all;  /* largest total number of inserted particles that the input allows; infinite: no limit */
} GrInsertPlan;

/* Computes the estimates *plan for the insertion of a group. The radii of the group must have been checked. */
void GrFillInsertPlanOf(const GrCase *the_case, const GrGrains *grains, GrInsertPlan *plan);

/* Returns the number of particles inserted until the end of the run if all particles find a free position. Infinite:
   only the free volume limits the number. */
double GrFillInsertExpected(const GrInsertPlan *plan);

/* Returns the mass of a particle of the group [kg]. r: radius of the particle or, for a clump, of the sphere that
   contains the clump [m]. */
double GrFillInsertMass(const GrCase *the_case, const GrGrains *grains, double r);

#endif
