/* Records a kind of particles of an assembly: spheres in particles/grains, rigid bodies in particles/bodies; see
   particles.h. Each field and each quantity has a dataset, whose rows are in the order of the ids
   (parallel/redistribute.h). The member `write` of each row in the list of fields (particle/store.c, particle/bodies.c)
   tells whether it is written once or in frames. Rows of particles that have left
   the box are NaN, or 0 for integers. With insertion or removal (GrBulkPopulationVaries), and if groups are chosen, all
   fields are in frames, and a frame has only the rows of current particles. In dimension 2 vectors of the plane have
   two components (GrFieldWritten). */
#include "record/particles.h"

#include "bulk/output.h"
#include "bulk/population/population.h"
#include "parallel/decomposition.h"
#include "parallel/redistribute.h"

enum { ID, GROUP };    /* columns of both tables */
enum { NUMBERS = -1 }; /* in place of a field: the numbers of the rows (GrRecorderRowColumn) */

/* Frames of particles. of: for each field of the frames, the number of a field or quantity, or NUMBERS. */
typedef struct {
  GrRecorderFrames frames;
  const GrRecordedKind *kind;
  int of[GR_FRAME_FIELDS_MAX];
  GrColumn column[GR_FRAME_FIELDS_MAX];
} ParticleFrames;

/* Values that are sent to the ranks of their rows: source and destination of each. */
typedef struct {
  const GrRecordedKind *kind;
  PetscInt *which; /* particles of this rank that are written; NULL: all */
  PetscInt64 *id;  /* of these */
  int n, of[GR_FRAME_FIELDS_MAX];
  GrRecordedValues from[GR_FRAME_FIELDS_MAX];
  GrRowField to[GR_FRAME_FIELDS_MAX];
  double *memory; /* of computed values */
  double *rows;   /* all of them; first the numbers of the rows */
  GrRowPlan plan;
} Packing;

/* ---- fields and quantities ---- */

static int CountFields(const GrRecordedKind *kind)
{
  return kind->fields->n + kind->fields->n_added;
}

/* Describes field or quantity number k. Returns whether there is a next one. */
static bool Describe(const GrRecordedKind *kind, const GrCase *c, int k, GrColumn *column, GrWrite *write)
{
  const int quantity = k - CountFields(kind);
  const GrField *field = quantity < 0 ? GrFieldAt(kind->fields, k) : &kind->quantity[quantity];

  if (quantity >= kind->n_quantities)
    return false;
  *column = GrFieldWritten(field, c->dimension);
  *write = quantity >= 0 && kind->has_quantities && !kind->has_quantities(c) ? GR_WRITE_NEVER : field->write;
  return true;
}

/* ---- rows ---- */

/* Whether a frame has a row for each current particle, or for each current particle of the chosen groups. Otherwise it
   has a row for each particle that ever existed. */
static bool FramesVary(GrWorld w)
{
  return GrBulkPopulationVaries(w) || w->the_case->output.n_trajectory_groups > 0;
}

static bool IsChosen(const GrOutput *output, PetscInt64 group)
{
  for (int k = 0; k < output->n_trajectory_groups; k++)
    if (output->trajectory_groups[k] == group)
      return true;
  return output->n_trajectory_groups == 0;
}

/* Lists the particles of this rank that are in the frames, and their ids; returns their number. */
static PetscErrorCode ChooseParticles(GrRecorder r, Packing *p, PetscInt *n)
{
  const GrParallelColumns *table = p->kind->table(r->world);
  const PetscInt64 *id = table->data[ID], *group = table->data[GROUP];

  *n = 0;
  PetscCall(PetscMalloc1(table->n, &p->which));
  PetscCall(PetscMalloc1(table->n, &p->id));
  for (PetscInt i = 0; i < table->n; i++)
    if (IsChosen(&r->world->the_case->output, group[i])) {
      p->id[*n] = id[i];
      p->which[(*n)++] = i;
    }
  return 0;
}

static PetscErrorCode CountChosen(GrRecorder r, const GrRecordedKind *kind, PetscInt64 *total)
{
  const GrParallelColumns *table = kind->table(r->world);
  const PetscInt64 *group = table->data[GROUP];

  *total = 0;
  for (PetscInt i = 0; i < table->n; i++)
    *total += IsChosen(&r->world->the_case->output, group[i]);
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, total, 1, MPIU_INT64, MPI_SUM, r->world->comm));
  return 0;
}

