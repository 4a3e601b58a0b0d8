/* Search for overlaps in the initial state of a case.

   A small overlap may be intended (precompression, or a packing of an earlier run). An overlap larger than
   time.overlap_limit times the smaller radius is an error of the input. Without this search, the stability check would
   stop the run at once, with a misleading message about the material. */
#ifndef GRANUM_WORLD_OVERLAP_H
#define GRANUM_WORLD_OVERLAP_H

#include "world/world_impl.h"

/* An overlap of two particles, or of a particle and a wall. */
struct GrOverlap_ {
  PetscInt64 first;  /* id of the first particle */
  PetscInt64 second; /* id of the second particle; 0: the second body is a wall */
  int wall;          /* if `second` is 0, the particle overlaps a wall: number of this wall in the input */
  double depth;      /* overlap [m] */
  double radius;     /* smaller radius of the two bodies [m] */
};

enum { GR_OVERLAPS_PRINTED = 3 }; /* number of overlaps in a message */

/* Overlaps of the initial state: their number, and the largest ones. */
struct GrOverlaps_ {
  PetscInt64 count; /* number of all overlaps */
  PetscInt64 deep;  /* number of overlaps whose depth/radius exceeds `limit` */
  int n;            /* number of elements of `worst` that are set */
  /* [n] overlaps with the largest depth/radius, in descending order; equal values are in ascending order of the ids */
  GrOverlap worst[GR_OVERLAPS_PRINTED];
  double limit; /* time.overlap_limit: largest allowed depth/radius [1] */
};

/* Adds an overlap of two bodies to the overlaps that this rank has found. If its depth is NaN, because the centres of
   the two bodies coincide, twice the smaller radius replaces it. */
void GrWorldOverlapsAdd(GrOverlaps *overlaps, GrOverlap one);

/* Replaces *kept by a contact that is deeper: with the larger overlap / radius, or the same at an earlier time or with
   lower ids. Also keeps the larger `recent`. */
void GrWorldDeepestKeep(GrDeepest *kept, const GrDeepest *one);

/* Finds all overlaps of a world in its initial state. The result is the same on every rank. Collective. */
PetscErrorCode GrWorldOverlapsFind(GrWorld world, GrOverlaps *overlaps);

/* Fails with GR_EXIT_INPUT if an overlap exceeds the limit. The message lists the worst overlaps. Collective. */
PetscErrorCode GrWorldOverlapsRefuse(GrWorld world, const GrOverlaps *overlaps);

/* Prints one line with the number of overlaps and the largest overlap. mark: text at the beginning of the line. */
void GrWorldOverlapsPrint(GrWorld world, const GrOverlaps *overlaps, const char *mark, FILE *out);

#endif
