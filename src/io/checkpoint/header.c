/* The header of a checkpoint; see header.h.

   granum checkpoint
   format 6
   program 0.1.0
   step 1200
   sequence 3
   size 271840
   crc64 0123456789abcdef
   header crc64 0123456789abcdef     (of the lines above)

   A header is valid if writing what it says gives the same 512 bytes. */
#include "io/checkpoint/header.h"

#include "io/checkpoint/checksum.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BUFFER = 256 << 10, LEAST_SHARE = 4 << 20 }; /* bytes read at a time, which stay in the cache; of a rank */

static const char magic[] = "granum checkpoint\nformat ", signature[] = "\211HDF\r\n\032\n",
                  zeros[GR_FILE_HEADER_BYTES];

static void PrintHeader(const GrFileHeader *header, char block[GR_FILE_HEADER_BYTES])
{
  memset(block, 0, GR_FILE_HEADER_BYTES);
  int n = snprintf(block, GR_FILE_HEADER_BYTES,
                   "%s%d\nprogram %s\nstep %" PRId64 "\nsequence %" PRId64 "\nsize %" PRId64 "\ncrc64 %016" PRIx64 "\n",
                   magic, GR_FILE_HEADER_FORMAT, header->program, header->step, header->sequence, header->size,
                   header->checksum);
  uint64_t sum = GrChecksumWhole(GrChecksumPart(block, (size_t)n, 0), (uint64_t)n);
  snprintf(block + n, GR_FILE_HEADER_BYTES - (size_t)n, "header crc64 %016" PRIx64 "\n", sum);
}

static PetscBool ParseHeader(const char block[GR_FILE_HEADER_BYTES], GrFileHeader *header)
{
  char text[GR_FILE_HEADER_BYTES + 1] = "", again[GR_FILE_HEADER_BYTES];
  int format;

  memcpy(text, block, GR_FILE_HEADER_BYTES);
  int n = sscanf(text + strlen(magic),
                 "%9d program %31[^\n] step %18" SCNd64 " sequence %18" SCNd64 " size %18" SCNd64 " crc64 %16" SCNx64,
                 &format, header->program, &header->step, &header->sequence, &header->size, &header->checksum);
  if (n != 6)
    return PETSC_FALSE;
  PrintHeader(header, again);
  return memcmp(block, again, GR_FILE_HEADER_BYTES) == 0 ? PETSC_TRUE : PETSC_FALSE;
}

/* Why this is not the beginning of a checkpoint, or NULL. */
static const char *WhyForeign(const char block[GR_FILE_HEADER_BYTES], int64_t size)
{
  if (size == 0)
    return "the file is empty";
  if (memcmp(block, signature, strlen(signature)) == 0)
    return "this is an HDF5 file but not a granum checkpoint";
  if (size >= GR_FILE_HEADER_BYTES && memcmp(block, zeros, GR_FILE_HEADER_BYTES) == 0)
    return "this checkpoint was never completed";
  if (memcmp(block, magic, strlen(magic)) != 0)
    return "this is not a granum checkpoint";
  return size < GR_FILE_HEADER_BYTES ? "the checkpoint is cut short" : NULL;
}

static PetscBool ExamineHeader(const char block[GR_FILE_HEADER_BYTES], int64_t size, GrFileHeader *header,
                               char reason[GR_FILE_HEADER_REASON])
{
  const char *foreign = WhyForeign(block, size);
  int format;
  if (foreign)
    snprintf(reason, GR_FILE_HEADER_REASON, "%s", foreign);
  else if (sscanf(block + strlen(magic), "%9d", &format) == 1 && format != GR_FILE_HEADER_FORMAT)
    snprintf(
        reason, GR_FILE_HEADER_REASON,
        "the checkpoint has format %d but this program (%s) reads format %d; resume it with the program that wrote it",
        format, GRANUM_VERSION, GR_FILE_HEADER_FORMAT);
  else if (!ParseHeader(block, header))
    snprintf(reason, GR_FILE_HEADER_REASON, "the checkpoint is damaged in its first %d bytes", GR_FILE_HEADER_BYTES);
  else if (size != header->size)
    snprintf(reason, GR_FILE_HEADER_REASON, "the checkpoint is %s: %" PRId64 " bytes instead of %" PRId64,
             size < header->size ? "cut short" : "too long", size, header->size);
  else
    return PETSC_TRUE;
  return PETSC_FALSE;
}

/* Reads exactly so many bytes: 0 or the error number. */
static int ReadAt(int file, void *bytes, size_t length, int64_t from)
{
  char *next = bytes;
  while (length > 0) {
    ssize_t n = pread(file, next, length, (off_t)from);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      return n < 0 ? errno : EIO; /* the file became shorter */
    next += n;
    from += n;
    length -= (size_t)n;
  }
  return 0;
}

