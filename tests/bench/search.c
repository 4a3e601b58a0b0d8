/* Time of the canonical order and of a search for pairs, per sphere, on one core.

     mpicc -O2 -Isrc tests/bench/search.c build/libgranum.a $(pkg-config --cflags --libs PETSc) -lm -o build/b
     build/b [PACKING.csv EDGE]

   Dense random arrangements in a periodic cube: an fcc lattice of solid fraction 0.64 whose sites are displaced at
   random by up to 0.1 diameters along each axis, equal spheres, skin 0.1 diameters; or a packing from a file (rows
   id,x,y,z,... of spheres of diameter 1 in a cube of this edge) repeated 1 and 4 times along each axis. Figures:
   processor time, the least of several runs. */
#include "contact/neighbour/curve.h"
#include "contact/neighbour/pair_list.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { RUNS = 15 };
static const double diameter = 1, skin = 0.1;

typedef struct {
  PetscInt n;
  double edge, *x[3], *radius;
  PetscInt64 *id;
  PetscInt *index;
} Packing;

static void Allocate(Packing *p, PetscInt n)
{
  p->n = n;
  for (int a = 0; a < 3; a++)
    p->x[a] = malloc((size_t)n * sizeof(double));
  p->radius = malloc((size_t)n * sizeof(double));
  p->id = malloc((size_t)n * sizeof(PetscInt64));
  p->index = malloc((size_t)n * sizeof(PetscInt));
  for (PetscInt i = 0; i < n; i++) {
    p->index[i] = i;
    p->radius[i] = 0.5 * diameter;
    p->id[i] = i + 1;
  }
}

static void Release(Packing *p)
{
  for (int a = 0; a < 3; a++)
    free(p->x[a]);
  free(p->radius);
  free(p->id);
  free(p->index);
}

static double Wrap(double x, double edge)
{
  return x < 0 ? x + edge : x < edge ? x : x - edge;
}

/* Processor time [s], so that other work on the machine counts little. */
static double Now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double Random(void)
{
  return rand() / (RAND_MAX + 1.0);
}

static void Lattice(Packing *p, int cells)
{
  static const double site[4][3] = {{0, 0, 0}, {0.5, 0.5, 0}, {0.5, 0, 0.5}, {0, 0.5, 0.5}};
  const double spacing = diameter * cbrt(4 * M_PI / 6 / 0.64);
  Allocate(p, 4 * cells * cells * cells);
  p->edge = cells * spacing;
  for (PetscInt i = 0; i < p->n; i++) {
    const int at[3] = {i / 4 % cells, i / 4 / cells % cells, i / 4 / cells / cells};
    for (int a = 0; a < 3; a++)
      p->x[a][i] = Wrap((at[a] + site[i % 4][a]) * spacing + (0.2 * Random() - 0.1) * diameter, p->edge);
  }
}

static int Read(Packing *p, const char *name, double edge, int times)
{
  char line[1024];
  PetscInt rows = 0;
  double x[3];
  FILE *file = fopen(name, "r");
  if (!file)
    return 0;
  while (fgets(line, sizeof line, file))
    rows += sscanf(line, "%*d,%lf,%lf,%lf", &x[0], &x[1], &x[2]) == 3;
  rewind(file);
  Allocate(p, rows * times * times * times);
  p->edge = edge * times;
  for (PetscInt i = 0; fgets(line, sizeof line, file);) {
    if (sscanf(line, "%*d,%lf,%lf,%lf", &x[0], &x[1], &x[2]) != 3)
      continue;
    for (int k = 0; k < times * times * times; k++, i++) {
      const int at[3] = {k % times, k / times % times, k / times / times};
      for (int a = 0; a < 3; a++)
        p->x[a][i] = Wrap(x[a], edge) + at[a] * edge;
    }
  }
  fclose(file);
  return 1;
}

