/* A box that deforms: observables/cell with its sides, how far it is strained, and its flow. */
#include "record/recorder_impl.h"

#include "bulk/cell/cell.h"
#include "bulk/output.h"
#include <math.h>

enum { AXES = 3, VALUES = 2 * AXES + 1 + GR_GRADIENT };
static const GrColumn CellColumns[] = {
    {"length", GR_REAL, AXES, "m", "length of the box along x, y, z"},
    {"offset", GR_REAL, 1, "m", "how far along x the image beyond the upper side along y is, laps included"},
    {"strain", GR_REAL, AXES, "1", "logarithm of each length over that at the start"},
    {"velocity_gradient", GR_REAL, GR_GRADIENT, "s-1", "xx, yy, zz, xy"},
};
enum { CELL_COLUMNS = sizeof(CellColumns) / sizeof(CellColumns[0]) };

static PetscErrorCode RecordCell(GrRecorder r, void *data, const GrSample *m)
{
  const GrTraces *traces = data;
  const GrCase *c = r->world->the_case;
  const double *at = GrBulkSides(r->world)->at;
  double values[VALUES] = {0};

  PetscFunctionBeginUser;
  for (int a = 0; a < c->dimension; a++) {
    values[a] = at[a];
    values[AXES + 1 + a] = log(at[a] / (c->domain.upper[a] - c->domain.lower[a]));
  }
  values[AXES] = at[GR_SIDE_OFFSET];
  GrBulkCellFindGradient(r->world, &values[2 * AXES + 1]);
  if (r->world->rank == 0)
    PetscCall(GrTraceAppend(traces->trace[0], m->step, m->time, values));
  PetscFunctionReturn(0);
}

static const GrWriterOps CellOps = {.record = RecordCell, .flush = GrTracesFlush, .destroy = GrTracesDestroy};

static PetscErrorCode AddCell(GrRecorder r)
{
  const GrOutputInterval interval = {.when = r->world->the_case->output.observables, .last = PETSC_TRUE};
  GrSpan span;
  GrTraces *traces;

  PetscFunctionBeginUser;
  if (!GrOutputIsRecorded(&interval.when) || !GrBulkSides(r->world))
    PetscFunctionReturn(0);
  PetscCall(PetscNew(&traces));
  PetscCall(GrTracesCreate(1, traces));
  PetscCall(GrRecorderAdd(r, &CellOps, interval, traces, &span));
  PetscCall(GrTraceCreate(r->results, "/observables/cell", CELL_COLUMNS, CellColumns, (PetscBool)(r->world->rank == 0),
                          GR_TRACE_BUFFER, span, &traces->trace[0]));
  PetscFunctionReturn(0);
}

static GrForecast ForecastCell(GrWorld w, const GrTime *time)
{
  const GrOutputInterval interval = {.when = w->the_case->output.observables, .last = PETSC_TRUE};

  return GrRecorderForecastOf(
      "the box", interval, time,
      GrOutputIsRecorded(&interval.when) && GrBulkSides(w) ? GrRecorderColumnsBytes(CELL_COLUMNS, CellColumns) : 0);
}

const GrWriterKind GrRecorderCell = {AddCell, ForecastCell};
