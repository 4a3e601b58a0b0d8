/* Time-dependent elements of a results file: step and time [frames], value [frames][total][components], or
   [frames][total] of numbers; rows in id order.

   A frame is one transfer: every rank writes its run of rows. A chunk is a whole frame unless that has more
   than CHUNK_BYTES, so that the tables of chunks stay small, and no chunk has two frames.

   Of rows that come and go, total is the width: a frame that has more makes all wider, by a quarter or more, so that
   this is seldom; then the new rows of the frames before are blanked. Chunks have at most WIDTH_CHUNK rows there, so
   that one row more costs no second frame, and at least WIDTH_LEAST. Chunks that are compressed have at most PACK_CHUNK
   rows, so that ranks share the work, whatever their number; of rows that come and go they fill the width, so that no
   chunk that has rows of one frame is written again for another width (undo.c). */
#include "io/h5/dataset.h"

#include <granum/results.h>

enum { CHUNK_BYTES = 1 << 30, CHUNK_FRAMES = 65536, WIDTH_LEAST = 256, WIDTH_CHUNK = 16384, PACK_CHUNK = 32768 };

struct GrSeries_ {
  GrDataset step, time, value;
  PetscBool shared; /* step and time belong to another series */
  PetscBool varies; /* rows come and go */
  PetscBool line;   /* rows are vectors of one component */
  PetscBool truncated;
  GrStorage storage;
  hsize_t widest; /* rows of the largest frame; of those */
  GrRows rows;
  hsize_t frames, components;
};

/* Makes a dataset, or finds it in a file that was opened. */
static PetscErrorCode MakeDataset(GrResults results, const char *path, const GrColumn *column, const GrExtent *extent,
                                  GrDataset *dataset)
{
  PetscFunctionBeginUser;
  if (results->continued)
    PetscCall(GrDatasetOpen(results, path, column, extent, dataset));
  else
    PetscCall(GrDatasetCreate(results, path, column, extent, dataset));
  PetscFunctionReturn(0);
}

static PetscErrorCode CreateTimes(GrResults results, const char *path, GrSpan frames, GrSeries series)
{
  static const GrColumn step = {"step", GR_INTEGER, 1, "1", "number of the time step; -1: not reached"};
  static const GrColumn time = {"time", GR_REAL, 1, "s", "simulated time; not a number: not reached"};
  const hsize_t planned = (hsize_t)frames.planned;
  const GrExtent extent = {.rank = 1, .size = {planned}, .chunk = {PetscMax(1, PetscMin(planned, CHUNK_FRAMES))}};

  PetscFunctionBeginUser;
  PetscCall(MakeDataset(results, path, &step, &extent, &series->step));
  PetscCall(MakeDataset(results, path, &time, &extent, &series->time));
  PetscCall(GrDatasetCheck(&series->time, frames));
  GrDatasetReached(&series->step, series->frames);
  GrDatasetReached(&series->time, series->frames);
  PetscCall(GrDatasetBlank(&series->step, series->frames));
  PetscCall(GrDatasetBlank(&series->time, series->frames));
  PetscFunctionReturn(0);
}

/* One more name for a dataset of another series. */
static PetscErrorCode LinkDataset(GrResults results, const GrDataset *dataset, const char *path, const char *name)
{
  char *link;

  PetscFunctionBeginUser;
  PetscCall(GrResultsJoin(path, name, &link));
  GrErrorContext context = GrResultsErrorContext(results, "link", link);
  GrCallHdf5(&context, H5Lcreate_hard(results->file, dataset->path, results->file, link, H5P_DEFAULT, H5P_DEFAULT));
  PetscCall(PetscFree(link));
  PetscFunctionReturn(0);
}

/* time, rows and components; rows that come and go have no name. */
static PetscErrorCode NameAxes(GrResults results, const char *group, GrSeries s)
{
  const char *axis[GR_RANK_MAX] = {s->time.path};

  PetscFunctionBeginUser;
  PetscCall(GrScaleOfRows(results, group, s->rows.total, &axis[1]));
  if (axis[1] && s->value.extent.rank == GR_RANK_MAX)
    PetscCall(GrScaleOfNumbers(results, "component", s->components, &axis[2]));
  PetscCall(GrScalesAttach(&s->value, axis));
  if (!s->shared)
    PetscCall(GrScalesAttach(&s->step, axis));
  PetscFunctionReturn(0);
}

