/* Checkpoints that are damaged, cut short or not ours: refused with the right words or read without a difference. */
#include "checkpoint_child.h"

#include "io/checkpoint/file.h"

#include <fcntl.h>
#include <hdf5.h>
#include <semaphore.h>

/* Opens the file: 1 refused as it should be, 0 opened with the right content. */
static int Try(const char *path, const char *reason)
{
  GrCheckpoint file;
  PetscErrorCode code = GrCheckpointOpen(MPI_COMM_SELF, path, &file);
  if (!code) {
    const char *wrong = Compare(MPI_COMM_SELF, file, Even);
    DEMAND(!wrong, "trial %ld: wrong data: %s", told->trial, wrong);
    DEMAND(!GrCheckpointClose(&file), "cannot close");
    return 0;
  }
  DEMAND(!file && GrFailureCode() == GR_EXIT_FILE, "trial %ld: not a failure of a file", told->trial);
  const char *message = GrFailureMessage();
  DEMAND(strncmp(message, path, strlen(path)) == 0, "\"%s\" does not begin with the path", message);
  DEMAND(strstr(message, "; use the previous checkpoint "), "\"%s\" does not name the previous one", message);
  DEMAND(strstr(message, reason), "trial %ld: \"%s\" does not say \"%s\"", told->trial, message, reason);
  GrFailureClear();
  return 1;
}

/* Two checkpoints; the path of the newer one. */
static const char *WriteTwo(void)
{
  static char path[512];
  DEMAND(!WriteExample(MPI_COMM_SELF, folder, 1, Even, Even), "%s", GrFailureMessage());
  DEMAND(!WriteExample(MPI_COMM_SELF, folder, 2, Even, Even), "%s", GrFailureMessage());
  snprintf(path, sizeof(path), "%s/checkpoint-2.h5", folder);
  return path;
}

static unsigned char *Load(const char *path, long *size)
{
  FILE *file = fopen(path, "rb");
  DEMAND(file && fseek(file, 0, SEEK_END) == 0, "cannot open %s", path);
  *size = ftell(file);
  rewind(file);
  unsigned char *bytes = malloc((size_t)*size);
  DEMAND(fread(bytes, 1, (size_t)*size, file) == (size_t)*size, "cannot read %s", path);
  fclose(file);
  return bytes;
}

static void Store(const char *path, const void *bytes, size_t size)
{
  FILE *file = fopen(path, "wb");
  DEMAND(file && fwrite(bytes, 1, size, file) == size && fclose(file) == 0, "cannot write %s", path);
}

/* Every byte of a file in turn, with another bit or all bits the other way: all of them are noticed. */
static void FlipAll(void)
{
  const char *path = WriteTwo();
  long size;
  unsigned char *bytes = Load(path, &size);
  int file = open(path, O_RDWR);

  DEMAND(Try(path, "") == 0, "the whole file is refused");
  for (long i = 0; i < size; i++) {
    unsigned char other = (unsigned char)(bytes[i] ^ (i % 9 == 8 ? 255 : 1 << i % 9));
    told->trial = i;
    DEMAND(pwrite(file, &other, 1, i) == 1, "cannot write");
    told->refused += Try(path, "/checkpoint-1.h5");
    DEMAND(pwrite(file, &bytes[i], 1, i) == 1, "cannot write");
  }
  DEMAND(told->refused == size, "%ld of %ld flips refused", told->refused, size);
  DEMAND(Try(path, "") == 0, "the mended file is refused");
  close(file);
  free(bytes);
}

/* Cut at random lengths, and with bytes added. A checkpoint is known by its first 25 bytes. */
static void Truncate(void)
{
  enum { N = 300 };
  const char *path = WriteTwo();
  long size;
  unsigned char *bytes = Load(path, &size);

  srand(1);
  for (int i = 0; i < N; i++) {
    long length = i < 3 ? i : i == 3 ? size - 1 : i == 4 ? 511 : i == 5 ? 512 : rand() % size;
    told->trial = length;
    Store(path, bytes, (size_t)length);
    DEMAND(Try(path, length == 0 ? "empty" : length < 25 ? "not a granum checkpoint" : "cut short"), "accepted");
  }
  Store(path, bytes, (size_t)size);
  DEMAND(truncate(path, size + 1 + rand() % 5000) == 0, "cannot extend");
  DEMAND(Try(path, "too long"), "accepted");
  Store(path, bytes, (size_t)size);
  DEMAND(Try(path, "") == 0, "the mended file is refused");
  free(bytes);
}

static long Find(const unsigned char *bytes, long size, const void *part, long length)
{
  for (long i = 0; i + length <= size; i++)
    if (memcmp(bytes + i, part, (size_t)length) == 0)
      return i;
  DEMAND(0, "the file does not hold these bytes");
  return -1;
}

