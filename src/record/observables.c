/* Sums over the particles and contacts of an assembly: observables/bulk; see granum/observable.h. */
#include "record/recorder_impl.h"

#include "record/observable.h"

static PetscErrorCode FillObservables(GrWorld w, const GrSample *m, int width, double values[])
{
  PetscFunctionBeginUser;
  PetscCall(GrRecorderObserve(w, m, values));
  PetscFunctionReturn(0);
}

static int ListColumns(GrWorld w, int k, GrColumn columns[])
{
  const GrObservable *o;

  for (k = 0; (o = GrObservableAt(k)); k++) {
    const char *unit = w->the_case->dimension == 2 && o->plane_unit ? o->plane_unit : o->unit;
    columns[k] = (GrColumn){o->name, o->whole ? GR_INTEGER : GR_REAL, o->n_values, unit, o->description};
  }
  return k;
}

static const GrTablesKind Tables = {.group = "/observables/bulk",
                                    .what = "observables",
                                    .when = offsetof(GrCase, output.observables),
                                    .columns = ListColumns,
                                    .fill = FillObservables};
const GrWriterKind GrRecorderObservables = {.tables = &Tables};
