/* Counters of particles that pass a surface or are in a region (counter.c). */
#ifndef GRANUM_BULK_POPULATION_COUNTER_H
#define GRANUM_BULK_POPULATION_COUNTER_H

#include "world/world_impl.h"

/* Indices of the sums over the particles that a counter has counted: mass [kg], momentum (3 components) [kg m/s],
   kinetic energy [J]. */
enum { GR_COUNT_MASS, GR_COUNT_MOMENTUM, GR_COUNT_KINETIC = 4, GR_COUNT_SUMS };
enum { GR_COUNT_FORWARDS, GR_COUNT_BACKWARDS, GR_COUNT_WAYS };
typedef struct GrBulkCount_ {
  PetscInt64 number[GR_COUNT_WAYS];
  GrSum sum[GR_COUNT_WAYS][GR_COUNT_SUMS];
} GrBulkCount;

/* Allocates a GrBulkCount with value 0 for each counter of the case. */
PetscErrorCode GrBulkCounterCreate(GrWorld world);

/* Adds the particles of this rank that have passed the surface of a counter since the last reneighbouring to its
   counts. Call it before the reference positions change. */
void GrBulkCounterAddPassages(GrWorld world);

/* Computes the counts of counter k over all ranks at the committed state u [GR_STATE n]. now: output; if the counter
   has a surface, the particles that have passed it since the start; otherwise the particles in its region. net: output,
   forward minus backward counts. Collective. */
PetscErrorCode GrBulkCounterSum(GrWorld world, int k, const double *u, GrBulkCount *now, GrBulkCount *net);

/* Whether a counter is active in the current stage. */
PetscBool GrBulkCounterIsActive(GrWorld world, const GrCounter *counter);

#endif
