/* log_table: see log_table.h. */
#include "io/h5/log_table.h"

enum { COLUMNS_MAX = 128 };

/* One column of the rows of a piece. */
static void Fill(const GrLogColumn *column, const GrLogPiece *piece, void *to)
{
  for (PetscInt64 i = 0; i < piece->n; i++) {
    double value =
        *(const double *)((const char *)piece->row + (size_t)i * piece->size + piece->offset + column->offset);
    if (column->column.number == GR_INTEGER)
      ((PetscInt64 *)to)[i] = (PetscInt64)value;
    else
      ((double *)to)[i] = value;
  }
}

PetscErrorCode GrLogTableWrite(GrResults results, const char *group, int n, const GrLogColumn columns[], GrRows rows,
                               PetscInt64 pieces, const GrLogPiece piece[])
{
  GrColumn column[COLUMNS_MAX];
  const void *data[COLUMNS_MAX];
  GrTable table;
  char *memory; /* 8 bytes a number, of either kind */

  PetscFunctionBegin;
  PetscCheck(n <= COLUMNS_MAX, PETSC_COMM_SELF, PETSC_ERR_PLIB, "%s: %d columns", group, n);
  PetscCall(PetscMalloc1((size_t)rows.count * (size_t)n * sizeof(double), &memory));
  for (int k = 0; k < n; k++) {
    char *to = memory + (size_t)rows.count * (size_t)k * sizeof(double);
    column[k] = columns[k].column;
    data[k] = to;
    for (PetscInt64 p = 0; p < pieces; to += (size_t)piece[p].n * sizeof(double), p++)
      Fill(&columns[k], &piece[p], to);
  }
  PetscCall(GrTableCreate(results, group, n, column, rows.total, &table));
  PetscCall(GrTableWrite(table, rows.first, rows.count, data));
  PetscCall(GrTableDestroy(&table));
  PetscCall(PetscFree(memory));
  PetscFunctionReturn(0);
}

/* Where the rows of this rank stand among those of all. */
static PetscErrorCode Place(MPI_Comm comm, GrRows *rows)
{
  PetscFunctionBegin;
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

  PetscFunctionBegin;
  PetscCall(PetscMalloc1(places->n, &piece));
  for (PetscInt64 i = 0; i < places->n; i++) {
    const GrLog *log = (const GrLog *)((const char *)places->result + (size_t)i * places->size + places->log);
    piece[i] = (GrLogPiece){log->row, 0, log->size, log->n};
    rows.count += log->n;
  }
  PetscCall(Place(comm, &rows));
  for (PetscInt64 i = 0, at = rows.first; i < places->n; at += piece[i].n, i++)
    *(double *)((char *)places->result + (size_t)i * places->size + places->begin) = (double)at;
  PetscCall(GrLogTableWrite(results, group, n, columns, rows, places->n, piece));
  PetscCall(PetscFree(piece));
  PetscFunctionReturn(0);
}

PetscErrorCode GrLogTableWriteSwept(GrResults results, const char *group, const GrStudy *study, GrRows rows)
{
  double *value;

  PetscFunctionBegin;
  PetscCall(PetscMalloc1(rows.count, &value));
  for (int k = 0; k < study->n_swept; k++) {
    const GrColumn column = {study->swept[k], GR_REAL, 1, study->unit[k],
                             "value of this key in SI; not a number: a word"};
    GrTable table;
    for (PetscInt64 i = 0; i < rows.count; i++)
      value[i] = study->value[(rows.first + i) * study->n_swept + k];
    PetscCall(GrTableCreate(results, group, 1, &column, rows.total, &table));
    PetscCall(GrTableWrite(table, rows.first, rows.count, (const void *const[]){value}));
    PetscCall(GrTableDestroy(&table));
  }
  PetscCall(PetscFree(value));
  PetscFunctionReturn(0);
}
