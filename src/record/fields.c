/* Records fields of an assembly, such as density, on a grid of cells that fills the box: group observables/fields.

   Sums over particles include the particles whose centres are in a cell of volume V [m^3]. Sums over contacts include
   the contacts whose branch vector b [m] has its middle in the cell; f is the force on the first particle [N].
   Source: I. Goldhirsch, Granular Matter 12 (2010) 239, with cells in place of a smooth kernel.
     solid fraction  sum 4/3 pi R^3 / V; in two dimensions sum pi R^2 / V, with V an area
     density         rho = sum m / V
     velocity        u = sum m v / sum m
     temperature     T = sum m (v - u) . (v - u) / (D sum m)                D dimensions
     stress          s_ij = (sum m (v - u)_i (v - u)_j - sum f_i b_j) / V   positive in compression
   m, v, u, T and s include only particles that can move. In a deforming box v is relative to the flow of the box. A
   rigid body counts as one particle, as in record/observable_table.c. The cells deform with the box. The means of the
   solid fraction and of sum f_i b_j / V over all cells are equal to the values of the whole box.

   Limit: the volume of a particle belongs to the cell of its centre alone, so cells should be larger than particles. */
#include "record/observed.h"
#include "record/recorder_impl.h"

#include "bulk/output.h"
#include "record/row_sums.h"
#include <math.h>

enum { AXES = 3, TENSOR = AXES * AXES };

/* Sums of a cell. */
enum { VOLUME, MASS, MOMENTUM, FLUX = MOMENTUM + AXES, BRANCH = FLUX + TENSOR, SUMS = BRANCH + TENSOR };

#define EMPTY "; NaN: no particle that can move is in the cell"
enum { SOLID, DENSITY, VELOCITY, TEMPERATURE, STRESS, FIELDS };
static const GrColumn space_columns[FIELDS] = {
    [SOLID] = {"solid_fraction", GR_REAL, 1, "1",
               "volume of the particles with their centres in the cell / its volume"},
    [DENSITY] = {"density", GR_REAL, 1, "kg m-3", "mass of the particles that can move, per volume of the cell"},
    [VELOCITY] = {"velocity", GR_REAL, AXES, "m s-1",
                  "mean velocity, weighted with the mass; in a deforming box relative to its flow" EMPTY},
    [TEMPERATURE] = {"temperature", GR_REAL, 1, "m2 s-2",
                     "granular temperature: variance of the velocity in the cell, per dimension" EMPTY},
    [STRESS] = {"stress", GR_REAL, TENSOR, "Pa",
                "stress, positive in compression: xx, xy, xz, yx, yy, yz, zx, zy, zz; in two dimensions a force per "
                "length"}};
static const GrColumn centre_column = {"centre", GR_REAL, AXES, "m", "centre of each cell at the start"};
static const GrColumn cells_column = {"cells", GR_INTEGER, AXES, "1",
                                      "number of cells along each axis; in the rows of fields z runs fastest"};

typedef struct {
  PetscInt64 cells[AXES];
  GrRows rows; /* cells of this rank */
  GrSeries series[FIELDS];
} Fields;

static GrColumn ColumnOf(const GrCase *c, int field)
{
  GrColumn column = space_columns[field];
  if (c->dimension == 2 && field == DENSITY)
    column.unit = "kg m-2";
  if (c->dimension == 2 && field == STRESS)
    column.unit = "N m-1";
  return column;
}

/* Sets the numbers of cells along each axis. Returns the number of all cells. */
static PetscInt64 CountCells(const GrCase *c, PetscInt64 cells[AXES])
{
  PetscInt64 all = 1;

  for (int a = 0; a < AXES; a++) {
    const double length = c->domain.upper[a] - c->domain.lower[a];
    cells[a] = c->output.fields_cells[a];
    if (c->output.fields_spacing > 0)
      cells[a] = (PetscInt64)fmin(rint(length / c->output.fields_spacing), 1000);
    cells[a] = a < c->dimension ? PetscMax(cells[a], 1) : 1;
    all *= cells[a];
  }
  return all;
}

