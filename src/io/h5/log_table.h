/* Tables of logs: rows that ranks kept one by one become the columns of a table. */
#ifndef GRANUM_IO_H5_LOG_TABLE_H
#define GRANUM_IO_H5_LOG_TABLE_H

#include <granum/log.h>
#include <granum/results.h>

/* A column and its double in the row; GR_INTEGER ones are written as integers. */
typedef struct {
  GrColumn column;
  size_t offset;
} GrLogColumn;
#define GR_LOG_REAL(type, member, unit, description)                                                                   \
  {                                                                                                                    \
    {#member, GR_REAL, 1, unit, description}, offsetof(type, member)                                                   \
  }
#define GR_LOG_WHOLE(type, member, description)                                                                        \
  {                                                                                                                    \
    {#member, GR_INTEGER, 1, "1", description}, offsetof(type, member)                                                 \
  }

/* A table of the rows of some logs, one log after the other; `rows`: where they stand among those of all ranks.
   Collective. */
PetscErrorCode GrLogTableWrite(GrResults results, const char *group, int n, const GrLogColumn columns[], GrRows rows,
                               PetscInt64 n_logs, const GrLog log[]);

#endif
