/* Counters of particles that pass a surface or are in a region (counter.c). Reneighbouring is a rebuild of the
   neighbour list with new reference positions of the particles (bulk/bulk.h). */
#ifndef GRANUM_BULK_POPULATION_COUNTER_H
#define GRANUM_BULK_POPULATION_COUNTER_H

#include "world/world_impl.h"
#include <stdbool.h>

/* Indices of the sums over the particles that a counter has counted: mass [kg], momentum (3 components) [kg m/s],
   kinetic energy [J]. */
enum { GR_COUNT_MASS, GR_COUNT_MOMENTUM, GR_COUNT_KINETIC = 4, GR_COUNT_SUMS };
/* Indices of the two directions in which particles pass the surface of a counter: along its normal, and against it. */
enum { GR_COUNT_FORWARDS, GR_COUNT_BACKWARDS, GR_COUNT_WAYS };
/* The particles that a counter has counted, for each direction. A counter of a region uses only GR_COUNT_FORWARDS. */
typedef struct GrBulkCount_ {
  PetscInt64 number[GR_COUNT_WAYS];        /* number of particles */
  GrSum sum[GR_COUNT_WAYS][GR_COUNT_SUMS]; /* mass, momentum and kinetic energy of the particles (GR_COUNT_MASS, ...) */
} GrBulkCount;

/* For each counter with a surface, counts the particles of this rank that have passed the surface since their reference
   positions were set, and begins or ends their residence times (residence.h). For each counter with clocks, begins and
   ends the clocks of the particles that have entered or left its region. Call it before the reference positions
   change. */
PetscErrorCode GrBulkCounterAddPassages(GrWorld world);

/* Computes the counts of counter k over all ranks. now: for a counter with a surface, the counts of the particles that
   have passed it since the start; for a counter of a region, the counts of the particles that are in it. net: forward
   minus backward counts, at index GR_COUNT_FORWARDS. u [GR_STATE n]: state of the n particles of this rank after the
   last accepted step. Collective. */
PetscErrorCode GrBulkCounterSum(GrWorld world, int k, const double *u, GrBulkCount *now, GrBulkCount *net);

/* Whether a counter is active in the current stage. */
bool GrBulkCounterIsActive(GrWorld world, const GrCounter *counter);

#endif