/* Row of the cell that holds a point. A point beyond a side that is not periodic belongs to the next cell. */
static PetscInt64 FindCell(const Fields *f, const GrParallelBox *box, const double point[AXES])
{
  double x[AXES] = {point[0], point[1], point[2]}, sides[AXES];
  PetscInt64 row = 0;

  GrParallelBoxWrap(box, x, sides);
  for (int a = 0; a < AXES; a++) {
    const double part = (GrParallelBoxCoordinate(box, a, x) - box->lower[a]) / (box->upper[a] - box->lower[a]);
    const double k = f->cells[a] > 1 ? floor(part * (double)f->cells[a]) : 0;
    row = row * f->cells[a] + (PetscInt64)fmax(0, fmin(k, (double)(f->cells[a] - 1)));
  }
  return row;
}

static void AddParticles(GrWorld w, const double *u, const Fields *f, GrRecorderRowSums *sums)
{
  GrObservedParticle p;
  double motion[6];

  for (PetscInt i = 0; i < GrRecorderCountParticles(w); i++) {
    double value[SUMS] = {0};
    if (!GrRecorderFindParticle(w, u, i, motion, &p))
      continue;
    value[VOLUME] =
        w->the_case->dimension == 3 ? 4.0 / 3.0 * M_PI * p.radius * p.radius * p.radius : M_PI * p.radius * p.radius;
    value[MASS] = p.prescribed ? 0 : p.mass;
    for (int a = 0; a < AXES; a++) {
      value[MOMENTUM + a] = value[MASS] * p.velocity[a];
      for (int b = 0; b < AXES; b++)
        value[FLUX + AXES * a + b] = value[MASS] * (p.velocity[a] * p.velocity[b]);
    }
    GrRecorderRowSumsAdd(sums, FindCell(f, GrBulkBox(w), p.position), value);
  }
}

static PetscErrorCode AddContacts(GrWorld w, const double *u, const Fields *f, GrRecorderRowSums *sums)
{
  GrParallelColumns contacts;

  PetscCall(GrRecorderContactListCreate(w, u, &contacts));
  for (PetscInt i = 0; i < contacts.n; i++) {
    const GrContact *c = &GrRecorderContactList(&contacts)[i];
    double value[SUMS] = {0}, middle[AXES];
    for (int a = 0; a < AXES; a++) {
      middle[a] = c->centre[a] + 0.5 * c->branch[a];
      for (int b = 0; b < AXES; b++)
        value[BRANCH + AXES * a + b] = c->force[a] * c->body_branch[b];
    }
    GrRecorderRowSumsAdd(sums, FindCell(f, GrBulkBox(w), middle), value);
  }
  return GrParallelColumnsDestroy(&contacts);
}

/* Computes the fields of a cell of this volume; value[k]: place of field k. */
static void ComputeFields(const double sum[SUMS], double volume, int dimension, double *value[FIELDS])
{
  const double mass = sum[MASS];
  double trace = 0;

  *value[SOLID] = sum[VOLUME] / volume;
  *value[DENSITY] = mass / volume;
  for (int a = 0; a < AXES; a++) {
    value[VELOCITY][a] = mass > 0 ? sum[MOMENTUM + a] / mass : NAN;
    for (int b = 0; b < AXES; b++) {
      const double mean = mass > 0 ? sum[MOMENTUM + a] * (sum[MOMENTUM + b] / mass) : 0,
                   fluctuation = sum[FLUX + AXES * a + b] - mean;
      value[STRESS][AXES * a + b] = (fluctuation - sum[BRANCH + AXES * a + b]) / volume;
      trace += a == b ? fluctuation : 0;
    }
  }
  *value[TEMPERATURE] = mass > 0 ? fmax(trace, 0) / (dimension * mass) : NAN;
}

