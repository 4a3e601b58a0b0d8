/* Counters: observables/counters/NAME, a writer for each (bulk/counter.c). */
#include "bulk/bulk.h"
#include "record/recorder_impl.h"

enum { NUMBER, SUMS, COLUMNS = 4, VALUES = SUMS + GR_COUNT_SUMS };
static const GrColumn passed_columns[COLUMNS] = {
    {"number", GR_INTEGER, 1, "1",
     "particles that have passed along the normal since the start, less those against it"},
    {"mass", GR_REAL, 1, "kg", "their mass"},
    {"momentum", GR_REAL, 3, "kg m s-1", "their momentum when they were seen to have passed"},
    {"kinetic_energy", GR_REAL, 1, "J", "their kinetic energy then"},
};
static const GrColumn inside_columns[COLUMNS] = {
    {"number", GR_INTEGER, 1, "1", "particles whose centre is in the region"},
    {"mass", GR_REAL, 1, "kg", "their mass"},
    {"momentum", GR_REAL, 3, "kg m s-1", "their momentum"},
    {"kinetic_energy", GR_REAL, 1, "J", "their kinetic energy"},
};

/* Begins with what a writer of traces has. */
typedef struct {
  GrTraces traces;
  int counter;
} Counting;

static PetscErrorCode RecordCounter(GrRecorder r, void *data, const GrSample *m)
{
  const Counting *counting = data;
  double values[VALUES];
  PetscInt64 number;

  PetscFunctionBeginUser;
  PetscCall(GrBulkCountNow(r->world, counting->counter, m->u, &number, &values[SUMS]));
  values[NUMBER] = (double)number;
  if (r->world->rank == 0)
    PetscCall(GrTraceAppend(counting->traces.trace[0], m->step, m->time, values));
  PetscFunctionReturn(0);
}

static const GrWriterOps CounterOps = {
    .record = RecordCounter, .flush = GrTracesFlush, .cut = GrTracesTruncate, .destroy = GrTracesDestroy};

static PetscErrorCode AddCounter(GrRecorder r, int k)
{
  const GrCounter *c = &r->world->the_case->output.counters[k];
  const GrOutputInterval interval = {.every = c->every, .last = PETSC_TRUE};
  char path[GR_NAME_MAX + 64];
  GrSpan span;
  Counting *counting;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&counting));
  counting->counter = k;
  PetscCall(GrTracesCreate(1, &counting->traces));
  PetscCall(GrRecorderAdd(r, &CounterOps, interval, counting, &span));
  PetscCall(PetscSNPrintf(path, sizeof(path), "/observables/counters/%s", c->name));
  PetscCall(GrTraceCreate(r->results, path, COLUMNS, c->within.shape == GR_WITHIN_ALL ? passed_columns : inside_columns,
                          (PetscBool)(r->world->rank == 0), GR_TRACE_BUFFER, span, &counting->traces.trace[0]));
  PetscFunctionReturn(0);
}

static PetscErrorCode AddCounters(GrRecorder r)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < r->world->the_case->output.n_counters; k++)
    PetscCall(AddCounter(r, k));
  PetscFunctionReturn(0);
}

const GrWriterKind GrRecorderCounters = {AddCounters, NULL};
