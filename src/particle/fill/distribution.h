/* Distributions of particle radii, by number or by volume.

   The radius of a particle is the quantile function of the distribution at a uniform random number u, which is a
   function of seed and id (base/math/random.h, use GR_RANDOM_RADIUS, draw 0). No random number is rejected, so any rank
   can compute the radius of any id at the same cost. Larger u give larger radii.

   constant:   r = mean
   uniform:    r = from + u (to - from)
   normal:     r = mean + deviation Z(p),         p = P(a) + u (P(b) - P(a)), a, b = (from, to - mean)/deviation
   lognormal:  r = exp(mu + sigma Z(p)), sigma^2 = ln(1 + (deviation/mean)^2), mu = ln mean - sigma^2/2, a, b alike from
               ln from, ln to
   weibull:    P(r) = 1 - exp(-(r/scale)^shape), by volume the distribution of Rosin and Rammler; through classes
   list:       r = radius[k] with the share fraction[k]
   sieve:      P(radius[k]) = passing[k], linear between (distribution_classes.h)
     u uniform in (0, 1);  P, Z: the normal distribution and its inverse;  radii in m.
   By volume (by mass, if all densities are equal), the parameters describe the share of the volume:
     uniform, normal, weibull: through classes, r^-3 times as many by number
     lognormal:  by number lognormal again, with mu - 3 sigma^2 in place of mu (Hatch and Choate 1929)
     list:       fraction[k]/radius[k]^3 by number
   Mean and deviation of normal and lognormal refer to the distribution before the cut at from and to. The cut is
   required: cells and boxes need a largest radius. Limits: the cut must leave at least 1/1000 of the uncut population,
   since the moments lose digits below that; use a uniform distribution then. Weibull distributions, and normal
   distributions by volume, have 512 classes between from and to, each with the same ratio of radii. */
#ifndef GRANUM_PARTICLE_FILL_DISTRIBUTION_H
#define GRANUM_PARTICLE_FILL_DISTRIBUTION_H

#include "particle/fill/distribution_classes.h"
#include <granum/case.h>
#include <stdint.h>

enum { GR_DISTRIBUTION_ENTRIES_MAX = 64 };

typedef struct GrDistribution {
  /* Members that the caller sets. Members that the kind does not use are ignored. */
  GrRadiiKind kind;
  GrRadiiShare by;
  double mean;         /* mean radius; of a constant distribution the radius [m] */
  double deviation;    /* normal, lognormal: standard deviation of the radius [m] */
  double scale, shape; /* [m], [1]; weibull */
  /* uniform, normal, lognormal, weibull: smallest and largest radius [m] */
  double from, to;
  int n_entries;                                /* list, sieve: number of radii, at most GR_DISTRIBUTION_ENTRIES_MAX */
  double radius[GR_DISTRIBUTION_ENTRIES_MAX];   /* [m] */
  double fraction[GR_DISTRIBUTION_ENTRIES_MAX]; /* list: share of each radius [1]; the sum is 1 */
  double passing[GR_DISTRIBUTION_ENTRIES_MAX];  /* sieve: share of the particles below each radius [1], from 0 to 1 */

  /* Set by GrFillDistributionPrepare. */
  double smallest, largest; /* smallest and largest possible radius [m] */
  double mean_radius;       /* expected value of the radius after the cut [m] */
  double mean_square;       /* expected value of r^2 [m^2]; pi times it is the mean cross-section */
  double mean_cube;         /* expected value of r^3 [m^3]; 4/3 pi times it is the mean volume */
  /* normal and lognormal: probabilities P(a), and P(b) - P(a), of the limits a and b (head) [1] */
  double below, within;
  double log_mean, log_deviation;
  /* share by number of the entries up to and including this entry [1] */
  double cumulative[GR_DISTRIBUTION_ENTRIES_MAX];
  GrDistributionClasses classes; /* classes of radii; classes.n = 0: this kind of distribution has no classes */
} GrDistribution;

/* Checks the members that the caller has set, and sets the others. Returns NULL, or a sentence: the problem; the
   remedy. */
const char *GrFillDistributionPrepare(GrDistribution *distribution);

/* Prepares the distribution of the radii of a group times a factor [1]. The group has at most
   GR_DISTRIBUTION_ENTRIES_MAX entries; its radii must not come from a file. Returns NULL, or a sentence: the problem;
   the remedy. */
const char *GrFillDistributionOf(const GrRadii *radii, double factor, GrDistribution *distribution);

/* Replaces each of n numbers u in (0, 1) by the radius [m] below which the share u of the particles lies. */
void GrFillDistributionQuantiles(const GrDistribution *distribution, PetscInt n, double *u);

/* Computes radius[n] [m] of the particles with the ids id[n]. */
void GrFillDistributionRadii(const GrDistribution *distribution, uint64_t seed, PetscInt n, const PetscInt64 *id,
                             double *radius);

/* Returns the probability that a standard normal variable is less than z, as accurately as GrNormalInverse, by
   bisection (slow). */
double GrFillDistributionNormalBelow(double z);

#endif
