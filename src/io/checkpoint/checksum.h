/* Checksum of bytes that lie on many ranks: the value depends on the bytes and their order, not on who holds them.

   CRC-64/XZ: polynomial of ECMA-182, bits reflected, register set to ones before and inverted after; the checksum of
   "123456789" is 995dc9bbdf1939fa, and other tools (xz) compute the same one.

   Why a CRC: without the ones and the inversion it is linear, the remainder of a polynomial over GF(2) divided by the
   generator. Each part of the bytes, from whichever rank, adds (exclusive or) its own remainder times x^(8 n), n bytes
   coming after it. So parts need no order and one MPI_Allreduce puts them together.

   What it finds: every damage within 64 bits in a row, so every damaged byte, number or pair of neighbouring words; any
   other damage (rows lost, repeated or exchanged, blocks of zeros, a shorter or longer file) but for one in 2^64.
   Limits: no protection against somebody who forges a file. */
#ifndef GRANUM_IO_CHECKPOINT_CHECKSUM_H
#define GRANUM_IO_CHECKPOINT_CHECKSUM_H

#include <petscsys.h>
#include <stdint.h>

/* What these bytes add to the checksum of a whole in which `after` bytes come behind them. */
uint64_t GrChecksumPart(const void *bytes, size_t length, uint64_t after);

/* The same, with none behind them, of bytes that come in pieces: `part` is that of those before. */
uint64_t GrChecksumGoOn(uint64_t part, const void *bytes, size_t length);

/* A part with so many more bytes behind it. */
uint64_t GrChecksumShift(uint64_t part, uint64_t bytes);

/* The checksum of `length` bytes whose parts, put together with exclusive or, are `parts`. */
uint64_t GrChecksumWhole(uint64_t parts, uint64_t length);

#endif
