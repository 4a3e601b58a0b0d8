/* Random numbers of particles. Each random number is a function of four integers: the seed of the case, the use of the
   number (GrRandomUse), the id of the particle, and the draw. The draw is an index, from 0, because a particle may need
   several random numbers for one use. Any rank can therefore compute any random number at any time.

   Philox4x32-10: ten rounds of
     (a, b, c, d) <- (hi(M1 c) ^ b ^ k0, lo(M1 c), hi(M0 a) ^ d ^ k1, lo(M0 a)),  k0 += W0, k1 += W1
     a, b, c, d: 32-bit words of the counter;  hi, lo: halves of the 64-bit product;  k0, k1: words of the key;
     M0, M1, W0, W1: constants of the source
   Source: J. K. Salmon, M. A. Moraes, R. O. Dror, D. E. Shaw, Parallel random numbers: as easy as 1, 2, 3, Proc. SC11
   (2011), section 3.3. The key is the seed. The counter is (low word of id, high word of id, j, use) with j = draw/2,
   rounded down. The result has 128 bits: 64 bits for the draw 2 j and 64 bits for the draw 2 j + 1.

   A normal random number is the quantile of the normal distribution at one uniform random number. Source of the
   formula: M. J. Wichura, Algorithm AS 241 (PPND16), Applied Statistics 37 (1988) 477. It uses the logarithm of
   elementary.h. The code has no branches and calls no library function except sqrt. The compiler therefore vectorises
   the loops, and the results have the same bits on every machine. Range: the draw is at most 2^32 - 1. A normal number
   differs from its mean by at most 8.2 standard deviations, because the uniform number is a multiple of 2^-53. */
#ifndef GRANUM_BASE_MATH_RANDOM_H
#define GRANUM_BASE_MATH_RANDOM_H

#include "base/math/elementary.h"
#include <petscsys.h>

/* Uses of random numbers, such as the radii of particles. The random numbers of different uses are independent, also
   with the same seed. All results depend on the values of these constants: never change a value, and append new uses at
   the end. */
typedef enum {
  GR_RANDOM_RADIUS = 1,
  GR_RANDOM_JITTER,
  GR_RANDOM_PACK,
  GR_RANDOM_VELOCITY,
  GR_RANDOM_SPIN,
  GR_RANDOM_VACANCY,
  GR_RANDOM_INSERT,
  GR_RANDOM_INSERT_SIZE,
  GR_RANDOM_ORIENTATION
} GrRandomUse;

/* Two of the four integers that determine a random number. The other two are the id of the particle and the draw. */
typedef struct {
  uint64_t seed;   /* random seed of the case */
  GrRandomUse use; /* quantity for which the number is drawn, such as the radius */
} GrRandom;

typedef struct {
  uint32_t a, b, c, d; /* the counter of the random generator Philox, or its output of 128 random bits */
} GrRandomWords;

/* Returns the output of Philox4x32-10 for the counter x and the key (key0, key1). */
static inline GrRandomWords GrPhilox(GrRandomWords x, uint32_t key0, uint32_t key1)
{
#pragma GCC unroll 10
  for (int round = 0; round < 10; round++) {
    uint64_t p = (uint64_t)0xd2511f53u * x.a, q = (uint64_t)0xcd9e8d57u * x.c;
    x = (GrRandomWords){(uint32_t)(q >> 32) ^ x.b ^ key0, (uint32_t)q, (uint32_t)(p >> 32) ^ x.d ^ key1, (uint32_t)p};
    key0 += 0x9e3779b9u;
    key1 += 0xbb67ae85u;
  }
  return x;
}

/* Computes two 64-bit random numbers of the particle `id` for the use r.use. bits[0] is the random number with the draw
   2 * block, and bits[1] is the random number with the draw 2 * block + 1. */
static inline void GrRandomPair(GrRandom r, PetscInt64 id, uint32_t block, uint64_t bits[2])
{
  GrRandomWords x = {(uint32_t)(uint64_t)id, (uint32_t)((uint64_t)id >> 32), block, (uint32_t)r.use};
  x = GrPhilox(x, (uint32_t)r.seed, (uint32_t)(r.seed >> 32));
  bits[0] = (uint64_t)x.b << 32 | x.a;
  bits[1] = (uint64_t)x.d << 32 | x.c;
}

/* Returns 64 random bits, which depend only on r, the particle `id`, and `draw`. r.use: purpose of the random numbers,
   for example the radii; draw: index, from 0, of the random number among all numbers of this particle and use. */
static inline uint64_t GrRandomBits(GrRandom r, PetscInt64 id, uint32_t draw)
{
  uint64_t bits[2];
  GrRandomPair(r, id, draw >> 1, bits);
  return draw & 1 ? bits[1] : bits[0];
}

/* Converts 64 random bits to a uniform number 0 <= u < 1, from the upper 53 bits. */
static inline double GrUniformOf(uint64_t bits)
{
  return (GrSmallInteger(bits >> 12) + 0.5 * GrSmallInteger(bits >> 11 & 1)) * 0x1p-52;
}

/* Converts 64 random bits to a uniform number 0 < u < 1, symmetric about 1/2: an odd multiple of 2^-53. */
static inline double GrUniformOpenOf(uint64_t bits)
{
  return (GrSmallInteger(bits >> 12) + 0.5) * 0x1p-52;
}

/* Returns a uniform random number 0 <= u < 1: number `draw`, from 0, of the particle `id` for the use r.use. */
static inline double GrRandomUniform(GrRandom r, PetscInt64 id, uint32_t draw)
{
  return GrUniformOf(GrRandomBits(r, id, draw));
}

/* Returns a uniform random number 0 < u < 1: number `draw`, from 0, of the particle `id` for the use r.use. */
static inline double GrRandomOpen(GrRandom r, PetscInt64 id, uint32_t draw)
{
  return GrUniformOpenOf(GrRandomBits(r, id, draw));
}

/* Returns the quantile of the standard normal distribution: z with P(Z < z) = p, for 0 < p < 1. Relative error below
   1e-15 for |z| > 1e-8. */
double GrNormalInverse(double p);

/* Sets u[i], i < n, to a uniform random number in (0, 1): number `draw`, from 0, of the particle id[i] for the
   use r.use. The arrays must not overlap. */
void GrRandomOpens(GrRandom r, uint32_t draw, PetscInt n, const PetscInt64 *id, double *u);
/* Sets z[i], i < n, to a standard normal random number: number `draw`, from 0, of the particle id[i] for the use r.use.
   The arrays must not overlap. */
void GrRandomNormals(GrRandom r, uint32_t draw, PetscInt n, const PetscInt64 *id, double *z);
/* Sets z[i] to the quantile of the standard normal distribution at the probability p[i], i < n (GrNormalInverse). The
   arrays must not overlap. */
void GrNormalInverses(PetscInt n, const double *p, double *z);

#endif
