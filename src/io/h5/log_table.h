/* Tables of logs: rows that ranks kept case by case, written one case after the other, so that the file is the same for
   any number of ranks. */
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

/* Pieces of rows that stand one after the other in the table. */
typedef struct {
  const void *row;
  size_t size; /* of a row [bytes] */
  PetscInt64 n;
} GrLogPiece;

/* A table of rows.total rows, of which this rank has the pieces. Collective, as all below. */
PetscErrorCode GrLogTableWrite(GrResults results, const char *group, int n, const GrLogColumn columns[], GrRows rows,
                               PetscInt64 pieces, const GrLogPiece piece[]);

/* Where results of cases, structs one after the other, keep a log, and the double that is told its first row, from 0.
 */
typedef struct {
  void *result;
  size_t size, log, begin; /* of a struct; in it [bytes] */
  PetscInt64 n;
} GrLogPlaces;

/* The logs of the cases of this rank. */
PetscErrorCode GrLogTableWriteAll(GrResults results, MPI_Comm comm, const char *group, int n,
                                  const GrLogColumn columns[], const GrLogPlaces *places);

#endif
