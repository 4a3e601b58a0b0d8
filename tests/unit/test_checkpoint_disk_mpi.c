/* Checkpoints and their folder on several ranks: which files are kept, damage, a full disk, lost rows. */
#include "checkpoint_ranks.h"

#include <dirent.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

/* The names in a folder, sorted, each followed by a blank. */
static const char *List(const char *directory)
{
  static char list[1024];
  struct dirent **entry;
  list[0] = '\0';
  int n = scandir(directory, &entry, NULL, alphasort);
  for (int i = 0; i < n; i++) {
    char *random = strstr(entry[i]->d_name, ".part-");
    if (random)
      random[strlen(".part-")] = '\0'; // the rest is another one each time
    if (entry[i]->d_name[0] != '.')
      strcat(strcat(list, entry[i]->d_name), " ");
    free(entry[i]);
  }
  free(entry);
  return list;
}

static void AssertList(const char *directory, const char *expected)
{
  MPI_Barrier(PETSC_COMM_WORLD);
  if (rank == 0)
    assert_string_equal(List(directory), expected);
  MPI_Barrier(PETSC_COMM_WORLD);
}

/* A new folder within the folder of the test. */
static void MakeSub(const char *name, char sub[512])
{
  snprintf(sub, 512, "%s", Path(name));
  if (rank == 0)
    assert_int_equal(mkdir(sub, 0777), 0);
  MPI_Barrier(PETSC_COMM_WORLD);
}

static void Touch(const char *path, const char *text)
{
  if (rank == 0) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
  }
  MPI_Barrier(PETSC_COMM_WORLD);
}

/* The last two in the order of writing are kept, whatever their steps; other people's files are left alone. */
static void test_kept(void **state)
{
  char sub[512], newest[PETSC_MAX_PATH_LEN];
  GrCheckpoint file;
  MakeSub("kept", sub);
  assert_int_equal(GrCheckpointNewest(PETSC_COMM_WORLD, sub, newest), 0);
  assert_string_equal(newest, "");
  Touch(Path("kept/checkpoint-7.h5"), "not ours");
  Touch(Path("kept/checkpoint-3.h5.part-0123"), "left by a killed run");
  Touch(Path("kept/checkpoint-3.h5.part-0123.locktest.1"), "left by a killed run");
  Touch(Path("kept/checkpoint-x.h5.part"), "not ours");
  assert_int_equal(WriteExample(PETSC_COMM_WORLD, sub, 900, Even, Even), 0);
  AssertList(sub, "checkpoint-7.h5 checkpoint-900.h5 checkpoint-x.h5.part ");
  assert_int_equal(WriteExample(PETSC_COMM_WORLD, sub, 1000, Even, Even), 0);
  assert_int_equal(WriteExample(PETSC_COMM_WORLD, sub, 50, Even, Even), 0);
  AssertList(sub, "checkpoint-1000.h5 checkpoint-50.h5 checkpoint-7.h5 checkpoint-x.h5.part ");
  assert_int_equal(GrCheckpointNewest(PETSC_COMM_WORLD, sub, newest), 0);
  assert_string_equal(newest, Path("kept/checkpoint-50.h5"));
  assert_int_equal(WriteExample(PETSC_COMM_WORLD, sub, 50, Even, Even), 0); // in place of the one before
  AssertList(sub, "checkpoint-1000.h5 checkpoint-50.h5 checkpoint-7.h5 checkpoint-x.h5.part ");
  assert_int_equal(WriteExample(PETSC_COMM_WORLD, sub, 60, Even, Even), 0);
  AssertList(sub, "checkpoint-50.h5 checkpoint-60.h5 checkpoint-7.h5 checkpoint-x.h5.part ");

  assert_int_equal(GrCheckpointCreate(PETSC_COMM_WORLD, sub, 70, "", &file), 0);
  AssertList(sub, "checkpoint-50.h5 checkpoint-60.h5 checkpoint-7.h5 checkpoint-70.h5.part- checkpoint-x.h5.part ");
  assert_int_equal(GrCheckpointClose(&file), 0);
  AssertList(sub, "checkpoint-50.h5 checkpoint-60.h5 checkpoint-7.h5 checkpoint-x.h5.part ");
}

/* Turns a bit of the byte at a position, counted from the end if it is negative. */
static void Flip(const char *path, long position)
{
  MPI_Barrier(PETSC_COMM_WORLD);
  if (rank == 0) {
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    fseek(file, position, position < 0 ? SEEK_END : SEEK_SET);
    int byte = fgetc(file);
    fseek(file, -1, SEEK_CUR);
    fputc(byte ^ 4, file);
    fclose(file);
  }
  MPI_Barrier(PETSC_COMM_WORLD);
}

