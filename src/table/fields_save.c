/* Writes the fields of a table to checkpoints, and reads them; see fields.h. */
#include "parallel/redistribute.h"
#include "table/fields.h"

typedef struct {
  const GrFields *fields;
  const GrParallelColumns *table;
} Source;

static bool IsSaved(const GrField *field, const GrParallelColumns *table)
{
  return !(field->is & GR_FIELD_DERIVED) && table->size[field->in] > 0;
}

int GrFieldsSavedNumbers(const GrFields *l, const GrParallelColumns *table)
{
  const GrField *field;
  int n = 0;

  for (int f = 0; (field = GrFieldAt(l, f)); f++)
    n += IsSaved(field, table) ? field->column.components : 0;
  return n;
}

/* Copies some components of n rows from longer rows. */
static void PickNumbers(PetscInt n, int components, int width, const double *from, double *to)
{
  for (PetscInt i = 0; i < n; i++)
    GrRowCopyWords(to + components * (size_t)i, from + width * (size_t)i, components);
}

/* A field with its own column is written without a copy. */
static PetscErrorCode FillFields(void *context, PetscInt first, PetscInt n, void *data[])
{
  const Source *s = context;
  const GrField *field;
  int column = 0;

  for (int f = 0; (field = GrFieldAt(s->fields, f)); f++) {
    if (!IsSaved(field, s->table))
      continue;
    const int width = GrFieldsWidth(s->fields, field->in), components = field->column.components;
    const double *from = (const double *)s->table->data[field->in] + width * (size_t)first + GrFieldBegin(s->fields, f);
    if (components == width)
      data[column++] = (void *)from;
    else
      PickNumbers(n, components, width, from, data[column++]);
  }
  return 0;
}

PetscErrorCode GrFieldsSave(const GrFields *l, const GrParallelColumns *table, GrRows rows, GrCheckpoint file)
{
  Source source = {l, table};
  GrColumn column[GR_COLUMNS_MAX];
  const GrField *field;
  int n = 0;

  for (int f = 0; (field = GrFieldAt(l, f)); f++)
    if (IsSaved(field, table))
      column[n++] = field->column;
  return n > 0 ? GrCheckpointPutTable(file, l->table, n, column, rows, FillFields, &source) : 0;
}

PetscErrorCode GrFieldsLoad(const GrFields *l, GrParallelColumns *table, GrRows rows, GrCheckpoint file)
{
  const GrField *field;

  for (int f = 0; (field = GrFieldAt(l, f)); f++) {
    if (!IsSaved(field, table))
      continue;
    const size_t components = (size_t)field->column.components, width = (size_t)GrFieldsWidth(l, field->in);
    double *column = (double *)table->data[field->in], *values = column;
    if (components < width)
      PetscCall(PetscMalloc1((size_t)rows.count * components, &values));
    PetscCall(GrCheckpointGetColumn(file, l->table, &field->column, &field->bounds, rows, values));
    if (components == width)
      continue;
    column += GrFieldBegin(l, f);
    for (size_t i = 0; i < (size_t)rows.count; i++)
      GrRowCopyWords(column + width * i, values + components * i, field->column.components);
    PetscCall(PetscFree(values));
  }
  return 0;
}
