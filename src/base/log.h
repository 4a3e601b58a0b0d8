/* Logs: arrays of rows that grow. A full log gets twice the capacity. */
#ifndef GRANUM_BASE_LOG_H
#define GRANUM_BASE_LOG_H

#include <granum/log.h>

/* Appends a copy of a row. */
PetscErrorCode GrLogAppend(GrLog *log, const void *row);
/* Frees the rows of a log. */
PetscErrorCode GrLogDestroy(GrLog *log);

#endif
