/* extent: how long the datasets are that a reader finds in a results file while a run goes on.

   HDF5 makes them with room for all that is planned, so that the tables by which it finds their chunks never change
   afterwards. Asked to make them longer or shorter it would change tables in several places, and a run that is killed
   in between would leave a file that cannot be read. So HDF5 goes on with the whole room, and the number alone is put
   into the file: the first dimension in the object header of the dataset, and the checksum behind it, in one write.
   Chunks beyond the extent do no harm: no reader asks for them, and HDF5 finds them again when the dataset grows.

   Layout (HDF5 File Format Specification 3.0, IV.A.1.b, version 2 of object headers, and IV.A.2.b, version 2 of data
   spaces): "OHDR", version, flags, times, phase changes, size of the messages, messages, checksum. A message: type,
   size (2 bytes), flags, creation order, data. Numbers have the least byte first. The checksum is lookup3 of B. Jenkins
   (public domain, 2006) over everything before it. A header that is not like this, or whose checksum is not right (an
   old copy on a file system without coherent caches), stays as it is: entries that were not reached can be told by
   their times then.

   Limit: a header that lies across two pages of memory (one in sixteen) is written page by page. */
#include "io/h5/results_file.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

enum {
  HEADER_MAX = 4096,
  PREFIX = 6, /* signature, version, flags */
  CHECKSUM = 4,
  FLAG_SIZE = 3,
  FLAG_ORDER = 4,
  FLAG_PHASE = 16,
  FLAG_TIMES = 32,
  TYPE_SPACE = 1,
  SPACE_DIMENSIONS = 4 /* bytes of a data space message before its dimensions */
};

static uint32_t RotateLeft(uint32_t x, int bits)
{
  return x << bits | x >> (32 - bits);
}

/* The sum of up to 12 bytes, four to a word, is added to the state. */
static void AbsorbWords(uint32_t state[3], const unsigned char *byte, size_t length)
{
  for (size_t i = 0; i < length; i++)
    state[i / 4] += (uint32_t)byte[i] << 8 * (i % 4);
}

static void MixWords(uint32_t s[3])
{
  static const int turns[] = {4, 6, 8, 16, 19, 4};
  for (int k = 0; k < 6; k++) {
    uint32_t *a = &s[k % 3], *b = &s[(k + 1) % 3], *c = &s[(k + 2) % 3];
    *a -= *c;
    *a ^= RotateLeft(*c, turns[k]);
    *c += *b;
  }
}

static void MixLast(uint32_t s[3])
{
  static const int turns[] = {14, 11, 25, 16, 4, 14, 24};
  for (int k = 0; k < 7; k++) {
    uint32_t *to = &s[(k + 2) % 3], *from = &s[(k + 1) % 3];
    *to ^= *from;
    *to -= RotateLeft(*from, turns[k]);
  }
}

static uint32_t Lookup3(const unsigned char *byte, size_t length)
{
  const uint32_t begin = 0xdeadbeefu + (uint32_t)length;
  uint32_t state[3] = {begin, begin, begin};

  for (; length > 12; length -= 12, byte += 12) {
    AbsorbWords(state, byte, 12);
    MixWords(state);
  }
  if (length > 0) {
    AbsorbWords(state, byte, length);
    MixLast(state);
  }
  return state[2];
}

static uint64_t NumberAt(const unsigned char *byte, int bytes)
{
  uint64_t number = 0;
  while (bytes-- > 0)
    number = number << 8 | byte[bytes];
  return number;
}

static void PutNumber(unsigned char *byte, int bytes, uint64_t number)
{
  for (int i = 0; i < bytes; i++, number >>= 8)
    byte[i] = (unsigned char)number;
}

