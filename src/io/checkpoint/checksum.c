/* CRC-64/XZ in parts; see checksum.h.

   The register is reflected: bit 63 is the coefficient of x^0, bit 0 that of x^63. Eight bytes a turn by eight tables
   (M. E. Kounavis and F. L. Berry, "A systematic approach to building high performance software-based CRC generators",
   ISCC 2005): table[k][b] is the remainder of byte b with k zero bytes behind it. */
#include "io/checkpoint/checksum.h"

#include <string.h>

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the checksum takes eight bytes at a time as a little-endian number"
#endif

static const uint64_t polynomial = UINT64_C(0xc96c5795d7870f42);
static const uint64_t one = UINT64_C(1) << 63;      /* x^0 */
static const uint64_t one_byte = UINT64_C(1) << 55; /* x^8 */
static uint64_t table[8][256];

static void FillTable(void)
{
  for (uint64_t byte = 0; byte < 256; byte++) {
    uint64_t sum = byte;
    for (int bit = 0; bit < 8; bit++)
      sum = sum >> 1 ^ (sum & 1 ? polynomial : 0);
    table[0][byte] = sum;
  }
  for (int k = 1; k < 8; k++)
    for (int byte = 0; byte < 256; byte++)
      table[k][byte] = table[k - 1][byte] >> 8 ^ table[0][table[k - 1][byte] & 255];
}

/* a b mod the generator */
static uint64_t MultiplyPolynomials(uint64_t a, uint64_t b)
{
  uint64_t product = 0;
  for (; a; a <<= 1) {
    if (a & one)
      product ^= b;
    b = b >> 1 ^ (b & 1 ? polynomial : 0);
  }
  return product;
}

/* a x^(8 n) mod the generator: a register with n zero bytes behind it */
static uint64_t ShiftByBytes(uint64_t a, uint64_t n)
{
  for (uint64_t power = one_byte; n; n >>= 1) {
    if (n & 1)
      a = MultiplyPolynomials(a, power);
    power = MultiplyPolynomials(power, power);
  }
  return a;
}

uint64_t GrChecksumPart(const void *bytes, size_t length, uint64_t after)
{
  const unsigned char *byte = bytes;
  uint64_t sum = 0, word;

  if (!table[0][1])
    FillTable();
  for (; length >= 8; length -= 8, byte += 8) {
    memcpy(&word, byte, 8);
    word ^= sum;
    sum = table[7][word & 255] ^ table[6][word >> 8 & 255] ^ table[5][word >> 16 & 255] ^ table[4][word >> 24 & 255] ^
          table[3][word >> 32 & 255] ^ table[2][word >> 40 & 255] ^ table[1][word >> 48 & 255] ^ table[0][word >> 56];
  }
  for (; length > 0; length--, byte++)
    sum = sum >> 8 ^ table[0][(sum ^ *byte) & 255];
  return ShiftByBytes(sum, after);
}

uint64_t GrChecksumWhole(uint64_t parts, uint64_t length)
{
  return ~(parts ^ ShiftByBytes(~UINT64_C(0), length));
}

PetscErrorCode GrChecksumReduce(MPI_Comm comm, uint64_t parts, uint64_t length, uint64_t *checksum)
{
  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &parts, 1, MPI_UINT64_T, MPI_BXOR, comm));
  *checksum = GrChecksumWhole(parts, length);
  PetscFunctionReturn(0);
}
