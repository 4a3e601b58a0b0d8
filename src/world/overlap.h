/* Overlaps at the start of a case: their number and the largest one.

   A small overlap may be intended (precompression, a packing of an earlier run). An overlap deeper than
   time.overlap_limit times the smaller radius is an error of the input: the stability check would stop the run at once,
   with a message about the material. */
#ifndef GRANUM_WORLD_OVERLAP_H
#define GRANUM_WORLD_OVERLAP_H

#include "world/world_impl.h"

struct GrOverlap_ {
  PetscInt64 first, second; /* ids of the particles; second 0: a wall */
  int wall;                 /* number of the wall in the input */
  double depth, radius;     /* overlap; smaller radius of the two bodies [m] */
};

enum { GR_OVERLAPS_PRINTED = 3 };

struct GrOverlaps_ {
  PetscInt64 count, deep; /* number of overlaps; number of overlaps deeper than the limit */
  int n;                  /* number of entries of `worst` */
  /* the worst overlaps, in descending order of depth/radius, then in ascending order of ids */
  GrOverlap worst[GR_OVERLAPS_PRINTED];
  double limit; /* time.overlap_limit: largest allowed depth/radius [1] */
};

/* Adds an overlap of this rank. GrOverlap.depth NaN: the centres of the two bodies coincide. */
void GrWorldOverlapsAdd(GrOverlaps *overlaps, GrOverlap one);

/* Finds all overlaps of a world in its initial state. The result is the same on every rank. Collective. */
PetscErrorCode GrWorldOverlapsFind(GrWorld world, GrOverlaps *overlaps);

/* Fails by GrFail(GR_EXIT_INPUT, ...) if an overlap is deeper than the limit. The message has the worst overlaps.
   Collective. */
PetscErrorCode GrWorldOverlapsRefuse(GrWorld world, const GrOverlaps *overlaps);

/* Prints one line that begins with `mark`: the number of overlaps and the deepest overlap. */
void GrWorldOverlapsPrint(GrWorld world, const GrOverlaps *overlaps, const char *mark, FILE *out);

#endif
