/* Where particles come and go: how many there were, came, were taken out, left and are there: observables/particles, at
   the interval of the observables (bulk/tally.c). */
#include "bulk/population/population.h"
#include "record/recorder_impl.h"

enum { MISSING = 2 * GR_TALLIES, MISSING_MASS, COLUMNS };
#define NUMBER(name, description)                                                                                      \
  {                                                                                                                    \
    name, GR_INTEGER, 1, "1", description                                                                              \
  }
#define MASS(name, description)                                                                                        \
  {                                                                                                                    \
    name, GR_REAL, 1, "kg", description                                                                                \
  }
/* In the order of GR_TALLY_START. */
static const GrColumn columns[COLUMNS] = {
    NUMBER("start", "particles at the start"),
    NUMBER("inserted", "particles that came since the start"),
    NUMBER("removed", "particles that were taken out by removal"),
    NUMBER("left", "particles that left through a side of the domain"),
    NUMBER("present", "particles that are there"),
    MASS("start_mass", "mass of those at the start; here and below of particles that can move"),
    MASS("inserted_mass", "mass of those that came"),
    MASS("removed_mass", "mass of those that were taken out"),
    MASS("left_mass", "mass of those that left"),
    MASS("present_mass", "mass of those that are there"),
    NUMBER("missing", "start + inserted - removed - left - present"),
    MASS("missing_mass", "the same of the masses, added up exactly"),
};

static PetscErrorCode RecordTally(GrRecorder r, void *data, const GrSample *m)
{
  double values[COLUMNS];
  GrTally tally;

  PetscFunctionBeginUser;
  PetscCall(GrBulkPopulationTally(r->world, &tally));
  for (int k = 0; k < GR_TALLIES; k++) {
    values[k] = (double)tally.number[k];
    values[GR_TALLIES + k] = tally.mass[k];
  }
  values[MISSING] = (double)tally.missing;
  values[MISSING_MASS] = tally.missing_mass;
  if (r->world->rank == 0)
    PetscCall(GrTraceAppend(((GrTraces *)data)->trace[0], m->step, m->time, values));
  PetscFunctionReturn(0);
}

static const GrWriterOps TallyOps = {.record = RecordTally, .flush = GrTracesFlush, .destroy = GrTracesDestroy};

static PetscErrorCode AddTally(GrRecorder r)
{
  const GrOutputInterval interval = {.when = r->world->the_case->output.observables, .last = PETSC_TRUE};
  GrSpan span;
  GrTraces *traces;

  PetscFunctionBeginUser;
  if (!GrOutputIsRecorded(&interval.when) || !GrBulkPopulationVaries(r->world))
    PetscFunctionReturn(0);
  PetscCall(PetscNew(&traces));
  PetscCall(GrTracesCreate(1, traces));
  PetscCall(GrRecorderAdd(r, &TallyOps, interval, traces, &span));
  PetscCall(GrTraceCreate(r->results, "/observables/particles", COLUMNS, columns, (PetscBool)(r->world->rank == 0),
                          GR_TRACE_BUFFER, span, &traces->trace[0]));
  PetscFunctionReturn(0);
}

const GrWriterKind GrRecorderTally = {AddTally, NULL};
