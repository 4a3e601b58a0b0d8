/* Radii of particles that come one after another: however many have come, each class of radii has its share of them,
   to within one particle.

   Classes are the entries of a list, the classes of a sieve table, or, of any other distribution, 64 that have equal
   shares by number. The next particle is of the class that is due first among those that lag behind:
     among k with  p_k n - c_k >= e  the one of the smallest  (1 - e - (p_k n - c_k))/p_k,   e = 1/(2 K - 2)
     p_k share of class k by number;  c_k how many it has;  n number of this particle, from 1;  K classes
   which keeps |p_k n - c_k| <= 1 - e for all k and n (R. Tijdeman, The chairman assignment problem, Discrete
   Mathematics 32 (1980) 323). Which of several classes that are due alike goes first is random by the seed.
   Within a class radii follow the quantiles of the distribution at v = 0.b0 b1 b2 ..., the binary digits of c_k turned
   about, with random ones flipped by the seed: so every half, quarter, eighth, ... of a class has its share as well.

   What is to come follows from c_k alone. */
#ifndef GRANUM_PARTICLE_FILL_APPORTION_H
#define GRANUM_PARTICLE_FILL_APPORTION_H

#include "particle/fill/distribution.h"

enum { GR_APPORTION_CLASSES = 64 };

typedef struct {
  uint64_t seed;
  int n;                                /* classes */
  double below[GR_APPORTION_CLASSES];   /* share by number of the classes before it */
  double share[GR_APPORTION_CLASSES];   /* by number */
  PetscInt64 had[GR_APPORTION_CLASSES]; /* particles that each class has had */
} GrApportion;

/* `radii` is prepared. No particle has come so far. */
void GrApportionInit(const GrDistribution *radii, uint64_t seed, GrApportion *apportion);

PetscInt64 GrApportionTotal(const GrApportion *apportion);

/* The radius of the next particle [m]. */
double GrApportionNext(const GrDistribution *radii, GrApportion *apportion);

#endif