/* Rows of a chunk. */
static hsize_t ChunkRows(GrSeries series)
{
  const hsize_t total = (hsize_t)series->rows.total, row = series->components * sizeof(double),
                most = series->storage.pack ? PACK_CHUNK : CHUNK_BYTES / row,
                pieces = PetscMax(1, (total + WIDTH_CHUNK - 1) / WIDTH_CHUNK);

  if (!series->varies)
    return PetscMax(1, PetscMin(total, most));
  return PetscMax(WIDTH_LEAST, series->storage.pack ? (total + pieces - 1) / pieces : PetscMin(total, WIDTH_CHUNK));
}

/* The width for so many rows. */
static hsize_t WidthOf(hsize_t rows, PetscBool packed, hsize_t chunk)
{
  return packed ? (rows + chunk - 1) / chunk * chunk : rows;
}

/* At the end: that of the largest frame. */
static hsize_t FinalWidth(GrSeries series)
{
  const GrExtent *extent = &series->value.extent;
  return PetscMin(extent->size[1], WidthOf(PetscMax(1, series->widest), extent->storage.pack, extent->chunk[1]));
}

static PetscErrorCode CreateValue(GrResults results, const char *group, const char *path, const GrColumn *column,
                                  hsize_t planned, GrSeries series)
{
  const hsize_t chunk = ChunkRows(series), total = (hsize_t)series->rows.total,
                width = WidthOf(total, (PetscBool)(series->varies && series->storage.pack), chunk);
  const GrExtent extent = {series->components > 1 || series->line ? 3 : 2,
                           {planned, width, series->components},
                           {1, chunk, series->components},
                           series->varies,
                           series->storage,
                           series->frames};
  GrColumn value = *column;

  PetscFunctionBeginUser;
  value.name = "value";
  PetscCall(MakeDataset(results, path, &value, &extent, &series->value));
  PetscCall(NameAxes(results, group, series));
  GrDatasetReached(&series->value, series->frames);
  PetscFunctionReturn(0);
}

/* The group of the element, with its attributes. */
static PetscErrorCode CreateElement(GrResults results, const char *path, const GrColumn *column)
{
  hid_t element;

  PetscFunctionBeginUser;
  if (results->continued)
    PetscFunctionReturn(0);
  PetscCall(GrResultsGroup(results, path, &element));
  PetscCall(GrResultsDescribe(results, element, column->unit, column->description));
  GrCallLocal(H5Gclose(element));
  PetscFunctionReturn(0);
}

/* The names of another series' step and time here; a third series can share them as well. */
static PetscErrorCode ShareTimes(GrResults results, const char *path, GrSeries other, GrSeries s)
{
  PetscFunctionBeginUser;
  s->shared = PETSC_TRUE;
  PetscCall(PetscStrallocpy(other->step.path, &s->step.path));
  PetscCall(PetscStrallocpy(other->time.path, &s->time.path));
  if (results->continued)
    PetscFunctionReturn(0);
  PetscCall(LinkDataset(results, &s->step, path, "step"));
  PetscCall(LinkDataset(results, &s->time, path, "time"));
  PetscFunctionReturn(0);
}

PetscErrorCode GrSeriesCreateStored(GrResults results, const char *group, const GrColumn *column, GrRows rows,
                                    GrSeriesKind kind, GrStorage storage, GrSeries steps_of, GrSpan frames,
                                    GrSeries *series)
{
  GrSeries s;
  char *path;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&s));
  s->rows = rows;
  s->varies = (PetscBool)(kind == GR_SERIES_VARYING);
  s->line = (PetscBool)(kind == GR_SERIES_ON_LINE);
  if (s->varies)
    s->rows.total = PetscMax(rows.total, 1);
  s->storage = storage;
  s->storage.single = (PetscBool)(storage.single && column->number == GR_REAL);
  s->components = (hsize_t)column->components;
  s->frames = (hsize_t)frames.done;
  PetscCall(GrResultsJoin(group, column->name, &path));
  PetscCall(CreateElement(results, path, column));
  if (steps_of)
    PetscCall(ShareTimes(results, path, steps_of, s));
  else
    PetscCall(CreateTimes(results, path, frames, s));
  PetscCall(CreateValue(results, group, path, column, (hsize_t)frames.planned, s));
  PetscCall(PetscFree(path));
  *series = s;
  PetscFunctionReturn(0);
}

