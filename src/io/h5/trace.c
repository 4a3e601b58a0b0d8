/* Traces: tables of numbers over time, with a dataset for each column and the datasets `step` and `time`.

   The rank that owns a trace stores the samples in memory, column after column, without communication. A flush sends
   the number of samples to all ranks, and the owner writes each column. */
#include "io/h5/dataset.h"

#include <granum/results.h>

enum { STEP = 0, TIME = 1, FIRST = 2 };

typedef union {
  double real;
  int64_t integer;
} Cell;

struct GrTrace_ {
  MPI_Comm comm;
  int n; /* columns, with step and time */
  GrDataset **dataset;
  bool owner;
  PetscInt capacity, stored;
  Cell *cell; /* on the owner: [capacity][width] of each column, one column after another */
};

PetscErrorCode GrTraceCreate(GrResults results, const char *group, int n_columns, const GrColumn columns[], bool owner,
                             PetscInt capacity, GrSpan samples, GrTrace *trace)
{
  static const GrColumn times[] = {
      {"step", GR_INTEGER, 1, "1", "number of the time step; -1: the run has not reached this row"},
      {"time", GR_REAL, 1, "s", "simulated time; NaN: the run has not reached this row"},
  };
  const hsize_t planned = (hsize_t)samples.planned, done = (hsize_t)samples.done;
  size_t cells = 0;
  GrTrace t;

  PetscCall(PetscNew(&t));
  t->comm = results->comm;
  t->n = FIRST + n_columns;
  t->owner = owner;
  t->capacity = capacity;
  PetscCall(PetscMalloc1(t->n, &t->dataset));
  PetscCall(GrDatasetKeepTable(results, group, FIRST, times, planned, true, done, t->dataset));
  PetscCall(GrDatasetKeepTable(results, group, n_columns, columns, planned, true, done, t->dataset + FIRST));
  for (int i = 0; i < t->n; i++) {
    PetscCall(GrDatasetAttachScales(t->dataset[i], t->dataset[TIME]->path, NULL));
    cells += (size_t)capacity * GrDatasetWidth(t->dataset[i]);
  }
  PetscCall(GrDatasetCheck(t->dataset[TIME], samples));
  if (owner)
    PetscCall(PetscMalloc1(cells, &t->cell));
  *trace = t;
  return 0;
}

PetscErrorCode GrTraceAppend(GrTrace trace, PetscInt64 step, double time, const double values[])
{
  PetscCheck(trace->owner, PETSC_COMM_SELF, PETSC_ERR_ARG_WRONGSTATE, "only the owner of a trace has samples");
  PetscCheck(trace->stored < trace->capacity, PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE,
             "trace is full at %" PetscInt_FMT " samples; flush it before", trace->capacity);
  const size_t sample = (size_t)trace->stored++, capacity = (size_t)trace->capacity;
  Cell *cell = trace->cell + FIRST * capacity;
  trace->cell[STEP * capacity + sample].integer = step;
  trace->cell[TIME * capacity + sample].real = time;
  for (int i = FIRST; i < trace->n; i++) {
    const size_t width = GrDatasetWidth(trace->dataset[i]);
    const bool real = trace->dataset[i]->memory == H5T_NATIVE_DOUBLE;
    for (size_t k = 0; k < width; k++, values++)
      cell[sample * width + k] = real ? (Cell){.real = *values} : (Cell){.integer = (int64_t)*values};
    cell += capacity * width;
  }
  return 0;
}

PetscErrorCode GrTraceFlush(GrTrace trace)
{
  PetscInt64 sum[] = {trace->stored, trace->owner}; /* the other ranks have stored nothing */
  const Cell *cell = trace->cell;

  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, sum, 2, MPIU_INT64, MPI_SUM, trace->comm));
  PetscCheck(sum[1] == 1, trace->comm, PETSC_ERR_ARG_WRONG, "the trace of %s needs one owner, not %" PetscInt64_FMT,
             trace->dataset[TIME]->path, sum[1]);
  const hsize_t added = (hsize_t)sum[0];
  for (int i = 0; i < trace->n && added > 0; i++) {
    GrDataset *dataset = trace->dataset[i];
    const GrSlab slab = {{dataset->length}, {trace->owner ? added : 0, GrDatasetWidth(dataset)}};
    PetscCall(GrDatasetNeed(dataset, dataset->length + added, 0));
    PetscCall(GrDatasetWrite(dataset, &slab, cell));
    dataset->length += added;
    if (trace->owner)
      cell += (size_t)trace->capacity * GrDatasetWidth(dataset);
  }
  trace->stored = 0;
  return 0;
}

PetscErrorCode GrTraceDestroy(GrTrace *trace)
{
  if (!*trace)
    return 0;
  PetscCall(GrTraceFlush(*trace));
  PetscCall(PetscFree((*trace)->dataset));
  PetscCall(PetscFree((*trace)->cell));
  return PetscFree(*trace);
}
