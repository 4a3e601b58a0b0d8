/* The particles of an assembly (dimension 2 and 3), as the input defines them: groups of spheres or
   clumps (rigid bodies of spheres), radii, and regions. All numbers are in SI units. If a number can be NaN, its
   comment says what NaN means. */
#ifndef GRANUM_CASE_GRAINS_H
#define GRANUM_CASE_GRAINS_H

#include "case/clump.h"
#include "case/material.h"
#include <granum/generator.h>
#include <granum/particle.h>
#include <stdbool.h>

/* Type of the distribution of radii in a group in dimension 2 and 3. */
typedef enum {
  GR_RADII_CONSTANT,
  GR_RADII_UNIFORM,
  GR_RADII_NORMAL,
  GR_RADII_LOGNORMAL,
  GR_RADII_WEIBULL,
  GR_RADII_LIST,
  GR_RADII_SIEVE
} GrRadiiKind;

/* Weight of a particle in a distribution of radii: 1 (number), its volume, or its mass. In one group, volume and mass
   give the same distribution, since all particles have the same density. */
typedef enum { GR_BY_NUMBER, GR_BY_VOLUME, GR_BY_MASS } GrRadiiShare;

/* Distribution of the radii of the particles of a group in dimension 2 and 3. A number is NaN if the distribution type
   `kind` does not use it. */
typedef struct {
  GrRadiiKind kind;
  GrRadiiShare by; /* weight of a particle in the distribution: number, volume or mass */
  /* mean radius, before the distribution is truncated to from..to [m]; GR_RADII_CONSTANT: radius of all particles; NaN:
     a file gives the radii */
  double mean;
  double deviation; /* standard deviation of the radius, before the distribution is truncated to from..to [m] */
  double scale;     /* scale parameter of a Weibull distribution [m] */
  double shape;     /* shape parameter of a Weibull distribution: the exponent [1] */
  double from;      /* smallest radius of a particle [m] */
  double to;        /* largest radius of a particle [m] */
  int n_entries;    /* GR_RADII_LIST: number of radii in the list; GR_RADII_SIEVE: number of sieves */
  double *radius;   /* [n_entries] radii of the list, or half the openings of the sieves, ascending [m] */
  /* [n_entries] GR_RADII_LIST: fraction of the particles with radius[k], by number, volume or mass (see `by`) [1]. The
     sum of all fractions is 1 */
  double *fraction;
  /* [n_entries] GR_RADII_SIEVE: fraction of the particles whose radius is less than radius[k], by number, volume or
     mass (see `by`) [1]. It increases from 0 at the first sieve to 1 at the last sieve */
  double *passing;
} GrRadii;

/* A closed mesh that granum fills with spheres to create a clump. */
typedef struct {
  char *file;         /* name of the mesh file; NULL: the clump has no mesh, or the mesh has been read */
  double scale;       /* length unit of the coordinates in the mesh file [m]; NaN: 1 m */
  PetscInt64 spheres; /* maximum number of spheres that fill the mesh; 0: GR_CLUMP_SPHERES_MAX */
  /* maximum distance of a point on the surface of the mesh from the nearest sphere [m]; NaN: the smallest distance
     that the maximum number of spheres permits */
  double tolerance;
} GrClumpFilling;

/* One entry of `clumps`: a clump, which is a rigid body of spheres (case/clump.h). */
typedef struct {
  char name[GR_NAME_MAX];
  int n_spheres;
  GrClumpSphere *spheres; /* [n_spheres] spheres of the clump, in the axes in which the input gives them */
  /* name of a file that lists the spheres; NULL: no file, or it has been read into `spheres` */
  char *file;
  GrClumpFilling mesh; /* mesh that the spheres fill; mesh.file NULL: no mesh, or the mesh has been read */
  GrClumpMassFrom mass_from;
  GrClumpSolid solid; /* mass properties that the input gives or that granum has computed from the mesh */
  /* [n_spheres] the spheres in coordinates along the principal axes, with the origin at the centre of mass; NULL: no
     group uses the clump */
  GrClumpMember *member;
  GrClumpBody body; /* mass properties of the clump; set only if `member` is not NULL */
  GrPlace place;    /* line and column in the input, for messages */
} GrClump;

/* Selection of particles: a particle is selected if it agrees with all members. A rigid body has the radius of the
   sphere of equal volume. */
typedef struct {
  int group;    /* index in GrCase.grains; -1: all groups */
  int material; /* index in GrCase.materials; -1: all materials */
  struct {
    double from; /* smallest radius that is selected [m] */
    double to;   /* upper bound of the radius, not included [m]; NaN: no limit */
  } radius;
} GrSelection;

/* One entry of `particles` in dimension 2 and 3: a group of particles. If a file gives velocities or spins, these
   replace the velocity and the spin of the group. */
typedef struct GrGrains {
  char name[GR_NAME_MAX];
  const GrGenerator *generator;
  /* number of elements of `given`: number of entries if the input gives a list of entries for the generator, else 1 */
  int n_given;
  /* [n_given] values of the generator's input keys; each element is a struct of GrGenerator.size bytes */
  void *given;
  PetscInt64 count; /* number of particles in the group; 0: unknown until the generator has created the particles */
  /* id of the first particle of the group. Ids start at 1 and continue from group to group. 0: unknown, because the
     number of particles of an earlier group is unknown */
  PetscInt64 first_id;
  GrWithin within; /* region of the group: generated particles that are not completely inside it are removed */
  int material;    /* index in GrCase.materials */
  int clump;       /* index in GrCase.clumps of the shape of the particles; -1: the particles are spheres */
  /* initial orientation of the clumps: GR_ORIENTATION_RANDOM or GR_ORIENTATION_FIXED; -1: the particles are spheres */
  int orientation;
  GrRadii radii; /* radii of the particles; the radius of a clump is that of a sphere with the volume of the clump */
  /* mass of one particle [kg]; NaN: computed from the density, or read from the generator's file */
  double mass;
  double velocity[3]; /* initial velocity of the particles [m/s] */
  double spin[3];     /* initial angular velocity of the particles [rad/s] */
  /* standard deviation of a random velocity that is added to each component of `velocity` [m/s] */
  double velocity_deviation;
  /* standard deviation of a random spin that is added to each component of `spin` [rad/s] */
  double spin_deviation;
  PetscInt64 seed; /* seed of all random numbers of the group */
  bool fixed;      /* true: forces do not change velocity and spin of the particles */
  /* value of each property that a program has added (granum/particle.h), in the order of registration */
  double property[GR_PROPERTIES_MAX];
  GrPlace place; /* line and column in the input, for messages */
} GrGrains;

/* Returns the path of the file that the generator of a group reads. The path is relative to the folder of the
   input; GrCaseFile computes the full path. NULL: the generator reads no file. */
const char *GrGeneratorFile(const GrGrains *grains);

#endif