PetscErrorCode GrSeriesCreate(GrResults results, const char *group, const GrColumn *column, GrRows rows,
                              GrSeries steps_of, GrSpan frames, GrSeries *series)
{
  PetscFunctionBeginUser;
  PetscCall(
      GrSeriesCreateStored(results, group, column, rows, GR_SERIES_PLAIN, (GrStorage){0}, steps_of, frames, series));
  PetscFunctionReturn(0);
}

void GrSeriesWidest(GrSeries series, PetscInt64 rows)
{
  series->widest = PetscMax(series->widest, (hsize_t)rows);
}

PetscInt64 GrSeriesWidth(GrSeries series)
{
  return (PetscInt64)(series->truncated ? FinalWidth(series) : series->value.extent.size[1]);
}

/* One entry of step or time, written by the first rank. */
static PetscErrorCode AppendEntry(GrDataset *dataset, hsize_t frame, const void *entry)
{
  GrSlab slab = {{frame}, {0}};
  int rank;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(dataset->results->comm, &rank));
  slab.count[0] = rank == 0;
  if (frame >= dataset->extent.size[0])
    PetscCall(GrDatasetGrow(dataset, frame + 1));
  PetscCall(GrDatasetPut(dataset, &slab, entry));
  GrDatasetReached(dataset, frame + 1);
  PetscFunctionReturn(0);
}

/* This rank's share of the rows [from, to). */
static GrRows ShareOf(GrSeries series, hsize_t from, hsize_t to)
{
  const MPI_Comm comm = series->value.results->comm;
  int rank, size;

  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  const PetscInt64 n = to > from ? (PetscInt64)(to - from) : 0, share = (n + size - 1) / size;
  const PetscInt64 first = PetscMin(n, share * rank);
  return (GrRows){share, (PetscInt64)from + first, PetscMin(n - first, share)};
}

/* Blanks the rows [from, to) of frames, several at once while they are few. Collective. */
static PetscErrorCode BlankRows(GrSeries series, hsize_t first, hsize_t frames, hsize_t from, hsize_t to)
{
  enum { PIECE = 1 << 18 };
  const GrRows rows = ShareOf(series, from, to);
  const hsize_t numbers = (hsize_t)rows.total * series->components; /* as many on all ranks, or less */
  double *blank;

  PetscFunctionBeginUser;
  if (numbers == 0 || frames == 0)
    PetscFunctionReturn(0);
  const hsize_t piece = PetscMin(frames, PetscMax(1, PIECE / numbers));
  PetscCall(PetscMalloc1(piece * numbers, &blank));
  GrDatasetFill(&series->value, piece * numbers, blank);
  for (hsize_t frame = first; frame < first + frames; frame += piece) {
    const GrSlab slab = {{frame, (hsize_t)rows.first, 0},
                         {PetscMin(piece, first + frames - frame), (hsize_t)rows.count, series->components}};
    PetscCall(GrDatasetWrite(&series->value, &slab, blank));
  }
  PetscCall(PetscFree(blank));
  PetscFunctionReturn(0);
}

/* All frames get at least so many rows, which are blank in those before. */
static PetscErrorCode WidenFrames(GrSeries series, hsize_t rows)
{
  const GrExtent *extent = &series->value.extent;
  const hsize_t width = extent->size[1];

  PetscFunctionBeginUser;
  if (rows <= width)
    PetscFunctionReturn(0);
  PetscCall(GrDatasetWiden(&series->value,
                           WidthOf(PetscMax(rows, width + width / 4), extent->storage.pack, extent->chunk[1])));
  PetscCall(BlankRows(series, 0, series->frames, width, series->value.extent.size[1]));
  PetscFunctionReturn(0);
}

