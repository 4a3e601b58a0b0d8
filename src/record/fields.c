/* Records fields of an assembly, such as density, on a grid of cells that fills the box: group observables/fields.

   Sums are over the particles, and over the contacts with branch vector b [m] and force f on the first particle [N]. A
   cell of volume V [m^3] has shares in them, which follow from a kernel (record/grid/spread.h). Without a kernel the
   cell of the centre of a particle, and of the middle of a branch vector, has the share 1.
   Source: I. Goldhirsch, Granular Matter 12 (2010) 239.
     solid fraction  sum 4/3 pi R^3 / V; in two dimensions sum pi R^2 / V, with V an area
     density         rho = sum m / V
     velocity        u = sum m v / sum m
     temperature     T = sum m (v - u) . (v - u) / (D sum m)                D dimensions
     stress          s_ij = (sum m (v - u)_i (v - u)_j - sum f_i b_j) / V   positive in compression
   m, v, u, T and s include only particles that can move. In a deforming box v is relative to the flow of the box. A
   rigid body counts as one particle, as in record/observable_table.c. The cells deform with the box. The means of the
   solid fraction and of sum f_i b_j / V over all cells are equal to the values of the whole box, if no side is within
   the reach of the kernel, or all of them are periodic.

   With a kernel a particle has shares of many cells. Exact sums over these shares are formed on each rank for a block
   of rows at a time, so that memory does not grow with the reach of the kernel.

   Limit: without a kernel the volume of a particle belongs to the cell of its centre alone, so cells should be larger
   than particles. */
#include "record/observed.h"
#include "record/recorder_impl.h"

#include "base/math/vector.h"
#include "bulk/output.h"
#include "record/grid/row_sums.h"
#include "record/grid/spread.h"
#include <math.h>

enum { AXES = 3, TENSOR = AXES * AXES, BLOCK = 1024 };

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
  GrGrid grid;
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
  if (c->output.fields.kernel != GR_KERNEL_NONE && field == SOLID)
    column.description = "volume of the particles, spread by the kernel, / volume";
  return column;
}

/* Sets the numbers of cells along each axis. Returns the number of all cells. */
static PetscInt64 CountCells(const GrCase *c, PetscInt64 cells[AXES])
{
  for (int a = 0; a < AXES; a++)
    cells[a] = a < c->dimension ? GrFieldsCountCells(&c->output.fields, a, c->domain.upper[a] - c->domain.lower[a]) : 1;
  return cells[0] * cells[1] * cells[2];
}

static void FindParticleValues(const GrCase *c, const GrObservedParticle *p, double value[SUMS])
{
  const double area = M_PI * p->radius * p->radius;

  PetscArrayzero(value, SUMS);
  value[VOLUME] = c->dimension == 3 ? 4.0 / 3.0 * M_PI * p->radius * p->radius * p->radius : area;
  value[MASS] = p->prescribed ? 0 : p->mass;
  for (int a = 0; a < AXES; a++) {
    value[MOMENTUM + a] = value[MASS] * p->velocity[a];
    for (int b = 0; b < AXES; b++)
      value[FLUX + AXES * a + b] = value[MASS] * (p->velocity[a] * p->velocity[b]);
  }
}

static void FindContactValues(const GrContact *c, double value[SUMS])
{
  PetscArrayzero(value, SUMS);
  for (int a = 0; a < AXES; a++)
    for (int b = 0; b < AXES; b++)
      value[BRANCH + AXES * a + b] = c->force[a] * c->body_branch[b];
}

/* Adds the particles and contacts of this rank to the cells that they are in. */
static void AddToCells(GrWorld w, const double *u, const Fields *f, const GrParallelColumns *contacts,
                       GrRecorderRowSums *sums)
{
  double motion[6], value[SUMS];
  GrObservedParticle p;

  for (PetscInt i = 0; i < GrRecorderCountParticles(w); i++) {
    if (!GrRecorderFindParticle(w, u, i, motion, &p))
      continue;
    FindParticleValues(w->the_case, &p, value);
    GrRecorderRowSumsAdd(sums, GrGridFindCell(&f->grid, GrBulkBox(w), p.position), value);
  }
  for (const GrContact *c = GrRecorderContactList(contacts), *end = c + contacts->n; c < end; c++) {
    double middle[AXES];
    for (int a = 0; a < AXES; a++)
      middle[a] = c->centre[a] + 0.5 * c->branch[a];
    FindContactValues(c, value);
    GrRecorderRowSumsAdd(sums, GrGridFindCell(&f->grid, GrBulkBox(w), middle), value);
  }
}

/* Exact sums of the shares of the rows from `begin` to begin + BLOCK. */
typedef struct {
  PetscInt64 begin;
  bool touched[BLOCK]; /* whether a share has been added to a row */
  GrSum sum[BLOCK][SUMS];
} Block;

static void AddShares(Block *b, const GrSpread *s, const double value[SUMS])
{
  PetscInt k[AXES];

  for (k[0] = 0; k[0] < s->count[0]; k[0]++)
    for (k[1] = 0; k[1] < s->count[1]; k[1]++)
      for (k[2] = 0; k[2] < s->count[2]; k[2]++) {
        const PetscInt64 row = GrSpreadRow(s, k) - b->begin;
        if (row < 0 || row >= BLOCK)
          continue;
        const double share = GrSpreadShare(s, k);
        for (int n = 0; n < SUMS && !b->touched[row]; n++)
          GrSumClear(&b->sum[row][n]);
        b->touched[row] = true;
        for (int n = 0; n < SUMS; n++)
          if (value[n] != 0)
            GrSumAdd(&b->sum[row][n], share * value[n]);
      }
}

