/* granum/log.h: a growing array. Its elements, the rows, all have the same size. */
#ifndef GRANUM_LOG_H
#define GRANUM_LOG_H

#include <petscsys.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A growing array of rows of the same size. */
typedef struct {
  size_t size;         /* size of a row [bytes] */
  PetscInt64 n;        /* number of rows that the array contains */
  PetscInt64 capacity; /* number of rows that fit into the allocated memory */
  void *row;           /* the rows, one after the other */
} GrLog;

#ifdef __cplusplus
}
#endif

#endif
