/* object_header: see object_header.h. The checksum is lookup3 of B. Jenkins (public domain, 2006). */
#include "io/h5/object_header.h"

#include <string.h>

enum {
  PREFIX = 6, /* signature, version, flags */
  FLAG_SIZE = 3,
  FLAG_ORDER = 4,
  FLAG_PHASE = 16,
  FLAG_TIMES = 32
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

uint32_t GrHdf5Checksum(const unsigned char *byte, size_t length)
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

uint64_t GrHdf5Number(const unsigned char *byte, int bytes)
{
  uint64_t number = 0;
  while (bytes-- > 0)
    number = number << 8 | byte[bytes];
  return number;
}

PetscBool GrHdf5HeaderFind(const unsigned char *header, size_t n, GrHdf5Header *found)
{
  if (n < PREFIX + GR_HDF5_CHECKSUM || memcmp(header, "OHDR", 4) != 0 || header[4] != 2)
    return PETSC_FALSE;
  const int flags = header[5], width = 1 << (flags & FLAG_SIZE);
  const size_t size_at = (size_t)(PREFIX + (flags & FLAG_TIMES ? 16 : 0) + (flags & FLAG_PHASE ? 4 : 0));
  if (size_at + (size_t)width > n)
    return PETSC_FALSE;
  const uint64_t size = GrHdf5Number(header + size_at, width);
  const size_t begin = size_at + (size_t)width, end = begin + (size_t)size;
  *found = (GrHdf5Header){header, begin, end};
  return (PetscBool)(size <= n && end + GR_HDF5_CHECKSUM <= n &&
                     GrHdf5Checksum(header, end) == GrHdf5Number(header + end, GR_HDF5_CHECKSUM));
}

size_t GrHdf5Message(const GrHdf5Header *header, int type, size_t least)
{
  const unsigned char *byte = header->byte;
  const size_t head = byte[5] & FLAG_ORDER ? 6 : 4;

  for (size_t at = header->begin; at + head <= header->end;) {
    const size_t size = (size_t)GrHdf5Number(byte + at + 1, 2), data = at + head;
    if (byte[at] == type)
      return size >= least && data + size <= header->end ? data : 0;
    at = data + size;
  }
  return 0;
}
