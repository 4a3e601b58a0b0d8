/* A results file written by all ranks is read back with plain HDF5, and has the same bytes as a file of one rank. Also
   tests: diff, sync, continued files, frames that become wider, a full trace, paths that cannot be written,
   reasons of earlier failures.
   Labels: io parallel record. */
#include "unit.h"

#include "io/h5/hdf5_call.h"
#include "io/h5/reader.h"
#include "results_folder.h"

#include <errno.h>
#include <granum/command.h>
#include <granum/error.h>
#include <malloc.h>
#include <math.h>
#include <string.h>

enum { COMPONENTS = 3, FRAMES = 4, SAMPLES = 2500, CAPACITY = 1000 }; // two flushes and a rest
enum { STEP_OF_FRAME = 10 };

static const char *const text = "title: \"a\"\nspeed: 1.0e-3 m/s \xc2\xb5m\n";

static double Value(int64_t frame, int64_t row, int component)
{
  return 1.0 / (1 + (double)frame) + (double)row / 3 + 0.1 * component;
}

static PetscErrorCode WriteParticles(GrResults results, GrRows rows, GrSpan planned)
{
  const GrColumn id = {"id", GR_INTEGER, 1, "1", "particle id"};
  const GrColumn fixed = {"anchor", GR_REAL, COMPONENTS, "m", "where a spring is tied"};
  const GrColumn position = {"position", GR_REAL, COMPONENTS, "m", "centre of the particle"};
  const GrColumn force = {"force", GR_REAL, COMPONENTS, "kg m/s^2", "sum of all forces"};
  const GrColumn contacts = {"contacts", GR_INTEGER, 1, "1", "number of contacts"};
  const GrResultsSides sides = {{0, -1, 2}, {1, 1, 2.5}, {false, true, false}, .move = false};
  GrSeries series[3];
  int64_t *ids;
  double *data;

  PetscFunctionBegin;
  PetscCall(PetscMalloc2(rows.count, &ids, rows.count * COMPONENTS, &data));
  for (PetscInt64 i = 0; i < rows.count; i++)
    ids[i] = rows.first + i + 1;
  for (PetscInt64 i = 0; i < rows.count * COMPONENTS; i++)
    data[i] = Value(99, rows.first + i / COMPONENTS, (int)(i % COMPONENTS));
  PetscCall(GrResultsBox(results, "particles/grains", COMPONENTS, &sides));
  PetscCall(GrResultsRows(results, "particles/grains", &id, rows, ids));
  PetscCall(GrResultsRows(results, "/particles/grains", &fixed, rows, data));
  PetscCall(GrSeriesCreate(results, "particles/grains", &position, rows, NULL, planned, &series[0]));
  PetscCall(GrSeriesCreate(results, "particles/grains", &force, rows, series[0], planned, &series[1]));
  PetscCall(GrSeriesCreate(results, "particles/grains", &contacts, rows, series[1], planned, &series[2]));
  for (int frame = 0; frame < FRAMES; frame++) {
    for (PetscInt64 i = 0; i < rows.count * COMPONENTS; i++)
      data[i] = Value(frame, rows.first + i / COMPONENTS, (int)(i % COMPONENTS));
    for (PetscInt64 i = 0; i < rows.count; i++)
      ids[i] = rows.first + i + frame;
    PetscCall(GrSeriesAppend(series[2], frame * STEP_OF_FRAME, 0.1 * frame, ids));
    PetscCall(GrSeriesAppend(series[1], frame * STEP_OF_FRAME, 0.1 * frame, data));
    PetscCall(GrSeriesAppend(series[0], frame * STEP_OF_FRAME, 0.1 * frame, data));
  }
  for (int k = 0; k < 3; k++)
    PetscCall(GrSeriesDestroy(&series[k]));
  PetscCall(PetscFree2(ids, data));
  PetscFunctionReturn(0);
}

