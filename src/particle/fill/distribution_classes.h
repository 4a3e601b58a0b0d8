/* Distribution of radii by classes, for sieve tables and for distributions given by P(r), the share of particles below
   the radius r.

   In a class between a < b the density, by number or by volume, is constant over the radius:
     by number  n(r) constant:         r = a + v (b - a)
     by volume  n(r) ~ r^-3:           r = a/sqrt(1 - v (1 - (a/b)^2))
   A share p by volume gives a share by number proportional to p E[r^-3] = p (a + b)/(2 a^2 b^2).
     n density by number;  v uniform in (0, 1), the remainder of u after the choice of the class;  radii in m
   Limits: P(r) is exact at the limits of the classes, and linear between them. */
#ifndef GRANUM_PARTICLE_FILL_DISTRIBUTION_CLASSES_H
#define GRANUM_PARTICLE_FILL_DISTRIBUTION_CLASSES_H

#include <stdbool.h>

enum { GR_DISTRIBUTION_CLASSES_MAX = 512 };

typedef struct {
  int n; /* number of classes; 0: the distribution has no classes */
  bool by_volume;
  double limit[GR_DISTRIBUTION_CLASSES_MAX + 1]; /* [m], ascending */
  /* share of the particles, by number, below each limit, from 0 to 1 [1] */
  double cumulative[GR_DISTRIBUTION_CLASSES_MAX + 1];
} GrDistributionClasses;

/* Sets n classes from passing[n + 1], the share below each limit, 0 to 1, by number or by volume. classes->limit must
   be set. */
void GrFillDistributionClassesSet(GrDistributionClasses *classes, int n, bool by_volume, const double *passing);

/* Computes moment[], the expected values of r [m], r^2 [m^2] and r^3 [m^3] over all particles. */
void GrFillDistributionClassesMoments(const GrDistributionClasses *classes, double moment[3]);

/* Returns the radius [m] below which the share u in (0, 1) of the particles lies, by number. */
double GrFillDistributionClassesRadius(const GrDistributionClasses *classes, double u);

#endif
