/* The header of a checkpoint: its first 512 bytes, short lines of text, zeros behind them. It is written last. */
#ifndef GRANUM_IO_CHECKPOINT_HEADER_H
#define GRANUM_IO_CHECKPOINT_HEADER_H

#include <petscsys.h>
#include <stdint.h>

enum { GR_FILE_HEADER_BYTES = 512, GR_FILE_HEADER_PROGRAM = 32, GR_FILE_HEADER_REASON = 256 };

/* To be raised whenever a checkpoint of before cannot be read, or would not lead to the bits that its run would have
   had: another header, other columns, or defaults of the case that have changed. */
enum { GR_FILE_HEADER_FORMAT = 6 };

typedef struct {
  char program[GR_FILE_HEADER_PROGRAM]; /* version that wrote the file */
  int64_t step;
  int64_t sequence;  /* one more than that of any checkpoint in the directory when this one was begun */
  int64_t size;      /* of the file, in bytes */
  uint64_t checksum; /* of all bytes behind the header */
} GrFileHeader;

/* One rank. Whether the file has a valid header and the size that the header says; if not, why not. */
PetscBool GrFileHeaderRead(const char *path, GrFileHeader *header, char reason[GR_FILE_HEADER_REASON]);

/* One rank. Whether the file begins as a checkpoint does: with a header, damaged or of any format, or with the empty
   place for it in front of HDF5, that of a checkpoint that was never completed. */
PetscBool GrFileHeaderBegins(const char *path);

/* One rank. Writes the header into its place and flushes the file: 0 or the error number. */
int GrFileHeaderWrite(const char *path, const GrFileHeader *header);

/* One rank. What the bytes of a file from place[0] up to place[1] are worth as the last ones of a whole (see
   checksum.h); `error` is 0 or the error number. */
PetscErrorCode GrFileChecksumPart(const char *path, const int64_t place[2], uint64_t *part, int *error);

/* The checksum of the bytes from place[0] up to place[n] by its n parts, of those from place[i] up to place[i + 1]. */
uint64_t GrFileChecksumWhole(int n, const int64_t place[], const uint64_t part[]);

/* Collective. The checksum of the bytes of a file from place[0] up to place[1], each read once, by one of the ranks.
   `error` is 0 or, on all ranks alike, the error number of a rank that could not read its share. */
PetscErrorCode GrFileChecksum(MPI_Comm comm, const char *path, const int64_t place[2], uint64_t *checksum, int *error);

#endif
