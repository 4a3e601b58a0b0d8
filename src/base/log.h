/* Logs (GrLog, granum/ensemble.h): arrays to which rows are appended. When the allocated memory is full, its size is
   doubled. */
#ifndef GRANUM_BASE_LOG_H
#define GRANUM_BASE_LOG_H

#include <granum/ensemble.h>

/* Appends a copy of a row, which has log->size bytes. */
PetscErrorCode GrLogAppend(GrLog *log, const void *row);
/* Frees the rows of a log. */
PetscErrorCode GrLogDestroy(GrLog *log);

#endif