static PetscErrorCode CreatePlan(GrRecorder r, Packing *p)
{
  const GrWorld w = r->world;
  const PetscInt all = p->kind->table(w)->n;
  PetscInt n;

  if (FramesVary(w)) {
    PetscCall(ChooseParticles(r, p, &n));
    return GrRowPlanPresent(w->comm, n, p->id, &p->plan);
  }
  PetscCall(PetscMalloc1(all, &p->id));
  for (PetscInt i = 0; i < all; i++)
    p->id[i] = p->kind->row(w, i);
  return GrRowPlanCreate(w->comm, all, p->id, p->kind->total(w), &p->plan);
}

/* ---- values ---- */

/* Packs the values of a particle one after another. */
static void PackParticle(const void *context, PetscInt i, uint64_t word[])
{
  const Packing *p = context;

  i = p->which ? p->which[i] : i;
  for (int k = 0; k < p->n; k++) {
    GrRowCopyWords(word, p->from[k].from + p->from[k].stride * (size_t)i, p->to[k].components);
    word += p->to[k].components;
  }
}

/* Sets the places of all values, and computes those that need it. Collective. */
static PetscErrorCode FindValues(GrWorld w, const double *u, Packing *p, GrRecordedValues values[])
{
  const GrFields *fields = p->kind->fields;
  const GrParallelColumns *table = p->kind->table(w);
  const GrField *field;

  for (int f = 0; (field = GrFieldAt(fields, f)); f++)
    values[f] = (GrRecordedValues){table->n ? (double *)table->data[field->in] + GrFieldBegin(fields, f) : NULL,
                                   (size_t)GrFieldsWidth(fields, field->in)};
  return p->kind->compute(w, u, values, &p->memory);
}

/* Gathers the values of[n] in the order of the rows. u: state of the spheres; NULL: for values that are written once.
   Collective. */
static PetscErrorCode Gather(GrRecorder r, const double *u, Packing *p)
{
  GrRecordedValues values[2 * GR_COLUMNS_MAX];
  GrColumn column[GR_FRAME_FIELDS_MAX];
  size_t width = 1; /* the numbers of the rows */
  GrWrite write;

  PetscCall(CreatePlan(r, p));
  PetscCall(FindValues(r->world, u, p, values));
  const GrRows rows = GrRowPlanRows(p->plan);
  for (int k = 0; k < p->n; k++) {
    (void)Describe(p->kind, r->world->the_case, p->of[k], &column[k], &write);
    width += (size_t)column[k].components;
  }
  PetscCall(PetscMalloc1((size_t)rows.count * width, &p->rows));
  double *next = p->rows + rows.count;
  for (int k = 0; k < p->n; k++) {
    p->from[k] = values[p->of[k]];
    p->to[k] = (GrRowField){.components = column[k].components, .rows = next};
    next += (size_t)rows.count * (size_t)column[k].components;
    GrRowPlanBlank(p->plan, column[k].number, column[k].components, p->to[k].rows);
  }
  PetscCall(GrRowPlanGatherFields(p->plan, p->n, p->to, PackParticle, p));
  for (PetscInt64 i = 0; i < rows.count; i++)
    ((PetscInt64 *)p->rows)[i] = rows.first + i;
  return 0;
}

static PetscErrorCode FreePacking(Packing *p)
{
  PetscCall(PetscFree(p->which));
  PetscCall(PetscFree(p->id));
  PetscCall(PetscFree(p->memory));
  PetscCall(PetscFree(p->rows));
  return GrRowPlanDestroy(&p->plan);
}

/* ---- the writer ---- */

static PetscErrorCode RecordFrame(GrRecorder r, void *data, const GrSample *m)
{
  const ParticleFrames *f = data;
  const void *rows[GR_FRAME_FIELDS_MAX];
  Packing p = {.kind = f->kind};

  for (int k = 0; k < f->frames.n; k++)
    if (f->frames.series[k] && f->of[k] != NUMBERS)
      p.of[p.n++] = f->of[k];
  PetscCall(Gather(r, m->u, &p));
  for (int k = 0, next = 0; k < f->frames.n; k++)
    if (f->frames.series[k])
      rows[k] = f->of[k] == NUMBERS ? (void *)p.rows : p.to[next++].rows;
  PetscCall(GrRecorderFramesAppend(r, &f->frames, m, GrRowPlanRows(p.plan), rows));
  return FreePacking(&p);
}