static PetscErrorCode WriteTraces(GrResults results, bool owner, GrSpan planned)
{
  const GrColumn columns[] = {{"kinetic", GR_REAL, 1, "J", "kinetic energy"},
                              {"closed", GR_INTEGER, 1, "1", "closed contacts"},
                              {"stress", GR_REAL, COMPONENTS, "Pa", "mean stress"}};
  const GrColumn lone = {"force", GR_REAL, 1, "N", "force of the contact"};
  GrTrace trace, quiet;

  PetscFunctionBegin;
  PetscCall(GrTraceCreate(results, "observables/energy", 3, columns, owner, CAPACITY, planned, &trace));
  PetscCall(
      GrTraceCreate(results, "observables/sensors/quiet", 1, &lone, owner, CAPACITY, (GrSpan){.planned = 0}, &quiet));
  for (int i = 0; i < SAMPLES; i++) {
    const double values[] = {Value(0, i, 0), i, Value(2, i, 0), Value(2, i, 1), Value(2, i, 2)};
    if (owner)
      PetscCall(GrTraceAppend(trace, i, 1e-3 * i, values));
    if (i % CAPACITY == CAPACITY - 1)
      PetscCall(GrTraceFlush(trace));
  }
  PetscCall(GrTraceDestroy(&trace));
  PetscCall(GrTraceDestroy(&quiet));
  PetscFunctionReturn(0);
}

static const GrResultsAccess TwoWriters = {.writers = 2};

/* `extra`: how much more is planned than written, or less; if not 0, two ranks write. */
static PetscErrorCode WriteAll(MPI_Comm comm, const char *path, int extra)
{
  GrResults results;
  int r, n;

  PetscFunctionBegin;
  PetscCallMPI(MPI_Comm_rank(comm, &r));
  PetscCallMPI(MPI_Comm_size(comm, &n));
  PetscCall(GrResultsCreate(comm, path, "some body <body@some.where>", extra ? &TwoWriters : NULL, &results));
  PetscCall(GrResultsText(results, "/parameters/input", "input as given", text));
  PetscCall(GrResultsText(results, "parameters/options", "PETSc options", ""));
  PetscCall(GrResultsText(results, "parameters@note", NULL, "a note"));
  PetscCall(WriteParticles(results, Rows(comm), (GrSpan){.planned = FRAMES + extra}));
  PetscCall(WriteTraces(results, r == n - 1 ? true : false, (GrSpan){.planned = SAMPLES + 500 * PetscMin(extra, 0)}));
  PetscCall(GrResultsFinish(&results));
  PetscFunctionReturn(0);
}

/* From here on plain HDF5, on the first rank. */

static void AssertAttribute(hid_t file, const char *object, const char *name, const char *expected)
{
  char value[256] = "";
  hid_t attribute = H5Aopen_by_name(file, object, name, H5P_DEFAULT, H5P_DEFAULT), type = H5Aget_type(attribute);
  assert_int_equal(H5Tget_cset(type), H5T_CSET_UTF8);
  assert_true(H5Tget_size(type) < sizeof(value));
  assert_true(H5Aread(attribute, type, value) >= 0);
  assert_string_equal(value, expected);
  H5Tclose(type);
  H5Aclose(attribute);
}

/* One of variable length. */
static void AssertWord(hid_t file, const char *object, const char *name, const char *expected)
{
  char *value = NULL;
  hid_t attribute = H5Aopen_by_name(file, object, name, H5P_DEFAULT, H5P_DEFAULT), type = H5Aget_type(attribute);
  assert_true(H5Tis_variable_str(type) > 0);
  assert_true(H5Aread(attribute, type, &value) >= 0);
  assert_string_equal(value, expected);
  H5free_memory(value);
  H5Tclose(type);
  H5Aclose(attribute);
}

static void AssertVersion(hid_t file, const char *object, int major, int minor)
{
  int version[2];
  hid_t attribute = H5Aopen_by_name(file, object, "version", H5P_DEFAULT, H5P_DEFAULT);
  assert_true(H5Aread(attribute, H5T_NATIVE_INT, version) >= 0);
  assert_int_equal(version[0], major);
  assert_int_equal(version[1], minor);
  H5Aclose(attribute);
}