static void test_damage(void **state)
{
  char sub[512], path[600], previous[700];
  GrCheckpoint file;
  MakeSub("damage", sub);
  assert_int_equal(WriteExample(PETSC_COMM_WORLD, sub, 2, Even, Uneven), 0);
  snprintf(path, sizeof(path), "%s/checkpoint-2.h5", sub);
  Flip(path, -9);
  AssertFailure(GrCheckpointOpen(PETSC_COMM_WORLD, path, &file),
                "checkpoint-2.h5: the checkpoint is damaged: its bytes", "; its directory has no other checkpoint");
  assert_null(file);
  Flip(path, -9);
  snprintf(previous, sizeof(previous), "; use the previous checkpoint %s", path);
  assert_int_equal(WriteExample(PETSC_COMM_WORLD, sub, 1, Even, Uneven), 0);
  snprintf(path, sizeof(path), "%s/checkpoint-1.h5", sub);
  for (long position = 512; position > -2000; position -= 900) {
    Flip(path, position);
    AssertFailure(GrCheckpointOpen(PETSC_COMM_WORLD, path, &file), "damaged: its bytes", previous);
    Flip(path, position);
  }
  Flip(path, 40);
  AssertFailure(GrCheckpointOpen(PETSC_COMM_WORLD, path, &file), "damaged in its first 512 bytes", previous);
  Flip(path, 40);
  if (rank == 0)
    assert_int_equal(truncate(path, 3000), 0);
  AssertFailure(GrCheckpointOpen(PETSC_COMM_WORLD, path, &file), "cut short: 3000 bytes instead of", previous);
  assert_int_equal(GrCheckpointOpen(PETSC_COMM_WORLD, Path("damage/checkpoint-2.h5"), &file), 0);
  assert_null(Compare(PETSC_COMM_WORLD, file, Even));
  assert_int_equal(GrCheckpointClose(&file), 0);
}

/* A file that may not grow: all ranks are told, nothing half-done is left, the checkpoint before it stays. */
static void test_disk_full(void **state)
{
  enum {
    LIMIT = 1500 << 10
  }; // bytes; more than an empty file reserves (1 MiB and a little), less than with the column
  const GrColumn wide = {"wide", GR_REAL, 1, "1", "many values"};
  struct rlimit before, small;
  char sub[512];
  GrCheckpoint file;
  MakeSub("full", sub);
  assert_int_equal(WriteExample(PETSC_COMM_WORLD, sub, 4, Even, Even), 0);
  assert_int_equal(GrCheckpointCreate(PETSC_COMM_WORLD, sub, 5, "case", &file), 0);
  signal(SIGXFSZ, SIG_IGN);
  getrlimit(RLIMIT_FSIZE, &before);
  small = (struct rlimit){LIMIT, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  AssertFailure(PutColumn(file, 5, "big", &wide, Uneven(PETSC_COMM_WORLD, 300000)),
                "could not write big/wide: File too large", "checkpoint-5.h5.part-");
  assert_int_equal(GrCheckpointClose(&file), 0);
  small.rlim_cur = 1 << 10;
  setrlimit(RLIMIT_FSIZE, &small);
  AssertFailure(GrCheckpointCreate(PETSC_COMM_WORLD, sub, 5, "case", &file), "File too large", NULL);
  assert_null(file);
  setrlimit(RLIMIT_FSIZE, &before);
  AssertList(sub, "checkpoint-4.h5 ");
  assert_int_equal(WriteExample(PETSC_COMM_WORLD, sub, 5, Even, Even), 0);
  AssertList(sub, "checkpoint-4.h5 checkpoint-5.h5 ");
}

/* Rows that nobody has, here by a gap and an overlap of the same size, are noticed before an older file goes. */
static void test_lost_rows(void **state)
{
  char sub[512];
  GrCheckpoint file;
  MakeSub("lost", sub);
  assert_int_equal(WriteExample(PETSC_COMM_WORLD, sub, 4, Even, Even), 0);
  assert_int_equal(WriteExample(PETSC_COMM_WORLD, sub, 5, Even, Even), 0);
  assert_int_equal(GrCheckpointCreate(PETSC_COMM_WORLD, sub, 6, "case", &file), 0);
  GrRows rows = {2 * ranks, rank == 0 ? 2 : 2 * rank, 2};
  assert_int_equal(PetscPushErrorHandler(PetscReturnErrorHandler, NULL), 0);
  assert_int_equal(PutColumn(file, 6, "grains", &example_grains[0], rows), PETSC_ERR_ARG_SIZ);
  assert_int_equal(PetscPopErrorHandler(), 0);
  assert_int_equal(GrCheckpointClose(&file), 0);
  AssertList(sub, "checkpoint-4.h5 checkpoint-5.h5 ");
}

int main(int argc, char **argv)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_kept),
      cmocka_unit_test(test_damage),
      cmocka_unit_test(test_disk_full),
      cmocka_unit_test(test_lost_rows),
  };
  Begin(&argc, &argv);
  return End(cmocka_run_group_tests(tests, Setup, Teardown));
}
