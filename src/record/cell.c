/* A periodic box that deforms: observables/cell with its lengths, offset, strain and velocity gradient. */
#include "record/recorder_impl.h"

#include "bulk/cell/cell.h"
#include "bulk/output.h"
#include <math.h>

enum { AXES = 3 };
static const GrColumn CellColumns[] = {
    {"length", GR_REAL, AXES, "m", "length of the box along x, y, z"},
    {"offset", GR_REAL, 1, "m",
     "displacement of the periodic image in the plane of shear, whole box lengths included; plane xy: along x, of the "
     "image above the box in y"},
    {"strain", GR_REAL, AXES, "1", "logarithmic strain: ln(length / length at the start)"},
    {"velocity_gradient", GR_REAL, GR_GRADIENT, "s-1", "velocity gradient of the box: components xx, yy, zz, xy, xz, yz"},
};

static PetscErrorCode FillCell(GrWorld w, const GrSample *m, int width, double values[])
{
  const GrCase *c = w->the_case;
  const double *at = GrBulkSides(w)->at;

  for (int a = 0; a < c->dimension; a++) {
    values[a] = at[a];
    values[AXES + 1 + a] = log(at[a] / (c->domain.upper[a] - c->domain.lower[a]));
  }
  values[AXES] = at[GR_SIDE_OFFSET];
  GrBulkCellFindGradient(w, &values[2 * AXES + 1]);
  return 0;
}

static PetscBool Deforms(GrWorld w)
{
  return (PetscBool)(GrBulkSides(w) != NULL);
}

static const GrTablesKind Tables = {.group = "/observables/cell",
                                    .what = "the box",
                                    .when = offsetof(GrCase, output.observables),
                                    .applies = Deforms,
                                    .n = sizeof(CellColumns) / sizeof(CellColumns[0]),
                                    .column = CellColumns,
                                    .fill = FillCell};
const GrWriterKind GrRecorderCell = {.tables = &Tables};
