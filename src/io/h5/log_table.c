/* log_table: see log_table.h. */
#include "io/h5/log_table.h"

/* One column of the rows of a piece. */
static void Fill(const GrLogColumn *column, const GrLogPiece *piece, void *to)
{
  for (PetscInt64 i = 0; i < piece->n; i++) {
    double value = *(const double *)((const char *)piece->row + (size_t)i * piece->size + column->offset);
    if (column->column.number == GR_INTEGER)
      ((PetscInt64 *)to)[i] = (PetscInt64)value;
    else
      ((double *)to)[i] = value;
  }
}

PetscErrorCode GrLogTableWrite(GrResults results, const char *group, int n, const GrLogColumn columns[], GrRows rows,
                               PetscInt64 pieces, const GrLogPiece piece[])
{
  char *data; /* 8 bytes a number, of either kind */

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1((size_t)rows.count * sizeof(double), &data));
  for (int k = 0; k < n; k++) {
    char *to = data;
    for (PetscInt64 p = 0; p < pieces; to += (size_t)piece[p].n * sizeof(double), p++)
      Fill(&columns[k], &piece[p], to);
    PetscCall(GrResultsRows(results, group, &columns[k].column, rows, data));
  }
  PetscCall(PetscFree(data));
  PetscFunctionReturn(0);
}

/* Where the rows of this rank stand among those of all. */
static PetscErrorCode Place(MPI_Comm comm, GrRows *rows)
{
  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Allreduce(&rows->count, &rows->total, 1, MPIU_INT64, MPI_SUM, comm));
  PetscCallMPI(MPI_Scan(&rows->count, &rows->first, 1, MPIU_INT64, MPI_SUM, comm));
  rows->first -= rows->count;
  PetscFunctionReturn(0);
}

PetscErrorCode GrLogTableWriteAll(GrResults results, MPI_Comm comm, const char *group, int n,
                                  const GrLogColumn columns[], const GrLogPlaces *places)
{
  GrRows rows = {0};
  GrLogPiece *piece;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(places->n, &piece));
  for (PetscInt64 i = 0; i < places->n; i++) {
    const GrLog *log = (const GrLog *)((const char *)places->result + (size_t)i * places->size + places->log);
    piece[i] = (GrLogPiece){log->row, log->size, log->n};
    rows.count += log->n;
  }
  PetscCall(Place(comm, &rows));
  for (PetscInt64 i = 0, at = rows.first; i < places->n; at += piece[i].n, i++)
    *(double *)((char *)places->result + (size_t)i * places->size + places->begin) = (double)at;
  PetscCall(GrLogTableWrite(results, group, n, columns, rows, places->n, piece));
  PetscCall(PetscFree(piece));
  PetscFunctionReturn(0);
}
