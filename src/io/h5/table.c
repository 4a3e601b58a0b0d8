/* Writes tables with a fixed number of rows in pieces, and datasets that do not change. */
#include "io/h5/dataset.h"

struct GrTable_ {
  int n;
  GrDataset **dataset;
};

PetscErrorCode GrTableCreate(GrResults results, const char *group, int n_columns, const GrColumn columns[],
                             PetscInt64 total, GrTable *table)
{
  GrTable t;

  PetscCall(PetscNew(&t));
  t->n = n_columns;
  PetscCall(PetscMalloc1(n_columns, &t->dataset));
  PetscCall(GrDatasetKeepTable(results, group, n_columns, columns, (hsize_t)total, false, 0, t->dataset));
  for (int i = 0; i < n_columns; i++)
    PetscCall(GrDatasetAttachScales(t->dataset[i], NULL, group));
  *table = t;
  return 0;
}

PetscErrorCode GrTableWrite(GrTable t, PetscInt64 first, PetscInt64 count, const void *const data[])
{
  for (int i = 0; i < t->n; i++) {
    const GrSlab slab = {{(hsize_t)first}, {(hsize_t)count, GrDatasetWidth(t->dataset[i])}};
    PetscCall(GrDatasetWrite(t->dataset[i], &slab, data[i]));
  }
  return 0;
}

PetscErrorCode GrTableDestroy(GrTable *table)
{
  if (!*table)
    return 0;
  PetscCall(PetscFree((*table)->dataset));
  return PetscFree(*table);
}

PetscErrorCode GrResultsRows(GrResults results, const char *group, const GrColumn *column, GrRows rows,
                             const void *data)
{
  int rank = column->components > 1 ? 2 : 1;
  GrExtent extent = {.rank = rank, .size = {(hsize_t)rows.total, (hsize_t)column->components}};
  GrSlab slab = {{(hsize_t)rows.first, 0}, {(hsize_t)rows.count, (hsize_t)column->components}};
  GrDataset dataset;

  PetscCall(GrDatasetCreate(results, group, column, &extent, &dataset));
  if (group[0])
    PetscCall(GrDatasetAttachScales(&dataset, NULL, group));
  return GrDatasetWriteLater(&dataset, &slab, data);
}
