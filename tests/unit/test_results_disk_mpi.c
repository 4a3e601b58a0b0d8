/* A results file and its surroundings: what a sync promises, a full trace, paths that cannot be written, a full disk.
 */
#include "results_folder.h"

#include <granum/error.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>

/* What was synced is readable while the file is still open, and only that: there is room for two frames more. */
static void test_sync(void **state)
{
  const GrColumn mass = {"mass", GR_REAL, 1, "kg", "mass"};
  const double value = rank;
  const GrRows rows = {ranks, rank, 1};
  GrResults results;
  GrSeries series;
  assert_int_equal(GrResultsCreate(PETSC_COMM_WORLD, Path("sync.h5"), "somebody", &results), 0);
  assert_int_equal(GrSeriesCreate(results, "particles/grains", &mass, rows, NULL, (GrSpan){.planned = 3}, &series), 0);
  assert_int_equal(GrSeriesAppend(series, 5, 0.5, &value), 0);
  assert_int_equal(GrResultsSync(results), 0);
  if (rank == 0) {
    double found[16], time;
    int64_t step;
    const hsize_t size[] = {1, (hsize_t)ranks, 0}, frames[] = {1, 0};
    char copy[1024]; // HDF5 would not open a file twice in one process with two drivers
    snprintf(copy, sizeof(copy), "cp '%s/sync.h5' '%s/copy.h5'", folder, folder);
    assert_int_equal(system(copy), 0);
    hid_t file = H5Fopen(Path("copy.h5"), H5F_ACC_RDONLY, H5P_DEFAULT);
    assert_true(file >= 0);
    Read(file, "particles/grains/mass/value", size, H5T_NATIVE_DOUBLE, found);
    for (int i = 0; i < ranks; i++)
      assert_true(found[i] == i);
    Read(file, "particles/grains/mass/time", frames, H5T_NATIVE_DOUBLE, &time);
    Read(file, "particles/grains/mass/step", frames, H5T_NATIVE_INT64, &step);
    assert_true(time == 0.5 && step == 5);
    H5Fclose(file);
  }
  MPI_Barrier(PETSC_COMM_WORLD);
  assert_int_equal(GrSeriesDestroy(&series), 0);
  assert_int_equal(GrResultsClose(&results), 0);
}

static void test_trace_full(void **state)
{
  const GrColumn force = {"force", GR_REAL, 1, "N", "force"};
  const double value = 1;
  GrResults results;
  GrTrace trace;
  assert_int_equal(GrResultsCreate(PETSC_COMM_WORLD, Path("full.h5"), "somebody", &results), 0);
  assert_int_equal(GrTraceCreate(results, "observables/a", 1, &force, rank == 0 ? PETSC_TRUE : PETSC_FALSE, 2,
                                 (GrSpan){.planned = 2}, &trace),
                   0);
  if (rank == 0) {
    assert_int_equal(GrTraceAppend(trace, 0, 0, &value), 0);
    assert_int_equal(GrTraceAppend(trace, 1, 1, &value), 0);
    PetscPushErrorHandler(PetscIgnoreErrorHandler, NULL);
    assert_int_equal(GrTraceAppend(trace, 2, 2, &value), PETSC_ERR_ARG_OUTOFRANGE);
    PetscPopErrorHandler();
  }
  assert_int_equal(GrTraceDestroy(&trace), 0);
  assert_int_equal(GrResultsClose(&results), 0);
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
  AssertFailure(GrResultsCreate(PETSC_COMM_WORLD, Path("nowhere/a.h5"), "somebody", &results),
                "nowhere/a.h5: could not create the file: No such file or directory");
  AssertFailure(GrResultsCreate(PETSC_COMM_WORLD, folder, "somebody", &results),
                "could not create the file: Is a directory");
  PetscPopErrorHandler();
}

/* A file that may not grow: all ranks are told before the first frame, and what was there before is kept. */
static void test_disk_full(void **state)
{
  const GrColumn mass = {"mass", GR_REAL, 1, "kg", "mass"};
  const GrRows rows = Rows(PETSC_COMM_WORLD);
  const rlim_t limit = 2 << 20; // bytes; more than an empty file reserves, less than that and two frames
  struct rlimit before, small;
  GrResults results;
  GrSeries series;

  assert_int_equal(GrErrorHandlerInstall(), 0);
  assert_int_equal(GrResultsCreate(PETSC_COMM_WORLD, Path("disk.h5"), "somebody", &results), 0);
  assert_int_equal(GrSeriesCreate(results, "particles/grains", &mass, rows, NULL, (GrSpan){.planned = 0}, &series), 0);
  assert_int_equal(GrSeriesDestroy(&series), 0);
  assert_int_equal(GrResultsClose(&results), 0);
  signal(SIGXFSZ, SIG_IGN);
  getrlimit(RLIMIT_FSIZE, &before);
  small = (struct rlimit){limit, before.rlim_max};
  assert_int_equal(GrResultsCreate(PETSC_COMM_WORLD, Path("disk.h5"), "somebody", &results), 0);
  setrlimit(RLIMIT_FSIZE, &small);
  AssertFailure(GrSeriesCreate(results, "particles/grains", &mass, rows, NULL, (GrSpan){.planned = 2}, &series),
                "disk.h5: could not write particles/grains/mass/value: File too large");
  setrlimit(RLIMIT_FSIZE, &before);
  PetscPopErrorHandler();
  if (rank == 0) {
    const hsize_t none[] = {0, TOTAL, 0};
    double nothing;
    hid_t file = H5Fopen(Path("disk.h5"), H5F_ACC_RDONLY, H5P_DEFAULT);
    assert_true(file >= 0);
    Read(file, "particles/grains/mass/value", none, H5T_NATIVE_DOUBLE, &nothing);
    H5Fclose(file);
    assert_int_not_equal(access(Path("disk.h5.part"), F_OK), 0);
  }
}

/* The same when an opened file has to grow. */
static void test_disk_full_later(void **state)
{
  const GrColumn mass = {"mass", GR_REAL, 1, "kg", "mass"};
  const GrRows rows = Rows(PETSC_COMM_WORLD);
  struct rlimit before, small;
  GrResults results;
  GrSeries series;
  double *data;

  assert_int_equal(PetscCalloc1(rows.count, &data), 0);
  assert_int_equal(GrErrorHandlerInstall(), 0);
  assert_int_equal(GrResultsOpen(PETSC_COMM_WORLD, Path("disk.h5"), PETSC_FALSE, &results), 0);
  assert_int_equal(GrSeriesCreate(results, "particles/grains", &mass, rows, NULL, (GrSpan){.planned = 0}, &series), 0);
  signal(SIGXFSZ, SIG_IGN);
  getrlimit(RLIMIT_FSIZE, &before);
  small = (struct rlimit){1200 << 10, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  AssertFailure(GrSeriesAppend(series, 0, 0, data),
                "disk.h5: could not write particles/grains/mass/value: File too large");
  setrlimit(RLIMIT_FSIZE, &before);
  assert_int_equal(GrSeriesDestroy(&series), 0);
  assert_int_equal(GrResultsClose(&results), 0);
  PetscPopErrorHandler();
  PetscFree(data);
}

int main(int argc, char **argv)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sync),      cmocka_unit_test(test_trace_full),      cmocka_unit_test(test_cannot_create),
      cmocka_unit_test(test_disk_full), cmocka_unit_test(test_disk_full_later),
  };
  Begin(&argc, &argv);
  return End(cmocka_run_group_tests(tests, Setup, Teardown));
}