/* Where the messages of a header of n bytes begin and end; PETSC_FALSE if it is not one. */
static PetscBool FindMessages(const unsigned char *header, size_t n, size_t *begin, size_t *end)
{
  if (n < PREFIX + CHECKSUM || memcmp(header, "OHDR", 4) != 0 || header[4] != 2)
    return PETSC_FALSE;
  const int flags = header[5], width = 1 << (flags & FLAG_SIZE);
  const size_t size_at = (size_t)(PREFIX + (flags & FLAG_TIMES ? 16 : 0) + (flags & FLAG_PHASE ? 4 : 0));
  if (size_at + (size_t)width > n)
    return PETSC_FALSE;
  const uint64_t size = NumberAt(header + size_at, width);
  *begin = size_at + (size_t)width;
  *end = *begin + (size_t)size;
  return (PetscBool)(size <= n && *end + CHECKSUM <= n && Lookup3(header, *end) == NumberAt(header + *end, CHECKSUM));
}

/* Where the first dimension stands in the header; 0: nowhere. */
static size_t FindDimension(const unsigned char *header, size_t begin, size_t end)
{
  const size_t head = header[5] & FLAG_ORDER ? 6 : 4;

  for (size_t at = begin; at + head <= end;) {
    const size_t size = (size_t)NumberAt(header + at + 1, 2), data = at + head;
    if (header[at] == TYPE_SPACE)
      return header[data] == 2 && header[data + 1] > 0 && size >= SPACE_DIMENSIONS + 8 && data + size <= end
                 ? data + SPACE_DIMENSIONS
                 : 0;
    at = data + size;
  }
  return 0;
}

/* 0 or the error number. */
static int ShowOne(int file, const GrGrowing *growing)
{
  unsigned char header[HEADER_MAX];
  const ssize_t n = pread(file, header, sizeof(header), (off_t)growing->header);
  size_t begin, end, at;

  if (n < 0)
    return errno;
  if (!FindMessages(header, (size_t)n, &begin, &end) || (at = FindDimension(header, begin, end)) == 0 ||
      NumberAt(header + at, 8) == growing->reached)
    return 0;
  PutNumber(header + at, 8, growing->reached);
  PutNumber(header + end, CHECKSUM, Lookup3(header, end));
  const size_t length = end + CHECKSUM - at;
  const ssize_t written = pwrite(file, header + at, length, (off_t)growing->header + (off_t)at);
  return written == (ssize_t)length ? 0 : written < 0 ? errno : EIO;
}

/* Times are made before what happens at them: going back, no time is shown without the rest of its frame. */
PetscErrorCode GrResultsShow(GrResults r)
{
  GrErrorContext context = GrResultsErrorContext(r, "write", "the lengths of datasets");
  int error = 0;

  for (int k = r->n_growing - 1; r->descriptor >= 0 && !error && k >= 0; k--)
    error = ShowOne(r->descriptor, &r->growing[k]);
  if (r->descriptor >= 0 && !error && r->n_growing > 0 && fdatasync(r->descriptor) != 0)
    error = errno;
  return GrHdf5SystemFailure(&context, error);
}

#if H5_VERSION_GE(1, 12, 0)
typedef H5O_info1_t ObjectInfo; /* later ones have no address */
#else
typedef H5O_info_t ObjectInfo;
#endif

PetscErrorCode GrResultsGrows(GrResults r, const char *path, hid_t dataset, hsize_t room, int *number)
{
  GrErrorContext context = GrResultsErrorContext(r, "look at", path);
  ObjectInfo info;

  PetscFunctionBeginUser;
  GrCallHdf5(&context, H5Oget_info2(dataset, &info, H5O_INFO_BASIC));
  PetscCall(PetscRealloc((size_t)(r->n_growing + 1) * sizeof(GrGrowing), &r->growing));
  r->growing[r->n_growing] = (GrGrowing){.header = info.addr, .room = room};
  PetscCall(PetscStrallocpy(path, &r->growing[r->n_growing].path));
  *number = ++r->n_growing;
  PetscFunctionReturn(0);
}

PetscErrorCode GrResultsForget(GrResults r)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < r->n_growing; k++)
    PetscCall(PetscFree(r->growing[k].path));
  PetscCall(PetscFree(r->growing));
  r->n_growing = 0;
  PetscFunctionReturn(0);
}