static void CheckParticles(hid_t file)
{
  const hsize_t all[] = {FRAMES, TOTAL, COMPONENTS, 0}, whole[] = {FRAMES, TOTAL, 0}, still[] = {TOTAL, COMPONENTS, 0};
  const hsize_t rows[] = {TOTAL, 0}, frames[] = {FRAMES, 0};
  int64_t *integers, step[FRAMES];
  double *reals, time[FRAMES];

  assert_int_equal(PetscMalloc2(FRAMES * TOTAL, &integers, FRAMES * TOTAL * COMPONENTS, &reals), 0);
  Read(file, "particles/grains/id", rows, H5T_NATIVE_INT64, integers);
  for (int i = 0; i < TOTAL; i++)
    assert_int_equal(integers[i], i + 1);
  Read(file, "particles/grains/anchor", still, H5T_NATIVE_DOUBLE, reals);
  for (int i = 0; i < TOTAL * COMPONENTS; i++)
    assert_true(reals[i] == Value(99, i / COMPONENTS, i % COMPONENTS));
  const char *const series[] = {"particles/grains/position/value", "particles/grains/force/value"};
  for (int k = 0; k < 2; k++) {
    Read(file, series[k], all, H5T_NATIVE_DOUBLE, reals);
    for (int i = 0; i < FRAMES * TOTAL * COMPONENTS; i++)
      assert_true(reals[i] == Value(i / (TOTAL * COMPONENTS), i / COMPONENTS % TOTAL, i % COMPONENTS));
  }
  Read(file, "particles/grains/contacts/value", whole, H5T_NATIVE_INT64, integers);
  for (int i = 0; i < FRAMES * TOTAL; i++)
    assert_int_equal(integers[i], i % TOTAL + i / TOTAL);
  Read(file, "particles/grains/position/step", frames, H5T_NATIVE_INT64, step);
  Read(file, "particles/grains/contacts/time", frames, H5T_NATIVE_DOUBLE, time);
  for (int i = 0; i < FRAMES; i++) {
    assert_int_equal(step[i], i * STEP_OF_FRAME);
    assert_true(time[i] == 0.1 * i);
  }
  PetscFree2(integers, reals);
}

static void CheckTraces(hid_t file)
{
  const hsize_t size[] = {SAMPLES, 0}, wide[] = {SAMPLES, COMPONENTS, 0};
  static double kinetic[SAMPLES], time[SAMPLES], stress[SAMPLES][COMPONENTS];
  static int64_t closed[SAMPLES], step[SAMPLES];
  Read(file, "observables/energy/kinetic", size, H5T_NATIVE_DOUBLE, kinetic);
  Read(file, "observables/energy/time", size, H5T_NATIVE_DOUBLE, time);
  Read(file, "observables/energy/closed", size, H5T_NATIVE_INT64, closed);
  Read(file, "observables/energy/step", size, H5T_NATIVE_INT64, step);
  Read(file, "observables/energy/stress", wide, H5T_NATIVE_DOUBLE, stress);
  for (int i = 0; i < SAMPLES; i++) {
    assert_true(kinetic[i] == Value(0, i, 0) && time[i] == 1e-3 * i);
    assert_true(closed[i] == i && step[i] == i);
    for (int k = 0; k < COMPONENTS; k++)
      assert_true(stress[i][k] == Value(2, i, k));
  }
}

static void CheckAttributes(hid_t file)
{
  static const char *const unit[][2] = {
      {"particles/grains/position", "m"},   {"particles/grains/force/value", "kg m s-2"},
      {"particles/grains/force/time", "s"}, {"particles/grains/id", "1"},
      {"observables/energy/kinetic", "J"},  {"observables/energy/time", "s"},
      {"observables/energy/step", "1"}};
  for (size_t i = 0; i < sizeof(unit) / sizeof(*unit); i++)
    AssertWord(file, unit[i][0], "unit", unit[i][1]);
  AssertAttribute(file, "particles/grains/position/value", "description", "centre of the particle");
  AssertAttribute(file, "particles/grains/position", "description", "centre of the particle");
  AssertAttribute(file, "parameters", "note", "a note");
  AssertAttribute(file, "h5md/author", "name", "some body");
  AssertAttribute(file, "h5md/author", "email", "body@some.where");
  AssertAttribute(file, "h5md/creator", "name", "granum");
  AssertWord(file, "h5md/modules/units", "system", "SI");
  AssertVersion(file, "h5md", 1, 1);
  AssertVersion(file, "h5md/modules/units", 1, 0);

  char side[COMPONENTS][9] = {{0}};
  hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, 9); // with its end
  H5Tset_cset(type, H5T_CSET_UTF8);
  hid_t boundary = H5Aopen_by_name(file, "particles/grains/box", "boundary", H5P_DEFAULT, H5P_DEFAULT);
  assert_true(H5Aread(boundary, type, side) >= 0);
  for (int i = 0; i < COMPONENTS; i++)
    assert_string_equal(side[i], i == 1 ? "periodic" : "none");
  H5Aclose(boundary);
  H5Tclose(type);
}