static void Reorder(Packing *p, const PetscInt *order)
{
  double *old = malloc((size_t)p->n * sizeof(double));
  PetscInt64 *id = malloc((size_t)p->n * sizeof(PetscInt64));
  for (int a = 0; a < 3; a++) {
    for (PetscInt i = 0; i < p->n; i++)
      old[i] = p->x[a][order[i]];
    memcpy(p->x[a], old, (size_t)p->n * sizeof(double));
  }
  for (PetscInt i = 0; i < p->n; i++)
    id[i] = p->id[order[i]];
  memcpy(p->id, id, (size_t)p->n * sizeof(PetscInt64));
  free(old);
  free(id);
}

/* Times the keys and the ordering of a shuffled packing, which is in canonical order afterwards. */
static PetscErrorCode Order(Packing *p, double time[2])
{
  const double lower[3] = {0, 0, 0}, upper[3] = {p->edge, p->edge, p->edge};
  PetscInt *order = malloc((size_t)p->n * sizeof(PetscInt));
  uint64_t *key = malloc((size_t)p->n * sizeof(uint64_t));
  double *x = malloc((size_t)p->n * 3 * sizeof(double));

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < p->n; i++)
    order[i] = i;
  for (PetscInt i = p->n - 1; i > 0; i--) {
    PetscInt j = (PetscInt)(Random() * (i + 1)), swap = order[i];
    order[i] = order[j];
    order[j] = swap;
  }
  Reorder(p, order);
  for (PetscInt i = 0; i < p->n; i++)
    for (int a = 0; a < 3; a++)
      x[3 * i + a] = p->x[a][i];
  time[0] = time[1] = INFINITY;
  for (int run = 0; run < RUNS; run++) {
    double start = Now();
    PetscCall(GrCurveKeys(lower, upper, diameter, p->n, x, 3, key));
    time[0] = fmin(time[0], Now() - start);
    start = Now();
    PetscCall(GrCurveOrder(0, p->n, key, p->id, order));
    time[1] = fmin(time[1], Now() - start);
  }
  Reorder(p, order);
  free(order);
  free(key);
  free(x);
  PetscFunctionReturn(0);
}

static PetscErrorCode Measure(Packing *p)
{
  GrPairSearch search;
  GrPairs pairs = {0};
  GrSpheres s = {.n = p->n, .n_owned = p->n, .x = {p->x[0], p->x[1], p->x[2]}, .radius = p->radius, .id = p->id};
  double order[2], best = INFINITY;

  PetscFunctionBeginUser;
  PetscCall(Order(p, order));
  s.index = p->index;
  s.reach = skin * diameter;
  for (int a = 0; a < 3; a++) {
    s.box.upper[a] = p->edge;
    s.box.periodic[a] = true;
  }
  PetscCall(GrPairSearchCreate(&search));
  for (int run = 0; run < RUNS; run++) {
    const double start = Now();
    PetscCall(GrPairSearchRun(search, &s, &pairs));
    best = fmin(best, Now() - start);
  }
  printf("%9d spheres, %5.2f pairs each: search %4.0f ns per sphere; keys %4.0f, order %4.0f\n", (int)p->n,
         (double)pairs.n / p->n, 1e9 * best / p->n, 1e9 * order[0] / p->n, 1e9 * order[1] / p->n);
  PetscCall(GrPairsDestroy(&pairs));
  PetscCall(GrPairSearchDestroy(&search));
  PetscFunctionReturn(0);
}

int main(int argc, char **argv)
{
  Packing p;
  PetscCall(PetscInitializeNoArguments());
  for (int large = 0; large < 2; large++) {
    if (argc == 3 && !Read(&p, argv[1], atof(argv[2]), large ? 4 : 1)) {
      fprintf(stderr, "%s: cannot be read\n", argv[1]);
      return 1;
    }
    if (argc != 3)
      Lattice(&p, large ? 80 : 20); /* 4 x 20^3 = 32 000, 4 x 80^3 = 2 048 000 */
    PetscCall(Measure(&p));
    Release(&p);
  }
  return PetscFinalize();
}
