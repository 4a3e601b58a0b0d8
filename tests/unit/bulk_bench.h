/* For tests of the physics of spheres (after unit.h): spheres at positions chosen by a test, run like `granum
   run`, and read after every step. One rank. */
#ifndef GRANUM_TESTS_BULK_BENCH_H
#define GRANUM_TESTS_BULK_BENCH_H

#include "bulk/bulk.h"
#include "bulk/output.h"
#include <granum/error.h>
#include <granum/run.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const double pi = 3.14159265358979323846;

/* The numbers of a sphere: position [m], velocity [m/s], spin [rad/s]. */
typedef struct {
  double x[3], v[3], w[3];
} Ball;

typedef struct {
  GrCase *the_case;
  GrWorld world;
  GrRun run;
} Bench;

/* Writes spheres to a file for `particles.GROUP.file`; its path is good until the file is removed by Unlist. */
static inline void List(int n, const Ball *ball, const double *radius, char path[256])
{
  const char *folder = getenv("TMPDIR");
  snprintf(path, 256, "%s/granum-bench-XXXXXX", folder ? folder : P_tmpdir);
  int handle = mkstemp(path);
  FILE *file = fdopen(handle, "w");
  assert_non_null(file);
  fprintf(file, "x, y, z, vx, vy, vz, wx, wy, wz, radius\n");
  for (int i = 0; i < n; i++) {
    const double *number = (const double *)&ball[i];
    for (int k = 0; k < GR_STATE; k++)
      fprintf(file, "%.17g, ", number[k]);
    fprintf(file, "%.17g\n", radius[i]);
  }
  fclose(file);
}

static inline void Works(PetscErrorCode error)
{
  if (error)
    print_error("%s\n", GrFailureMessage());
  assert_int_equal(error, 0);
}

/* Opens a run ready to start, from a case in printf form. */
static inline Bench Open(const char *format, ...)
{
  static char text[1 << 15];
  Bench bench;
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(text, sizeof(text), format, arguments);
  va_end(arguments);
  assert_true(length > 0 && length < (int)sizeof(text));
  Works(GrCaseParse("bench.yaml", text, 0, NULL, &bench.the_case));
  Works(GrWorldCreate(PETSC_COMM_SELF, bench.the_case, &bench.world));
  Works(GrRunCreate(bench.world, NULL, NULL, &bench.run));
  return bench;
}

static inline void Close(Bench *bench)
{
  Works(GrRunDestroy(&bench->run));
  Works(GrWorldDestroy(&bench->world));
  Works(GrCaseDestroy(&bench->the_case));
}

/* Returns the spheres in the order of their ids, at unwrapped positions; `force`: mass times acceleration and
   inertia times angular acceleration, or NULL. */
static inline void Look(const Bench *bench, Ball *ball, double (*force)[GR_RATES])
{
  const GrStore *store = GrBulkStore(bench->world);
  const GrParallelBox *box = GrBulkBox(bench->world);
  const double *u;
  Works(VecGetArrayRead(GrRunState(bench->run), &u));
  for (PetscInt i = 0; i < store->columns.n; i++) {
    const PetscInt64 k = store->id[i] - 1;
    const double inertia = 0.4 * store->mass[i] * store->radius[i] * store->radius[i];
    memcpy(&ball[k], u + GR_STATE * i, sizeof(Ball));
    for (int a = 0; a < 3; a++)
      ball[k].x[a] += (double)store->image[3 * i + a] * (box->upper[a] - box->lower[a]);
    for (int a = 0; force && a < GR_RATES; a++)
      force[k][a] = (a < 3 ? store->mass[i] : inertia) * store->acceleration[GR_RATES * i + a];
  }
  Works(VecRestoreArrayRead(GrRunState(bench->run), &u));
}

/* Runs to the end; `watch` is called at the start and after every step. */
typedef PetscErrorCode (*Watch)(TS ts, PetscInt step, PetscReal time, Vec u, void *context);
static inline void Run(Bench *bench, Watch watch, void *context)
{
  if (watch)
    Works(TSMonitorSet(GrRunTS(bench->run), watch, context, NULL));
  Works(GrRunSolve(bench->run));
}

static inline double Dot(const double a[3], const double b[3])
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void Cross(const double a[3], const double b[3], double c[3])
{
  c[0] = a[1] * b[2] - a[2] * b[1];
  c[1] = a[2] * b[0] - a[0] * b[2];
  c[2] = a[0] * b[1] - a[1] * b[0];
}

static inline double SphereMass(double density, double radius)
{
  return 4.0 / 3.0 * pi * radius * radius * radius * density;
}

/* Asserts |a/b - 1| <= tolerance; prints both values if not. */
static inline void Near(double a, double b, double tolerance, const char *what)
{
  if (!(fabs(a - b) <= tolerance * fabs(b)))
    print_error("%s: %.12g instead of %.12g, off by %.2e, allowed %.2e\n", what, a, b, fabs(a / b - 1), tolerance);
  assert_true(fabs(a - b) <= tolerance * fabs(b));
}

#endif
