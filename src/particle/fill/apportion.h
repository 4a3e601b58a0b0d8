/* Apportionment of radii to particles that are inserted one after another. After any number of particles, the number of
   particles in each class of radii differs from its share by less than one.

   Classes are the entries of a list, the classes of a sieve table, or for any other distribution 64 classes with equal
   shares by number. The next particle belongs to the class k that has the smallest
     (1 - e - (p_k n - c_k))/p_k   among the classes with  p_k n - c_k >= e,   e = 1/(2 K - 2)
     p_k share of class k by number;  c_k its particles so far;  n number of this particle, from 1;  K classes
   This keeps |p_k n - c_k| <= 1 - e for all k and n (R. Tijdeman, The chairman assignment problem, Discrete Mathematics
   32 (1980) 323). The seed decides between classes with equal values.
   Within a class the radii are the quantiles of the distribution at v = 0.b0 b1 b2 ..., the binary digits of c_k in
   reverse order, some of them flipped at random by the seed. Each half, quarter, eighth, ... of a class
   therefore has its share as well.

   The numbers c_k are sufficient to continue the sequence. */
#ifndef GRANUM_PARTICLE_FILL_APPORTION_H
#define GRANUM_PARTICLE_FILL_APPORTION_H

#include "particle/fill/distribution.h"

enum { GR_APPORTION_CLASSES = 64 };

typedef struct {
  uint64_t seed;
  int n;                                /* number of classes */
  double below[GR_APPORTION_CLASSES];   /* sum of the shares of all previous classes, by number [1] */
  double share[GR_APPORTION_CLASSES];   /* p_k: share of each class, by number [1] */
  PetscInt64 had[GR_APPORTION_CLASSES]; /* c_k: number of particles of each class so far */
} GrApportion;

/* Sets the classes from a prepared distribution; c_k = 0. */
void GrFillApportionInit(const GrDistribution *radii, uint64_t seed, GrApportion *apportion);

/* Returns the number of particles so far, the sum of c_k. */
PetscInt64 GrFillApportionTotal(const GrApportion *apportion);

/* Returns the radius of the next particle [m] and counts it. */
double GrFillApportionNext(const GrDistribution *radii, GrApportion *apportion);

#endif
