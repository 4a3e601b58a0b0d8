/* The energy ledger of a run: observables/energy. It also stands at the start and at the end. */
#include "bulk/population/population.h"
#include "record/recorder_impl.h"

/* One row per column of the trace; the last one only where particles come and go. */
typedef struct {
  GrColumn column;
  size_t offset; /* in GrLedger */
} LedgerRow;
#define LEDGER(member, description)                                                                                    \
  {                                                                                                                    \
    {#member, GR_REAL, 1, "J", description}, offsetof(GrLedger, member)                                                \
  }
static const LedgerRow LedgerRows[] = {
    LEDGER(kinetic, "kinetic energy of all particles and of walls that move freely"),
    LEDGER(elastic, "energy that the contacts would give back"),
    LEDGER(dissipated_viscous, "work of the normal dashpots since the start"),
    LEDGER(dissipated_frictional,
           "work against sliding, rolling and twisting since the start, less what their springs hold"),
    LEDGER(dissipated_plastic, "plastic work of the contacts since the start"),
    LEDGER(dissipated_bonds, "energy that was lost with bonds that broke since the start"),
    LEDGER(dissipated_drag, "energy taken by the fluid since the start"),
    LEDGER(carried_out, "energy that particles took along which left: their own and that of their contacts"),
    LEDGER(taken_by_changes, "energy that changes from stage to stage took of what contacts and walls held"),
    LEDGER(external_work, "work of gravity, other forces and loads, and of walls that move otherwise, since the start"),
    LEDGER(
        residual,
        "kinetic + elastic + dissipated + carried out + taken by changes - external work, less its value at the start"),
    LEDGER(brought_in, "energy of particles that came since the start, which the residual is less by as well"),
};
enum { LEDGER_COLUMNS = sizeof(LedgerRows) / sizeof(LedgerRows[0]) };

static int CountColumns(GrWorld w)
{
  return w->bulk && GrBulkPopulationVaries(w) ? LEDGER_COLUMNS : LEDGER_COLUMNS - 1;
}

/* The column behind those. */
static const GrColumn left = {"particles_left", GR_INTEGER, 1, "1", "particles that have left since the start"};

static double LeftNow(GrWorld w)
{
  const GrLeft now = GrWorldLeft(w);
  PetscInt64 n = 0;

  for (int side = 0; side < GR_SIDES; side++)
    n += now.open[side] + now.past_walls[side];
  return (double)n;
}

static PetscErrorCode RecordLedger(GrRecorder r, void *data, const GrSample *m)
{
  const GrTraces *traces = data;
  GrLedger ledger;
  double values[LEDGER_COLUMNS + 1];

  PetscFunctionBeginUser;
  PetscCall(GrWorldLedger(r->world, m->u, &ledger));
  const int n = CountColumns(r->world);
  for (int k = 0; k < n; k++)
    values[k] = *(const double *)((const char *)&ledger + LedgerRows[k].offset);
  values[n] = LeftNow(r->world);
  if (r->world->rank == 0)
    PetscCall(GrTraceAppend(traces->trace[0], m->step, m->time, values));
  PetscFunctionReturn(0);
}

static const GrWriterOps LedgerOps = {.record = RecordLedger, .flush = GrTracesFlush, .destroy = GrTracesDestroy};

static GrOutputInterval IntervalOfLedger(GrWorld w)
{
  return (GrOutputInterval){.when = w->the_case->output.energy, .first = PETSC_TRUE, .last = PETSC_TRUE};
}

static PetscErrorCode AddLedger(GrRecorder r)
{
  GrColumn columns[LEDGER_COLUMNS + 1];
  GrSpan span;
  GrTraces *traces;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&traces));
  PetscCall(GrTracesCreate(1, traces));
  PetscCall(GrRecorderAdd(r, &LedgerOps, IntervalOfLedger(r->world), traces, &span));
  const int n = CountColumns(r->world);
  for (int k = 0; k < n; k++)
    columns[k] = LedgerRows[k].column;
  columns[n] = left;
  PetscCall(GrTraceCreate(r->results, "/observables/energy", n + 1, columns, (PetscBool)(r->world->rank == 0),
                          GR_TRACE_BUFFER, span, &traces->trace[0]));
  PetscFunctionReturn(0);
}

static GrForecast ForecastLedger(GrWorld w, const GrTime *time)
{
  double bytes = GrRecorderColumnsBytes(1, &left);
  for (int k = 0; k < CountColumns(w); k++)
    bytes += GrRecorderColumnsBytes(1, &LedgerRows[k].column);
  return GrRecorderForecastOf("energy", IntervalOfLedger(w), time, bytes);
}

const GrWriterKind GrRecorderLedger = {AddLedger, ForecastLedger};
