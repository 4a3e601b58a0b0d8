/* Records the counters of particles in the tables observables/counters/NAME, one table per counter
   (bulk/population/counter.c). */
#include "bulk/population/counter.h"
#include "record/indicator.h"
#include "record/recorder_impl.h"
#include <math.h>

enum { COLUMNS = 4, VALUES = 1 + GR_COUNT_SUMS }; /* of one direction */
#define WAY(name, of, which)                                                                                           \
  {name "number", GR_INTEGER, 1, "1", of}, {name "mass", GR_REAL, 1, "kg", "the mass of " which},                      \
      {name "momentum", GR_REAL, 3, "kg m s-1", "the momentum of " which " when granum detected the passage"},         \
  {                                                                                                                    \
    name "kinetic_energy", GR_REAL, 1, "J", "the kinetic energy of " which " at that time"                             \
  }
static const GrColumn passed_columns[] = {
    WAY("", "particles that have passed along the normal since the start, less those against it",
        "those along the normal less that of those against it"),
    WAY("forwards_", "particles that have passed along the normal since the start", "those along the normal"),
    WAY("backwards_", "particles that have passed against the normal since the start", "those against the normal")};
static const GrColumn inside_columns[COLUMNS] = {
    {"number", GR_INTEGER, 1, "1",
     "number of particles whose centre is in the region; -1: the counter is not active in this stage"},
    {"mass", GR_REAL, 1, "kg", "mass of the particles in the region"},
    {"momentum", GR_REAL, 3, "kg m s-1", "momentum of the particles in the region"},
    {"kinetic_energy", GR_REAL, 1, "J", "kinetic energy of the particles in the region"},
};

/* Data of a writer. */
typedef struct {
  GrTraces traces;
  int counter;
} Counting;

static void SetValues(const GrBulkCount *count, int way, double values[VALUES])
{
  values[0] = (double)count->number[way];
  for (int s = 0; s < GR_COUNT_SUMS; s++)
    values[1 + s] = GrSumValue(&count->sum[way][s]);
}

static PetscErrorCode RecordCounter(GrRecorder r, void *data, const GrSample *m)
{
  const Counting *counting = data;
  const GrCounter *c = &r->world->the_case->output.counters[counting->counter];
  double values[(1 + GR_COUNT_WAYS) * VALUES];
  GrBulkCount now, net;

  PetscCall(GrBulkCounterSum(r->world, counting->counter, m->u, &now, &net));
  SetValues(&net, 0, values);
  if (c->within.shape != GR_WITHIN_ALL && !GrBulkCounterIsActive(r->world, c)) /* a row, so that a run can be resumed */
    for (int k = 0; k < VALUES; k++)
      values[k] = k > 0 ? NAN : -1;
  for (int way = 0; way < GR_COUNT_WAYS; way++)
    SetValues(&now, way, values + (1 + way) * VALUES);
  if (r->world->rank == 0)
    PetscCall(GrTraceAppend(counting->traces.trace[0], m->step, m->time, values));
  return 0;
}

/* Number or mass of a counter; NaN: it is not active in this stage. */
static PetscErrorCode FindCount(GrWorld w, const GrCondition *condition, double t, const double *u, double *value)
{
  const GrCounter *c = &w->the_case->output.counters[condition->object];
  GrBulkCount now, net;

  PetscCall(GrBulkCounterSum(w, condition->object, u, &now, &net));
  *value = condition->indicator.first == 0 ? (double)net.number[0] : GrSumValue(&net.sum[0][GR_COUNT_MASS]);
  if (c->within.shape != GR_WITHIN_ALL && !GrBulkCounterIsActive(w, c))
    *value = NAN;
  return 0;
}

static const char *NameOfCounter(const GrCase *c, int counter)
{
  return c->output.counters[counter].name;
}

const GrIndicatorKind GrIndicatorCounters = {"counter", "output.counters", NameOfCounter, FindCount};

static const GrWriterOps CounterOps = {
    .record = RecordCounter, .flush = GrRecorderFlushTraces, .destroy = GrRecorderDestroyTraces};

static PetscErrorCode AddCounters(GrRecorder r)
{
  const GrOutput *output = &r->world->the_case->output;
  char path[GR_NAME_MAX + 64];
  GrSpan span;
  Counting *counting;

  for (int k = 0; k < output->n_counters; k++) {
    const GrCounter *c = &output->counters[k];
    const bool inside = c->within.shape != GR_WITHIN_ALL;
    const GrRecorderInterval interval = {.when = c->when, .last = true};
    PetscCall(PetscNew(&counting));
    counting->counter = k;
    PetscCall(GrRecorderAddTraces(r, &CounterOps, interval, 1, &counting->traces, &span));
    PetscCall(PetscSNPrintf(path, sizeof(path), "/observables/counters/%s", c->name));
    PetscCall(GrRecorderOpenTrace(r, &counting->traces, 0, path, inside ? COLUMNS : (1 + GR_COUNT_WAYS) * COLUMNS,
                                  inside ? inside_columns : passed_columns, span));
  }
  return 0;
}

const GrWriterKind GrRecorderCounters = {.what = "counters", .add = AddCounters};
