/* Numbers over time: a dataset per column beside `step` and `time`.

   The owner keeps samples in memory, column after column, without communication. A flush sends their number to all
   ranks, and the owner writes each column. */
#include "io/h5/dataset.h"

#include <granum/results.h>

enum { STEP = 0, TIME = 1, FIRST = 2 };

typedef union {
  double real;
  int64_t whole;
} Cell;

typedef struct {
  GrDataset *dataset;
  GrNumber number;
  int width;    /* components */
  size_t begin; /* of its cells: [capacity][width] */
} TraceColumn;

struct GrTrace_ {
  GrResults results;
  int n; /* columns, with step and time */
  TraceColumn *column;
  PetscBool owner;
  PetscInt capacity, stored;
  Cell *cell; /* on the owner */
  size_t cells;
  hsize_t written;
};

static PetscErrorCode AddColumn(GrTrace trace, const char *group, const GrColumn *column, hsize_t planned)
{
  const int width = column->components;
  const GrExtent extent = {.rank = width > 1 ? 2 : 1, .size = {planned, (hsize_t)width}, .grows = PETSC_TRUE};
  TraceColumn *to = &trace->column[trace->n++];

  PetscFunctionBeginUser;
  to->number = column->number;
  to->width = width;
  to->begin = trace->cells;
  trace->cells += (size_t)trace->capacity * (size_t)width;
  PetscCall(GrDatasetKeep(trace->results, group, column, &extent, trace->written, &to->dataset));
  PetscFunctionReturn(0);
}

PetscErrorCode GrTraceCreate(GrResults results, const char *group, int n_columns, const GrColumn columns[],
                             PetscBool owner, PetscInt capacity, GrSpan samples, GrTrace *trace)
{
  static const GrColumn step = {"step", GR_INTEGER, 1, "1", "number of the time step; -1: not reached"};
  static const GrColumn time = {"time", GR_REAL, 1, "s", "simulated time; not a number: not reached"};
  GrTrace t;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&t));
  t->results = results;
  t->owner = owner;
  t->capacity = capacity;
  t->written = (hsize_t)samples.done;
  PetscCall(PetscMalloc1(n_columns + FIRST, &t->column));
  PetscCall(AddColumn(t, group, &step, (hsize_t)samples.planned));
  PetscCall(AddColumn(t, group, &time, (hsize_t)samples.planned));
  for (int i = 0; i < n_columns; i++)
    PetscCall(AddColumn(t, group, &columns[i], (hsize_t)samples.planned));
  for (int i = 0; i < t->n; i++)
    PetscCall(GrScalesAttach(t->column[i].dataset, t->column[TIME].dataset->path, NULL));
  PetscCall(GrDatasetCheck(t->column[TIME].dataset, samples));
  if (owner)
    PetscCall(PetscMalloc1(t->cells, &t->cell));
  *trace = t;
  PetscFunctionReturn(0);
}

PetscErrorCode GrTraceAppend(GrTrace trace, PetscInt64 step, double time, const double values[])
{
  PetscFunctionBeginUser;
  PetscCheck(trace->owner, PETSC_COMM_SELF, PETSC_ERR_ARG_WRONGSTATE, "only the owner of a trace has samples");
  PetscCheck(trace->stored < trace->capacity, PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE,
             "trace is full at %" PetscInt_FMT " samples; flush it before", trace->capacity);
  const size_t sample = (size_t)trace->stored++;
  trace->cell[trace->column[STEP].begin + sample].whole = step;
  trace->cell[trace->column[TIME].begin + sample].real = time;
  for (int i = FIRST; i < trace->n; i++) {
    const TraceColumn *column = &trace->column[i];
    Cell *cell = trace->cell + column->begin + sample * (size_t)column->width;
    for (int k = 0; k < column->width; k++, values++) {
      if (column->number == GR_REAL)
        cell[k].real = *values;
      else
        cell[k].whole = (int64_t)*values;
    }
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode WriteColumn(GrTrace trace, int i, hsize_t size)
{
  const TraceColumn *column = &trace->column[i];
  const Cell *cell = trace->owner ? trace->cell + column->begin : NULL;
  const GrSlab slab = {{trace->written}, {trace->owner ? size - trace->written : 0, (hsize_t)column->width}};

  PetscFunctionBeginUser;
  PetscCall(GrDatasetNeed(column->dataset, size, 0));
  PetscCall(GrDatasetWrite(column->dataset, &slab, cell));
  column->dataset->length = size;
  PetscFunctionReturn(0);
}

PetscErrorCode GrTraceFlush(GrTrace trace)
{
  PetscInt64 told[] = {trace->stored, trace->owner}; /* the other ranks have stored nothing */

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, told, 2, MPIU_INT64, MPI_SUM, trace->results->comm));
  PetscCheck(told[1] == 1, trace->results->comm, PETSC_ERR_ARG_WRONG,
             "the trace of %s needs one owner, not %" PetscInt64_FMT, trace->column[TIME].dataset->path, told[1]);
  if (told[0] == 0)
    PetscFunctionReturn(0);
  const hsize_t size = trace->written + (hsize_t)told[0];
  for (int i = 0; i < trace->n; i++)
    PetscCall(WriteColumn(trace, i, size));
  trace->written = size;
  trace->stored = 0;
  PetscFunctionReturn(0);
}

PetscErrorCode GrTraceDestroy(GrTrace *trace)
{
  PetscFunctionBeginUser;
  if (!*trace)
    PetscFunctionReturn(0);
  PetscCall(GrTraceFlush(*trace));
  PetscCall(PetscFree((*trace)->column));
  PetscCall(PetscFree((*trace)->cell));
  PetscCall(PetscFree(*trace));
  PetscFunctionReturn(0);
}