static void CheckText(hid_t file)
{
  char value[256] = "";
  hid_t dataset = H5Dopen2(file, "parameters/input", H5P_DEFAULT), type = H5Dget_type(dataset);
  assert_int_equal(H5Tget_size(type), strlen(text));
  assert_true(H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, value) >= 0);
  assert_string_equal(value, text);
  H5Tclose(type);
  H5Dclose(dataset);
}

/* Both names lead to one object, which carries no times. */
static void CheckLinks(hid_t file)
{
  static const char *const path[] = {"particles/grains/position/step", "particles/grains/force/step",
                                     "particles/grains/contacts/step", "observables", "particles/grains"};
  H5O_info_t info[5];
  for (int i = 0; i < 5; i++) {
    assert_true(H5Oget_info_by_name(file, path[i], &info[i], H5P_DEFAULT) >= 0);
    assert_int_equal(info[i].ctime, 0);
    assert_int_equal(info[i].mtime, 0);
  }
  assert_int_equal(info[0].rc, 3);
  assert_int_equal(info[1].addr, info[0].addr);
  assert_int_equal(info[2].addr, info[0].addr);
}

static void test_write_and_read(void **state)
{
  assert_int_equal(WriteAll(PETSC_COMM_WORLD, Path("all.h5"), 0), 0);
  if (rank == 0) {
    hid_t file = H5Fopen(Path("all.h5"), H5F_ACC_RDONLY, H5P_DEFAULT);
    assert_true(file >= 0);
    CheckParticles(file);
    CheckTraces(file);
    CheckAttributes(file);
    CheckText(file);
    CheckLinks(file);
    H5Fclose(file);
  }
}

static void AssertSameBytes(const char *a, const char *b)
{
  FILE *file[2] = {fopen(a, "rb"), fopen(b, "rb")};
  static char block[2][1 << 16];
  size_t n[2];
  assert_true(file[0] && file[1]);
  do {
    for (int k = 0; k < 2; k++)
      n[k] = fread(block[k], 1, sizeof(block[k]), file[k]);
    assert_int_equal(n[0], n[1]);
    assert_memory_equal(block[0], block[1], n[0]);
  } while (n[0] > 0);
  fclose(file[0]);
  fclose(file[1]);
}

/* A plan that differs from the written data: the same file except for its layout. */
static void test_plans(void **state)
{
  char name[512];
  snprintf(name, sizeof(name), "%s", Path("copy.h5"));
  for (int extra = -2; extra <= 2; extra += 4) {
    bool same = false;
    assert_int_equal(WriteAll(PETSC_COMM_WORLD, name, extra), 0);
    if (rank == 0) {
      assert_int_equal(GrResultsDiff(Path("all.h5"), name, &same, stdout), 0);
      assert_true(same);
    }
    MPI_Barrier(PETSC_COMM_WORLD);
  }
}

/* Compares two files; they differ by one line, which must contain `expected`. */
static void AssertDifference(const char *a, const char *b, const char *expected)
{
  bool same = true;
  char line[1024] = "", other[2];
  FILE *out = tmpfile();

  assert_int_equal(GrResultsDiff(a, b, &same, out), 0);
  assert_false(same);
  rewind(out);
  assert_non_null(fgets(line, sizeof(line), out));
  FACT(strstr(line, expected), "%s", line);
  assert_null(fgets(other, sizeof(other), out));
  fclose(out);
}

