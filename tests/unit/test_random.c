/* The counter-based generator: published known answers, statistics with bounds, the same bits one by one and in batches
   and on every machine.
   Labels: base contact. */
#include "unit.h"

#include "base/math/random.h"

enum { N = 1 << 18, BINS = 64 };

static PetscInt64 ids[N];
static double value[N], other[N];

static void Uniforms(GrRandom r, uint32_t draw, PetscInt n, const PetscInt64 *id, double *u)
{
  for (PetscInt i = 0; i < n; i++)
    u[i] = GrRandomUniform(r, id[i], draw);
}

/* The three vectors for philox4x32 with 10 rounds in the file kat_vectors of the Random123 distribution. */
static void TestKnownAnswers(void **state)
{
  const uint32_t f = 0xffffffffu;
  const GrRandomWords in[] = {{0, 0, 0, 0}, {f, f, f, f}, {0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}};
  const uint32_t key[][2] = {{0, 0}, {f, f}, {0xa4093822, 0x299f31d0}};
  const GrRandomWords out[] = {{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8},
                               {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd},
                               {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}};
  for (int i = 0; i < 3; i++) {
    GrRandomWords x = GrPhilox(in[i], key[i][0], key[i][1]);
    assert_memory_equal(&x, &out[i], sizeof x);
  }
}

/* Positions of seed, id, draw and use in counter and key: with the third vector above. */
static void TestLayout(void **state)
{
  GrRandom r = {.seed = 0x299f31d0a4093822u, .use = (GrRandomUse)0x03707344};
  PetscInt64 id = (PetscInt64)0x85a308d3243f6a88u;
  assert_true(GrRandomBits(r, id, 2u * 0x13198a2eu) == 0x94fdccebd16cfe09u);
  assert_true(GrRandomBits(r, id, 2u * 0x13198a2eu + 1) == 0x24126ea15001e420u);
}

static void TestEnds(void **state)
{
  const uint64_t all = ~(uint64_t)0;
  assert_true(GrUniformOf(0) == 0.0 && GrUniformOf(0x7ff) == 0.0 && GrUniformOf(0x800) == 0x1p-53);
  assert_true(GrUniformOf(all) == 1.0 - 0x1p-53 && GrUniformOf((uint64_t)1 << 63) == 0.5);
  assert_true(GrUniformOpenOf(0) == 0x1p-53 && GrUniformOpenOf(all) == 1.0 - 0x1p-53);
  assert_true(GrUniformOf(0x123456789abcdef0u) == (double)(0x123456789abcdef0u >> 11) * 0x1p-53);
}

/* Counts of N numbers in [0, 1) in equal bins against N/BINS: sum of (count - N/BINS)^2/(N/BINS). */
static double ChiSquare(const double *u)
{
  int count[BINS] = {0};
  double sum = 0, expected = (double)N / BINS;
  for (int i = 0; i < N; i++) {
    assert_true(u[i] >= 0.0 && u[i] < 1.0);
    count[(int)(BINS * u[i])]++;
  }
  for (int i = 0; i < BINS; i++)
    sum += (count[i] - expected) * (count[i] - expected) / expected;
  return sum;
}

static double Correlation(const double *u, const double *v, int shift)
{
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += (u[i] - 0.5) * (v[(i + shift) % N] - 0.5);
  return 12.0 * sum / N;
}

/* Seeds are fixed, so these bounds hold for ever or never: chi-square with 63 degrees has mean 63 and deviation 11.2,
   taken within 4 deviations; a correlation of N independent pairs has deviation 1/sqrt(N) = 0.00195, within 4. */
static void TestUniform(void **state)
{
  const uint64_t seeds[] = {0, 1, 2, 0x9e3779b97f4a7c15u};
  for (int s = 0; s < 4; s++) {
    GrRandom r = {seeds[s], GR_RANDOM_RADIUS}, q = {seeds[s], GR_RANDOM_JITTER};
    Uniforms(r, 0, N, ids, value);
    double chi = ChiSquare(value);
    assert_true(chi > 63 - 45 && chi < 63 + 45);
    assert_true(fabs(Correlation(value, value, 1)) < 0.008); /* neighbouring ids */
    Uniforms(r, 1, N, ids, other);
    assert_true(fabs(Correlation(value, other, 0)) < 0.008); /* draws of one id */
    Uniforms(q, 0, N, ids, other);
    assert_true(fabs(Correlation(value, other, 0)) < 0.008); /* uses */
    Uniforms((GrRandom){seeds[s] + 1, GR_RANDOM_RADIUS}, 0, N, ids, other);
    assert_true(fabs(Correlation(value, other, 0)) < 0.008); /* neighbouring seeds */
  }
}

