/* Radii of particles that are inserted one after another and follow a size distribution. The distribution is divided
   into classes of radii. After any number of particles, the number of particles in each class differs from its expected
   number by less than one.

   The input may define the classes: the radii of a list, or the classes of a sieve table. All other distributions have
   64 classes with equal numbers of particles. Symbols:
     K    number of classes
     p_k  fraction of all particles that class k has in the size distribution [1]
     n    number of the next particle, from 1
     c_k  number of earlier particles in class k
     e    1/(2 K - 2)
   Among the classes with p_k n - c_k >= e, the next particle belongs to the class with the smallest value of
     (1 - e - (p_k n - c_k))/p_k
   Then |p_k n - c_k| <= 1 - e for all k and n (R. Tijdeman, The chairman assignment problem, Discrete Mathematics 32
   (1980) 323). If several classes have the smallest value, the random seed selects the class.

   The radius in class k is a quantile: in the size distribution, a fraction v of the particles of the class has a
   smaller radius, 0 <= v < 1. The binary digits of v after the point are the digits of c_k in reverse order; the seed
   inverts some of them at random. Each half, quarter, eighth, ... of a class therefore also has its expected number of
   particles.

   A resumed run continues the sequence from the numbers c_k. */
#ifndef GRANUM_PARTICLE_FILL_APPORTION_H
#define GRANUM_PARTICLE_FILL_APPORTION_H

#include "particle/fill/distribution.h"

enum { GR_APPORTION_CLASSES = 64 };

/* Classes of radii of a size distribution, and the numbers of particles that have got a radius so far. */
typedef struct {
  uint64_t seed;                        /* random seed */
  int n;                                /* number of classes of radii */
  double below[GR_APPORTION_CLASSES];   /* below[k]: fraction of all particles in the classes 0 to k - 1 [1] */
  double share[GR_APPORTION_CLASSES];   /* share[k]: fraction of all particles in class k, p_k above [1] */
  PetscInt64 had[GR_APPORTION_CLASSES]; /* had[k]: number of earlier particles in class k, c_k above */
} GrApportion;

/* Computes the classes of the size distribution `radii`, and sets the numbers of earlier particles to 0. */
void GrFillApportionInit(const GrDistribution *radii, uint64_t seed, GrApportion *apportion);

/* Returns the number of particles that have got a radius so far. */
PetscInt64 GrFillApportionTotal(const GrApportion *apportion);

/* Returns the radius of the next particle [m], and counts this particle in its class. */
double GrFillApportionNext(const GrDistribution *radii, GrApportion *apportion);

#endif
