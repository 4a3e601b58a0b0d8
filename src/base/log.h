/* Logs (GrLog, granum/log.h): arrays of rows that grow. The capacity of a full log is doubled. */
#ifndef GRANUM_BASE_LOG_H
#define GRANUM_BASE_LOG_H

#include <granum/log.h>

/* Appends a copy of a row of log->size bytes. */
PetscErrorCode GrLogAppend(GrLog *log, const void *row);
/* Frees the rows of a log. */
PetscErrorCode GrLogDestroy(GrLog *log);

#endif
