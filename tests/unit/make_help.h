/* Shared by the tests of particle generation: a case in a separate folder, and comparison of all ranks with one
   rank. */
#ifndef GRANUM_TESTS_MAKE_HELP_H
#define GRANUM_TESTS_MAKE_HELP_H
#include "unit.h"

#include "particle/fill/fill.h"
#include "particle/fill/lattice.h"
#include "particle/fill/random/random.h"

#include <granum/error.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { GROUPS_MAX = 4 };

static char folder[256], input[300];
static GrMaterial materials[2] = {{.name = "glass", .body = {.density = 2500}}, {.name = "ghost"}};

static inline const char *Path(const char *name)
{
  static char path[2][512];
  static int turn;
  turn = 1 - turn;
  snprintf(path[turn], sizeof path[turn], "%s/%s", folder, name);
  return path[turn];
}

/* A box of 20 x 10 x 10 mm, periodic along x. */
static inline GrCase Case(int dimension, int n_grains, GrGrains grains[])
{
  return (GrCase){.file = input,
                  .dimension = dimension,
                  .n_materials = 2,
                  .materials = materials,
                  .n_grains = n_grains,
                  .grains = grains,
                  .domain = {{-0.01, 0, 0}, {0.01, 0.01, 0.01}, {true, false, false}}};
}

/* Lattice that fills the box. */
static const GrLattice whole_lattice = {
    .spacing = 1e-3, .lower = {-0.01, 0, 0}, .upper = {0.01, 0.01, 0.01}, .kind = GR_LATTICE_SIMPLE_CUBIC};
static const GrPackCase whole_random = {.solid_fraction = 0.2, .lower = {-0.01, 0, 0}, .upper = {0.01, 0.01, 0.01}};

/* Glass spheres of 0.5 mm, from the data of the generator. */
static inline GrGrains Grains(const char *generator, void *given)
{
  return (GrGrains){.name = "grains",
                    .generator = GrGeneratorFind(generator),
                    .n_given = 1,
                    .given = given,
                    .radii = {.kind = GR_RADII_CONSTANT, .mean = 0.5e-3},
                    .mass = NAN,
                    .seed = 7,
                    .place = {12, 3}};
}

static GrStore MakeOn(MPI_Comm comm, const GrCase *c, GrGroupProperties properties[])
{
  GrStore store;
  assert_int_equal(GrStoreCreate(&store, false), 0);
  FACT(!GrFillStore(comm, c, &store, properties), "%s", GrFailureMessage());
  return store;
}

/* The row of an id, or -1. */
static inline PetscInt RowOf(const GrStore *s, PetscInt64 id)
{
  for (PetscInt i = 0; i < s->columns.n; i++)
    if (s->id[i] == id)
      return i;
  return -1;
}

static void AssertRow(const GrStore *a, PetscInt i, const GrStore *b, PetscInt k)
{
  for (int c = 0; c < GR_STORE_COLUMNS; c++) {
    size_t size = a->columns.size[c];
    const char *x = a->columns.data[c], *y = b->columns.data[c];
    FACT(memcmp(x + size * (size_t)i, y + size * (size_t)k, size) == 0,
         "particle %" PetscInt64_FMT ": column %d differs", a->id[i], c);
  }
}

/* Checks that the particles of all ranks together equal the particles of one rank, bit for bit. Returns the latter; the
   row of id k is row[k]. */
static GrStore Make(const GrCase *c, GrGroupProperties properties[])
{
  GrGroupProperties alone[GROUPS_MAX];
  GrStore all = MakeOn(PETSC_COMM_WORLD, c, properties), one = MakeOn(PETSC_COMM_SELF, c, alone);
  PetscInt64 n = all.columns.n, total, sum = 0;
  PetscInt *row = malloc(sizeof(*row) * (size_t)(one.columns.n + 1));
  memset(row, -1, sizeof(*row) * (size_t)(one.columns.n + 1));
  for (PetscInt i = 0; i < one.columns.n; i++) {
    assert_true(one.id[i] >= 1 && one.id[i] <= one.columns.n && row[one.id[i]] < 0);
    row[one.id[i]] = i;
  }
  MPI_Allreduce(&n, &total, 1, MPIU_INT64, MPI_SUM, PETSC_COMM_WORLD);
  assert_true(total == one.columns.n);
  for (PetscInt i = 0; i < all.columns.n; i++)
    AssertRow(&all, i, &one, row[all.id[i]]);
  for (PetscInt i = 0; i < all.columns.n; i++)
    row[all.id[i]] = -1; /* no id twice on a rank; the sum over ranks equals the number of different ids */
  for (PetscInt i = 0; i < one.columns.n; i++)
    sum += row[one.id[i]] < 0;
  MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPIU_INT64, MPI_SUM, PETSC_COMM_WORLD);
  assert_true(sum == total);
  assert_memory_equal(properties, alone, sizeof(*properties) * (size_t)c->n_grains);
  free(row);
  GrStoreDestroy(&all);
  return one;
}

/* The message of a case that cannot be made. */
static void Refuse(MPI_Comm comm, const GrCase *c, GrExit code, char message[4096])
{
  GrGroupProperties properties[GROUPS_MAX];
  GrStore store;
  assert_int_equal(GrStoreCreate(&store, false), 0);
  assert_int_not_equal(GrFillStore(comm, c, &store, properties), 0);
  assert_int_equal(GrFailureCode(), code);
  snprintf(message, 4096, "%s", GrFailureMessage());
  GrFailureClear();
  GrStoreDestroy(&store);
}

/* The same message on every rank, and on one rank alone, with this fragment. */
static inline void AssertRefused(const GrCase *c, GrExit code, const char *begin, const char *part)
{
  char first[4096], other[4096];
  Refuse(PETSC_COMM_SELF, c, code, other);
  Refuse(PETSC_COMM_WORLD, c, code, first);
  assert_string_equal(first, other);
  MPI_Bcast(other, sizeof other, MPI_CHAR, 0, PETSC_COMM_WORLD);
  assert_string_equal(first, other);
  FACT(strncmp(first, begin, strlen(begin)) == 0 && strstr(first, part) &&
           (code != GR_EXIT_INPUT || strstr(first, "; ")),
       "\"%s\" does not begin with \"%s\" and say \"%s\"", first, begin, part);
}

/* Rank 0 writes the file, the others wait. */
static inline void WriteCsv(const char *text)
{
  MPI_Barrier(PETSC_COMM_WORLD);
  if (rank == 0) {
    FILE *file = fopen(Path("grains.csv"), "w");
    fputs(text, file);
    fclose(file);
  }
  MPI_Barrier(PETSC_COMM_WORLD);
}

static int Setup(void **state)
{
  const char *base = getenv("TMPDIR");
  snprintf(folder, sizeof folder, "%s/granum-make-XXXXXX", base ? base : "/tmp");
  int failed = rank == 0 && !mkdtemp(folder);
  MPI_Bcast(folder, sizeof folder, MPI_CHAR, 0, PETSC_COMM_WORLD);
  snprintf(input, sizeof input, "%s/case.yaml", folder);
  return failed;
}

static int Teardown(void **state)
{
  char command[600];
  MPI_Barrier(PETSC_COMM_WORLD);
  snprintf(command, sizeof command, "rm -rf '%s' '%s.mpi'", folder, folder);
  return rank == 0 ? system(command) : 0;
}

static int Begin(void **state)
{
  materials[1].body.density = NAN;
  alarm(60); /* a rank that hangs ends the test */
  return 0;
}

/* A failure of one rank is a failure of all. */
#endif