/* Draws 0, 1, 2, ... of one id are as good as draw 0 of many. */
static void TestDraws(void **state)
{
  for (int i = 0; i < N; i++)
    value[i] = GrRandomUniform((GrRandom){7, GR_RANDOM_PACK}, 5, (uint32_t)i);
  double chi = ChiSquare(value);
  assert_true(chi > 63 - 45 && chi < 63 + 45);
  assert_true(fabs(Correlation(value, value, 1)) < 0.008);
}

/* P(Z < z) from long double erfc gives back p. dp = phi(z) dz with phi(z) < p (1 + |z|) for z <= 0, so the stated error
   of 1e-15 |z| in z shows as at most 1e-15 (|z| + z^2) p, to which the last rounding adds 1.1e-16 p. */
static void TestInverse(void **state)
{
  assert_true(GrNormalInverse(0.5) == 0.0);
  for (int i = 1; i < 200000; i++) {
    double p = i % 2 ? i * 2.5e-6 : exp2(-i * 0.00026);
    double z = GrNormalInverse(p);
    double back = (double)(0.5L * erfcl(-(long double)z * 0.70710678118654752440L));
    assert_true(fabs(back - p) < (1e-15 * (fabs(z) + z * z) + 1.2e-16) * p);
    assert_true(GrNormalInverse(1 - p) == -GrNormalInverse(1 - (1 - p)));
  }
}

static void TestNormal(void **state)
{
  double sum = 0, square = 0, cube = 0, fourth = 0;
  int beyond = 0;
  GrRandomNormals((GrRandom){3, GR_RANDOM_VELOCITY}, 0, N, ids, value);
  for (int i = 0; i < N; i++) {
    double z = value[i];
    sum += z, square += z * z, cube += z * z * z, fourth += z * z * z * z;
    beyond += fabs(z) > 3;
  }
  /* four deviations of each mean over N: sqrt(var/N) with var(z) = 1, var(z^2) = 2, var(z^3) = 15, var(z^4) = 96;
     0.2700 % of N lie beyond 3, with deviation sqrt(0.0027 N) = 27 */
  assert_true(fabs(sum / N) < 4 * 0.00195);
  assert_true(fabs(square / N - 1) < 4 * 0.00276);
  assert_true(fabs(cube / N) < 4 * 0.00756);
  assert_true(fabs(fourth / N - 3) < 4 * 0.0191);
  assert_true(fabs(beyond - 0.0026998 * N) < 4 * 27);
}

/* Batches give the bits of single calls, and the bits of the machine on which this sum was written down. */
static void TestSameBits(void **state)
{
  const GrRandom r = {20, GR_RANDOM_SPIN};
  uint64_t hash = 0;
  Uniforms(r, 3, N, ids, value);
  GrRandomOpens(r, 3, N, ids, other);
  for (int i = 0; i < N; i++)
    assert_true(value[i] == GrRandomUniform(r, ids[i], 3) && other[i] == GrRandomOpen(r, ids[i], 3));
  GrNormalInverses(N, other, value);
  GrRandomNormals(r, 3, N, ids, other);
  for (int i = 0; i < N; i++) {
    assert_true(value[i] == other[i] && value[i] == GrNormalInverse(GrRandomOpen(r, ids[i], 3)));
    hash = (hash ^ GrBitsOf(value[i])) * 0x100000001b3u;
  }
  FACT(hash == 0x2f69f4662adc56f5u, "fingerprint of the normal numbers: 0x%016llx", (unsigned long long)hash);
}

static int NumberIds(void **state)
{
  for (int i = 0; i < N; i++)
    ids[i] = i + 1;
  return 0;
}

UNIT(BEFORE(NumberIds), CASE(TestKnownAnswers), CASE(TestLayout), CASE(TestEnds), CASE(TestUniform), CASE(TestDraws),
     CASE(TestInverse), CASE(TestNormal), CASE(TestSameBits));
