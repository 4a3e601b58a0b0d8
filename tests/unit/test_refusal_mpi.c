/* A law that accepts all sizes of the case, but refuses two particles when they approach each other during a run:
   all ranks end in the same way, with one message, and the recorded data can be read.
   Labels: bulk contact input io law parallel record time. */
#include "unit.h"

#include <granum.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { STIFFNESS, N_COEFFICIENTS, PARTICLES = 40 };

static char folder[256];

static const GrLawParameter parameters[] = {
    {"stiffness", "N/m", NULL, 0, INFINITY, true, true, NULL, "k", 1e3},
    {0},
};

/* Two radii of 0.45 mm have the effective radius 0.225 mm; so has no pair of the smallest and the largest. */
static const char *Prepare(const GrLawPair *pair, const GrLawValue *value, double *coefficient)
{
  coefficient[STIFFNESS] = value[0].number;
  return fabs(pair->radius - 0.225e-3) < 1e-9 ? "these two do not like each other; write other radii" : NULL;
}

static void Force(const GrLawBatch *b)
{
  for (int i = 0; i < b->n; i++) {
    b->force[i] = b->coefficient[STIFFNESS][i] * b->overlap[i];
    b->dashpot[i] = 0;
  }
}

static void Energy(const GrLawBatch *b, double *recoverable, double *spent)
{
  for (int i = 0; i < b->n; i++) {
    recoverable[i] = 0.5 * b->coefficient[STIFFNESS][i] * b->overlap[i] * b->overlap[i];
    spent[i] = 0;
  }
}

static double Stiffness(const double *c, double overlap)
{
  return c[STIFFNESS];
}

static const GrLaw choosy = {
    .name = "choosy",
    .summary = "spring that refuses a pair",
    .source = "this test",
    .equation = "F = k d",
    .range = "any",
    .defects = "none",
    .parameters = parameters,
    .n_coefficients = N_COEFFICIENTS,
    .prepare = Prepare,
    .force = Force,
    .energy = Energy,
    .stiffness = Stiffness,
};

/* More radii than there are species, in a row along x and out of reach of each other, but for two of 0.45 mm at the end
   of it: `gap` [m] apart, they approach at 1 m/s. */
static void Write(const char *path, double gap)
{
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fprintf(file, "x,y,z,vx,radius\n");
  for (int i = 0; i < PARTICLES - 2; i++)
    fprintf(file, "%.17g,2e-3,2e-3,0,%.17g\n", (1 + 2 * i) * 1e-3, i == 0 ? 0.3e-3 : 0.5e-3 + 5e-6 * i);
  fprintf(file, "90e-3,2e-3,2e-3,0,0.45e-3\n%.17g,2e-3,2e-3,-1,0.45e-3\n", 90e-3 + 0.9e-3 + gap);
  fclose(file);
}

static GrCase *Read(double gap)
{
  char text[1024], path[300];
  GrCase *c = NULL;

  snprintf(path, sizeof(path), "%s/row.csv", folder);
  if (rank == 0)
    Write(path, gap);
  MPI_Barrier(PETSC_COMM_WORLD);
  snprintf(
      text, sizeof(text),
      "dimension: 3\ndomain: {lower: [0, 0, 0], upper: [100 mm, 4 mm, 4 mm]}\nmaterials: {glass: {density: 2500}}\n"
      "contacts: [{between: '*', normal: {law: choosy, stiffness: 1e3}}]\n"
      "particles: {row: {file: %s, material: glass}}\ntime: {end: 5 ms, step: 2 us}\n"
      "output: {energy: {every: 0.1 ms}, trajectory: {every: 1 ms}, checkpoint: {end: false}}\n",
      path);
  FACT(!GrCaseParse("choosy.yaml", text, 0, NULL, &c), "%s", GrFailureMessage());
  return c;
}

/* The failure is the same on every rank; forgets it. */
static void AssertRefusal(PetscErrorCode error, GrExit code, const char *words)
{
  char first[2048];

  assert_int_not_equal(error, 0);
  assert_int_equal(GrFailureCode(), code);
  snprintf(first, sizeof(first), "%s", GrFailureMessage());
  MPI_Bcast(first, sizeof(first), MPI_CHAR, 0, PETSC_COMM_WORLD);
  assert_string_equal(first, GrFailureMessage());
  FACT(strstr(first, words) && strstr(first, "law choosy between glass and glass: these two do not like each other"),
       "not '%s' in: %s", words, first);
  GrFailureClear();
}

static void TestStart(void **state)
{
  GrCase *c = Read(10e-6);
  GrWorld world = NULL;

  AssertRefusal(GrWorldCreate(PETSC_COMM_WORLD, c, &world), GR_EXIT_INPUT, "choosy.yaml:4:");
  assert_int_equal(GrCaseDestroy(&c), 0);
}

static void TestLater(void **state)
{
  char path[300];
  GrCase *c = Read(3e-3);
  GrRunFolder output;
  GrWorld world;
  GrRun run;

  assert_int_equal(GrWorldCreate(PETSC_COMM_WORLD, c, &world), 0);
  snprintf(path, sizeof(path), "%s/run", folder);
  assert_int_equal(GrRunFolderCreate(PETSC_COMM_WORLD, path, GR_FOLDER_REFUSE, NULL, &output), 0);
  assert_int_equal(GrRunCreate(world, output, NULL, &run), 0);
  AssertRefusal(GrRunSolve(run), GR_EXIT_PHYSICS, "at t = 0.00");
  assert_int_equal(GrRunDestroy(&run), 0);
  assert_int_equal(GrRunFolderClose(&output, 0), 0);
  assert_int_equal(GrWorldDestroy(&world), 0);
  assert_int_equal(GrCaseDestroy(&c), 0);
  if (rank == 0) {
    FILE *none = fopen("/dev/null", "w");
    snprintf(path, sizeof(path), "%s/run/results.h5", folder);
    assert_int_equal(GrRunInfo(path, none), 0);
    fclose(none);
  }
}

static int Setup(void **state)
{
  const char *base = getenv("TMPDIR");
  snprintf(folder, sizeof(folder), "%s/granum-refusal-XXXXXX", base ? base : "/tmp");
  int failed = rank == 0 && !mkdtemp(folder);
  MPI_Bcast(folder, sizeof(folder), MPI_CHAR, 0, PETSC_COMM_WORLD);
  return failed;
}

static int Teardown(void **state)
{
  static const char *const name[] = {"row.csv",          "run/results.h5", "run/results.xdmf", "run/input.yaml",
                                     "run/.granum.lock", "run/run.json",   "run/source.yaml",  "run/results-data.h5"};
  char path[300];

  MPI_Barrier(PETSC_COMM_WORLD);
  for (int i = 0; rank == 0 && i < 8; i++) {
    snprintf(path, sizeof(path), "%s/%s", folder, name[i]);
    unlink(path);
  }
  snprintf(path, sizeof(path), "%s/run", folder);
  if (rank == 0 && access(path, F_OK) == 0 && rmdir(path) != 0)
    return 1;
  return rank == 0 ? rmdir(folder) : 0;
}

static int Register(void **state)
{
  alarm(60); /* a rank that waits for the others for ever ends the test */
  return GrLawRegister(&choosy);
}

UNIT_PETSC(BEFORE(Register), BEFORE(Setup), CASE(TestStart), CASE(TestLater), AFTER(Teardown));
