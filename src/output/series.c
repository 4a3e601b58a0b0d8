/* Time-dependent elements of a results file: step and time [frames], value [frames][total][components]; rows in id
   order.

   A frame is one collective transfer: every rank writes its run of rows. Chunks hold up to 65536 rows of one frame, so
   that a frame is read back in few pieces and writing it never touches the chunks of another. */
#include "dataset.h"

#include <granum/results.h>

enum { CHUNK_ROWS = 65536, CHUNK_FRAMES = 1024 };

struct GrSeries_ {
  GrDataset step, time, value;
  PetscBool shared; /* step and time belong to another series */
  GrRows rows;
  hsize_t frames, components;
  int64_t *whole; /* an integer column, converted; NULL for a real one */
};

static PetscErrorCode CreateTimes(GrResults results, const char *path, GrSeries series)
{
  static const GrColumn step = {"step", GR_INTEGER, 1, "1", "number of the time step"};
  static const GrColumn time = {"time", GR_REAL, 1, "s", "simulated time"};
  GrExtent extent = {1, {0}, {CHUNK_FRAMES}};

  PetscFunctionBegin;
  PetscCall(GrDatasetCreate(results, path, &step, &extent, &series->step));
  PetscCall(GrDatasetCreate(results, path, &time, &extent, &series->time));
  PetscFunctionReturn(0);
}

/* One more name for a dataset of another series. */
static PetscErrorCode Link(GrResults results, const GrDataset *dataset, const char *path, const char *name)
{
  char *link;

  PetscFunctionBegin;
  PetscCall(GrResultsJoin(path, name, &link));
  GrDeed deed = GrResultsDeed(results, "link", link);
  GrCallHdf5(&deed, H5Lcreate_hard(results->file, dataset->path, results->file, link, H5P_DEFAULT, H5P_DEFAULT));
  PetscCall(PetscFree(link));
  PetscFunctionReturn(0);
}

static PetscErrorCode CreateValue(GrResults results, const char *path, const GrColumn *column, GrSeries series)
{
  hsize_t total = (hsize_t)series->rows.total, chunk = PetscMax(1, PetscMin(total, CHUNK_ROWS));
  GrColumn value = *column;
  GrExtent extent = {3, {0, total, series->components}, {1, chunk, series->components}};

  PetscFunctionBegin;
  value.name = "value";
  PetscCall(GrDatasetCreate(results, path, &value, &extent, &series->value));
  PetscFunctionReturn(0);
}

PetscErrorCode GrSeriesCreate(GrResults results, const char *group, const GrColumn *column, GrRows rows,
                              GrSeries steps_of, GrSeries *series)
{
  GrSeries s;
  char *path;
  hid_t element;

  PetscFunctionBegin;
  PetscCall(PetscNew(&s));
  s->rows = rows;
  s->components = (hsize_t)column->components;
  PetscCall(GrResultsJoin(group, column->name, &path));
  PetscCall(GrResultsGroup(results, path, &element));
  PetscCall(GrResultsDescribe(results, element, column->unit, column->description));
  GrCallLocal(H5Gclose(element));
  PetscCall(CreateValue(results, path, column, s));
  if (steps_of) {
    s->shared = PETSC_TRUE;
    PetscCall(PetscStrallocpy(steps_of->step.path, &s->step.path)); // so that a third series can share them as well
    PetscCall(PetscStrallocpy(steps_of->time.path, &s->time.path));
    PetscCall(Link(results, &s->step, path, "step"));
    PetscCall(Link(results, &s->time, path, "time"));
  } else {
    PetscCall(CreateTimes(results, path, s));
  }
  if (column->number == GR_INTEGER)
    PetscCall(PetscMalloc1((size_t)rows.count * s->components, &s->whole));
  PetscCall(PetscFree(path));
  *series = s;
  PetscFunctionReturn(0);
}

/* One entry of step or time, written by the first rank. */
static PetscErrorCode AppendEntry(GrDataset *dataset, hsize_t frame, const void *entry)
{
  GrSlab slab = {{frame}, {0}};
  int rank;

  PetscFunctionBegin;
  PetscCallMPI(MPI_Comm_rank(dataset->results->comm, &rank));
  slab.count[0] = rank == 0;
  PetscCall(GrDatasetExtend(dataset, frame + 1));
  PetscCall(GrDatasetWrite(dataset, &slab, entry));
  PetscFunctionReturn(0);
}

PetscErrorCode GrSeriesAppend(GrSeries series, PetscInt64 step, double time, const double *data)
{
  GrSlab slab = {{series->frames, (hsize_t)series->rows.first, 0},
                 {1, (hsize_t)series->rows.count, series->components}};
  size_t n = (size_t)series->rows.count * series->components;
  int64_t step64 = step;

  PetscFunctionBegin;
  for (size_t i = 0; series->whole && i < n; i++)
    series->whole[i] = (int64_t)data[i];
  PetscCall(GrDatasetExtend(&series->value, series->frames + 1));
  PetscCall(GrDatasetWrite(&series->value, &slab, series->whole ? (const void *)series->whole : data));
  if (!series->shared) {
    PetscCall(AppendEntry(&series->step, series->frames, &step64));
    PetscCall(AppendEntry(&series->time, series->frames, &time));
  }
  series->frames++;
  PetscFunctionReturn(0);
}

PetscErrorCode GrSeriesDestroy(GrSeries *series)
{
  PetscFunctionBegin;
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
  PetscCall(PetscFree((*series)->whole));
  PetscCall(PetscFree(*series));
  PetscFunctionReturn(0);
}
