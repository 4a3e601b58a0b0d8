/* Regular arrangements of particles in a box; the position of site k follows from k alone.

   All five are rows along x, rows side by side in layers across y, layers on top of each other along z:
     x = i sx + ((j + k) odd ? shift_x : 0),  y = j sy + (k odd ? shift_y : 0),  z = k sz
                       sx         sy            sz           shift_x   shift_y
     simple cubic      a          a             a            0         0
     fcc               sqrt2 a    a/sqrt2       a/sqrt2      a/sqrt2   0            cube edges sqrt2 a along the axes
     hcp               a          sqrt3/2 a     sqrt(2/3) a  a/2       a/(2 sqrt3)  basal planes normal to z
     square            a          a             one layer    0         0            in the plane z = lower[2]
     hexagonal         a          sqrt3/2 a     one layer    a/2       0            rows along x
     a: distance between nearest neighbours [m]
   Source: N. W. Ashcroft, N. D. Mermin, Solid State Physics (1976), chapter 4.

   On an axis with walls all sites have at least the distance `clearance` + `jitter` from both faces; the first sites
   have it exactly. On a periodic axis the box holds as many whole periods as fit, and the lattice is stretched to be
   periodic (see `stretch`); neighbours are never nearer than a.
   Jitter adds a uniform random number within +-jitter to every coordinate, keyed by seed and id (base/math/random.h,
   use GR_RANDOM_JITTER, draws 0 to 2). The least distance of neighbours is then a - 2 sqrt3 jitter.
   Sites are numbered from 0 along x, then y, then z. Limit: fewer than 2^31 sites along an axis, 2^60 in all. */
#ifndef GRANUM_PARTICLE_FILL_LATTICE_H
#define GRANUM_PARTICLE_FILL_LATTICE_H

#include "particle/fill/distribution.h"
#include <granum/case.h>

typedef enum {
  GR_LATTICE_SIMPLE_CUBIC,
  GR_LATTICE_FCC,
  GR_LATTICE_HCP,
  GR_LATTICE_SQUARE,
  GR_LATTICE_HEXAGONAL
} GrLatticeKind;

typedef struct {
  /* Members that the caller sets. For square and hexagonal only lower[2] is used on the third axis. */
  GrLatticeKind kind;
  double spacing;            /* a [m] */
  double lower[3], upper[3]; /* the box [m] */
  PetscBool periodic[3];
  double clearance; /* smallest distance of sites from faces of the box that are not periodic, usually the radius [m] */
  double jitter;    /* largest random displacement along each axis [m]; 0: none */
  PetscInt64 count; /* number of sites that the group uses: the first `count` sites; 0: all sites */

  /* Set by GrFillLatticePrepare. */
  PetscInt64 sites;
  /* factor by which the lattice is stretched along each axis to be periodic, >= 1; 1 on axes with walls [1] */
  double stretch[3];
  double origin[3];      /* position of site 0 without jitter [m] */
  double step[3];        /* sx, sy, sz of the head, each times `stretch` of its axis [m] */
  double shift[2];       /* shift_x, shift_y of the head, each times `stretch` of its axis [m] */
  PetscInt64 in_row[2];  /* number of sites of an unshifted row, and of a shifted row */
  PetscInt64 n_rows[2];  /* number of rows of an even layer, and of an odd layer */
  PetscInt64 in_pair[2]; /* number of sites of two neighbouring rows, and of two neighbouring layers */
  PetscInt64 in_layer;   /* number of sites of an even layer */
} GrLattice;

/* Checks the members that the caller has set, and sets the others. Returns NULL, or a sentence: the problem; the
   remedy. */
const char *GrFillLatticePrepare(GrLattice *lattice);

/* Prepares the lattice of a group from its keys, the case and its radii. Returns NULL, or a sentence: the problem; the
   remedy. */
const char *GrFillLatticeOfGroup(const GrCase *the_case, const GrGrains *grains, const GrDistribution *radii,
                                 GrLattice *lattice);

/* Computes the position x [m] of a site without jitter, 0 <= site < sites. */
void GrFillLatticeSite(const GrLattice *lattice, PetscInt64 site, double x[3]);

/* Computes the positions x[3 i + axis] [m] of the n sites first, first + 1, ... with jitter, for particles with the ids
   first_id, first_id + 1, ... On periodic axes they are within [lower, upper). */
void GrFillLatticePositions(const GrLattice *lattice, uint64_t seed, PetscInt64 first, PetscInt64 first_id, PetscInt n,
                            double *x);

#endif
