/* Lattices: regular arrangements of particle positions (sites) in a box. The position of a site is a function of its
   number. There are five lattices. Each consists of rows of sites along x. Rows side by side along y form a layer.
   Layers are stacked along z. Site i of row j in layer k has the position, relative to the first site:
     x = i sx + ((j + k) odd ? shift_x : 0),  y = j sy + (k odd ? shift_y : 0),  z = k sz
                       sx         sy            sz           shift_x   shift_y
     simple cubic      a          a             a            0         0
     fcc               sqrt2 a    a/sqrt2       a/sqrt2      a/sqrt2   0            cube edges sqrt2 a along the axes
     hcp               a          sqrt3/2 a     sqrt(2/3) a  a/2       a/(2 sqrt3)  basal planes normal to z
     square            a          a             one layer    0         0            in the plane z = lower[2]
     hexagonal         a          sqrt3/2 a     one layer    a/2       0            rows along x
     a: distance between nearest neighbours [m]
   Source: N. W. Ashcroft, N. D. Mermin, Solid State Physics (1976), chapter 4.

   Along an axis that is not periodic, each site has at least the distance `clearance` + `jitter` from both faces of the
   box. The first sites have exactly this distance. Along a periodic axis, the box contains the largest possible number
   of whole periods of the lattice, and the lattice is stretched to fill the box (see `stretch`). The distance between
   neighbours is therefore never less than a.
   Jitter adds a uniform random number from -jitter to +jitter to each coordinate. The number depends only on the seed
   and on the id of the particle (base/math/random.h, use GR_RANDOM_JITTER, draws 0 to 2). The smallest distance between
   neighbours is then a - 2 sqrt3 jitter.
   Sites are numbered from 0, first along x, then along y, then along z. Limits: fewer than 2^31 sites along an axis,
   and fewer than 2^60 sites in total. */
#ifndef GRANUM_PARTICLE_FILL_LATTICE_H
#define GRANUM_PARTICLE_FILL_LATTICE_H

#include "case/case.h"
#include "particle/fill/distribution.h"
#include <stdbool.h>

typedef enum {
  GR_LATTICE_SIMPLE_CUBIC,
  GR_LATTICE_FCC,
  GR_LATTICE_HCP,
  GR_LATTICE_SQUARE,
  GR_LATTICE_HEXAGONAL
} GrLatticeKind;

/* A lattice of particle positions (sites) in a box. A row is a line of sites along x. A layer is a set of rows side by
   side along y. Every second row may be shifted along x, and every second layer along y. */
typedef struct {
  /* The caller sets the members from `kind` to `count`. For the square and the hexagonal lattice, only lower[2] is used
     along z. */
  GrLatticeKind kind;
  double spacing;            /* distance a between nearest neighbours [m] */
  double lower[3], upper[3]; /* lower and upper corner of the box [m] */
  bool periodic[3];          /* whether the box is periodic along each axis */
  /* smallest distance, after jitter, of a particle centre from the faces of the box that are not periodic [m]; usually
     the largest radius of the group */
  double clearance;
  double jitter;    /* maximum random displacement along each axis [m]; 0: no jitter */
  PetscInt64 count; /* number of particles: they occupy the sites 0 to count - 1; 0: they occupy all sites */

  /* GrFillLatticePrepare sets the members from `sites` to `in_layer`. */
  PetscInt64 sites; /* number of all sites in the box */
  /* factor by which the lattice is stretched along each axis to fill the periodic box [1], >= 1; it is 1 along axes
     that are not periodic */
  double stretch[3];
  double origin[3];      /* position of site 0 without jitter [m] */
  double step[3];        /* distance between sites of a row, between rows, and between layers, after stretching [m] */
  double shift[2];       /* shift of every second row along x, and of every second layer along y [m] */
  PetscInt64 in_row[2];  /* number of sites in an unshifted row, and in a shifted row */
  PetscInt64 n_rows[2];  /* number of rows in an even layer, and in an odd layer (counted from 0) */
  PetscInt64 in_pair[2]; /* number of sites in two successive rows, and in two successive layers */
  PetscInt64 in_layer;   /* number of sites in an even layer (counted from 0) */
} GrLattice;

/* Checks the members that the caller has set, and computes the other members. Returns NULL if there is no error.
   Otherwise returns an error message with the problem and the remedy. */
const char *GrFillLatticePrepare(GrLattice *lattice);

/* Sets all members of the lattice of a group of particles. radii: distribution of the radii of the group. Returns NULL
   if there is no error. Otherwise returns an error message with the problem and the remedy. */
const char *GrFillLatticeOfGroup(const GrCase *the_case, const GrGrains *grains, const GrDistribution *radii,
                                 GrLattice *lattice);

/* Computes the position x [m] of a site, without jitter. site: number of the site, 0 <= site < sites. */
void GrFillLatticeSite(const GrLattice *lattice, PetscInt64 site, double x[3]);

/* Computes the positions of n particles with jitter: particle i, 0 <= i < n, is at the site first + i, has the id
   first_id + i and gets the coordinates x[3 i + axis] [m]. Along periodic axes, lower <= coordinate < upper. */
void GrFillLatticePositions(const GrLattice *lattice, uint64_t seed, PetscInt64 first, PetscInt64 first_id, PetscInt n,
                            double *x);

#endif
