/* Writers of tables with one row for each sample: see recorder_impl.h. */
#include "record/recorder_impl.h"

PetscErrorCode GrRecorderAddTraces(GrRecorder r, const GrWriterOps *ops, GrRecorderInterval interval, int n,
                                   GrTraces *traces, GrSpan *span)
{
  traces->n = n;
  PetscCall(PetscCalloc1(n, &traces->trace));
  PetscCall(GrRecorderAdd(r, ops, interval, traces, span));
  traces->world = r->world;
  traces->interval = &r->writer[r->n - 1].interval;
  return 0;
}

PetscErrorCode GrRecorderOpenTrace(GrRecorder r, GrTraces *traces, int k, const char *path, int n,
                                   const GrColumn columns[], GrSpan span)
{
  return GrTraceCreate(r->results, path, n, columns, r->world->rank == 0, GR_TRACE_BUFFER, span, &traces->trace[k]);
}

PetscErrorCode GrRecorderFlushTraces(void *data)
{
  const GrTraces *traces = data;

  for (int i = 0; i < traces->n; i++)
    PetscCall(GrTraceFlush(traces->trace[i]));
  return 0;
}

PetscErrorCode GrRecorderDestroyTraces(void *data)
{
  GrTraces *traces = data;

  for (int i = 0; i < traces->n; i++)
    PetscCall(GrTraceDestroy(&traces->trace[i]));
  PetscCall(PetscFree(traces->trace));
  PetscCall(PetscFree(traces->values));
  return PetscFree(traces);
}

/* ---- numbers of the whole system, or of each wall ---- */

static int CountTables(const GrTablesKind *kind, const GrCase *c)
{
  return kind->of_walls ? c->n_walls : 1;
}

static GrRecorderInterval IntervalOf(const GrTablesKind *kind, const GrCase *c)
{
  const GrOutputTimes *when = (const GrOutputTimes *)((const char *)c + kind->when);
  return (GrRecorderInterval){.when = *when, .first = kind->first, .last = true};
}

static bool IsRecorded(const GrTablesKind *kind, GrWorld w)
{
  const GrRecorderInterval interval = IntervalOf(kind, w->the_case);
  return (kind->first || GrOutputIsRecorded(&interval.when)) && CountTables(kind, w->the_case) > 0 &&
         (!kind->applies || kind->applies(w));
}

static PetscErrorCode RecordTables(GrRecorder r, void *data, const GrSample *m)
{
  const GrTraces *traces = data;

  PetscCall(traces->kind->fill(r->world, m, traces->width, traces->values));
  for (int k = 0; r->world->rank == 0 && k < traces->n; k++)
    PetscCall(GrTraceAppend(traces->trace[k], m->step, m->time, traces->values + k * traces->width));
  return 0;
}

static const GrWriterOps TablesOps = {
    .record = RecordTables, .flush = GrRecorderFlushTraces, .destroy = GrRecorderDestroyTraces};

PetscErrorCode GrRecorderAddTables(GrRecorder r, const GrTablesKind *kind)
{
  const GrCase *c = r->world->the_case;
  GrColumn columns[GR_TABLE_COLUMNS_MAX];
  char path[GR_NAME_MAX + 64];
  GrTraces *traces;
  GrSpan span;

  if (!IsRecorded(kind, r->world))
    return 0;
  PetscCall(PetscNew(&traces));
  traces->kind = kind;
  PetscCall(GrRecorderAddTraces(r, &TablesOps, IntervalOf(kind, c), CountTables(kind, c), traces, &span));
  for (int k = 0; k < traces->n; k++) {
    const int n = kind->column ? kind->n : kind->columns(r->world, k, columns);
    const GrColumn *column = kind->column ? kind->column : columns;
    traces->width = PetscMax(traces->width, GrRecorderCountNumbers(n, column));
    PetscCall(PetscSNPrintf(path, sizeof(path), "%s%s%s", kind->group, kind->of_walls ? "/" : "",
                            kind->of_walls ? c->walls[k].name : ""));
    PetscCall(GrRecorderOpenTrace(r, traces, k, path, n, column, span));
  }
  return PetscCalloc1(traces->n * traces->width, &traces->values);
}