static PetscErrorCode RecordFields(GrRecorder r, void *data, const GrSample *m)
{
  const Fields *f = data;
  const GrWorld w = r->world;
  const GrParallelBox *box = GrBulkBox(w);
  const size_t n = (size_t)f->rows.count;
  double volume = 1, *total, *value[FIELDS];
  GrRecorderRowSums sums;

  for (int a = 0; a < w->the_case->dimension; a++)
    volume *= (box->upper[a] - box->lower[a]) / (double)f->cells[a];
  PetscCall(GrRecorderRowSumsBegin(f->rows, SUMS, &sums));
  AddParticles(w, m->u, f, &sums);
  PetscCall(AddContacts(w, m->u, f, &sums));
  PetscCall(PetscMalloc1(n * SUMS, &total));
  PetscCall(GrRecorderRowSumsEnd(w->comm, &sums, total));
  for (int k = 0; k < FIELDS; k++)
    PetscCall(PetscMalloc1(n * (size_t)space_columns[k].components, &value[k]));
  for (size_t i = 0; i < n; i++) {
    double *at[FIELDS];
    for (int k = 0; k < FIELDS; k++)
      at[k] = value[k] + i * (size_t)space_columns[k].components;
    ComputeFields(total + i * SUMS, volume, w->the_case->dimension, at);
  }
  for (int k = FIELDS - 1; k >= 0; k--) { /* the first field has the times */
    PetscCall(GrSeriesAppend(f->series[k], m->step, m->time, value[k]));
    PetscCall(PetscFree(value[k]));
  }
  return PetscFree(total);
}

static PetscErrorCode DestroyFields(void *data)
{
  Fields *f = data;

  for (int k = 0; k < FIELDS; k++)
    PetscCall(GrSeriesDestroy(&f->series[k]));
  return PetscFree(f);
}

static const GrWriterOps FieldsOps = {.record = RecordFields, .destroy = DestroyFields};

/* Writes the grid: parameters/fields. */
static PetscErrorCode WriteGrid(GrRecorder r, const Fields *f)
{
  const GrParallelBox *box = GrBulkBox(r->world);
  double *centre;

  PetscCall(PetscMalloc1((size_t)f->rows.count * AXES, &centre));
  for (PetscInt64 i = 0; i < f->rows.count; i++) {
    PetscInt64 row = f->rows.first + i;
    for (int a = AXES - 1; a >= 0; row /= f->cells[a--])
      centre[AXES * i + a] =
          box->lower[a] + (box->upper[a] - box->lower[a]) * (((double)(row % f->cells[a]) + 0.5) / (double)f->cells[a]);
  }
  PetscCall(GrResultsRows(r->results, "/parameters/fields", &centre_column, f->rows, centre));
  PetscCall(PetscFree(centre));
  return GrResultsRows(r->results, "/parameters/fields", &cells_column, (GrRows){1, 0, r->world->rank == 0}, f->cells);
}

static PetscErrorCode AddFields(GrRecorder r)
{
  const GrCase *c = r->world->the_case;
  const GrRecorderInterval interval = {.when = c->output.fields, .last = true};
  GrSpan span;
  Fields *f;

  if (!GrOutputIsRecorded(&interval.when))
    return 0;
  PetscCall(PetscNew(&f));
  PetscCall(GrRecorderAdd(r, &FieldsOps, interval, f, &span));
  f->rows = GrRowDecompose(CountCells(c, f->cells), r->world->rank, r->world->size);
  for (int k = 0; k < FIELDS; k++) {
    const GrColumn column = ColumnOf(c, k);
    PetscCall(GrSeriesCreate(r->results, "/observables/fields", &column, f->rows, k > 0 ? f->series[0] : NULL, span,
                             &f->series[k]));
  }
  return r->resumed ? 0 : WriteGrid(r, f);
}

const GrWriterKind GrRecorderFields = {.what = "fields", .add = AddFields};
