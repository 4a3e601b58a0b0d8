/* Particles from what earlier runs left, good and bad files.
   Labels: io parallel particle. */
#include "unit.h"

#include "make_help.h"
#include "particle/fill/previous.h"

#include "io/checkpoint/checkpoint.h"
#include <hdf5.h>

enum { N = 50, FRAMES = 3 };

/* Data of the earlier run: number k of a field of particle i in a frame. Every fifth particle left after frame 0,
   the third has an infinite mass, as earlier versions wrote it for prescribed motion. */
static double Left(int f, int i, int frame, int k)
{
  const double value[] = {0.004 * i, 0.001 * k, i + 0.1 * k, -i - 10.0 * k, 1e-3 + 1e-6 * i, 2 + i};
  if (f < 3 && frame > 0 && i % 5 == 1)
    return NAN;
  if (f == 0)
    return k == 0 ? value[0] + 0.001 * frame : value[1];
  return f == 4 && i == 2 ? INFINITY : value[f + 1] + (f == 1 || f == 2 ? 100 * frame : 0);
}

static const struct {
  const char *name;
  int components;
  bool frames;
} fields[] = {{"position", 3, true},
              {"velocity", 3, true},
              {"angular_velocity", 3, true},
              {"radius", 1, false},
              {"mass", 1, false}};

