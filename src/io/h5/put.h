/* Bytes into a file at a place of it, however many calls of the system that takes. */
#ifndef GRANUM_IO_H5_PUT_H
#define GRANUM_IO_H5_PUT_H

#include <sys/types.h>

/* 0, or the number of the error. */
int GrResultsWriteBytes(int file, const char *bytes, size_t n, off_t at);

#endif