/* A checkpoint of step 3 of which one byte of the file is another before it is committed; NULL: it is. */
static void CommitFlipped(const void *part, long length, long at, const char *reason)
{
  const Split split[2] = {Even, Even};
  GrCheckpoint file;
  long size;

  DEMAND(!GrCheckpointCreate(MPI_COMM_SELF, folder, 3, example_case, &file), "%s", GrFailureMessage());
  DEMAND(!PutExample(MPI_COMM_SELF, file, 3, split), "%s", GrFailureMessage());
  unsigned char *bytes = Load(file->inside.path, &size);
  long position = Find(bytes, size, part, length) + at;
  unsigned char other = bytes[position] ^ 32;
  int written = open(file->inside.path, O_RDWR);
  DEMAND(pwrite(written, &other, 1, position) == 1 && close(written) == 0, "cannot write");
  free(bytes);
  const PetscErrorCode code = GrCheckpointCommit(&file);
  DEMAND(!file && (code != 0) == (reason != NULL), "commit: %d", (int)code);
  if (!reason)
    return;
  DEMAND(GrFailureCode() == GR_EXIT_FILE, "no failure of a file");
  DEMAND(strstr(GrFailureMessage(), reason), "\"%s\" does not say \"%s\"", GrFailureMessage(), reason);
  GrFailureClear();
}

/* Damage between the ranks and the file, as if the disk or its file system lost data: what HDF5 writes is compared with
   what was given; a column is not looked at again before it is opened, when it is refused. */
static void FlipBeforeCommit(void)
{
  const GrRows rows = {ExampleRows(3, 0), 0, ExampleRows(3, 0)};
  const long length = 24 * (long)rows.count;
  const char *path = WriteTwo();
  uint64_t position[3 * 32];
  char third[512];

  Fill(3, &example_grains[1], rows, position);
  snprintf(third, sizeof(third), "%s/checkpoint-3.h5", folder);
  for (told->trial = 0; told->trial < length; told->trial += 25) {
    CommitFlipped(position, length, told->trial, NULL);
    DEMAND(Try(third, "the checkpoint is damaged"), "opened");
    DEMAND(unlink(third) == 0, "cannot remove");
    path = WriteTwo();
  }
  CommitFlipped("text of step 3", 14, 0, "checkpoint-3.h5: texts/note reads back other than it was written");
  DEMAND(Try(path, "") == 0, "the checkpoint before it is refused");
}

static void Foreign(void)
{
  const char *path = WriteTwo();
  char zeros[4096] = "", format[] = "granum checkpoint\nformat 17\nmore to come\n";
  long size;
  unsigned char *bytes = Load(path, &size);

  Store(path, "particles: {}\n", 14);
  DEMAND(Try(path, "this is not a granum checkpoint"), "accepted");
  Store(path, zeros, sizeof(zeros));
  DEMAND(Try(path, "this checkpoint was never completed"), "accepted");
  memcpy(zeros, format, strlen(format));
  Store(path, zeros, sizeof(zeros));
  DEMAND(Try(path, "has format 17 but this program"), "accepted");
  Store(path, bytes + GR_FILE_HEADER_BYTES, (size_t)size - GR_FILE_HEADER_BYTES);
  DEMAND(Try(path, "this is an HDF5 file but not a granum checkpoint"), "accepted");
  H5Fclose(H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
  DEMAND(Try(path, "this is an HDF5 file but not a granum checkpoint"), "accepted");
  unlink(path);
  DEMAND(Try(path, "cannot be read: No such file or directory"), "accepted");
  mkfifo(path, 0666);
  DEMAND(Try(path, "this is not a regular file"), "accepted");
  unlink(path);
  mkdir(path, 0777);
  DEMAND(Try(path, "this is not a regular file"), "accepted");
  rmdir(path);
  Store(path, bytes, (size_t)size);
  free(bytes);
  DEMAND(chdir(folder) == 0, "no folder"); // a path without a directory
  DEMAND(Try("checkpoint-5.h5", "; use the previous checkpoint checkpoint-2.h5"), "accepted");
}

/* A reader killed at the wrong moment would leave the semaphore that Open MPI guards a file with locked: opening does
   not wait for it. */
static void Locked(void)
{
  const char *path = WriteTwo(), name[] = "/OMPIO_checkpoint-2.h5";
  sem_unlink(name);
  sem_t *semaphore = sem_open(name, O_CREAT, 0644, 0);
  DEMAND(semaphore != SEM_FAILED, "no semaphore");
  alarm(10); // seconds; it takes milliseconds
  DEMAND(Try(path, "") == 0, "refused");
  sem_close(semaphore);
  sem_unlink(name);
}

static void test_flips(void **state)
{
  Run(FlipAll);
}

static void test_truncation(void **state)
{
  Run(Truncate);
}

static void test_written(void **state)
{
  Run(FlipBeforeCommit);
}

static void test_foreign(void **state)
{
  Run(Foreign);
}

static void test_locked(void **state)
{
  Run(Locked);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_flips, Setup, Teardown),
      cmocka_unit_test_setup_teardown(test_truncation, Setup, Teardown),
      cmocka_unit_test_setup_teardown(test_written, Setup, Teardown),
      cmocka_unit_test_setup_teardown(test_foreign, Setup, Teardown),
      cmocka_unit_test_setup_teardown(test_locked, Setup, Teardown),
  };
  return RunTests("damage", tests, sizeof(tests) / sizeof(tests[0]));
}
