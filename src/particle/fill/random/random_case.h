/* What is to be placed at random (random.h). */
#ifndef GRANUM_PARTICLE_FILL_RANDOM_RANDOM_CASE_H
#define GRANUM_PARTICLE_FILL_RANDOM_RANDOM_CASE_H

#include "particle/fill/distribution.h"
#include <granum/results.h>

typedef struct {
  double x[3], radius; /* [m] */
  double key;          /* a sphere of smaller key goes first; -1: it has its place */
  PetscInt64 number;   /* from 0; breaks ties */
} GrPackSphere;

typedef struct {
  const char *origin;          /* what messages begin with: file:line:column: key */
  double lower[3], upper[3];   /* the box [m] */
  PetscBool flat;              /* all centres in the plane z = lower[2]: discs, whose fraction is one of areas */
  PetscBool periodic[3];       /* otherwise both faces are walls, which the spheres do not cross */
  double gap;                  /* least distance between two surfaces, and to walls [m] */
  const GrDistribution *radii; /* prepared */
  uint64_t seed;
  PetscInt64 first_id;       /* spheres are first_id, first_id + 1, ... */
  PetscInt64 count;          /* spheres; 0: from solid_fraction */
  PetscBool empty;           /* nothing is there on any rank */
  PetscInt n_taken;          /* spheres that are there already: any share of them on this rank */
  const GrPackSphere *taken; /* [n_taken] of key -1; within the box on periodic axes */
  double solid_fraction; /* expected solid volume over volume of the box; the actual one follows from the radii drawn */
} GrPackCase;

#endif