static const GrWriterOps FrameOps = {
    .record = RecordFrame, .list = GrRecorderFramesList, .destroy = GrRecorderFramesDestroy};

/* Writes what does not change. */
static PetscErrorCode WriteStatic(GrRecorder r, const GrRecordedKind *kind)
{
  const GrCase *c = r->world->the_case;
  Packing p = {.kind = kind};
  GrColumn column;
  GrWrite write;

  PetscCall(GrRecorderBoxWrite(r, kind->group)); /* H5MD wants a box in each group of particles */
  PetscCall(kind->write_groups(r));
  if (FramesVary(r->world))
    return 0;
  for (int k = 0; Describe(kind, c, k, &column, &write); k++)
    if (write == GR_WRITE_ONCE)
      p.of[p.n++] = k;
  PetscCall(Gather(r, NULL, &p));
  for (int k = 0; k < p.n; k++) {
    (void)Describe(kind, c, p.of[k], &column, &write);
    PetscCall(GrResultsRows(r->results, kind->group, &column, GrRowPlanRows(p.plan), p.to[k].rows));
  }
  PetscCall(GrResultsRows(r->results, kind->group, &GrRecorderRowColumn, GrRowPlanRows(p.plan), p.rows));
  return FreePacking(&p);
}

static PetscErrorCode AddFields(GrRecorder r, ParticleFrames *f, GrRows rows, GrSpan span)
{
  GrColumn column;
  GrWrite write;

  for (int k = 0; Describe(f->kind, r->world->the_case, k, &column, &write); k++) {
    const int n = f->frames.n;
    if (write == GR_WRITE_NEVER || !GrRecorderFramesWants(r->world, column.name))
      continue;
    f->of[n] = k;
    f->column[n] = column;
    PetscCall(
        GrRecorderFramesAdd(r, &f->frames, &f->column[n], f->frames.varies || write == GR_WRITE_FRAMES, rows, span));
  }
  f->of[f->frames.n] = NUMBERS;
  return GrRecorderFramesAdd(r, &f->frames, &GrRecorderRowColumn, f->frames.varies, rows, span);
}

/* Expected number of particles of the groups in the frames. */
static double CountExpected(GrWorld w, const GrRecordedKind *kind)
{
  double expected = 0;
  for (int g = 0; g < w->the_case->n_grains; g++)
    if (IsChosen(&w->the_case->output, g))
      expected += kind->expected(w, g);
  return expected;
}

PetscErrorCode GrRecorderParticlesAdd(GrRecorder r, const GrRecordedKind *kind)
{
  const GrRecorderInterval interval = {.when = r->world->the_case->output.trajectory, .last = true};
  const bool varies = FramesVary(r->world);
  ParticleFrames *f;
  PetscInt64 total;
  GrSpan span;

  if (kind->exist && !kind->exist(r->world))
    return 0;
  if (!r->resumed)
    PetscCall(WriteStatic(r, kind));
  if (!GrOutputIsRecorded(&interval.when))
    return 0;
  PetscCall(PetscNew(&f));
  PetscCall(GrRecorderAdd(r, &FrameOps, interval, f, &span));
  total = kind->total(r->world);
  if (varies) { /* estimate of the largest number of rows of a frame */
    PetscCall(CountChosen(r, kind, &total));
    total = PetscMax(total, (PetscInt64)CountExpected(r->world, kind));
  }
  f->kind = kind;
  f->frames.group = kind->group;
  f->frames.varies = varies;
  f->frames.counted = kind->counted;
  f->frames.storage = GrRecorderFramesStorage(r->world);
  PetscCall(AddFields(r, f, GrRowDecompose(total, r->world->rank, r->world->size), span));
  PetscCall(GrRecorderFramesAddCount(r, &f->frames, span));
  return GrRecorderBoxAdd(r, &f->frames, span);
}
