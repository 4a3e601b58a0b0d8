/* Spheres to be placed at random (random.h). */
#ifndef GRANUM_PARTICLE_FILL_RANDOM_RANDOM_CASE_H
#define GRANUM_PARTICLE_FILL_RANDOM_RANDOM_CASE_H

#include "particle/fill/distribution.h"
#include <granum/results.h>

typedef struct {
  double x[3], radius; /* [m] */
  double key;          /* spheres are placed in ascending order of keys; -1: the sphere has been placed */
  PetscInt64 number;   /* number of the sphere, from 0; orders spheres with equal keys */
} GrPackSphere;

typedef struct {
  const char *origin;        /* start of messages: file:line:column: key */
  double lower[3], upper[3]; /* the box [m] */
  PetscBool flat;            /* discs: centres are in the plane z = lower[2]; the solid fraction is a ratio of areas */
  PetscBool periodic[3];     /* otherwise both faces are walls */
  double gap;                /* least distance between surfaces, and to walls [m] */
  const GrDistribution *radii; /* prepared */
  uint64_t seed;
  PetscInt64 first_id;       /* spheres are first_id, first_id + 1, ... */
  PetscInt64 count;          /* number of spheres; 0: from solid_fraction */
  PetscBool empty;           /* no rank has spheres of earlier groups */
  PetscInt n_taken;          /* number of earlier spheres on this rank, any share of all of them */
  const GrPackSphere *taken; /* [n_taken] earlier spheres, with key -1; within the box on periodic axes */
  double solid_fraction; /* expected solid volume over volume of the box; the actual one follows from the radii drawn */
} GrPackCase;

#endif
