/* Classes of radii: a sieve table, and any distribution of which only P(r), the share below r, is known.

   Between two limits a < b the share of the class, by number or by volume, is spread evenly over the radius:
     by number  n(r) constant:         r = a + v (b - a)
     by volume  n(r) ~ r^-3:           r = a/sqrt(1 - v (1 - (a/b)^2))
   and a share p by volume is one by number in proportion to p E[r^-3] = p (a + b)/(2 a^2 b^2).
     n density by number;  v uniform in (0, 1), what is left of a number u after the choice of the class;  radii in m
   Limits: a table of P(r) is right at the limits of the classes and linear between them. */
#ifndef GRANUM_PARTICLE_FILL_DISTRIBUTION_CLASSES_H
#define GRANUM_PARTICLE_FILL_DISTRIBUTION_CLASSES_H

#include <stdbool.h>

enum { GR_DISTRIBUTION_CLASSES_MAX = 512 };

typedef struct {
  int n; /* 0: none */
  bool by_volume;
  double limit[GR_DISTRIBUTION_CLASSES_MAX + 1];      /* [m], ascending */
  double cumulative[GR_DISTRIBUTION_CLASSES_MAX + 1]; /* share by number below each limit, from 0 to 1 */
} GrDistributionClasses;

/* From the shares below each limit, 0 to 1, as they are given: by number, or by volume. `limit` must be there. */
void GrDistributionClassesSet(GrDistributionClasses *classes, int n, bool by_volume, const double *passing);

/* Expected r, r^2 and r^3, by number. */
void GrDistributionClassesMoments(const GrDistributionClasses *classes, double moment[3]);

/* The radius at u in (0, 1), by number; it grows with u. */
double GrDistributionClassesRadius(const GrDistributionClasses *classes, double u);

#endif
