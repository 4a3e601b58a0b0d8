/* Radii of particles that are inserted one after another. At any number of particles, each class of radii has its
   share, to within one particle.

   Classes are the entries of a list, the classes of a sieve table, or for any other distribution 64 classes with equal
   shares by number. The next particle belongs to the class k that has the smallest
     (1 - e - (p_k n - c_k))/p_k   among the classes with  p_k n - c_k >= e,   e = 1/(2 K - 2)
     p_k share of class k by number;  c_k its particles so far;  n number of this particle, from 1;  K classes
   This keeps |p_k n - c_k| <= 1 - e for all k and n (R. Tijdeman, The chairman assignment problem, Discrete Mathematics
   32 (1980) 323). The seed decides between classes with equal values.
   Within a class the radii are the quantiles of the distribution at v = 0.b0 b1 b2 ..., the binary digits of c_k in
   reverse order, some of them flipped at random by the seed. Each half, quarter, eighth, ... of a class
   therefore has its share as well.

   The sequence continues from the numbers c_k alone. */
#ifndef GRANUM_PARTICLE_FILL_APPORTION_H
#define GRANUM_PARTICLE_FILL_APPORTION_H

#include "particle/fill/distribution.h"

enum { GR_APPORTION_CLASSES = 64 };

typedef struct {
  uint64_t seed;
  int n;                                /* number of classes */
  double below[GR_APPORTION_CLASSES];   /* share by number of all classes before this class */
  double share[GR_APPORTION_CLASSES];   /* p_k: share of each class by number */
  PetscInt64 had[GR_APPORTION_CLASSES]; /* c_k: particles of each class so far */
} GrApportion;

/* Sets up the classes of a prepared distribution, without particles. */
void GrFillApportionInit(const GrDistribution *radii, uint64_t seed, GrApportion *apportion);

/* Number of particles so far. */
PetscInt64 GrFillApportionTotal(const GrApportion *apportion);

/* The radius of the next particle [m]. */
double GrFillApportionNext(const GrDistribution *radii, GrApportion *apportion);

#endif
