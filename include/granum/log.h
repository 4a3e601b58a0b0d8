/* granum/log.h: a growing array of rows of equal size. */
#ifndef GRANUM_LOG_H
#define GRANUM_LOG_H

#include <petscsys.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  size_t size;            /* size of a row [bytes] */
  PetscInt64 n, capacity; /* number of rows; number of rows that fit into the allocated memory */
  void *row;
} GrLog;

#ifdef __cplusplus
}
#endif

#endif
