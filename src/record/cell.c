/* Records the simulation box of an assembly in the subgroup `box` of a group of particles. If the box deforms, its
   lengths, offset, strain and velocity gradient are also in the table observables/cell. */
#include "record/frames.h"

#include "base/math/elementary.h"
#include "bulk/bulk.h"
#include "bulk/output.h"
#include "record/indicator.h"
#include <math.h>

enum { AXES = 3 };

/* A box that deforms, as H5MD has it where it is not a cuboid: the rows of edges are its three sides. */
enum { BOX_EDGES, BOX_LOWER, BOX_GRADIENT };
static const GrColumn box_columns[GR_BOX_SERIES] = {
    {"edges", GR_REAL, AXES, "m", "edge vectors of the box, one per row"},
    {"lower", GR_REAL, 1, "m", "corner of the box at which the edge vectors begin"},
    {"velocity_gradient", GR_REAL, AXES, "s-1", "velocity gradient of the box: row i, column j is dv_i/dx_j"}};

PetscErrorCode GrRecorderBoxWrite(GrRecorder r, const char *group)
{
  const GrCase *c = r->world->the_case;
  const GrParallelBox *box = GrBulkBox(r->world);
  GrResultsSides sides;

  for (int k = 0; k < AXES; k++) {
    sides.lower[k] = box->lower[k];
    sides.upper[k] = box->upper[k];
    sides.periodic[k] = box->periodic[k];
  }
  sides.move = GrBulkSides(r->world) && GrOutputIsRecorded(&c->output.trajectory);
  return GrResultsBox(r->results, group, c->dimension, &sides);
}

PetscErrorCode GrRecorderBoxAdd(GrRecorder r, GrRecorderFrames *frames, GrSpan span)
{
  const int n = r->world->the_case->dimension;
  char path[64];

  PetscCall(PetscSNPrintf(path, sizeof(path), "%s/box", frames->group));
  for (int k = 0; k < GR_BOX_SERIES && GrBulkSides(r->world); k++) {
    GrColumn column = box_columns[k];
    column.components = column.components > 1 ? n : 1;
    PetscCall(GrSeriesCreate(r->results, path, &column, (GrRows){n, 0, r->world->rank == 0 ? n : 0},
                             k > 0 ? frames->box[0] : frames->series[frames->first], span, &frames->box[k]));
  }
  return 0;
}

/* The first rank has the rows. */
PetscErrorCode GrRecorderBoxRecord(GrRecorder r, const GrRecorderFrames *frames, const GrSample *m)
{
  const GrParallelBox *box = GrBulkBox(r->world);
  const int n = r->world->the_case->dimension;
  double row[GR_BOX_SERIES][AXES * AXES] = {{0}}, gradient[GR_GRADIENT];

  GrCellGradient(GrBulkSides(r->world), gradient);
  for (int a = 0; a < n; a++) {
    row[BOX_EDGES][(n + 1) * a] = box->upper[a] - box->lower[a];
    row[BOX_LOWER][a] = box->lower[a];
    row[BOX_GRADIENT][(n + 1) * a] = gradient[a];
  }
  for (int k = 0; k < (n == 3 ? GR_PLANES : 1); k++) {
    const int along = GrPlaneAlong(k), across = GrPlaneAcross(k);
    row[BOX_LOWER][along] -= 0.5 * box->tilt[k];
    row[BOX_EDGES][n * across + along] = box->tilt[k];
    row[BOX_GRADIENT][n * along + across] = gradient[GR_SIDE_OFFSET + k];
  }
  for (int k = GR_BOX_SERIES - 1; k >= 0; k--)
    PetscCall(GrSeriesAppend(frames->box[k], m->step, m->time, row[k]));
  return 0;
}

static const GrColumn CellColumns[] = {
    {"length", GR_REAL, AXES, "m", "length of the box along x, y, z"},
    {"offset", GR_REAL, GR_PLANES, "m",
     "displacement of the periodic images in the planes xy, xz, yz, whole box lengths included; xy: along x, of the "
     "image above the box in y"},
    {"strain", GR_REAL, AXES, "1", "logarithmic strain: ln(length / length at the start)"},
    {"velocity_gradient", GR_REAL, GR_GRADIENT, "s-1",
     "velocity gradient of the box: components xx, yy, zz, xy, xz, yz"},
    {"shear_strain", GR_REAL, GR_PLANES, "1",
     "shear strain in the planes xy, xz, yz: offset / length of the box across the shear"},
};

/* Places of the columns in a row. */
enum {
  LENGTH,
  OFFSET = LENGTH + AXES,
  STRAIN = OFFSET + GR_PLANES,
  GRADIENT = STRAIN + AXES,
  SHEAR_STRAIN = GRADIENT + GR_GRADIENT
};

static PetscErrorCode FillCell(GrWorld w, const GrSample *m, int width, double values[])
{
  const GrCase *c = w->the_case;
  const double *at = GrBulkSides(w)->at;

  for (int a = 0; a < c->dimension; a++) {
    values[LENGTH + a] = at[a];
    values[STRAIN + a] = log(at[a] / (c->domain.upper[a] - c->domain.lower[a]));
  }
  for (int k = 0; k < (c->dimension == 3 ? GR_PLANES : 1); k++) {
    values[OFFSET + k] = at[GR_SIDE_OFFSET + k];
    values[SHEAR_STRAIN + k] = at[GR_SIDE_OFFSET + k] / at[GrPlaneAcross(k)];
  }
  GrCellGradient(GrBulkSides(w), &values[GRADIENT]);
  return 0;
}

/* Positions of the indicators (indicators.c). */
enum { STRAIN_OF_STAGE, SHEAR_OF_BOX = AXES, LENGTH_INSIDE = SHEAR_OF_BOX + GR_PLANES };

static PetscErrorCode FindInBox(GrWorld w, const GrCondition *c, double t, const double *u, double *value)
{
  const GrWallDomain inside = GrWallsInnerBox(&w->bulk->walls, GrBulkBox(w), t);
  const GrBulkStages *stages = &w->bulk->stages;
  const int k = PetscMax(c->component, 0);

  if (c->indicator.first == SHEAR_OF_BOX)
    *value = GrBulkSides(w)->at[GR_SIDE_OFFSET + k] / GrBulkSides(w)->at[GrPlaneAcross(k)];
  else if (c->indicator.first == LENGTH_INSIDE)
    *value = inside.upper[k] - inside.lower[k];
  else
    *value = GrLogarithm((inside.upper[k] - inside.lower[k]) / stages->span[stages->at].begin_length[k]);
  return 0;
}

const GrIndicatorKind GrIndicatorBox = {.find = FindInBox};

static bool Deforms(GrWorld w)
{
  return GrBulkSides(w) != NULL;
}

static const GrTablesKind Tables = {.group = "/observables/cell",
                                    .when = offsetof(GrCase, output.observables),
                                    .applies = Deforms,
                                    .n = sizeof(CellColumns) / sizeof(CellColumns[0]),
                                    .column = CellColumns,
                                    .fill = FillCell};
const GrWriterKind GrRecorderCell = {.what = "the box", .tables = &Tables};
