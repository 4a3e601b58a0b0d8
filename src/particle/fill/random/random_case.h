/* A packing task: the input of the placer (placer.h), which places spheres at random positions without overlap. */
#ifndef GRANUM_PARTICLE_FILL_RANDOM_RANDOM_CASE_H
#define GRANUM_PARTICLE_FILL_RANDOM_RANDOM_CASE_H

#include "particle/fill/distribution.h"
#include "particle/fill/obstacle.h"
#include <granum/results.h>
#include <stdbool.h>

/* A sphere that has been placed, or for which a position is proposed. */
typedef struct {
  double x[3], radius; /* centre and radius [m] */
  double key;          /* priority: if two proposals overlap, the smaller key has priority; -1: already placed */
  PetscInt64 number;   /* number of the sphere, from 0; if two keys are equal, the lower number has priority */
} GrPackSphere;

/* A packing task: spheres that are to be placed at random positions in a region without overlap. */
typedef struct {
  const char *origin;        /* beginning of messages about this input: "file:line:column: key" */
  double lower[3], upper[3]; /* lower and upper corner of a box that contains all spheres [m] */
  const GrRegion *region;    /* region in which the spheres are placed; NULL: the box */
  /* whether all centres are in the plane z = lower[2] (dimension 2); solid fractions are then ratios of areas */
  bool flat;
  bool periodic[3]; /* whether each axis is periodic; if not, both faces normal to the axis are walls */
  /* smallest distance between the surfaces of two spheres, and between a sphere and a wall [m] */
  double gap;
  PetscInt64 tries;            /* largest number of random positions that are tried for a sphere; 0: no limit */
  const GrDistribution *radii; /* distribution of the radii of the spheres */
  uint64_t seed;               /* random seed */
  PetscInt64 first_id;         /* the ids of the spheres in random numbers are first_id, first_id + 1, ... */
  PetscInt64 count;            /* number of spheres to be placed; 0: it follows from solid_fraction */
  PetscInt n_taken; /* number of spheres of earlier groups on this rank; each such sphere is on one rank only */
  /* [n_taken] spheres of earlier groups on this rank, with key -1; along periodic axes their centres are in the box */
  const GrPackSphere *taken;
  int n_obstacles;                /* number of walls that block positions */
  const GrFillObstacle *obstacle; /* [n_obstacles] these walls, of a box only closed meshes; the same on every rank */
  /* expected volume of all spheres, which have random radii, divided by the volume of the box [1] */
  double solid_fraction;
} GrPackCase;

#endif
