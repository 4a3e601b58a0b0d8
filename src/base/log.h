/* Logs that grow as rows come, to twice their room when it is used up. */
#ifndef GRANUM_BASE_LOG_H
#define GRANUM_BASE_LOG_H

#include <granum/log.h>

/* An empty log of rows of this size [bytes]. */
void GrLogBegin(GrLog *log, size_t size);
PetscErrorCode GrLogAppend(GrLog *log, const void *row);
PetscErrorCode GrLogDestroy(GrLog *log);

#endif
