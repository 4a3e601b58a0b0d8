/* Radii of particles that are inserted one after another; the algorithm is in apportion.h. */
#include "particle/fill/apportion.h"

#include "base/math/random.h"

static void UseClass(GrApportion *a, double below, double above)
{
  a->below[a->n] = below;
  a->share[a->n++] = above - below;
}

void GrFillApportionInit(const GrDistribution *d, uint64_t seed, GrApportion *a)
{
  *a = (GrApportion){.seed = seed};
  if (d->kind == GR_RADII_CONSTANT)
    UseClass(a, 0, 1);
  else if (d->kind == GR_RADII_LIST)
    for (int k = 0; k < d->n_entries; k++)
      UseClass(a, k ? d->cumulative[k - 1] : 0, d->cumulative[k]);
  else if (d->kind == GR_RADII_SIEVE)
    for (int k = 0; k < d->classes.n; k++)
      UseClass(a, d->classes.cumulative[k], d->classes.cumulative[k + 1]);
  else
    for (int k = 0; k < GR_APPORTION_CLASSES; k++)
      UseClass(a, (double)k / GR_APPORTION_CLASSES, (double)(k + 1) / GR_APPORTION_CLASSES);
}

PetscInt64 GrFillApportionTotal(const GrApportion *a)
{
  PetscInt64 total = 0;
  for (int k = 0; k < a->n; k++)
    total += a->had[k];
  return total;
}

static int DivisorOf(int a, int b)
{
  while (b) {
    const int rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

/* Random order of the classes: first, first + stride, ... */
static void ShuffleClasses(const GrApportion *a, PetscInt64 total, int *first, int *stride)
{
  uint64_t bits[2];
  GrRandomPair((GrRandom){a->seed, GR_RANDOM_INSERT_SIZE}, total / a->n + 1, 0, bits);
  *first = (int)(bits[0] % (uint64_t)a->n);
  *stride = (int)(bits[1] % (uint64_t)a->n);
  while (DivisorOf(*stride, a->n) != 1)
    *stride = (*stride + 1) % a->n;
}

/* Class of the next particle. If rounding leaves no class due, it is the class with the largest lag. */
static int FindDue(const GrApportion *a)
{
  const PetscInt64 total = GrFillApportionTotal(a);
  const double least = a->n > 1 ? 1.0 / (2 * a->n - 2) : 0, next = (double)(total + 1);
  double earliest = INFINITY, most = -INFINITY;
  int due = -1, last = 0, first, stride;

  if (a->n == 1)
    return 0;
  ShuffleClasses(a, total, &first, &stride);
  for (int i = 0, k = first; i < a->n; i++, k = (k + stride) % a->n) {
    const double lag = a->share[k] * next - (double)a->had[k], at = (1 - least - lag) / a->share[k];
    if (!(a->share[k] > 0))
      continue;
    if (lag > most) {
      most = lag;
      last = k;
    }
    if (lag >= least && at < earliest) {
      earliest = at;
      due = k;
    }
  }
  return due >= 0 ? due : last;
}

static uint64_t TurnBits(uint64_t x)
{
  uint64_t turned = 0;
  for (int k = 0; k < 64; k++)
    turned |= (x >> k & 1) << (63 - k);
  return turned;
}

double GrFillApportionNext(const GrDistribution *d, GrApportion *a)
{
  static const double edge = 0x1p-30; /* margin at the ends of a class, larger than rounding */
  const int k = FindDue(a);
  const uint64_t flipped = GrRandomBits((GrRandom){a->seed, GR_RANDOM_INSERT_SIZE}, -1 - k, 0);
  const double v = GrUniformOpenOf(TurnBits((uint64_t)a->had[k]) ^ flipped);
  double u = a->below[k] + a->share[k] * (edge + (1 - 2 * edge) * v);

  a->had[k]++;
  GrFillDistributionQuantiles(d, 1, &u);
  return u;
}
