/* Measures the peak of one core, for tests/bench/roofline, which compiles it with the flags of granum.

   Prints two numbers: the bandwidth of a = b + s c over arrays that no cache holds, in GB/s, with the line that a store
   fetches first counted as well, so 32 bytes an element; and the additions and products of numbers in registers, in
   1e9/s, of as many independent chains as hide how long each takes. The best of several runs counts. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { RUNS = 8, ELEMENTS = 1 << 24, LANES = 48, ROUNDS = 1 << 20 };

static double Now(void)
{
  struct timespec t;

  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

static double TriadSeconds(double *restrict a, const double *restrict b, const double *restrict c, double s)
{
  double begun = Now();

  for (long i = 0; i < ELEMENTS; i++)
    a[i] = b[i] + s * c[i];
  return Now() - begun;
}

static double RegisterSeconds(double *x, double s)
{
  double begun = Now(), y[LANES];

  for (int k = 0; k < LANES; k++)
    y[k] = x[k];
  for (long i = 0; i < ROUNDS; i++)
    for (int k = 0; k < LANES; k++)
      y[k] = y[k] * s + s;
  for (int k = 0; k < LANES; k++)
    x[k] = y[k];
  return Now() - begun;
}

int main(int argc, char **argv)
{
  double *a = malloc(ELEMENTS * sizeof(double)), *b = malloc(ELEMENTS * sizeof(double)),
         *c = malloc(ELEMENTS * sizeof(double)), triad = 1e9, registers = 1e9, s = argc > 1 ? atof(argv[1]) : 0.5;

  for (long i = 0; i < ELEMENTS; i++)
    a[i] = b[i] = c[i] = 1;
  for (int k = 0; k < RUNS; k++) {
    double seconds[] = {TriadSeconds(a, b, c, s), RegisterSeconds(a, s)};
    triad = seconds[0] < triad ? seconds[0] : triad;
    registers = seconds[1] < registers ? seconds[1] : registers;
  }
  printf("%.4g %.4g %g\n", 32e-9 * ELEMENTS / triad, 2e-9 * LANES * ROUNDS / registers, a[0]);
  free(a);
  free(b);
  free(c);
  return 0;
}
