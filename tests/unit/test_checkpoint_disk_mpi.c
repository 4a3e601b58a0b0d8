/* Checkpoints and their folder on several ranks: which files are kept, damage, lost rows.
   Labels: io parallel. */
#include "unit.h"

#include "checkpoint_ranks.h"

#include <dirent.h>
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
      random[strlen(".part-")] = '\0'; // the rest of the name is random
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

/* The last two checkpoints in the order of writing are kept, whatever their steps; foreign files are not touched. */
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
  assert_int_equal(WriteExample(PETSC_COMM_WORLD, sub, 50, Even, Even), 0); // replaces the previous checkpoint
  AssertList(sub, "checkpoint-1000.h5 checkpoint-50.h5 checkpoint-7.h5 checkpoint-x.h5.part ");
  assert_int_equal(WriteExample(PETSC_COMM_WORLD, sub, 60, Even, Even), 0);
  AssertList(sub, "checkpoint-50.h5 checkpoint-60.h5 checkpoint-7.h5 checkpoint-x.h5.part ");

  assert_int_equal(GrCheckpointCreate(PETSC_COMM_WORLD, sub, 70, "", &file), 0); // abandoned
  assert_int_equal(GrCheckpointClose(&file), 0);
  AssertList(sub, "checkpoint-50.h5 checkpoint-60.h5 checkpoint-7.h5 checkpoint-70.h5.part- checkpoint-x.h5.part ");
  assert_int_equal(WriteExample(PETSC_COMM_WORLD, sub, 80, Even, Even), 0);
  AssertList(sub, "checkpoint-60.h5 checkpoint-7.h5 checkpoint-80.h5 checkpoint-x.h5.part ");
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

/* The place of the first position in the file. */
static long FindPosition(const char *path, PetscInt64 step)
{
  const GrRows rows = {ExampleRows(step, 0), 0, 1};
  char bytes[1 << 16];
  uint64_t position[3];

  Fill(step, &example_grains[1], rows, position);
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  const size_t size = fread(bytes, 1, sizeof(bytes), file);
  fclose(file);
  for (size_t at = 0; at + sizeof(position) <= size; at++)
    if (memcmp(bytes + at, position, sizeof(position)) == 0)
      return (long)at;
  fail_msg("%s does not hold its data", path);
  return -1;
}

static void test_damage(void **state)
{
  char sub[512], path[600], previous[700];
  GrCheckpoint file;
  MakeSub("damage", sub);
  assert_int_equal(WriteExample(PETSC_COMM_WORLD, sub, 2, Even, Uneven), 0);
  snprintf(path, sizeof(path), "%s/checkpoint-2.h5", sub);
  long data = FindPosition(path, 2);
  Flip(path, data);
  AssertFailure(GrCheckpointOpen(PETSC_COMM_WORLD, path, &file),
                "checkpoint-2.h5: the checkpoint is damaged: grains/position does not have its checksum",
                "; its directory has no other checkpoint");
  assert_null(file);
  Flip(path, data);
  snprintf(previous, sizeof(previous), "; use the previous checkpoint %s", path);
  assert_int_equal(WriteExample(PETSC_COMM_WORLD, sub, 1, Even, Uneven), 0);
  snprintf(path, sizeof(path), "%s/checkpoint-1.h5", sub);
  data = FindPosition(path, 1);
  Flip(path, data + 8 * 3 * (ExampleRows(1, 0) - 1)); // a row of the last rank
  AssertFailure(GrCheckpointOpen(PETSC_COMM_WORLD, path, &file), "grains/position does not", previous);
  Flip(path, data + 8 * 3 * (ExampleRows(1, 0) - 1));
  Flip(path, 20); // metadata
  AssertFailure(GrCheckpointOpen(PETSC_COMM_WORLD, path, &file), "damaged or truncated: ", previous);
  Flip(path, 20);
  if (rank == 0)
    assert_int_equal(truncate(path, 3000), 0);
  AssertFailure(GrCheckpointOpen(PETSC_COMM_WORLD, path, &file), "damaged or truncated: truncated file: eof = 3000",
                previous);
  assert_int_equal(GrCheckpointOpen(PETSC_COMM_WORLD, Path("damage/checkpoint-2.h5"), &file), 0);
  assert_null(Compare(PETSC_COMM_WORLD, file, Even));
  assert_int_equal(GrCheckpointClose(&file), 0);
}

/* Rows that no rank has are detected before an older file is removed. */
static void test_lost_rows(void **state)
{
  char sub[512];
  GrCheckpoint file;
  MakeSub("lost", sub);
  assert_int_equal(WriteExample(PETSC_COMM_WORLD, sub, 4, Even, Even), 0);
  assert_int_equal(WriteExample(PETSC_COMM_WORLD, sub, 5, Even, Even), 0);
  assert_int_equal(GrCheckpointCreate(PETSC_COMM_WORLD, sub, 6, "case", &file), 0);
  GrRows rows = {2 * ranks, 2 * rank, rank == 0 ? 1 : 2};
  assert_int_equal(PetscPushErrorHandler(PetscReturnErrorHandler, NULL), 0);
  assert_int_equal(PutColumn(file, 6, "grains", &example_grains[0], rows), PETSC_ERR_ARG_SIZ);
  assert_int_equal(PetscPopErrorHandler(), 0);
  assert_int_equal(GrCheckpointClose(&file), 0);
  AssertList(sub, "checkpoint-4.h5 checkpoint-5.h5 checkpoint-6.h5.part- ");
}

UNIT_PETSC(BEFORE(Setup), CASE(test_kept), CASE(test_damage), CASE(test_lost_rows), AFTER(Teardown));
