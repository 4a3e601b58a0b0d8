/* granum/log.h: rows of one kind in the order in which they were appended. */
#ifndef GRANUM_LOG_H
#define GRANUM_LOG_H

#include <petscsys.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  size_t size; /* of a row [bytes] */
  PetscInt64 n, capacity;
  void *row;
} GrLog;

#ifdef __cplusplus
}
#endif

#endif
