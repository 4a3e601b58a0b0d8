/* Checkpoints that are damaged, truncated or foreign: refused with the right message, or read without a difference.
   Labels: io. */
#include "unit.h"

#include "checkpoint_child.h"

#include <fcntl.h>
#include <hdf5.h>

/* Opens the file: returns 1 if it is refused as expected, 0 if it opens with the right content. */
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

/* Every byte of a file in turn, with another bit or all bits flipped: the file is refused, or its contents are right,
   as with bytes that HDF5 does not use. Every byte of a column or text is used. */
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
  DEMAND(told->refused > size / 2, "%ld of %ld flips refused", told->refused, size);
  DEMAND(Try(path, "") == 0, "the mended file is refused");
  close(file);
  free(bytes);
}

/* Truncated at random lengths. */
static void Truncate(void)
{
  enum { N = 300 };
  const char *path = WriteTwo();
  long size;
  unsigned char *bytes = Load(path, &size);

  srand(1);
  for (int i = 0; i < N; i++) {
    long length = i < 3 ? i : i == 3 ? size - 1 : rand() % size;
    told->trial = length;
    Store(path, bytes, (size_t)length);
    DEMAND(Try(path, length < 8 ? "not an HDF5 file" : "the checkpoint is damaged or truncated"), "accepted");
  }
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

/* Damage of each byte of a column, and of a text, is found, and the message names it. */
static void FlipData(void)
{
  const GrRows rows = {ExampleRows(2, 0), 0, ExampleRows(2, 0)};
  const char *path = WriteTwo();
  uint64_t position[3 * 32];
  long size, length = 24 * (long)rows.count;
  unsigned char *bytes = Load(path, &size);

  Fill(2, &example_grains[1], rows, position);
  const long begin[2] = {Find(bytes, size, position, length), Find(bytes, size, "text of step 2", 14)};
  const char *const name[2] = {"grains/position does not have its checksum", "texts/note does not have its checksum"};
  for (int k = 0; k < 2; k++)
    for (told->trial = 0; told->trial < (k ? 14 : length); told->trial++) {
      bytes[begin[k] + told->trial] ^= 32;
      Store(path, bytes, (size_t)size);
      DEMAND(Try(path, name[k]), "opened");
      bytes[begin[k] + told->trial] ^= 32;
    }
  free(bytes);
}

/* A file of the same name with other content: of another program, or of another version of granum. */
static void Foreign(void)
{
  const char *path = WriteTwo();
  const int64_t later = 1000;
  long size;
  unsigned char *bytes = Load(path, &size);

  hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT), format = H5Aopen(file, "format", H5P_DEFAULT);
  DEMAND(H5Awrite(format, H5T_NATIVE_INT64, &later) >= 0 && H5Aclose(format) >= 0 && H5Fclose(file) >= 0,
         "not written");
  DEMAND(Try(path, " and has the format "), "accepted");
  file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT); // checkpoints of versions that wrote no such attribute
  DEMAND(H5Adelete(file, "format") >= 0 && H5Fclose(file) >= 0, "not written");
  DEMAND(Try(path, "finish the run with the granum that wrote it"), "accepted");
  Store(path, "particles: {}\n", 14);
  DEMAND(Try(path, "this is not a granum checkpoint"), "accepted");
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

static void test_flips(void **state)
{
  Run(FlipAll);
}

static void test_truncation(void **state)
{
  Run(Truncate);
}

static void test_data(void **state)
{
  Run(FlipData);
}

static void test_foreign(void **state)
{
  Run(Foreign);
}

UNIT(BEFORE(ShareReport), CASE_WITH(test_flips, Setup, Teardown), CASE_WITH(test_truncation, Setup, Teardown),
     CASE_WITH(test_data, Setup, Teardown), CASE_WITH(test_foreign, Setup, Teardown));
