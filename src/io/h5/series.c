/* Time series of a results file. A series is a group with the datasets step and time [frames], and value with the shape
   [frames][total][components], or [frames][total] for one component. The rows are in the order of the ids.

   Each rank writes its rows of a frame. If the number of rows varies, the data file has space for the same number of
   rows in every frame. A frame with more rows enlarges this space by half or more. Unused rows of a frame contain NaN,
   or -1 for integers. */
#include "io/h5/dataset.h"

#include <granum/results.h>

struct GrSeries_ {
  GrDataset *step, *time, *value; /* step and time may belong to another series */
  bool shared;                    /* whether step and time belong to another series */
  GrRows rows;
  hsize_t components;
};

static const GrColumn step_column = {"step", GR_INTEGER, 1, "1", "number of the time step"};
static const GrColumn time_column = {"time", GR_REAL, 1, "s", "simulated time"};

/* Creates another hard link to a dataset of another series. */
static PetscErrorCode LinkDataset(GrResults results, const GrDataset *dataset, const char *path, const char *name)
{
  char *link;

  PetscCall(GrResultsJoin(path, name, &link));
  GrErrorContext context = GrResultsErrorContext(results, "link", link);
  PetscCall(GrResultsAlone(results));
  if (!results->idle)
    GrCallHdf5(&context, H5Lcreate_hard(results->file, dataset->path, results->file, link, H5P_DEFAULT, H5P_DEFAULT));
  return PetscFree(link);
}

/* Creates links to step and time of another series. A third series can share them as well. */
static PetscErrorCode ShareTimes(GrResults results, const char *path, GrSeries other, GrSeries s)
{
  s->shared = true;
  s->step = other->step;
  s->time = other->time;
  if (results->continued)
    return 0;
  PetscCall(LinkDataset(results, s->step, path, "step"));
  return LinkDataset(results, s->time, path, "time");
}

/* Creates the group of the element with its attributes. */
static PetscErrorCode CreateElement(GrResults results, const char *path, const GrColumn *column)
{
  hid_t element;

  if (results->continued)
    return 0;
  PetscCall(GrResultsAlone(results));
  if (results->idle)
    return 0;
  PetscCall(GrResultsGroup(results, path, &element));
  PetscCall(GrResultsDescribe(results, element, column->unit, column->description));
  return GrHdf5Close(element);
}

PetscErrorCode GrSeriesCreateStored(GrResults results, const char *group, const GrColumn *column, GrRows rows,
                                    GrSeriesKind kind, GrStorage storage, GrSeries steps_of, GrSpan frames,
                                    GrSeries *series)
{
  const bool varies = kind == GR_SERIES_VARYING;
  const hsize_t done = (hsize_t)frames.done;
  GrColumn value = *column;
  GrSeries s;
  char *path;

  PetscCall(PetscNew(&s));
  s->rows = rows;
  s->rows.total = varies ? PetscMax(rows.total, 1) : rows.total;
  s->components = (hsize_t)column->components;
  storage.single = storage.single && column->number == GR_REAL;
  const GrExtent extent = {.rank = s->components > 1 || kind == GR_SERIES_ON_LINE ? 3 : 2,
                           .size = {(hsize_t)frames.planned, (hsize_t)s->rows.total, s->components},
                           .grows = true,
                           .varies = varies,
                           .storage = storage};
  PetscCall(GrResultsJoin(group, column->name, &path));
  PetscCall(CreateElement(results, path, column));
  if (steps_of) {
    PetscCall(ShareTimes(results, path, steps_of, s));
  } else {
    const GrExtent times = {.rank = 1, .size = {(hsize_t)frames.planned}, .grows = true};
    PetscCall(GrDatasetKeep(results, path, &step_column, &times, done, &s->step));
    PetscCall(GrDatasetKeep(results, path, &time_column, &times, done, &s->time));
    PetscCall(GrDatasetCheck(s->time, frames));
  }
  value.name = "value";
  PetscCall(GrDatasetKeep(results, path, &value, &extent, done, &s->value));
  PetscCall(GrDatasetAttachScales(s->value, s->time->path, group));
  if (!s->shared)
    PetscCall(GrDatasetAttachScales(s->step, s->time->path, NULL));
  PetscCall(PetscFree(path));
  *series = s;
  return 0;
}

PetscErrorCode GrSeriesCreate(GrResults results, const char *group, const GrColumn *column, GrRows rows,
                              GrSeries steps_of, GrSpan frames, GrSeries *series)
{
  return GrSeriesCreateStored(results, group, column, rows, GR_SERIES_PLAIN, (GrStorage){0}, steps_of, frames, series);
}

void GrSeriesWidest(GrSeries series, PetscInt64 rows)
{
  series->value->width = PetscMax(series->value->width, (hsize_t)rows);
}

PetscInt64 GrSeriesWidth(GrSeries series)
{
  return PetscMax(1, (PetscInt64)series->value->width);
}

/* Appends an entry of step or time, which the first rank writes. */
static PetscErrorCode AppendEntry(GrDataset *dataset, const void *entry)
{
  PetscCall(GrDatasetNeed(dataset, dataset->length + 1, 0));
  PetscCall(GrDatasetWrite(dataset, &(GrSlab){{dataset->length}, {dataset->results->rank == 0}}, entry));
  dataset->length++;
  return 0;
}

/* Each rank that has the file open writes the fill value to a share of the unused rows of a frame. */
static PetscErrorCode BlankRest(GrSeries s, hsize_t total)
{
  hsize_t first, end;

  GrResultsShare(s->value->results, s->value->extent.size[1] - total, &first, &end);
  return GrDatasetFillRows(s->value, NULL, s->value->length, s->value->length + 1, total + first, total + end);
}

PetscErrorCode GrSeriesAppendRows(GrSeries s, PetscInt64 step, double time, GrRows rows, const void *data)
{
  const GrSlab slab = {{s->value->length, (hsize_t)rows.first, 0}, {1, (hsize_t)rows.count, s->components}};
  const int64_t step64 = step;

  PetscCheck(s->value->extent.varies || rows.total == s->rows.total, PETSC_COMM_SELF, PETSC_ERR_ARG_WRONG,
             "%s has a fixed number of rows", s->value->path);
  PetscCall(GrDatasetNeed(s->value, s->value->length + 1, (hsize_t)rows.total));
  PetscCall(GrDatasetWrite(s->value, &slab, data));
  if (s->value->extent.varies)
    PetscCall(BlankRest(s, (hsize_t)rows.total));
  s->value->length++;
  GrSeriesWidest(s, rows.total);
  if (!s->shared) {
    PetscCall(AppendEntry(s->step, &step64));
    PetscCall(AppendEntry(s->time, &time));
  }
  return 0;
}

PetscErrorCode GrSeriesAppend(GrSeries series, PetscInt64 step, double time, const void *data)
{
  return GrSeriesAppendRows(series, step, time, series->rows, data);
}

PetscErrorCode GrSeriesRead(GrSeries series, PetscInt64 n, void *data)
{
  const GrSlab slab = {{0, 0, 0}, {(hsize_t)n, 1, series->components}};

  return GrDatasetReadSame(series->value, &slab, data);
}

PetscErrorCode GrSeriesTimes(GrSeries series, PetscInt64 n, double time[])
{
  return GrDatasetReadSame(series->time, &(GrSlab){{0}, {(hsize_t)n}}, time);
}

PetscErrorCode GrSeriesDestroy(GrSeries *series)
{
  return PetscFree(*series);
}
