/* The header of an object in an HDF5 file, as its bytes (HDF5 File Format Specification 3.0, IV.A.1.b, version 2):
   "OHDR", version, flags, times, phase changes, size of the messages, messages, checksum. A message: type, size (2
   bytes), flags, creation order, data. Numbers have the least byte first. */
#ifndef GRANUM_IO_H5_OBJECT_HEADER_H
#define GRANUM_IO_H5_OBJECT_HEADER_H

#include <petscsys.h>
#include <stdint.h>

enum { GR_HDF5_HEADER_MAX = 4096, GR_HDF5_CHECKSUM = 4 }; /* bytes */

/* Its messages are in [begin, end), and behind them the checksum of all before it. */
typedef struct {
  const unsigned char *byte;
  size_t begin, end;
} GrHdf5Header;

/* PETSC_FALSE: the n bytes do not begin with a header whose checksum is right. */
PetscBool GrHdf5HeaderFind(const unsigned char *bytes, size_t n, GrHdf5Header *header);

/* Where the data of the first message of a type begin; 0: there is none, or it has less than so many bytes. */
size_t GrHdf5Message(const GrHdf5Header *header, int type, size_t least);

uint64_t GrHdf5Number(const unsigned char *bytes, int n);
uint32_t GrHdf5Checksum(const unsigned char *bytes, size_t n);

#endif
