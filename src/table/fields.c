/* Lists of fields, and the columns of tables; see fields.h. */
#include "table/fields.h"

#include <float.h>

const GrField *GrFieldAt(const GrFields *l, int f)
{
  if (f < l->n)
    return &l->field[f];
  return f - l->n < l->n_added ? &l->added[f - l->n] : NULL;
}

GrColumn GrFieldWritten(const GrField *field, int dimension)
{
  GrColumn column = field->column;
  if (field->is & GR_FIELD_PLANE)
    column.components = dimension;
  return column;
}

int GrFieldsWidth(const GrFields *l, int column)
{
  const GrField *field;
  int width = 0;

  for (int f = 0; (field = GrFieldAt(l, f)); f++)
    width += field->in == column ? field->column.components : 0;
  return width;
}

int GrFieldBegin(const GrFields *l, int f)
{
  int begin = 0;
  for (int k = 0; k < f; k++)
    begin += GrFieldAt(l, k)->in == GrFieldAt(l, f)->in ? GrFieldAt(l, k)->column.components : 0;
  return begin;
}

void GrFieldsAdd(GrFields *l, const GrProperty *p)
{
  l->added[l->n_added] = (GrField){.column = {p->name, GR_REAL, 1, p->unit, p->description},
                                   .in = GrFieldAt(l, l->n + l->n_added - 1)->in + 1,
                                   .write = GR_WRITE_ONCE,
                                   .bounds = {PetscMax(p->lower, -DBL_MAX), PetscMin(p->upper, DBL_MAX), false},
                                   .is = GR_FIELD_GHOSTED};
  l->n_added++;
}

PetscErrorCode GrFieldsCreate(const GrFields *l, GrParallelColumns *table)
{
  const int n = GrFieldAt(l, l->n + l->n_added - 1)->in + 1;
  size_t size[GR_COLUMNS_MAX];

  for (int k = 0; k < n; k++)
    size[k] = sizeof(double) * (size_t)GrFieldsWidth(l, k); /* PetscInt64 is as large */
  return GrParallelColumnsCreate(n, size, table);
}

int GrFieldsGhostColumns(const GrFields *l, int which[])
{
  const GrField *field;
  int n = 0;

  for (int f = 0; (field = GrFieldAt(l, f)); f++)
    if ((field->is & GR_FIELD_GHOSTED) && (n == 0 || which[n - 1] != field->in))
      which[n++] = field->in;
  return n;
}