static void WriteDataset(hid_t group, const char *name, int n_sizes, const hsize_t size[], const double *data)
{
  hid_t space = H5Screate_simple(n_sizes, size, NULL);
  hid_t dataset = H5Dcreate2(group, name, H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  assert_true(H5Dwrite(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) >= 0);
  H5Dclose(dataset);
  H5Sclose(space);
}

static void WriteField(hid_t grains, int f, const double time[FRAMES])
{
  double data[FRAMES * N * 3];
  int components = fields[f].components, at = 0;
  hsize_t frames = FRAMES, size[] = {frames, N, (hsize_t)components};
  for (int frame = 0; frame < (fields[f].frames ? FRAMES : 1); frame++)
    for (int i = 0; i < N; i++)
      for (int k = 0; k < components; k++)
        data[at++] = Left(f, i, frame, k);
  if (!fields[f].frames) {
    WriteDataset(grains, fields[f].name, components > 1 ? 2 : 1, size + 1, data);
    return;
  }
  hid_t group = H5Gcreate2(grains, fields[f].name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  WriteDataset(group, "value", 3, size, data);
  WriteDataset(group, "time", 1, &frames, time);
  H5Gclose(group);
}

/* One number of one field and particle is another one. */
static void Spoil(int f, int i, double number)
{
  char path[128];
  MPI_Barrier(PETSC_COMM_WORLD);
  if (rank == 0) {
    snprintf(path, sizeof(path), "particles/grains/%s%s", fields[f].name, fields[f].frames ? "/value" : "");
    hid_t file = H5Fopen(Path("results.h5"), H5F_ACC_RDWR, H5P_DEFAULT), dataset = H5Dopen2(file, path, H5P_DEFAULT);
    hid_t space = H5Dget_space(dataset), memory = H5Screate(H5S_SCALAR);
    const hsize_t start[] = {fields[f].frames ? 0 : (hsize_t)i, (hsize_t)i, 0}, count[] = {1, 1, 1};
    assert_true(H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, count, NULL) >= 0);
    assert_true(H5Dwrite(dataset, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, &number) >= 0);
    H5Sclose(memory);
    H5Sclose(space);
    H5Dclose(dataset);
    assert_true(H5Fclose(file) >= 0);
  }
  MPI_Barrier(PETSC_COMM_WORLD);
}

/* A results file without the field `without`. */
static void WriteResults(const double time[FRAMES], int without)
{
  MPI_Barrier(PETSC_COMM_WORLD);
  if (rank == 0) {
    hid_t file = H5Fcreate(Path("results.h5"), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    hid_t particles = H5Gcreate2(file, "particles", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    hid_t grains = H5Gcreate2(particles, "grains", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    for (int f = 0; f < 5; f++)
      if (f != without)
        WriteField(grains, f, time);
    H5Gclose(grains);
    H5Gclose(particles);
    assert_true(H5Fclose(file) >= 0);
  }
  MPI_Barrier(PETSC_COMM_WORLD);
}

/* The particles of a frame, closed up, behind another group of 10. */
static void AssertPrevious(const char *file, PetscInt64 number, int frame)
{
  GrLattice sites = whole_lattice;
  GrPreviousGiven given = {(char *)file, number};
  GrGrains g[2] = {Grains("lattice", &sites), Grains("previous", &given)};
  GrGroupProperties properties[2];
  sites.count = 10;
  g[1].radii.mean = NAN;
  g[1].velocity[0] = 77;
  GrCase c = Case(3, 2, g);
  GrStore s = Make(&c, properties);
  assert_true(properties[1].first_id == 11 && properties[1].count == (frame ? N - N / 5 : N));
  for (int i = 0, id = 11; i < N; i++) {
    if (isnan(Left(0, i, frame, 0)))
      continue;
    PetscInt row = RowOf(&s, id++);
    const double *u = &s.state[GR_STATE * row];
    assert_true(u[0] >= -0.01 && u[0] < 0.01 && fabs(remainder(u[0] - Left(0, i, frame, 0), 0.02)) < 1e-15);
    for (int k = 0; k < 3; k++)
      assert_true((k == 0 || u[k] == Left(0, i, frame, k)) && u[3 + k] == Left(1, i, frame, k) &&
                  u[6 + k] == Left(2, i, frame, k));
    const double r = Left(3, i, frame, 0), mass = i == 2 ? M_PI * 4 / 3 * r * r * r * 2500 : Left(4, i, frame, 0);
    assert_true(s.radius[row] == r && fabs(s.mass[row] / mass - 1) < 1e-14);
  }
  GrStoreDestroy(&s);
}

static void TestResults(void **state)
{
  const double all[] = {1, 2, 3}, killed[] = {1, 2, 0}, empty[] = {1, 2, NAN};
  WriteResults(all, -1);
  AssertPrevious("results.h5", 0, 0);
  AssertPrevious("results.h5", 1, 1);
  AssertPrevious("results.h5", -1, 2);
  WriteResults(killed, -1);
  AssertPrevious("results.h5", -1, 1);
  WriteResults(empty, -1);
  AssertPrevious("results.h5", -1, 1);
}

/* New radii change the masses. */
static void TestOtherRadii(void **state)
{
  const double time[] = {1, 2, 3};
  GrPreviousGiven given = {"results.h5", 0};
  GrGrains g = Grains("previous", &given);
  GrGroupProperties properties[1];
  WriteResults(time, -1);
  GrCase c = Case(3, 1, &g);
  GrStore s = Make(&c, properties);
  assert_true(s.radius[0] == 0.5e-3);
  for (int id = 3; id <= 4; id++)
    assert_true(fabs(s.mass[RowOf(&s, id)] / (M_PI / 6 * 1e-9 * 2500) - 1) < 1e-14);
  GrStoreDestroy(&s);
}

/* Numbers that cannot be are refused; no particle is dropped for them. */
static void TestSpoilt(const GrCase *c)
{
  static const struct {
    int field;
    double number;
  } bad[] = {{0, NAN}, {1, NAN}, {2, INFINITY}, {3, NAN}, {3, -1}, {4, NAN}, {4, 0}};
  const double good[] = {1, 2, 3}, times[] = {1, NAN, 3};
  char told[128];

  for (int k = 0; k < 7; k++) {
    WriteResults(good, -1);
    Spoil(bad[k].field, N - 3, bad[k].number);
    snprintf(told, sizeof(told), "results.h5: %s of a particle is %g", fields[bad[k].field].name, bad[k].number);
    AssertRefused(c, GR_EXIT_FILE, Path("results.h5"), told);
  }
  WriteResults(times, -1);
  AssertRefused(c, GR_EXIT_FILE, Path("results.h5"), "particles/grains/position/time of frame 1 is not a number");
}

static void TestWrongResults(void **state)
{
  const double time[] = {1, 2, 3};
  GrPreviousGiven given = {"results.h5", 3};
  GrGrains g = Grains("previous", &given);
  GrCase c = Case(3, 1, &g);
  WriteResults(time, -1);
  AssertRefused(&c, GR_EXIT_INPUT, Path("results.h5"), "has no frame 3; write a frame from 0 to 2, or last");
  given.frame = 0;
  c.domain.periodic[0] = false;
  AssertRefused(&c, GR_EXIT_INPUT, Path("results.h5"), "h5: particle 4 at (0.012, 0.001, 0.002) m lies outside");
  WriteResults(time, 2);
  AssertRefused(&c, GR_EXIT_FILE, Path("results.h5"), "has no particles/grains/angular_velocity/value; give");
  WriteResults(time, 0);
  AssertRefused(&c, GR_EXIT_FILE, Path("results.h5"), "has no particles/grains/position/value; give");
  TestSpoilt(&c);
  WriteCsv("x,y,z\n0,0,0\n");
  given.file = "grains.csv";
  AssertRefused(&c, GR_EXIT_FILE, Path("grains.csv"), "is not an HDF5 file");
  given.file = "nowhere.h5";
  AssertRefused(&c, GR_EXIT_FILE, Path("nowhere.h5"), "No such file");
}

/* The particles that are there in some order, as ranks have them. `twice`: the first one has the id of the last. */
static void WriteCheckpoint(const char *table, int frame, bool twice)
{
  const GrColumn ids = {"id", GR_INTEGER, 1, "1", "particle id"};
  int64_t id[N];
  double data[N * 3];
  int n = 0;
  GrCheckpoint file;
  for (int i = 0; i < N; i++)
    if (!isnan(Left(0, 7 * i % N, frame, 0)))
      id[n++] = 7 * i % N + 1;
  const GrRows rows = {n, rank == 0 ? 0 : n, rank == 0 ? n : 0};
  assert_int_equal(GrCheckpointCreate(PETSC_COMM_WORLD, folder, 5, "title: t\n", &file), 0);
  for (int f = 0; f < 5; f++) {
    const GrColumn column = {fields[f].name, GR_REAL, fields[f].components, "1", "a field"};
    for (int i = 0; i < n; i++)
      for (int k = 0; k < column.components; k++)
        data[i * column.components + k] = Left(f, (int)id[i] - 1, frame, k);
    assert_int_equal(GrCheckpointPutColumn(file, table, &column, rows, data), 0);
  }
  if (twice)
    id[0] = id[n - 1];
  assert_int_equal(GrCheckpointPutColumn(file, table, &ids, rows, id), 0);
  assert_int_equal(GrCheckpointCommit(&file), 0);
}

static void TestCheckpoint(void **state)
{
  GrPreviousGiven given = {"checkpoint-5.h5", 2};
  GrGrains g = Grains("previous", &given);
  GrCase c = Case(3, 1, &g);
  WriteCheckpoint("particles", 0, false);
  AssertPrevious("checkpoint-5.h5", -1, 0);
  WriteCheckpoint("particles", 2, false);
  AssertPrevious("checkpoint-5.h5", -1, 2);
  AssertRefused(&c, GR_EXIT_INPUT, Path("checkpoint-5.h5"), "a checkpoint has no frames");
  given.frame = -1;
  WriteCheckpoint("particles", 2, true);
  AssertRefused(&c, GR_EXIT_FILE, Path("checkpoint-5.h5"), "particles/id has the id 44 twice");
  WriteCheckpoint("beads", 2, false);
  AssertRefused(&c, GR_EXIT_FILE, Path("checkpoint-5.h5"), "has no particles in space");
  MPI_Barrier(PETSC_COMM_WORLD);
  if (rank == 0)
    assert_int_equal(truncate(Path("checkpoint-5.h5"), 2000), 0);
  MPI_Barrier(PETSC_COMM_WORLD);
  AssertRefused(&c, GR_EXIT_FILE, Path("checkpoint-5.h5"), "damaged or truncated");
}

UNIT_PETSC(BEFORE(Begin), BEFORE(Setup), CASE(TestResults), CASE(TestOtherRadii), CASE(TestWrongResults),
           CASE(TestCheckpoint), AFTER(Teardown));
