/* The speed that is expected of the impacts in an assembly. The limits of the time step follow from it
   (bulk/bound/step_bound.c). Equations: speed.c. */
#ifndef GRANUM_BULK_FALL_SPEED_H
#define GRANUM_BULK_FALL_SPEED_H

#include "bulk/fall/fall.h"

/* Expected speeds, the same on all ranks. */
typedef struct {
  double fastest;  /* largest speed of a particle [m/s] */
  double moved;    /* expected speed of impacts without the speed gained by falling [m/s] */
  double expected; /* expected speed of impacts [m/s] */
  double likely;   /* speed of impacts that are likely to happen [m/s] */
  GrBulkFall fall; /* largest fall in the current stage */
} GrBulkSpeeds;

/* Returns the largest speed of the particles of this rank and of the particles that will be inserted [m/s], in a
   deforming box relative to the affine flow of the box. */
double GrBulkSpeedMeasure(GrWorld world);

/* Computes the array GrBulkWallMotion.gap[n_walls]. For a load-controlled wall with a mass, the gap is the distance
   from the wall to the nearest particle of all ranks [m]. For other walls it is infinite. Collective. */
void GrBulkSpeedFindGaps(GrWorld world);

/* Returns the largest expected impact speed of two particles, or of a particle and a wall [m/s]. Speed gained by
   falling is not included. fastest: maximum of GrBulkSpeedMeasure over all ranks. Call GrBulkSpeedFindGaps first. */
double GrBulkSpeedOfMotions(GrWorld world, double fastest);

/* Finds the expected speeds of the current stage. fastest: as in GrBulkSpeedOfMotions. Collective: at most four
   all-reduces, the first only with free walls, the others only with gravity. */
PetscErrorCode GrBulkSpeedFind(GrWorld world, double fastest, GrBulkSpeeds *speeds);

/* Writes the expected speed and its origin to text[length], for messages. */
void GrBulkSpeedExplain(GrWorld world, const GrBulkSpeeds *speeds, size_t length, char *text);

/* Whether a particle was faster at a reneighbouring than the expected speed of impacts. Sets *seen and
   *expected to both speeds [m/s]. The next call of GrBulkSpeedFind then expects impacts of 1.5 times this speed. */
bool GrBulkSpeedExceeds(GrWorld world, double *seen, double *expected);

/* Sets the expected speed of impacts, for which the step has been planned [m/s]; 0: the speeds of particles are not
   compared with it any more. All ranks must pass the same value. */
void GrBulkSpeedExpect(GrWorld world, double speed);

/* Returns the speed after a fall through the whole domain [m/s]. */
double GrBulkSpeedThroughDomain(GrWorld world);

#endif
