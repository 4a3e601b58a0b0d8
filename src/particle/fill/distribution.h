/* Distributions of particle radii, by number or by volume.

   The radius of a particle is a quantile of the distribution: a fraction u of all particles has a smaller radius. u is
   a random number, uniform in (0, 1). It depends only on the seed and on the particle id (base/math/random.h, use
   GR_RANDOM_RADIUS, draw 0). Each particle needs one u only, so any rank can compute the radius of any id at the same
   cost. A larger u gives a larger radius.

   constant:   r = mean
   uniform:    r = from + u (to - from)
   normal:     r = mean + deviation Z(p),  p = P(a) + u (P(b) - P(a)),  a = (from - mean)/deviation,
               b = (to - mean)/deviation
   lognormal:  r = exp(mu + sigma Z(p)),  sigma^2 = ln(1 + (deviation/mean)^2),  mu = ln mean - sigma^2/2;
               p as above with a = (ln from - mu)/sigma, b = (ln to - mu)/sigma
   weibull:    the fraction of particles below r is 1 - exp(-(r/scale)^shape); by volume: distribution of Rosin and
               Rammler
   list:       r = radius[k] for the fraction fraction[k] of the particles
   sieve:      the fraction passing[k] of the particles is below radius[k]; between two radii it increases linearly
     P distribution function of the standard normal distribution;  Z its inverse;  radii in m
   For a distribution by volume, the parameters describe fractions of the volume of all particles in place of fractions
   of their number. If all densities are equal, a distribution by mass is the same:
     uniform, normal, weibull: the number of particles of radius r is proportional to their volume times r^-3
     lognormal:  by number it is also lognormal, with mu - 3 sigma^2 in place of mu (Hatch and Choate 1929)
     list:       fractions by number are proportional to fraction[k]/radius[k]^3
   The radii of uniform, normal, lognormal and weibull are limited to the range from `from` to `to`. The range is
   required, because the search for contacts needs a largest radius. Mean and deviation of normal and lognormal describe
   distribution before this limitation. At least 1/1000 of that distribution must be within the range; otherwise the
   computed moments would be inaccurate. For a narrower range, use a uniform distribution.
   Weibull distributions, and normal distributions by volume, are approximated by 512 classes of radii between `from`
   and `to`, whose limits form a geometric series (distribution.c). Sieve tables and uniform distributions by
   volume also have classes. */
#ifndef GRANUM_PARTICLE_FILL_DISTRIBUTION_H
#define GRANUM_PARTICLE_FILL_DISTRIBUTION_H

#include "case/case.h"
#include <stdbool.h>
#include <stdint.h>

enum { GR_DISTRIBUTION_ENTRIES_MAX = 64, GR_DISTRIBUTION_CLASSES_MAX = 512 };

/* Classes of particle radii. A class is an interval of radii. */
typedef struct {
  int n;          /* number of classes; 0: the distribution has no classes */
  bool by_volume; /* true: equal intervals of radii in a class have equal volumes of particles; false: equal numbers */
  double limit[GR_DISTRIBUTION_CLASSES_MAX + 1]; /* [n + 1] class k has the radii from limit[k] to limit[k + 1] [m] */
  /* [n + 1] number of particles with a radius below limit[k], divided by the number of all particles [1] */
  double cumulative[GR_DISTRIBUTION_CLASSES_MAX + 1];
} GrDistributionClasses;

/* A distribution of particle radii. r: radius. A comment that begins with kinds of distributions, such as `normal:`,
   describes a member that only these kinds use. */
typedef struct GrDistribution {
  /* Members that the caller sets. */
  GrRadiiKind kind;    /* kind of the distribution, such as normal */
  GrRadiiShare by;     /* weight of a particle in the distribution: 1 (number), its volume, or its mass */
  double mean;         /* normal, lognormal: mean radius [m]; constant: the radius [m] */
  double deviation;    /* normal, lognormal: standard deviation of the radius [m] */
  double scale, shape; /* weibull: scale of the radius [m], exponent [1] */
  /* uniform, normal, lognormal, weibull: smallest and largest radius [m] */
  double from, to;
  int n_entries;                              /* list, sieve: number of radii, at most GR_DISTRIBUTION_ENTRIES_MAX */
  double radius[GR_DISTRIBUTION_ENTRIES_MAX]; /* list, sieve: the radii [m] */
  /* list: fraction of the particles, or of the volume, that has each radius [1]; the sum is 1 */
  double fraction[GR_DISTRIBUTION_ENTRIES_MAX];
  /* sieve: fraction of the particles, or of the volume, below each radius [1]; from 0 to 1 */
  double passing[GR_DISTRIBUTION_ENTRIES_MAX];

  /* Members that GrFillDistributionPrepare computes. Expected values are means over the number of particles. */
  double smallest, largest; /* smallest and largest possible radius [m] */
  double mean_radius;       /* expected value of r [m] */
  double mean_square;       /* expected value of r^2 [m^2]; the mean cross-section is pi times this value */
  double mean_cube;         /* expected value of r^3 [m^3]; the mean volume is 4/3 pi times this value */
  /* normal, lognormal: fraction of the distribution below `from`, before the limitation to the range [1] */
  double below;
  double within;        /* normal, lognormal: fraction between `from` and `to`, before the limitation [1] */
  double log_mean;      /* lognormal: mean of ln(r/m), by number */
  double log_deviation; /* lognormal: standard deviation of ln(r/m) */
  /* list: fraction of all particles, by number, with the radius radius[k] or an earlier radius of the list [1] */
  double cumulative[GR_DISTRIBUTION_ENTRIES_MAX];
  GrDistributionClasses classes; /* classes of radii; classes.n = 0: the distribution has no classes */
} GrDistribution;

/* Checks the members that the caller has set, and computes the remaining members. Returns NULL, or an error message of
   the form "fault; correction". */
const char *GrFillDistributionPrepare(GrDistribution *distribution);

/* Prepares the distribution of the radii of a particle group. radii: input key `radius` of the group, with at most
   GR_DISTRIBUTION_ENTRIES_MAX radii in a list or table. factor: number by which all radii are multiplied [1]. Returns
   NULL, or an error message of the form "fault; correction". */
const char *GrFillDistributionOf(const GrRadii *radii, double factor, GrDistribution *distribution);

/* Computes n quantiles: replaces each number u in (0, 1) by the radius [m] below which the fraction u of the
   particles lies. */
void GrFillDistributionQuantiles(const GrDistribution *distribution, PetscInt n, double *u);

/* Computes random radii radius[n] [m] of the particles with the ids id[n]. A radius depends only on seed and id. */
void GrFillDistributionRadii(const GrDistribution *distribution, uint64_t seed, PetscInt n, const PetscInt64 *id,
                             double *radius);

/* Returns the probability that a standard normal variable is less than z, with the accuracy of GrNormalInverse. Slow,
   because it uses bisection. */
double GrFillDistributionNormalBelow(double z);

#endif