PetscBool GrFileHeaderRead(const char *path, GrFileHeader *header, char reason[GR_FILE_HEADER_REASON])
{
  char block[GR_FILE_HEADER_BYTES + 1] = "";
  struct stat status;
  PetscBool valid = PETSC_FALSE;
  int error = 0;

  int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a named pipe must not block */
  if (file < 0 || fstat(file, &status) != 0)
    error = errno;
  else if (!S_ISREG(status.st_mode))
    snprintf(reason, GR_FILE_HEADER_REASON, "this is not a regular file");
  else {
    size_t length = status.st_size < GR_FILE_HEADER_BYTES ? (size_t)status.st_size : GR_FILE_HEADER_BYTES;
    error = ReadAt(file, block, length, 0);
    if (!error)
      valid = ExamineHeader(block, status.st_size, header, reason);
  }
  if (error)
    snprintf(reason, GR_FILE_HEADER_REASON, "the file cannot be read: %s", strerror(error));
  if (file >= 0)
    close(file);
  return valid;
}

PetscBool GrFileHeaderBegins(const char *path)
{
  char block[GR_FILE_HEADER_BYTES + sizeof(signature)] = "";
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

  if (file < 0)
    return PETSC_FALSE;
  ssize_t n = pread(file, block, sizeof(block) - 1, 0); /* a directory gives an error */
  close(file);
  if (n >= (ssize_t)strlen(magic) && memcmp(block, magic, strlen(magic)) == 0)
    return PETSC_TRUE;
  return n == sizeof(block) - 1 && memcmp(block, zeros, GR_FILE_HEADER_BYTES) == 0 &&
                 memcmp(block + GR_FILE_HEADER_BYTES, signature, strlen(signature)) == 0
             ? PETSC_TRUE
             : PETSC_FALSE;
}

int GrFileHeaderWrite(const char *path, const GrFileHeader *header)
{
  char block[GR_FILE_HEADER_BYTES];
  int error = 0;

  PrintHeader(header, block);
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0)
    return errno;
  ssize_t n = pwrite(file, block, GR_FILE_HEADER_BYTES, 0);
  if (n != GR_FILE_HEADER_BYTES)
    error = n < 0 ? errno : EIO;
  if (!error && fsync(file) != 0)
    error = errno;
  if (close(file) != 0 && !error)
    error = errno;
  return error;
}

PetscErrorCode GrFileChecksumPart(const char *path, const int64_t place[2], uint64_t *part, int *error)
{
  char *buffer;

  PetscFunctionBeginUser;
  *error = 0;
  *part = 0;
  if (place[0] >= place[1])
    PetscFunctionReturn(0);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) {
    *error = errno;
    PetscFunctionReturn(0);
  }
  PetscCall(PetscMalloc1(BUFFER, &buffer));
  for (int64_t from = place[0]; from < place[1] && !*error; from += BUFFER) {
    const int64_t to = PetscMin(from + BUFFER, place[1]);
    *error = ReadAt(file, buffer, (size_t)(to - from), from);
    if (!*error)
      *part = GrChecksumGoOn(*part, buffer, (size_t)(to - from));
  }
  PetscCall(PetscFree(buffer));
  close(file);
  PetscFunctionReturn(0);
}

uint64_t GrFileChecksumWhole(int n, const int64_t place[], const uint64_t part[])
{
  uint64_t whole = 0;

  for (int i = 0; i < n; i++)
    whole ^= GrChecksumShift(part[i], (uint64_t)(place[n] - place[i + 1]));
  return GrChecksumWhole(whole, (uint64_t)(place[n] - place[0]));
}

PetscErrorCode GrFileChecksum(MPI_Comm comm, const char *path, const int64_t place[2], uint64_t *checksum, int *error)
{
  const int64_t bytes = place[1] - place[0];
  int64_t mine[2];
  uint64_t part;
  int rank, ranks;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  PetscCallMPI(MPI_Comm_size(comm, &ranks));
  const int64_t share = PetscMax((bytes + ranks - 1) / ranks, LEAST_SHARE);
  for (int i = 0; i < 2; i++)
    mine[i] = place[0] + PetscMin((rank + i) * share, bytes);
  PetscCall(GrFileChecksumPart(path, mine, &part, error));
  part = GrChecksumShift(part, (uint64_t)(place[1] - mine[1]));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, error, 1, MPI_INT, MPI_MAX, comm));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &part, 1, MPI_UINT64_T, MPI_BXOR, comm));
  *checksum = GrFileChecksumWhole(1, place, &part);
  PetscFunctionReturn(0);
}
