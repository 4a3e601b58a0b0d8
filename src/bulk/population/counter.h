/* Counters of particles that pass a surface or are in a region (counter.c). */
#ifndef GRANUM_BULK_POPULATION_COUNTER_H
#define GRANUM_BULK_POPULATION_COUNTER_H

#include "world/world_impl.h"

/* Sums over the particles that a counter counts: mass [kg], momentum [kg m/s], kinetic energy [J]. */
enum { GR_COUNT_MASS, GR_COUNT_MOMENTUM, GR_COUNT_KINETIC = 4, GR_COUNT_SUMS };
enum { GR_COUNT_FORWARDS, GR_COUNT_BACKWARDS, GR_COUNT_WAYS };
typedef struct GrBulkCount_ {
  PetscInt64 number[GR_COUNT_WAYS];
  GrSum sum[GR_COUNT_WAYS][GR_COUNT_SUMS];
} GrBulkCount;

/* Allocates a GrBulkCount for each counter of the case, all 0. */
PetscErrorCode GrBulkCounterCreate(GrWorld world);

/* Adds the passages since the last reneighbouring to the counts of this rank. To be called before the reference
   positions change. */
void GrBulkCounterAddPassages(GrWorld world);

/* Computes the counts of counter k over all ranks at the committed state u [GR_STATE n]. now: passages of the surface
   since the start, or particles in the region. net: forward minus backward counts. Collective. */
PetscErrorCode GrBulkCounterSum(GrWorld world, int k, const double *u, GrBulkCount *now, GrBulkCount *net);

/* Whether a counter counts in the current stage. */
PetscBool GrBulkCounterIsActive(GrWorld world, const GrCounter *counter);

#endif
