/* Groups whose particles come in during the run: what the input says of when, where and how many. Who places them is
   src/bulk/insert.c.

   Events are at the times from + k every, k = 1, 2, ..., up to until, and at from itself where there is no rate; times
   count from the start of the run, or from that of the stage in `during`. What is due at an event is
     by number  rate (t - from), rounded;     by mass  mass_rate (t - from), to the nearest particle;
   at most `count` or `mass` in all. Without a rate all of these are due at once, or, if solid_fraction or level alone
   are given, as many as find a place. Of what is due, none come in
     solid_fraction:  where the spheres whose centres are in the region fill this part of it, or
     level:           once the top of a particle at rest has been that high, upwards being against gravity. At rest is
                      what is slower than sqrt(g R)/10 and outside of the region.
   What finds no place stays due, and is tried again at the next event, first of all. */
#ifndef GRANUM_PARTICLE_FILL_INSERT_H
#define GRANUM_PARTICLE_FILL_INSERT_H

#include "particle/fill/distribution.h"
#include "particle/fill/region.h"

typedef struct {
  GrWithin region;
  double rate, mass_rate;       /* [1/s], [kg/s]; NaN: not given, here and below */
  PetscInt64 count;             /* in all; 0: not given */
  double mass;                  /* in all [kg] */
  double solid_fraction, level; /* [1], [m] */
  double from, until;           /* [s] */
  double every;                 /* [s]; always there once the case is read */
  double gap;                   /* least distance between two surfaces [m] */
  PetscInt64 tries;             /* of a place for a particle, in an event */
  int during;                   /* the stage; -1: any */
} GrInsert;

/* NULL: the particles of this group are there at the start. */
const GrInsert *GrInsertOf(const GrGrains *grains);

/* The largest speed that a particle of the group is expected to come in with [m/s]. */
double GrInsertSpeed(const GrGrains *grains);

/* What a group will come to, as far as can be said before the run. */
typedef struct {
  const GrCase *the_case;
  const GrGrains *grains;
  const GrInsert *insert;
  GrRegion region;
  GrDistribution radii;
  double fits, fraction; /* particles that the region holds at most, and their solid fraction */
  double stay;           /* of a particle in the region, on the mean [s]; infinite: nothing moves it */
  double mass;           /* of a particle, on the mean [kg] */
  double rate, all;      /* [1/s]; in all; infinite: not given */
} GrInsertPlan;

/* Of a group whose radii are good. */
void GrInsertPlanOf(const GrCase *the_case, const GrGrains *grains, GrInsertPlan *plan);

/* How many come in until the end of the run, if all find a place; infinite: nothing but the room says so. */
double GrInsertExpected(const GrInsertPlan *plan);

/* What a particle of radius r weighs [kg]. */
double GrInsertMass(const GrCase *the_case, const GrGrains *grains, double r);

#endif
