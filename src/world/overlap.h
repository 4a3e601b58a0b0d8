/* Overlaps at the start of a case: their number and the largest one.

   A small overlap is intended (precompression, a packing of an earlier run). An overlap deeper than time.overlap_limit
   times the smaller radius is an error of the input: the stability check would stop the run at once, with a message
   about the material. */
#ifndef GRANUM_WORLD_OVERLAP_H
#define GRANUM_WORLD_OVERLAP_H

#include "world/world_impl.h"

struct GrOverlap_ {
  PetscInt64 first, second; /* ids; second 0: a wall */
  int wall;                 /* number in the input */
  double depth, radius;     /* of the overlap; the smaller one of the two [m] */
};

enum { GR_OVERLAPS_PRINTED = 3 };

struct GrOverlaps_ {
  PetscInt64 count, deep;               /* all; those deeper than the limit */
  int n;                                /* of the worst */
  GrOverlap worst[GR_OVERLAPS_PRINTED]; /* deepest first, in terms of the radius; then by ids */
  double limit;                         /* time.overlap_limit */
};

/* Adds an overlap of this rank. depth NaN: the centres coincide. */
void GrWorldOverlapsAdd(GrOverlaps *overlaps, GrOverlap one);

/* All of a world in its initial state, the same on every rank. Collective. */
PetscErrorCode GrWorldOverlapsFind(GrWorld world, GrOverlaps *overlaps);

/* If there are any deeper than the limit: GrFail(GR_EXIT_INPUT, ...) with the worst of them. Collective. */
PetscErrorCode GrWorldOverlapsRefuse(GrWorld world, const GrOverlaps *overlaps);

/* One line: how many, and the deepest. */
void GrWorldOverlapsPrint(GrWorld world, const GrOverlaps *overlaps, const char *mark, FILE *out);

#endif
