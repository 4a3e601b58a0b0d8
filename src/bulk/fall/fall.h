/* Fall of particles: the largest height through which gravity can accelerate a particle, for the expected speed of
   impacts (speed.h). */
#ifndef GRANUM_BULK_FALL_H
#define GRANUM_BULK_FALL_H

#include "bulk/fall/space.h"
#include <stdbool.h>

/* Largest fall in the current stage. */
typedef struct {
  double energy; /* gravity times height, with a whole period along periodic axes [m^2/s^2] */
  double height; /* height along gravity, without periodic axes [m] */
  bool lifted;   /* whether the height counts from the highest place that particles can reach */
  bool periodic; /* whether gravity acts along a periodic axis */
  /* height of a fall that is likely to end in an impact [m]: onto the bed that the particles form, or onto the floor if
     particles are inserted; 0 if the lowest place is an open edge, through which particles leave */
  double likely;
  /* height of the bed that the particles form after all insertions, along gravity [m]; 0: not known, as for `likely` */
  double bed;
  char floor[GR_NAME_MAX]; /* name of the wall at the lowest place; "": the edge of the domain */
} GrBulkFall;

/* Finds the largest fall: from the highest particle or place of insertion to the lowest place that particles can reach
   between the walls. If something can lift particles, it begins at the highest place that they can reach. climb: speed
   with which particles may rise before they fall [m/s]. All ranks get the same result. Collective: three all-reduces
   with gravity, otherwise none. */
PetscErrorCode GrBulkFindFall(GrWorld world, double climb, GrBulkFall *fall);

#endif