static PetscErrorCode AppendValues(GrSeries series, GrRows rows, const void *data)
{
  const GrSlab slab = {{series->frames, (hsize_t)rows.first, 0}, {1, (hsize_t)rows.count, series->components}};
  const hsize_t n = (hsize_t)rows.count * series->components;
  float *single = NULL;

  PetscFunctionBeginUser;
  if (series->storage.single) {
    PetscCall(PetscMalloc1(n, &single));
    for (hsize_t k = 0; k < n; k++)
      single[k] = (float)((const double *)data)[k];
    data = single;
  }
  if (series->frames >= series->value.extent.size[0])
    PetscCall(GrDatasetGrow(&series->value, series->frames + 1));
  PetscCall(GrDatasetPut(&series->value, &slab, data));
  PetscCall(PetscFree(single));
  GrDatasetReached(&series->value, series->frames + 1);
  PetscFunctionReturn(0);
}

/* The times of what has been appended. */
static PetscErrorCode CountFrame(GrSeries series, PetscInt64 step, double time)
{
  const int64_t step64 = step;

  PetscFunctionBeginUser;
  if (!series->shared) {
    PetscCall(GrResultsSettle(series->value.results)); /* of all series with these times */
    PetscCall(AppendEntry(&series->step, series->frames, &step64));
    PetscCall(AppendEntry(&series->time, series->frames, &time));
  }
  series->frames++;
  PetscFunctionReturn(0);
}

PetscErrorCode GrSeriesAppend(GrSeries series, PetscInt64 step, double time, const void *data)
{
  PetscFunctionBeginUser;
  PetscCall(AppendValues(series, series->rows, data));
  PetscCall(CountFrame(series, step, time));
  PetscFunctionReturn(0);
}

PetscErrorCode GrSeriesAppendRows(GrSeries series, PetscInt64 step, double time, GrRows rows, const void *data)
{
  PetscFunctionBeginUser;
  GrSeriesWidest(series, rows.total);
  PetscCall(WidenFrames(series, (hsize_t)rows.total));
  PetscCall(AppendValues(series, rows, data));
  PetscCall(BlankRows(series, series->frames, 1, (hsize_t)rows.total, series->value.extent.size[1]));
  PetscCall(CountFrame(series, step, time));
  PetscFunctionReturn(0);
}

PetscErrorCode GrSeriesRead(GrSeries series, PetscInt64 n, void *data)
{
  const GrSlab slab = {{0, 0, 0}, {(hsize_t)n, 1, series->components}};

  PetscFunctionBeginUser;
  PetscCall(GrDatasetRead(&series->value, &slab, data));
  PetscFunctionReturn(0);
}

PetscErrorCode GrSeriesTimes(GrSeries series, PetscInt64 n, double time[])
{
  PetscFunctionBeginUser;
  PetscCheck(!series->shared, PETSC_COMM_SELF, PETSC_ERR_ARG_WRONG, "the times are those of another series");
  PetscCall(GrDatasetRead(&series->time, &(GrSlab){{0}, {(hsize_t)n}}, time));
  PetscFunctionReturn(0);
}

PetscErrorCode GrSeriesTruncate(GrSeries series)
{
  PetscFunctionBeginUser;
  GrDatasetTruncate(&series->value);
  series->truncated = PETSC_TRUE;
  if (series->varies)
    GrDatasetNarrow(&series->value, FinalWidth(series));
  if (series->shared)
    PetscFunctionReturn(0);
  GrDatasetTruncate(&series->step);
  GrDatasetTruncate(&series->time);
  PetscFunctionReturn(0);
}

PetscErrorCode GrSeriesDestroy(GrSeries *series)
{
  PetscFunctionBeginUser;
  if (!*series)
    PetscFunctionReturn(0);
  PetscCall(GrDatasetClose(&(*series)->value));
  if ((*series)->shared) {
    PetscCall(PetscFree((*series)->step.path));
    PetscCall(PetscFree((*series)->time.path));
  } else {
    PetscCall(GrDatasetClose(&(*series)->step));
    PetscCall(GrDatasetClose(&(*series)->time));
  }
  PetscCall(PetscFree(*series));
  PetscFunctionReturn(0);
}