/* A group after all objects of the other file. */
static void CheckLastGroup(const char *a, const char *b)
{
  hid_t file = H5Fopen(b, H5F_ACC_RDWR, H5P_DEFAULT), group = H5Gcreate2(file, "zone", 0, 0, 0);

  assert_true(group >= 0);
  H5Gclose(group);
  H5Fclose(file);
  AssertDifference(a, b, "zone: only in ");
  AssertDifference(b, a, "zone: only in ");
  file = H5Fopen(b, H5F_ACC_RDWR, H5P_DEFAULT);
  assert_true(H5Ldelete(file, "zone", H5P_DEFAULT) >= 0);
  H5Fclose(file);
}

static void test_same_on_one_rank(void **state)
{
  bool same = false;
  if (rank == 0) {
    char a[512], b[512];
    snprintf(a, sizeof(a), "%s/all.h5", folder);
    snprintf(b, sizeof(b), "%s/one.h5", folder);
    assert_int_equal(WriteAll(PETSC_COMM_SELF, b, 0), 0);
    assert_int_equal(GrResultsDiff(a, b, &same, stdout), 0);
    assert_true(same);
    AssertSameBytes(a, b);
    CheckLastGroup(a, b);

    hid_t file = H5Fopen(b, H5F_ACC_RDWR, H5P_DEFAULT),
          dataset = H5Dopen2(file, "particles/grains/force/value", H5P_DEFAULT);
    hid_t space = H5Dget_space(dataset), memory = H5Screate(H5S_SCALAR);
    const hsize_t place[] = {2, TOTAL - 1, 1};
    double wrong = -1;
    H5Sselect_elements(space, H5S_SELECT_SET, 1, place);
    assert_true(H5Dwrite(dataset, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, &wrong) >= 0);
    H5Sclose(memory);
    H5Sclose(space);
    H5Dclose(dataset);
    H5Fclose(file);
    AssertDifference(a, b, "particles/grains/force/value: frame 2 (step 20, time 0.2000000");
    AssertDifference(a, b, "row 70000 (id 70001), component 1: ");
  }
}

static size_t MemoryInUse(void)
{
  const struct mallinfo2 m = mallinfo2();
  return m.uordblks + m.hblkhd;
}

/* Reads all values of a dataset or attribute and closes it; its identifiers are no longer valid then. Returns the last
   integer. */
static int64_t ReadAndClose(const GrHdf5Reader *reader, const char *path, const char *attribute)
{
  const hsize_t start[] = {0}, count[] = {TOTAL};
  GrHdf5Source s;

  assert_int_equal(GrHdf5SourceOpen(reader, path, attribute, &s), 0);
  assert_int_equal(GrHdf5SourceRead(&s, start, count), 0);
  assert_int_equal(s.values.n, attribute ? 1 : TOTAL);
  const int64_t last = attribute ? 0 : ((const int64_t *)s.values.data)[TOTAL - 1];
  const hid_t used[] = {s.id, s.space, s.values.type};
  assert_int_equal(GrHdf5SourceClose(&s), 0);
  for (int k = 0; k < 3; k++)
    assert_false(H5Iis_valid(used[k]));
  return last;
}

/* Every source that is read and closed gives its memory back: after a few reads more of them need no more memory. */
static void test_sources_are_closed(void **state)
{
  enum { WARM = 20, READS = 40 };
  GrHdf5Reader reader;
  size_t memory = 0;

  if (rank != 0)
    return;
  assert_int_equal(GrHdf5ReaderOpen(Path("all.h5"), &reader), 0);
  for (int k = 0; k < READS; k++) {
    if (k == WARM)
      memory = MemoryInUse();
    assert_int_equal(ReadAndClose(&reader, "particles/grains/id", NULL), TOTAL);
    ReadAndClose(&reader, "parameters", "note");
    ReadAndClose(&reader, "h5md/modules/units", "system"); /* of variable length */
  }
  print_message("memory in use: %zu bytes, then %zu\n", memory, MemoryInUse());
  assert_true(MemoryInUse() <= memory);
  assert_int_equal(GrHdf5ReaderClose(&reader), 0);
}

