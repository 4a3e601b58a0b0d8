/* Checkpoints on several ranks: the checksum in parts, round trips over splits, the same bytes from any number of
   ranks, a checkpoint in memory, and wrong use.
   Labels: io parallel. */
#include "unit.h"

#include "checkpoint_ranks.h"

#include "io/checkpoint/file.h"

#include <sys/stat.h>

/* The sum does not depend on how the words are spread over ranks; it notices a bit, exchanged words, and zeros. */
static void test_checksum(void **state)
{
  enum { N = 10007 };
  uint64_t *words = malloc(N * sizeof(uint64_t)), found;

  for (int i = 0; i < N; i++)
    words[i] = Bits(1, "a", i);
  const uint64_t whole = GrCheckpointSum(words, N, 0);
  const Split split[] = {Even, Uneven, Backward};
  for (int i = 0; i < 3; i++) {
    GrRows part = split[i](PETSC_COMM_WORLD, N);
    uint64_t sum = GrCheckpointSum(words + part.first, (size_t)part.count, (uint64_t)part.first);
    MPI_Allreduce(&sum, &found, 1, MPI_UINT64_T, MPI_SUM, PETSC_COMM_WORLD);
    assert_true(found == whole);
  }
  for (int bit = 0; bit < 64; bit++) {
    words[100 * bit] ^= UINT64_C(1) << bit;
    assert_true(GrCheckpointSum(words, N, 0) != whole);
    words[100 * bit] ^= UINT64_C(1) << bit;
  }
  const uint64_t swap = words[5];
  words[5] = words[6];
  words[6] = swap;
  assert_true(GrCheckpointSum(words, N, 0) != whole);
  memset(words, 0, N * sizeof(uint64_t));
  assert_true(GrCheckpointSum(words, 8, 0) != GrCheckpointSum(words, 9, 0));
  free(words);
}

static void test_round_trip(void **state)
{
  const Split split[] = {Even, Uneven, Backward};
  GrCheckpoint file;
  char name[64];

  for (int step = 0; step < 6; step++) {
    snprintf(name, sizeof(name), "checkpoint-%d.h5", step);
    assert_int_equal(WriteExample(PETSC_COMM_WORLD, folder, step, split[step % 3], split[(step + 1) % 3]), 0);
    assert_int_equal(GrCheckpointOpen(PETSC_COMM_WORLD, Path(name), &file), 0);
    assert_int_equal(GrCheckpointStep(file), step);
    for (int i = 0; i < 3; i++)
      assert_null(Compare(PETSC_COMM_WORLD, file, split[i]));
    assert_int_equal(GrCheckpointClose(&file), 0);
    assert_null(file);
    assert_int_equal(GrCheckpointOpen(PETSC_COMM_SELF, Path(name), &file), 0);
    assert_null(Compare(PETSC_COMM_SELF, file, Even));
    assert_int_equal(GrCheckpointClose(&file), 0);
  }
}

/* The same rows to several ranks at once, and some of them to none. */
static void test_overlap(void **state)
{
  const PetscInt64 step = 12, total = ExampleRows(step, 0);
  GrCheckpoint file;
  assert_int_equal(WriteExample(PETSC_COMM_WORLD, folder, step, Even, Even), 0);
  assert_int_equal(GrCheckpointOpen(PETSC_COMM_WORLD, Path("checkpoint-12.h5"), &file), 0);
  GrRows all = {total, 0, total}, some = {total, 3 + rank, 2}, none = {total, total, 0};
  for (int c = 0; c < 3; c++) {
    assert_null(CompareColumn(file, "grains", &example_grains[c], all));
    assert_null(CompareColumn(file, "grains", &example_grains[c], some));
    assert_null(CompareColumn(file, "grains", &example_grains[c], rank == 1 ? some : none));
  }
  assert_int_equal(GrCheckpointClose(&file), 0);
}

/* Many runs of rows on a rank. */
static void test_rounds(void **state)
{
  const GrColumn wide = {"wide", GR_REAL, 3, "1", "many values"};
  const PetscInt64 total = (68 << 20) / 24;
  GrCheckpoint file;
  assert_int_equal(GrCheckpointCreate(PETSC_COMM_WORLD, folder, 1, "", &file), 0);
  assert_int_equal(PutColumn(file, 1, "big", &wide, Uneven(PETSC_COMM_WORLD, total)), 0);
  assert_int_equal(GrCheckpointCommit(&file), 0);
  assert_int_equal(GrCheckpointOpen(PETSC_COMM_WORLD, Path("checkpoint-1.h5"), &file), 0);
  assert_null(CompareColumn(file, "big", &wide, Uneven(PETSC_COMM_WORLD, total)));
  assert_int_equal(GrCheckpointClose(&file), 0);
}

