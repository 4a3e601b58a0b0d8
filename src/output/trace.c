/* Scalars over time: one growing 1-D dataset per column beside `step` and `time`.

   The owner keeps samples in memory without a word to the others, column after column; a flush tells everybody how many
   there are and writes each column in one transfer in which the owner alone has rows. */
#include "dataset.h"

#include <granum/results.h>

enum { CHUNK_SAMPLES = 1024, STEP = 0, TIME = 1, FIRST = 2 };

typedef union {
  double real;
  int64_t whole;
} Cell;

struct GrTrace_ {
  GrResults results;
  int n; /* columns, with step and time */
  GrDataset *dataset;
  GrNumber *number;
  PetscBool owner;
  PetscInt capacity, stored;
  Cell *cell; /* [n][capacity], on the owner */
  hsize_t written;
};

static PetscErrorCode AddColumn(GrTrace trace, const char *group, const GrColumn *column)
{
  GrExtent extent = {1, {0}, {CHUNK_SAMPLES}};

  PetscFunctionBegin;
  PetscCall(GrDatasetCreate(trace->results, group, column, &extent, &trace->dataset[trace->n]));
  trace->number[trace->n++] = column->number;
  PetscFunctionReturn(0);
}

PetscErrorCode GrTraceCreate(GrResults results, const char *group, int n_columns, const GrColumn columns[],
                             PetscBool owner, PetscInt capacity, GrTrace *trace)
{
  static const GrColumn step = {"step", GR_INTEGER, 1, "1", "number of the time step"};
  static const GrColumn time = {"time", GR_REAL, 1, "s", "simulated time"};
  GrTrace t;
  int owners = owner ? 1 : 0;

  PetscFunctionBegin;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &owners, 1, MPI_INT, MPI_SUM, results->comm));
  PetscCheck(owners == 1, results->comm, PETSC_ERR_ARG_WRONG, "trace %s needs one owner, not %d", group, owners);
  PetscCall(PetscNew(&t));
  t->results = results;
  t->owner = owner;
  t->capacity = capacity;
  PetscCall(PetscMalloc2(n_columns + FIRST, &t->dataset, n_columns + FIRST, &t->number));
  PetscCall(AddColumn(t, group, &step));
  PetscCall(AddColumn(t, group, &time));
  for (int i = 0; i < n_columns; i++)
    PetscCall(AddColumn(t, group, &columns[i]));
  if (owner)
    PetscCall(PetscMalloc1((size_t)t->n * (size_t)capacity, &t->cell));
  *trace = t;
  PetscFunctionReturn(0);
}

PetscErrorCode GrTraceAppend(GrTrace trace, PetscInt64 step, double time, const double values[])
{
  PetscFunctionBegin;
  PetscCheck(trace->owner, PETSC_COMM_SELF, PETSC_ERR_ARG_WRONGSTATE, "only the owner of a trace has samples");
  PetscCheck(trace->stored < trace->capacity, PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE,
             "trace is full at %" PetscInt_FMT " samples; flush it before", trace->capacity);
  Cell *cell = trace->cell + trace->stored++;
  cell[STEP * trace->capacity].whole = step;
  cell[TIME * trace->capacity].real = time;
  for (int i = FIRST; i < trace->n; i++) {
    if (trace->number[i] == GR_REAL)
      cell[i * trace->capacity].real = values[i - FIRST];
    else
      cell[i * trace->capacity].whole = (int64_t)values[i - FIRST];
  }
  PetscFunctionReturn(0);
}

PetscErrorCode GrTraceFlush(GrTrace trace)
{
  PetscInt64 stored = trace->stored;

  PetscFunctionBegin;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &stored, 1, MPIU_INT64, MPI_MAX, trace->results->comm));
  if (stored == 0)
    PetscFunctionReturn(0);
  hsize_t size = trace->written + (hsize_t)stored;
  GrSlab slab = {{trace->written}, {(hsize_t)trace->stored}};
  for (int i = 0; i < trace->n; i++) {
    PetscCall(GrDatasetExtend(&trace->dataset[i], size));
    PetscCall(GrDatasetWrite(&trace->dataset[i], &slab,
                             trace->owner ? trace->cell + (size_t)i * (size_t)trace->capacity : NULL));
  }
  trace->written = size;
  trace->stored = 0;
  PetscFunctionReturn(0);
}

PetscErrorCode GrTraceDestroy(GrTrace *trace)
{
  PetscFunctionBegin;
  if (!*trace)
    PetscFunctionReturn(0);
  PetscCall(GrTraceFlush(*trace));
  for (int i = 0; i < (*trace)->n; i++)
    PetscCall(GrDatasetClose(&(*trace)->dataset[i]));
  PetscCall(PetscFree2((*trace)->dataset, (*trace)->number));
  PetscCall(PetscFree((*trace)->cell));
  PetscCall(PetscFree(*trace));
  PetscFunctionReturn(0);
}
