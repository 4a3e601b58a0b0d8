/* log_table: see log_table.h. */
#include "io/h5/log_table.h"

/* One column of the rows of a log. */
static void FillColumn(const GrLogColumn *column, const GrLog *log, void *to)
{
  for (PetscInt64 i = 0; i < log->n; i++) {
    double value = *(const double *)((const char *)log->row + (size_t)i * log->size + column->offset);
    if (column->column.number == GR_INTEGER)
      ((PetscInt64 *)to)[i] = (PetscInt64)value;
    else
      ((double *)to)[i] = value;
  }
}

PetscErrorCode GrLogTableWrite(GrResults results, const char *group, int n, const GrLogColumn columns[], GrRows rows,
                               PetscInt64 n_logs, const GrLog log[])
{
  char *data; /* 8 bytes a number, of either kind */

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1((size_t)rows.count * sizeof(double), &data));
  for (int k = 0; k < n; k++) {
    char *to = data;
    for (PetscInt64 i = 0; i < n_logs; to += (size_t)log[i].n * sizeof(double), i++)
      FillColumn(&columns[k], &log[i], to);
    PetscCall(GrResultsRows(results, group, &columns[k].column, rows, data));
  }
  PetscCall(PetscFree(data));
  PetscFunctionReturn(0);
}