/* With plain HDF5: the frames of test_sync that readers find. */
static void CheckFrames(const char *name, hsize_t n)
{
  const hsize_t size[] = {n, (hsize_t)ranks, 0}, frames[] = {n, 0};
  double found[2][16], time[2];
  int64_t step[2];
  if (rank == 0) {
    hid_t file = H5Fopen(Path(name), H5F_ACC_RDONLY, H5P_DEFAULT);
    assert_true(file >= 0 && ranks <= 8);
    Read(file, "particles/grains/mass/value", size, H5T_NATIVE_DOUBLE, found);
    Read(file, "particles/grains/mass/time", frames, H5T_NATIVE_DOUBLE, time);
    Read(file, "particles/grains/mass/step", frames, H5T_NATIVE_INT64, step);
    for (hsize_t k = 0; k < n; k++) {
      assert_true(time[k] == 0.5 + (double)k && step[k] == 5 + (int64_t)k);
      for (int i = 0; i < ranks; i++)
        assert_true(((double *)found)[k * (hsize_t)ranks + (hsize_t)i] == i);
    }
    H5Fclose(file);
  }
  MPI_Barrier(PETSC_COMM_WORLD);
}

/* While the file is open, synced frames are readable and planned frames are not. A file that is closed before its end
   is continued; the finished file is one plain file. */
static void test_sync(void **state)
{
  const GrColumn mass = {"mass", GR_REAL, 1, "kg", "mass"};
  const double value = rank;
  const GrRows rows = {ranks, rank, 1};
  GrResults results;
  GrSeries series;
  assert_int_equal(GrResultsCreate(PETSC_COMM_WORLD, Path("sync.h5"), "somebody", &TwoWriters, &results), 0);
  assert_int_equal(GrSeriesCreate(results, "particles/grains", &mass, rows, NULL, (GrSpan){.planned = 3}, &series), 0);
  assert_int_equal(GrSeriesAppend(series, 5, 0.5, &value), 0);
  assert_int_equal(GrResultsSync(results), 0);
  CheckFrames("sync.h5", 1);
  if (rank == 0)
    unlink(Path("sync.h5"));
  assert_int_equal(GrResultsSync(results), 0); // nothing has changed, so nothing is written
  MPI_Barrier(PETSC_COMM_WORLD);
  assert_int_not_equal(access(Path("sync.h5"), F_OK), 0);
  MPI_Barrier(PETSC_COMM_WORLD);
  assert_int_equal(GrSeriesAppend(series, 6, 1.5, &value), 0);
  assert_int_equal(GrResultsSync(results), 0);
  assert_int_equal(GrSeriesDestroy(&series), 0);
  assert_int_equal(GrResultsClose(&results), 0);
  CheckFrames("sync.h5", 2);
  const GrSpan more = {.planned = 2, .done = 1, .latest = 0.5};
  assert_int_equal(GrResultsOpen(PETSC_COMM_WORLD, Path("sync.h5"), false, &TwoWriters, &results), 0);
  assert_int_equal(GrSeriesCreate(results, "particles/grains", &mass, rows, NULL, more, &series), 0);
  assert_int_equal(GrResultsReady(results), 0);
  assert_int_equal(GrSeriesAppend(series, 6, 1.5, &value), 0);
  assert_int_equal(GrSeriesDestroy(&series), 0);
  assert_int_equal(GrResultsFinish(&results), 0);
  CheckFrames("sync.h5", 2);
  assert_int_not_equal(access(Path("sync-data.h5"), F_OK), 0);
}

static void test_trace_full(void **state)
{
  const GrColumn force = {"force", GR_REAL, 1, "N", "force"};
  const double value = 1;
  GrResults results;
  GrTrace trace;
  assert_int_equal(GrResultsCreate(PETSC_COMM_WORLD, Path("full.h5"), "somebody", NULL, &results), 0);
  assert_int_equal(
      GrTraceCreate(results, "observables/a", 1, &force, rank == 0 ? true : false, 2, (GrSpan){.planned = 2}, &trace),
      0);
  if (rank == 0) {
    assert_int_equal(GrTraceAppend(trace, 0, 0, &value), 0);
    assert_int_equal(GrTraceAppend(trace, 1, 1, &value), 0);
    PetscPushErrorHandler(PetscReturnErrorHandler, NULL);
    assert_int_equal(GrTraceAppend(trace, 2, 2, &value), PETSC_ERR_ARG_OUTOFRANGE);
    PetscPopErrorHandler();
  }
  assert_int_equal(GrTraceDestroy(&trace), 0);
  assert_int_equal(GrResultsClose(&results), 0);
}

