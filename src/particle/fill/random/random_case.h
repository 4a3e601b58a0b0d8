/* Packing task: spheres to be placed at random without overlap (random.h). */
#ifndef GRANUM_PARTICLE_FILL_RANDOM_RANDOM_CASE_H
#define GRANUM_PARTICLE_FILL_RANDOM_RANDOM_CASE_H

#include "particle/fill/distribution.h"
#include <granum/results.h>

typedef struct {
  double x[3], radius; /* [m] */
  double key;          /* priority: spheres with smaller keys are placed first; -1: the sphere has been placed */
  PetscInt64 number;   /* number of the sphere, from 0; determines the order of spheres with equal keys */
} GrPackSphere;

typedef struct {
  const char *origin;        /* beginning of messages about the task: "file:line:column: key" */
  double lower[3], upper[3]; /* the box [m] */
  /* whether the particles are discs with centres in the plane z = lower[2]; solid fractions are then ratios of areas */
  PetscBool flat;
  PetscBool periodic[3]; /* PETSC_FALSE: both faces along this axis are walls */
  /* smallest distance between the surfaces of two spheres, and between a sphere and a wall [m] */
  double gap;
  const GrDistribution *radii; /* prepared */
  uint64_t seed;
  PetscInt64 first_id; /* the ids of the spheres are first_id, first_id + 1, ... */
  PetscInt64 count;    /* number of spheres; 0: it follows from solid_fraction */
  PetscBool empty;     /* whether no rank has spheres of earlier groups */
  /* number of spheres of earlier groups on this rank; the ranks together have all of them, each once */
  PetscInt n_taken;
  const GrPackSphere *taken; /* [n_taken] spheres of earlier groups, with key -1; within the box along periodic axes */
  /* expected volume of the spheres divided by the volume of the box [1]; the actual value depends on the radii drawn */
  double solid_fraction;
} GrPackCase;

#endif