/* Writes a checkpoint from memory, twice. */
static void test_kept_in_memory(void **state)
{
  const Split split[2] = {Uneven, Backward};
  GrCheckpoint kept, file;

  assert_int_equal(GrCheckpointKeep(PETSC_COMM_WORLD, 21, example_case, &kept), 0);
  assert_int_equal(PutExample(PETSC_COMM_WORLD, kept, 21, split), 0);
  assert_int_equal(GrCheckpointStep(kept), 21);
  for (int k = 0; k < 2; k++) {
    assert_int_equal(GrCheckpointWriteKept(kept, folder), 0);
    assert_int_equal(GrCheckpointOpen(PETSC_COMM_WORLD, Path("checkpoint-21.h5"), &file), 0);
    assert_null(Compare(PETSC_COMM_WORLD, file, Even));
    assert_int_equal(GrCheckpointClose(&file), 0);
  }
  assert_int_equal(GrCheckpointClose(&kept), 0);
  assert_null(kept);
}

static size_t Load(const char *path, char *bytes, size_t size)
{
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  size_t n = fread(bytes, 1, size, file);
  fclose(file);
  return n;
}

/* One rank alone writes the same bytes as three. */
static void test_same_bytes(void **state)
{
  enum { MOST = 1 << 20 };
  char alone[512];
  snprintf(alone, sizeof(alone), "%s/alone", folder);
  char together[512];
  snprintf(together, sizeof(together), "%s/together", folder);
  if (rank == 0)
    assert_true(mkdir(alone, 0777) == 0 && mkdir(together, 0777) == 0);
  MPI_Barrier(PETSC_COMM_WORLD);
  assert_int_equal(WriteExample(PETSC_COMM_WORLD, together, 7, Uneven, Backward), 0);
  if (rank == 0) {
    char *a = malloc(MOST), *b = malloc(MOST);
    assert_int_equal(WriteExample(PETSC_COMM_SELF, alone, 7, Even, Even), 0);
    size_t n = Load(Path("alone/checkpoint-7.h5"), a, MOST);
    assert_true(n > 512 && n < MOST);
    assert_int_equal(Load(Path("together/checkpoint-7.h5"), b, MOST), n);
    assert_memory_equal(a, b, n);
    free(a);
    free(b);
  }
}

static void test_wrong_use(void **state)
{
  char newest[PETSC_MAX_PATH_LEN] = "nothing";
  const GrColumn missing = {"missing", GR_REAL, 1, "1", ""}, real = {"id", GR_REAL, 1, "1", ""},
                 two = {"mass", GR_REAL, 2, "1", ""};
  GrRows none = {ExampleRows(3, 0), 0, 0};
  PetscInt64 rows;
  GrCheckpoint file;
  char *text;

  AssertFailure(GrCheckpointCreate(PETSC_COMM_WORLD, Path("nowhere"), 1, "", &file), "nowhere: ", "No such file");
  assert_null(file);
  assert_int_equal(GrCheckpointNewest(PETSC_COMM_WORLD, Path("nowhere"), newest), 0); /* it has no checkpoint */
  assert_string_equal(newest, "");
  assert_int_equal(WriteExample(PETSC_COMM_WORLD, folder, 3, Even, Even), 0);
  assert_int_equal(GrCheckpointOpen(PETSC_COMM_WORLD, Path("checkpoint-3.h5"), &file), 0);
  AssertFailure(GrCheckpointGetText(file, "missing", &text), "has no texts/missing; it was written by granum", NULL);
  AssertFailure(GrCheckpointGetNumber(file, &missing, &any, NULL), "has no numbers/missing", NULL);
  AssertFailure(GrCheckpointGetColumn(file, "walls", &missing, &any, none, NULL), "has no walls/missing", NULL);
  AssertFailure(GrCheckpointGetColumn(file, "grains", &real, &any, none, NULL),
                "grains/id does not have 8 rows with 1 real", NULL);
  AssertFailure(GrCheckpointGetColumn(file, "grains", &two, &any, none, NULL),
                "grains/mass does not have 8 rows with 2 real", NULL);
  assert_int_equal(GrCheckpointTableRows(file, "walls", &rows), 0);
  assert_int_equal(rows, -1);
  assert_true(GrCheckpointHas(file, "grains", "mass"));
  assert_false(GrCheckpointHas(file, "grains", "missing"));
  assert_false(GrCheckpointHas(file, "walls", "mass"));
  assert_true(GrCheckpointHas(file, "texts", "case"));
  assert_int_equal(GrCheckpointClose(&file), 0);
}

UNIT_PETSC(BEFORE(Setup), CASE(test_checksum), CASE(test_round_trip), CASE(test_overlap), CASE(test_rounds),
           CASE(test_kept_in_memory), CASE(test_same_bytes), CASE(test_wrong_use), AFTER(Teardown));
