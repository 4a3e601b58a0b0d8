/* CRC-64/XZ in parts; see checksum.h.

   The register is reflected: bit 63 is the coefficient of x^0, bit 0 that of x^63. Eight bytes a turn by eight tables
   (M. E. Kounavis and F. L. Berry, "A systematic approach to building high performance software-based CRC generators",
   ISCC 2005): table[k][b] is the remainder of byte b with k zero bytes behind it.

   Where the processor multiplies polynomials (PCLMULQDQ), 64 bytes a turn before that: a block of 16 bytes is the
   polynomial h x^64 + l, and in front of n more bytes it is worth as much as the 128 bits
     h (x^(8n + 64) mod G) + l (x^(8n) mod G)
   in their last 16 (V. Gopal et al., "Fast CRC computation for generic polynomials using PCLMULQDQ", Intel 2009). The
   product of two reflected registers is x times too large, so each factor has one power less. */
#include "io/checkpoint/checksum.h"

#include <string.h>
#ifdef __PCLMUL__
#include <immintrin.h>
#endif

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

/* part x^(8 bytes) mod the generator: a register with so many zero bytes behind it */
uint64_t GrChecksumShift(uint64_t part, uint64_t bytes)
{
  for (uint64_t power = one_byte; bytes; bytes >>= 1) {
    if (bytes & 1)
      part = MultiplyPolynomials(part, power);
    power = MultiplyPolynomials(power, power);
  }
  return part;
}

#ifdef __PCLMUL__
enum { BLOCK = 16, BLOCKS = 4 }; /* bytes of a block, blocks of a turn */

/* x^n mod the generator */
static uint64_t PowerOfX(int n)
{
  uint64_t power = one;
  for (; n > 0; n--)
    power = power >> 1 ^ (power & 1 ? polynomial : 0);
  return power;
}

/* Factors of a block that n bits follow. */
static __m128i FoldingFactors(int n)
{
  return _mm_set_epi64x((long long)PowerOfX(n - 1), (long long)PowerOfX(n + 63));
}

/* A block, as what it is worth some bytes later, and the block that is there. */
static inline __m128i FoldBlock(__m128i block, __m128i factors, __m128i there)
{
  const __m128i high = _mm_clmulepi64_si128(block, factors, 0x00), low = _mm_clmulepi64_si128(block, factors, 0x11);
  return _mm_xor_si128(there, _mm_xor_si128(high, low));
}

static inline __m128i LoadBlock(const unsigned char *from)
{
  return _mm_loadu_si128((const __m128i *)(const void *)from);
}

/* The last 16 bytes are worth as much as all `length`, a multiple of 64 and not 0, behind the register `sum`. */
static void FoldBytes(uint64_t sum, const unsigned char *from, size_t length, unsigned char last[BLOCK])
{
  static __m128i far, near; /* of the same block of the next turn, of the next block */
  __m128i block[BLOCKS];

  if (_mm_cvtsi128_si64(near) == 0) {
    far = FoldingFactors(8 * BLOCK * BLOCKS);
    near = FoldingFactors(8 * BLOCK);
  }
  const __m128i factors = far;
  for (int k = 0; k < BLOCKS; k++)
    block[k] = LoadBlock(from + BLOCK * k);
  block[0] = _mm_xor_si128(block[0], _mm_set_epi64x(0, (long long)sum));
  for (size_t i = BLOCK * BLOCKS; i < length; i += BLOCK * BLOCKS)
    for (int k = 0; k < BLOCKS; k++)
      block[k] = FoldBlock(block[k], factors, LoadBlock(from + i + BLOCK * k));
  for (int k = 1; k < BLOCKS; k++)
    block[0] = FoldBlock(block[0], near, block[k]);
  memcpy(last, &block[0], BLOCK);
}
#endif

/* The register `sum` after these bytes. */
static uint64_t AddBytes(const unsigned char *byte, size_t length, uint64_t sum)
{
  uint64_t word;

  for (; length >= 8; length -= 8, byte += 8) {
    memcpy(&word, byte, 8);
    word ^= sum;
    sum = table[7][word & 255] ^ table[6][word >> 8 & 255] ^ table[5][word >> 16 & 255] ^ table[4][word >> 24 & 255] ^
          table[3][word >> 32 & 255] ^ table[2][word >> 40 & 255] ^ table[1][word >> 48 & 255] ^ table[0][word >> 56];
  }
  for (; length > 0; length--, byte++)
    sum = sum >> 8 ^ table[0][(sum ^ *byte) & 255];
  return sum;
}

uint64_t GrChecksumGoOn(uint64_t part, const void *bytes, size_t length)
{
  const unsigned char *byte = bytes;

  if (!table[0][1])
    FillTable();
#ifdef __PCLMUL__
  const size_t folded = length - length % (BLOCK * BLOCKS);
  if (folded > 0) {
    unsigned char last[BLOCK];
    FoldBytes(part, byte, folded, last);
    part = AddBytes(last, BLOCK, 0);
    byte += folded;
    length -= folded;
  }
#endif
  return AddBytes(byte, length, part);
}

uint64_t GrChecksumPart(const void *bytes, size_t length, uint64_t after)
{
  return GrChecksumShift(GrChecksumGoOn(0, bytes, length), after);
}

uint64_t GrChecksumWhole(uint64_t parts, uint64_t length)
{
  return ~(parts ^ GrChecksumShift(~UINT64_C(0), length));
}