/* Adds the exact sums of the block to the sums of the rows: as numbers whose sum is equal to the exact sum. */
static void AddBlock(Block *b, GrRecorderRowSums *sums)
{
  for (PetscInt64 row = 0; row < BLOCK; row++) {
    bool more = b->touched[row];
    b->touched[row] = false;
    while (more) {
      double value[SUMS];
      more = false;
      for (int n = 0; n < SUMS; n++) {
        value[n] = GrSumValue(&b->sum[row][n]);
        GrSumAdd(&b->sum[row][n], -value[n]);
        more = more || (value[n] != 0 && isfinite(value[n]));
      }
      GrRecorderRowSumsAdd(sums, b->begin + row, value);
    }
  }
}

/* Spreads the particles and contacts of this rank over the cells that the kernel reaches. */
static PetscErrorCode SpreadOverCells(GrWorld w, const double *u, const Fields *f, const GrParallelColumns *contacts,
                                      GrRecorderRowSums *sums)
{
  const PetscInt64 plane = f->grid.cells[1] * f->grid.cells[2];
  const GrContact *contact = GrRecorderContactList(contacts);
  double motion[6], value[SUMS], begin[AXES], longest = 0;
  GrObservedParticle p;
  GrSpread spread;
  Block *block;

  for (PetscInt i = 0; i < contacts->n; i++)
    longest = fmax(longest, sqrt(GrDot3(contact[i].body_branch, contact[i].body_branch)));
  PetscCall(GrSpreadCreate(&f->grid, GrBulkBox(w), longest, &spread));
  PetscCall(PetscNew(&block));
  for (block->begin = 0; block->begin < f->rows.total; block->begin += BLOCK) {
    spread.plane[0] = block->begin / plane;
    spread.plane[1] = (block->begin + BLOCK - 1) / plane;
    for (PetscInt i = 0; i < GrRecorderCountParticles(w); i++) {
      if (!GrRecorderFindParticle(w, u, i, motion, &p) || !GrSpreadPoint(&spread, p.position))
        continue;
      FindParticleValues(w->the_case, &p, value);
      AddShares(block, &spread, value);
    }
    for (PetscInt i = 0; i < contacts->n; i++) {
      for (int a = 0; a < AXES; a++)
        begin[a] = contact[i].centre[a] - contact[i].arm[a];
      if (!GrSpreadBranch(&spread, begin, contact[i].body_branch))
        continue;
      FindContactValues(&contact[i], value);
      AddShares(block, &spread, value);
    }
    AddBlock(block, sums);
  }
  PetscCall(PetscFree(block));
  return GrSpreadDestroy(&spread);
}

/* Sums of the cells of this rank over the particles and contacts of all ranks. Collective. */
static PetscErrorCode FindTotals(GrWorld w, const double *u, const Fields *f, double *total)
{
  GrParallelColumns contacts;
  GrRecorderRowSums sums;

  PetscCall(GrRecorderRowSumsBegin(f->rows, SUMS, &sums));
  PetscCall(GrRecorderContactListCreate(w, u, &contacts));
  if (f->grid.kernel)
    PetscCall(SpreadOverCells(w, u, f, &contacts, &sums));
  else
    AddToCells(w, u, f, &contacts, &sums);
  PetscCall(GrParallelColumnsDestroy(&contacts));
  return GrRecorderRowSumsEnd(w->comm, &sums, total);
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

  for (int a = 0; a < w->the_case->dimension; a++)
    volume *= (box->upper[a] - box->lower[a]) / (double)f->grid.cells[a];
  PetscCall(PetscMalloc1(n * SUMS, &total));
  PetscCall(FindTotals(w, m->u, f, total));
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
  const GrRows one = {1, 0, r->world->rank == 0};
  double *centre;

  PetscCall(PetscMalloc1((size_t)f->rows.count * AXES, &centre));
  for (PetscInt64 i = 0; i < f->rows.count; i++) {
    PetscInt64 row = f->rows.first + i;
    for (int a = AXES - 1; a >= 0; row /= f->grid.cells[a--])
      centre[AXES * i + a] = box->lower[a] + (box->upper[a] - box->lower[a]) *
                                                 (((double)(row % f->grid.cells[a]) + 0.5) / (double)f->grid.cells[a]);
  }
  PetscCall(GrResultsRows(r->results, "/parameters/fields", &centre_column, f->rows, centre));
  PetscCall(PetscFree(centre));
  if (f->grid.kernel) {
    const GrColumn width = {"width", GR_REAL, 1, "m", f->grid.kernel->width};
    PetscCall(GrResultsRows(r->results, "/parameters/fields", &width, one, &f->grid.width));
  }
  return GrResultsRows(r->results, "/parameters/fields", &cells_column, one, f->grid.cells);
}

static PetscErrorCode AddFields(GrRecorder r)
{
  const GrCase *c = r->world->the_case;
  const GrRecorderInterval interval = {.when = c->output.fields.when, .last = true};
  GrSpan span;
  Fields *f;

  if (!GrOutputIsRecorded(&interval.when))
    return 0;
  PetscCall(PetscNew(&f));
  PetscCall(GrRecorderAdd(r, &FieldsOps, interval, f, &span));
  f->grid.kernel = GrKernelAt(c->output.fields.kernel);
  f->grid.width = c->output.fields.width;
  f->rows = GrRowDecompose(CountCells(c, f->grid.cells), r->world->rank, r->world->size);
  for (int k = 0; k < FIELDS; k++) {
    const GrColumn column = ColumnOf(c, k);
    PetscCall(GrSeriesCreate(r->results, "/observables/fields", &column, f->rows, k > 0 ? f->series[0] : NULL, span,
                             &f->series[k]));
  }
  return r->resumed ? 0 : WriteGrid(r, f);
}

const GrWriterKind GrRecorderFields = {.what = "fields", .add = AddFields};
