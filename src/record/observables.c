/* Sums over the particles and contacts of a bulk case: observables/bulk; see granum/observable.h. */
#include "record/recorder_impl.h"

#include "record/observable.h"

static int CountObservables(int *values)
{
  const GrObservable *o;
  int n = 0;

  for (*values = 0; (o = GrObservableAt(n)); n++)
    *values += o->n_values;
  return n;
}

static GrColumn ColumnOf(const GrObservable *o, int dimension)
{
  const char *unit = dimension == 2 && o->plane_unit ? o->plane_unit : o->unit;
  return (GrColumn){o->name, o->whole ? GR_INTEGER : GR_REAL, o->n_values, unit, o->description};
}

static PetscErrorCode RecordObservables(GrRecorder r, void *data, const GrSample *m)
{
  double *values;
  int n;

  PetscFunctionBeginUser;
  CountObservables(&n);
  PetscCall(PetscMalloc1(n, &values));
  PetscCall(GrObserve(r->world, m, values));
  if (r->world->rank == 0)
    PetscCall(GrTraceAppend(((GrTraces *)data)->trace[0], m->step, m->time, values));
  PetscCall(PetscFree(values));
  PetscFunctionReturn(0);
}

static const GrWriterOps ObservableOps = {
    .record = RecordObservables, .flush = GrTracesFlush, .destroy = GrTracesDestroy};

static PetscErrorCode AddObservables(GrRecorder r)
{
  const GrOutputInterval interval = {.when = r->world->the_case->output.observables, .last = PETSC_TRUE};
  int values;
  const int n = CountObservables(&values);
  GrColumn *columns;
  GrSpan span;
  GrTraces *traces;

  PetscFunctionBeginUser;
  if (!GrOutputIsRecorded(&interval.when))
    PetscFunctionReturn(0);
  PetscCall(PetscNew(&traces));
  PetscCall(GrTracesCreate(1, traces));
  PetscCall(GrRecorderAdd(r, &ObservableOps, interval, traces, &span));
  PetscCall(PetscMalloc1(n, &columns));
  for (int k = 0; k < n; k++)
    columns[k] = ColumnOf(GrObservableAt(k), r->world->the_case->dimension);
  PetscCall(GrTraceCreate(r->results, "/observables/bulk", n, columns, (PetscBool)(r->world->rank == 0),
                          GR_TRACE_BUFFER, span, &traces->trace[0]));
  PetscCall(PetscFree(columns));
  PetscFunctionReturn(0);
}

static GrForecast ForecastObservables(GrWorld w, const GrTime *time)
{
  const GrOutputInterval interval = {.when = w->the_case->output.observables, .last = PETSC_TRUE};
  int values;

  CountObservables(&values);
  return GrRecorderForecastOf("observables", interval, time,
                              GrOutputIsRecorded(&interval.when) ? sizeof(double) * (double)values : 0);
}

const GrWriterKind GrRecorderObservables = {AddObservables, ForecastObservables};