/* Frames that become wider than foreseen, in single precision, and are compressed: as many rows as the widest has. */
static void test_varying(void **state)
{
  enum { N = 5 };
  const GrColumn size = {"size", GR_REAL, 2, "m", "two lengths"};
  const GrStorage storage = {.single = true, .pack = true};
  const GrRows guess = {2, 0, 0};
  double row[8];
  GrResults results;
  GrSeries series;
  assert_int_equal(GrResultsCreate(PETSC_COMM_WORLD, Path("vary.h5"), "somebody", &TwoWriters, &results), 0);
  assert_int_equal(GrSeriesCreateStored(results, "particles/grains", &size, guess, GR_SERIES_VARYING, storage, NULL,
                                        (GrSpan){.planned = 2}, &series),
                   0);
  for (int k = 0; k < N; k++) { // k rows on each rank
    for (int i = 0; i < 2 * k; i++)
      row[i] = 100 * k + 2 * k * rank + i;
    assert_int_equal(GrSeriesAppendRows(series, k, k, (GrRows){ranks * k, rank * k, k}, row), 0);
  }
  assert_int_equal(GrSeriesWidth(series), ranks * (N - 1));
  assert_int_equal(GrSeriesDestroy(&series), 0);
  assert_int_equal(GrResultsFinish(&results), 0);
  if (rank == 0) {
    const int width = ranks * (N - 1);
    const hsize_t all[] = {N, (hsize_t)width, 2, 0};
    double found[N * 64 * 2];
    hid_t file = H5Fopen(Path("vary.h5"), H5F_ACC_RDONLY, H5P_DEFAULT);
    assert_true(file >= 0 && width <= 64);
    Read(file, "particles/grains/size/value", all, H5T_NATIVE_DOUBLE, found);
    for (int k = 0; k < N; k++)
      for (int i = 0; i < 2 * width; i++) {
        const double value = found[2 * width * k + i];
        assert_true(i < 2 * ranks * k ? value == 100 * k + i : isnan(value));
      }
    H5Fclose(file);
  }
  MPI_Barrier(PETSC_COMM_WORLD);
}

static void AssertFailure(PetscErrorCode code, const char *part)
{
  assert_int_not_equal(code, 0);
  assert_int_equal(GrFailureCode(), GR_EXIT_FILE);
  assert_non_null(strstr(GrFailureMessage(), part));
  char message[4096], first[4096];
  snprintf(message, sizeof(message), "%s", GrFailureMessage());
  snprintf(first, sizeof(first), "%s", message);
  assert_int_equal(MPI_Bcast(first, sizeof(first), MPI_CHAR, 0, PETSC_COMM_WORLD), 0);
  assert_string_equal(message, first);
  GrFailureClear();
}

static void test_cannot_create(void **state)
{
  GrResults results;
  assert_int_equal(GrErrorHandlerInstall(), 0);
  AssertFailure(GrResultsCreate(PETSC_COMM_WORLD, Path("nowhere/a.h5"), "somebody", NULL, &results),
                "nowhere/a.h5: could not create the file: No such file or directory");
  AssertFailure(GrResultsCreate(PETSC_COMM_WORLD, folder, "somebody", NULL, &results),
                "could not create the file: Is a directory");
  PetscPopErrorHandler();
}

/* MPI-IO leaves the reason of a failure in errno. The reason of an earlier failure is cleared before a call. */
static PetscErrorCode CallWithErrno(void)
{
  const GrErrorContext context = {MPI_COMM_WORLD, "any.h5", "open", "any.h5"};
  errno = ENOSPC;
  GrCallHdf5(&context, errno == 0 ? 0 : -1);
  errno = ENOSPC;
  GrCallHdf5Agree(&context, errno == 0 ? 0 : -1);
  return 0;
}

static void test_errno(void **state)
{
  assert_int_equal(CallWithErrno(), 0);
}

UNIT_PETSC(BEFORE(Setup), CASE(test_write_and_read), CASE(test_plans), CASE(test_same_on_one_rank),
           CASE(test_sources_are_closed), CASE(test_sync), CASE(test_trace_full), CASE(test_varying),
           CASE(test_cannot_create), CASE(test_errno), AFTER(Teardown));
