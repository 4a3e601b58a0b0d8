/* granum/log.h: rows of one kind, kept as they come. */
#ifndef GRANUM_LOG_H
#define GRANUM_LOG_H

#include <petscsys.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  size_t size; /* of a row [bytes] */
  PetscInt64 n, room;
  void *row;
} GrLog;

#ifdef __cplusplus
}
#endif

#endif
