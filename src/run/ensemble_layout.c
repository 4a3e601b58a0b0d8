/* Tables of ensembles with columns that depend on the case; see ensemble_layout.h. */
#include "run/ensemble_layout.h"

#include <stdio.h>
#include <string.h>

PetscErrorCode GrRunEnsembleLayoutCreate(const GrEnsembleTable *table, size_t offset, GrRunEnsembleLayout **layout)
{
  PetscCall(PetscNew(layout));
  (*layout)->table = *table;
  (*layout)->table.member = (*layout)->column;
  (*layout)->offset = offset;
  memcpy((*layout)->column, table->member, sizeof(*table->member) * (size_t)table->n);
  return 0;
}

PetscErrorCode GrRunEnsembleLayoutAdd(GrRunEnsembleLayout *l, const char *name, const char *unit,
                                      const char *description)
{
  const int i = l->table.n++;

  PetscCheck(i < GR_LAYOUT_COLUMNS, PETSC_COMM_SELF, PETSC_ERR_PLIB, "more than %d columns", GR_LAYOUT_COLUMNS);
  snprintf(l->text[i].name, GR_LAYOUT_TEXT, "%s", name);
  snprintf(l->text[i].unit, GR_LAYOUT_TEXT, "%s", unit);
  snprintf(l->text[i].description, GR_LAYOUT_TEXT, "%s", description);
  l->column[i] =
      (GrMember){.column = {l->text[i].name, GR_REAL, 1, l->text[i].unit, l->text[i].description}, .offset = l->offset};
  l->offset += sizeof(double);
  return 0;
}
