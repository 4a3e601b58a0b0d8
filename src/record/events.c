/* Records events of particles in tables with one row per event: broken bonds in observables/bonds; particles that leave
   or are removed in observables/discharge, and particles that pass a counter or leave its region in
   observables/residence/COUNTER, with their residence times. Rows are sorted by step and then by ids. Each rank stores
   its rows; a flush sends them to the first rank, which writes them. */
#include "record/recorder_impl.h"

#include "bulk/output.h"
#include "bulk/population/residence.h"
#include <stdlib.h>

static const GrColumn BondColumns[] = {
    {"id", GR_INTEGER, 2, "1", "ids of the two particles, the lower id first"},
    {"mode", GR_INTEGER, 1, "1", "mode of failure: 1 tension, 2 bending, 3 shear, 4 twist"},
    {"position", GR_REAL, 3, "m", "midpoint of the two particles"},
    {"energy", GR_REAL, 1, "J", "energy that was lost when the bond broke"},
};
static const GrColumn ResidenceColumns[] = {
    {"id", GR_INTEGER, 1, "1", "id of the particle; of a rigid body, of its first sphere"},
    {"group", GR_INTEGER, 1, "1", "number of its group in the input, from 0"},
    {"mass", GR_REAL, 1, "kg", "its mass; 0 if its motion is prescribed"},
    {"radius", GR_REAL, 1, "m", "its radius; of a rigid body, of the sphere of equal volume"},
    {"begin", GR_REAL, 1, "s",
     "time from which its residence time counts: of its insertion, of its last passage of a counter with "
     "`residence: begins`, or of its entry into the region of the counter"},
    {"residence_time", GR_REAL, 1, "s", "its residence time"},
    {"exit", GR_INTEGER, 1, "1",
     "where it left: 0, 1, 2 the lower and 3, 4, 5 the upper side along x, y, z; 6 it was removed; 7 it passed the "
     "counter, or left its region"},
};
#define LENGTH(array) ((int)(sizeof(array) / sizeof(array[0])))
enum { EVENT_WORDS = sizeof(GrEvent) / sizeof(PetscInt64), VALUES_MAX = 2 + GR_EVENT_VALUES };
_Static_assert(EVENT_WORDS * sizeof(PetscInt64) == sizeof(GrEvent), "whole words");

/* Data of a writer: a table, and the events of this rank that are not yet in it. */
typedef struct {
  GrTraces traces;
  GrEvents *events;
  int ids; /* number of ids in a row */
} EventTable;

static int CompareEvents(const void *a, const void *b)
{
  const GrEvent *x = a, *y = b;
  const PetscInt64 one[3] = {x->step, x->id[0], x->id[1]}, two[3] = {y->step, y->id[0], y->id[1]};
  for (int k = 0; k < 3; k++)
    if (one[k] != two[k])
      return one[k] < two[k] ? -1 : 1;
  return 0;
}

/* Gathers the events since the last call on the first rank, in order; n: their number, on all ranks. Each rank with
   events sends one message. Collective. */
static PetscErrorCode GatherEvents(GrWorld w, GrEvents *own, PetscInt64 *n, GrEvent **all)
{
  const GrMessage out = {0, own->n * EVENT_WORDS, (PetscInt64 *)own->event};
  GrTraffic traffic = {0};
  GrMessage *in;
  int n_in;

  *all = NULL;
  *n = own->n;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, n, 1, MPIU_INT64, MPI_SUM, w->comm));
  if (*n == 0)
    return 0;
  PetscCall(GrParallelSparseExchange(w->comm, own->n > 0, &out, &n_in, &in, &traffic));
  PetscCall(PetscMalloc1(w->rank == 0 ? *n : 0, all));
  for (PetscInt64 p = 0, begin = 0; p < n_in; begin += in[p++].words / EVENT_WORDS)
    PetscCall(PetscArraycpy((PetscInt64 *)(*all + begin), in[p].data, in[p].words));
  if (w->rank == 0)
    qsort(*all, (size_t)*n, sizeof(**all), CompareEvents);
  own->n = 0;
  return GrParallelSparseExchangeFree(n_in, &in);
}

static PetscErrorCode FlushEvents(void *data)
{
  const EventTable *t = data;
  const GrWorld w = t->traces.world;
  GrTrace trace = t->traces.trace[0];
  GrEvent *all;
  PetscInt64 n;
  double latest;

  PetscCall(GatherEvents(w, t->events, &n, &all));
  latest = w->rank == 0 && n ? all[n - 1].time : 0;
  for (PetscInt64 from = 0; from < n; from += GR_TRACE_BUFFER) {
    for (PetscInt64 k = from; w->rank == 0 && k < PetscMin(n, from + GR_TRACE_BUFFER); k++) {
      double values[VALUES_MAX];
      for (int i = 0; i < t->ids; i++)
        values[i] = (double)all[k].id[i];
      PetscCall(PetscArraycpy(values + t->ids, all[k].value, GR_EVENT_VALUES));
      PetscCall(GrTraceAppend(trace, all[k].step, all[k].time, values));
    }
    PetscCall(GrTraceFlush(trace));
  }
  PetscCallMPI(MPI_Bcast(&latest, 1, MPI_DOUBLE, 0, w->comm));
  t->traces.interval->done += n;
  t->traces.interval->latest = n ? latest : t->traces.interval->latest;
  return PetscFree(all);
}

static const GrWriterOps EventOps = {.flush = FlushEvents, .destroy = GrRecorderDestroyTraces};

/* Adds the writer of a table at `path`. */
static PetscErrorCode AddTable(GrRecorder r, GrEvents *events, int ids, const char *path, int n,
                               const GrColumn columns[])
{
  const GrRecorderInterval never = {.next = 0};
  EventTable *table;
  GrSpan span;

  PetscCall(PetscNew(&table));
  table->events = events;
  table->ids = ids;
  PetscCall(GrRecorderAddTraces(r, &EventOps, never, 1, &table->traces, &span));
  span.planned = PetscMax(span.done, GR_TRACE_BUFFER); /* the table grows */
  return GrRecorderOpenTrace(r, &table->traces, 0, path, n, columns, span);
}

static PetscErrorCode AddEvents(GrRecorder r)
{
  const GrOutput *output = &r->world->the_case->output;
  char path[GR_NAME_MAX + 64];

  if (GrBulkHasBonds(r->world))
    PetscCall(AddTable(r, GrBulkBrokenBonds(r->world), 2, "/observables/bonds", LENGTH(BondColumns), BondColumns));
  if (output->residence)
    PetscCall(AddTable(r, GrBulkResidenceEvents(r->world, output->n_counters), 1, "/observables/discharge",
                       LENGTH(ResidenceColumns), ResidenceColumns));
  for (int k = 0; k < output->n_counters; k++) {
    if (output->counters[k].residence < GR_RESIDENCE_ENDS)
      continue;
    PetscCall(PetscSNPrintf(path, sizeof(path), "/observables/residence/%s", output->counters[k].name));
    PetscCall(AddTable(r, GrBulkResidenceEvents(r->world, k), 1, path, LENGTH(ResidenceColumns), ResidenceColumns));
  }
  return 0;
}

const GrWriterKind GrRecorderEvents = {.add = AddEvents};
