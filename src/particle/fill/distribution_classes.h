/* Distribution of particle radii by classes. A class is an interval of radii from a to b. Classes are used for sieve
   tables, and for distributions that are given as a cumulative function P(r): the fraction of the particles with radii
   below r.

   Within a class the density of the radii, by number or by volume, is constant:
     by number  n(r) constant:         r = a + v (b - a)
     by volume  n(r) ~ r^-3:           r = a/sqrt(1 - v (1 - (a/b)^2))
   If a class has the fraction p of the volume of all particles, its fraction of their number is proportional to
     p E[r^-3] = p (a + b)/(2 a^2 b^2)
   n(r): density by number;  v: uniform random number in (0, 1);  E[r^-3]: mean of r^-3 by volume;  radii in m. A single
   uniform random number u selects the class with P(a) <= u < P(b), by number, and gives v = (u - P(a))/(P(b) - P(a)).
   Accuracy: P(r) is exact at the limits of the classes, and interpolated between them. */
#ifndef GRANUM_PARTICLE_FILL_DISTRIBUTION_CLASSES_H
#define GRANUM_PARTICLE_FILL_DISTRIBUTION_CLASSES_H

#include <stdbool.h>

enum { GR_DISTRIBUTION_CLASSES_MAX = 512 };

/* Classes of particle radii. A class is an interval of radii. */
typedef struct {
  int n;          /* number of classes; 0: the distribution has no classes */
  bool by_volume; /* true: equal intervals of radii in a class have equal volumes of particles; false: equal numbers */
  double limit[GR_DISTRIBUTION_CLASSES_MAX + 1]; /* [n + 1] class k has the radii from limit[k] to limit[k + 1] [m] */
  /* [n + 1] number of particles with a radius below limit[k], divided by the number of all particles [1] */
  double cumulative[GR_DISTRIBUTION_CLASSES_MAX + 1];
} GrDistributionClasses;

/* Computes the classes from their limits: the caller sets classes->limit, and the function sets all other members. n:
   number of classes. passing[n + 1]: fraction of the particles, by number or by volume, with a radius below each limit;
   it rises from 0 to 1. */
void GrFillDistributionClassesSet(GrDistributionClasses *classes, int n, bool by_volume, const double *passing);

/* Sets moment[] to the mean values by number of the radius r [m], of r^2 [m^2] and of r^3 [m^3]. */
void GrFillDistributionClassesMoments(const GrDistributionClasses *classes, double moment[3]);

/* Returns the radius [m] below which the fraction u of all particles lies (quantile by number). 0 < u < 1. */
double GrFillDistributionClassesRadius(const GrDistributionClasses *classes, double u);

#endif
